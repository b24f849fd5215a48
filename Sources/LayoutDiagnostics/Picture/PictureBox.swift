import LayoutSpecs

/// An element in a picture: where it lies, and how far it sticks out of the element around it.
struct PictureBox {
  let id: ElementID
  let kind: Kind
  /// Its frame in the root's coordinates, in points.
  let frame: Rect
  /// The parts that stick out of the element around it.
  let overflows: [Overflow]

  /// The kinds of boxes that look different.
  enum Kind: String, CaseIterable {
    /// A spec, which arranges others.
    case spec
    /// A node that holds a layout spec.
    case holder
    /// A node with nothing below it.
    case node
    /// A text.
    case text

    /// Its name in the picture's key.
    var title: String {
      switch self {
      case .spec: "spec"
      case .holder: "node with a layoutSpec"
      case .node: "node"
      case .text: "text"
      }
    }
  }

  /// The part of a box that lies beyond one edge of the box around it.
  struct Overflow {
    let edge: Edge
    let points: Double
    let area: Rect
  }

  enum Edge: String {
    case left, right, top, bottom
  }
}

extension Layout {
  /// The layout's boxes in the order in which they are drawn, without those that have no layout or lie so far
  /// away that a picture's numbers would not be finite.
  var pictureBoxes: [PictureBox] {
    var frames = [Rect?](repeating: nil, count: tree.elementCount)
    for index in tree.subtree(of: element) {
      let id = ElementID(index)
      guard var frame = frame(of: id) else { continue }
      if id == element {
        frame.origin = .zero
      } else {
        guard let parent = frames[tree.parent(of: id).index] else { continue }
        frame.origin = Point(frame.minX + parent.minX, frame.minY + parent.minY)
      }
      if frame.isWithin(1e17) { frames[index] = frame }
    }
    return tree.drawingOrder(from: element).compactMap { id -> PictureBox? in
      guard let frame = frames[id.index] else { return nil }
      let parent = tree.parent(of: id).index
      let around = id == element ? nil : frames[parent]
      let overflows = isMeantToReachOut(id) ? [] : around.map { areas(of: frame, beyond: $0) } ?? []
      return PictureBox(id: id, kind: pictureKind(of: id), frame: frame, overflows: overflows)
    }
  }

  private func pictureKind(of id: ElementID) -> PictureBox.Kind {
    switch tree.kind(of: id) {
    case .text: .text
    case .compositeNode: .holder
    case let kind: kind.isNode ? .node : .spec
    }
  }

  /// A corner spec's corner element lies over its edge.
  private func isMeantToReachOut(_ id: ElementID) -> Bool {
    let parent = tree.parent(of: id)
    return tree.kind(of: parent) == .corner && id.index > parent.index + 1
  }

  /// The parts of a frame beyond the edges of another, by more than rounding to pixels makes.
  private func areas(of frame: Rect, beyond around: Rect) -> [PictureBox.Overflow] {
    let tolerance = 1 / tree.pixelGrid.scale + violationEpsilon
    var overflows: [PictureBox.Overflow] = []
    func note(_ edge: PictureBox.Edge, _ points: Double, from start: Point, to end: Point) {
      guard points >= tolerance else { return }
      let area = Rect(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
      overflows.append(PictureBox.Overflow(edge: edge, points: points, area: area))
    }
    let (start, end) = (frame.origin, Point(frame.maxX, frame.maxY))
    note(.left, around.minX - frame.minX, from: start, to: Point(min(end.x, around.minX), end.y))
    note(.right, frame.maxX - around.maxX, from: Point(max(start.x, around.maxX), start.y), to: end)
    note(.top, around.minY - frame.minY, from: start, to: Point(end.x, min(end.y, around.minY)))
    note(.bottom, frame.maxY - around.maxY, from: Point(start.x, max(start.y, around.maxY)), to: end)
    return overflows
  }
}

extension Rect {
  /// Whether all edges are numbers, and lie at most so far from the origin.
  fileprivate func isWithin(_ distance: Double) -> Bool {
    minX >= -distance && minY >= -distance && maxX <= distance && maxY <= distance
  }
}

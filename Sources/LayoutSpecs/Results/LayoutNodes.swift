extension LayoutTree {
  /// Returns the path from the root to an element: `StackLayoutSpec > [1] InsetLayoutSpec > [0] TextNode
  /// "title"`.
  ///
  /// - Complexity: linear in the number of siblings along the path.
  func path(to id: ElementID) -> String {
    var parts: [String] = []
    var child = id
    while child != root {
      let parent = parent(of: child)
      let place = children(of: parent).enumerated().first { $0.element == child }?.offset ?? 0
      parts.append("[\(place)] \(title(of: child))")
      child = parent
    }
    return ([title(of: root)] + parts.reversed()).joined(separator: " > ")
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index of an element that fulfils a condition, or the end, in logarithmic time.
  ///
  /// - Precondition: all elements behind one that fulfils the condition fulfil it, too.
  @inlinable @inline(__always)
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

// MARK: - Frames

/// The nodes of a layout that are laid out right to left: the engine lays out left to right, and their subnodes are
/// mirrored when frames are handed out. For each node's element, the element in whose width they are mirrored.
package typealias Mirroring = [Int: Int]

extension Layout {
  /// Each element's frame relative to its parent element as it is shown, by element: mirrored in nodes that
  /// are laid out right to left, and not rounded. Nil if it has no layout.
  ///
  /// - Complexity: linear in the number of elements.
  package var shownFrames: [Rect?] {
    let frames = tree.elementIDs.map { frame(of: $0) }
    var shown = frames
    for (node, reference) in mirroring where node == reference || !tree.isNode(ElementID(reference)) {
      for index in tree.ownElements(of: reference) {
        guard let width = frames[tree.parent(of: ElementID(index)).index]?.size.width else { continue }
        shown[index] = frames[index]?.mirrored(in: width)
      }
    }
    return shown
  }

  /// Returns true if the element itself, or the nearest node around it, is laid out right to left.
  func isRightToLeft(_ element: ElementID) -> Bool {
    guard !mirroring.isEmpty else { return false }
    var id = element
    while true {
      if mirroring[id.index] != nil { return true }
      if id == tree.root || (tree.isNode(id) && id != element) { return false }
      id = tree.parent(of: id)
    }
  }
}

extension LayoutTree {
  /// Returns `Layout.nodeFrames` for frames of any engine that lays out left to right.
  ///
  /// - Parameters:
  ///   - frames: Each element's frame relative to its parent element; nil if it has no layout.
  ///   - mirroring: The nodes that are mirrored. Default: none.
  /// - Complexity: linear in the number of elements, at any depth of the tree.
  package func nodeFrames(of frames: [Rect?], _ mirroring: Mirroring = [:]) -> [Rect?] {
    precondition(frames.count == elementCount, "There is one frame an element")
    let isRounded = !isFlat { frames[$0.index] }
    var result = [Rect?](repeating: nil, count: elementCount)
    // The origin of the positions of each element's children, in the coordinates of the enclosing node.
    var origins = [Point](repeating: .zero, count: elementCount)
    for parent in elementIDs where frames[parent.index] != nil {
      let origin = origins[parent.index]
      for child in children(of: parent) {
        guard let frame = frames[child.index] else { continue }
        let position = Point(origin.x + frame.origin.x, origin.y + frame.origin.y)
        if !isNode(child) {
          origins[child.index] = position
          continue
        }
        let view = isRounded ? Point(pixelGrid.ceil(position.x), pixelGrid.ceil(position.y)) : position
        result[child.index] = Rect(origin: view, size: frame.size)
      }
    }
    for (node, reference) in mirroring {
      guard let width = frames[reference]?.size.width else { continue }
      for index in ownElements(of: node) { result[index] = result[index]?.mirrored(in: width) }
    }
    return result
  }

  /// Returns one element's frame as `nodeFrames(of:)` gives it, equal to the last bit.
  ///
  /// - Parameter frame: Returns an element's frame relative to its parent element; nil if it has no layout.
  /// - Complexity: linear in the number of specs from the node to the node around it; if nothing is between
  ///   it and the root, in the number of the root's children.
  func nodeFrame(of node: ElementID, _ mirroring: Mirroring, _ frame: (ElementID) -> Rect?) -> Rect? {
    guard node != root, isNode(node), let own = frame(node) else { return nil }
    var positions = [own.origin]
    var around = parent(of: node)
    while around != root, !isNode(around) {
      guard let spec = frame(around) else { return nil }
      positions.append(spec.origin)
      around = parent(of: around)
    }
    guard frame(around) != nil else { return nil }
    // From the outside in, as for all nodes: sums in another order may differ.
    let position = positions.reversed().reduce(Point.zero) { Point($0.x + $1.x, $0.y + $1.y) }
    let isRounded = parent(of: node) != root || !isFlat(frame)
    let view =
      isRounded ? Point(pixelGrid.ceil(position.x), pixelGrid.ceil(position.y)) : position
    let result = Rect(origin: view, size: own.size)
    guard let reference = mirroring[around.index], let width = frame(ElementID(reference))?.size.width
    else { return result }
    return result.mirrored(in: width)
  }

  /// Returns the elements below `element` with no node between.
  fileprivate func ownElements(of element: Int) -> [Int] {
    var elements: [Int] = []
    let end = subtree(of: ElementID(element)).upperBound
    var next = element + 1
    while next < end {
      let id = ElementID(next)
      elements.append(next)
      next = isNode(id) ? subtree(of: id).upperBound : next + 1
    }
    return elements
  }

  /// Returns true if all elements with a layout below the root are nodes with no layout below them.
  func isFlat(_ frame: (ElementID) -> Rect?) -> Bool {
    children(of: root).allSatisfy { child in
      frame(child) == nil || isNode(child) && children(of: child).allSatisfy { frame($0) == nil }
    }
  }

  /// The elements in drawing order: parents before children, and a background before the child of its spec.
  ///
  /// - Complexity: linear in the number of elements, at any depth of the tree.
  var drawingOrder: [ElementID] { drawingOrder(from: root) }

  /// Returns an element and all elements below it, in drawing order.
  package func drawingOrder(from top: ElementID) -> [ElementID] {
    var order: [ElementID] = []
    order.reserveCapacity(subtree(of: top).count)
    var open = [top]
    while let id = open.popLast() {
      order.append(id)
      let children = Array(children(of: id))
      let isReversed = tables.elements[id.index].kind == .background
      open.append(contentsOf: isReversed ? children : children.reversed())
    }
    return order
  }
}

import LayoutSpecs

/// A frame that is not the one that a conformance case expects.
public struct ConformanceDifference: Hashable, Sendable, CustomStringConvertible {
  /// Which of an element's frames differs.
  public enum Frame: Hashable, Sendable {
    /// The frame relative to the parent element.
    case element
    /// The frame that the node's view would get.
    case node
  }

  /// The element.
  public let path: ElementPath
  /// Which of its frames differs.
  public let frame: Frame
  /// The frame that the case expects; nil: none.
  public let expected: Rect?
  /// The frame that was found; nil: none.
  public let found: Rect?

  /// The difference on one line: `root.children[1].child: frame {{0, 0}, {20, 10}}; expected {{0, 0}, {20, 12}}`.
  public var description: String {
    let kind = frame == .element ? "frame" : "node frame"
    return "\(path): \(kind) \(text(found)); expected \(text(expected))"
  }

  private func text(_ frame: Rect?) -> String {
    frame.map { "\($0)" } ?? "none"
  }
}

extension ConformanceCase {
  /// Lays the tree out, and returns where the frames are not those that the case expects, in pre-order.
  ///
  /// - Parameters:
  ///   - context: What lays the tree out.
  ///   - tolerance: How far numbers may lie apart, in points. Default: 1e-9.
  ///   - limit: How many differences are looked for. Default: 8.
  public func differences(
    in context: inout LayoutContext, tolerance: Double = 1e-9, limit: Int = 8
  ) -> [ConformanceDifference] {
    context.layout(document.tree, in: document.constrainedSize)
    var frames: [Rect?] = []
    frames.reserveCapacity(document.tree.elementCount)
    for id in document.tree.elementIDs { frames.append(context.frame(of: id)) }
    return differences(from: frames, tolerance: tolerance, limit: limit)
  }

  /// Lays the tree out in a context of its own; see `differences(in:tolerance:limit:)`.
  public func differences(tolerance: Double = 1e-9, limit: Int = 8) -> [ConformanceDifference] {
    var context = LayoutContext()
    return differences(in: &context, tolerance: tolerance, limit: limit)
  }

  /// Where frames that some engine gave are not those that the case expects, in pre-order.
  ///
  /// - Parameters:
  ///   - frames: Each element's frame relative to its parent element, in pre-order; nil where it has no layout.
  ///   - tolerance: How far numbers may lie apart, in points. Default: 1e-9.
  ///   - limit: How many differences are looked for. Default: 8.
  /// - Precondition: there is one frame per element.
  public func differences(
    from frames: [Rect?], tolerance: Double = 1e-9, limit: Int = 8
  ) -> [ConformanceDifference] {
    let tree = document.tree
    let foundNodeFrames = tree.nodeFrames(of: frames)
    var differences: [ConformanceDifference] = []
    func compare(_ id: ElementID, _ frame: ConformanceDifference.Frame, _ expected: Rect?, _ found: Rect?) {
      guard differences.count < limit, !areClose(expected, found, tolerance) else { return }
      let path = ElementPath(to: id, in: tree)
      differences.append(
        ConformanceDifference(path: path, frame: frame, expected: expected, found: found))
    }
    for id in tree.elementIDs {
      compare(id, .element, expected[id.index], frames[id.index])
      compare(id, .node, nodeFrames[id.index], foundNodeFrames[id.index])
    }
    return differences
  }
}

/// Whether both are nil, or no number differs by more than the tolerance. Infinity is close to itself.
private func areClose(_ a: Rect?, _ b: Rect?, _ tolerance: Double) -> Bool {
  guard let a, let b else { return a == nil && b == nil }
  let isClose = { (x: Double, y: Double) in x == y || abs(x - y) <= tolerance }
  return isClose(a.origin.x, b.origin.x) && isClose(a.origin.y, b.origin.y)
    && isClose(a.size.width, b.size.width) && isClose(a.size.height, b.size.height)
}

// Points and frames in the coordinates of other nodes, and the node at a point.

extension DisplayNode {
  /// The node's frame in its own coordinates, in points: its size at (0, 0), or in a `ScrollNode` at
  /// `contentOffset`. Default: 0 × 0.
  ///
  /// It is read-only: to change the size, set that of `frame`.
  ///
  /// Source: the `bounds` of Texture's `ASDisplayNode`.
  public final var bounds: Rect {
    lock.withLock { Rect(origin: guardedBoundsOrigin, size: guardedPlace?.frame.size ?? .zero) }
  }

  /// Returns a point of this node's coordinates in those of another one, in points. A node's coordinates are
  /// those of its `bounds` and of its subnodes' frames.
  ///
  /// An infinite or undefined coordinate stays so.
  ///
  /// Any thread MAY call it. Frames are read one after the other: if another thread applies a layout or
  /// changes the hierarchy meanwhile, some are from before it and some from after.
  ///
  /// Source: `-convertPoint:toNode:` of Texture's `ASDisplayNode`.
  ///
  /// - Parameters:
  ///   - point: A point in this node's coordinates.
  ///   - node: The other node, anywhere in the same hierarchy; nil for the outermost node around this one.
  /// - Precondition: one node contains both, or one of them the other.
  /// - Complexity: linear in the number of nodes around both.
  public final func convert(_ point: Point, to node: DisplayNode?) -> Point {
    let distance = distance(to: node)
    return Point(point.x + distance.x, point.y + distance.y)
  }

  /// Returns a point of another node's coordinates in those of this one; see `convert(_:to:)`.
  ///
  /// Source: `-convertPoint:fromNode:` of Texture's `ASDisplayNode`.
  public final func convert(_ point: Point, from node: DisplayNode?) -> Point {
    let distance = distance(to: node)
    return Point(point.x - distance.x, point.y - distance.y)
  }

  /// Returns a frame of this node's coordinates in those of another one; see `convert(_:to:)`.
  ///
  /// Source: `-convertRect:toNode:` of Texture's `ASDisplayNode`.
  public final func convert(_ rect: Rect, to node: DisplayNode?) -> Rect {
    Rect(origin: convert(rect.origin, to: node), size: rect.size)
  }

  /// Returns a frame of another node's coordinates in those of this one; see `convert(_:to:)`.
  ///
  /// Source: `-convertRect:fromNode:` of Texture's `ASDisplayNode`.
  public final func convert(_ rect: Rect, from node: DisplayNode?) -> Rect {
    Rect(origin: convert(rect.origin, from: node), size: rect.size)
  }

  /// Returns the innermost node at a point, of several the frontmost: this one or one within it; nil if the point
  /// is outside this one.
  ///
  /// A node is passed over with all within it if it is hidden, if its `alpha` is below 0.01, or if the point is
  /// outside its `bounds`: so what reaches out of a node is not found there.
  ///
  /// Any thread MAY call it; see `convert(_:to:)`.
  ///
  /// Source: `-hitTest:withEvent:` of Texture's `ASDisplayNode`, with UIKit's rules.
  ///
  /// - Parameter point: A point in this node's coordinates. A node contains its left and top edges, and none of the
  ///   other two; an undefined or infinite coordinate is outside.
  /// - Complexity: linear in the number of subnodes of the nodes at the point.
  public final func hitTest(_ point: Point) -> DisplayNode? {
    guard isHit(at: point) else { return nil }
    var (hit, point) = (self as DisplayNode, point)
    while true {
      // A subnode that is hit is an answer itself, so that nobody has to come back.
      let next = hit.subnodes.reversed().lazy.map { node in
        let origin = node.stepOutwards.origin
        return (node: node, point: Point(point.x - origin.x, point.y - origin.y))
      }.first { $0.node.isHit(at: $0.point) }
      guard let next else { return hit }
      (hit, point) = next
    }
  }

  private func isHit(at point: Point) -> Bool { !isHidden && alpha >= 0.01 && bounds.contains(point) }

  /// The position of this node's (0, 0) in the coordinates of `node`, or the outermost node.
  private func distance(to node: DisplayNode?) -> Point {
    let own = distancesOutwards
    guard let node else { return own[own.count - 1].distance }
    let distances = Dictionary(own.map { (ObjectIdentifier($0.node), $0.distance) }) { first, _ in first }
    for (around, distance) in node.distancesOutwards {
      if let own = distances[ObjectIdentifier(around)] {
        return Point(own.x - distance.x, own.y - distance.y)
      }
    }
    preconditionFailure("No node contains both \(asciiArtName) and \(node.asciiArtName)")
  }

  /// The nodes from this one outwards, each with the position of this node's (0, 0) in it.
  private var distancesOutwards: [(node: DisplayNode, distance: Point)] {
    var distances: [(node: DisplayNode, distance: Point)] = []
    var (next, distance) = (self as DisplayNode?, Point.zero)
    while let current = next {
      distances.append((current, distance))
      let step = current.stepOutwards
      (next, distance) = (step.supernode?.node, Point(distance.x + step.origin.x, distance.y + step.origin.y))
    }
    return distances
  }

  /// The node around this one, as its handle, and the position of this one's (0, 0) in it, read together.
  private var stepOutwards: (supernode: NodeHandle?, origin: Point) {
    let (supernode, origin, ownOrigin) = lock.withLock {
      (guardedPlace?.supernodeHandle, guardedPlace?.frame.origin ?? .zero, guardedBoundsOrigin)
    }
    return (supernode, Point(origin.x - ownOrigin.x, origin.y - ownOrigin.y))
  }
}

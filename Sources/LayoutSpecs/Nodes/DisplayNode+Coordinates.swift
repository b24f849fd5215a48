// Points and frames in the coordinates of other nodes, and the node at a point.

extension DisplayNode {
  /// The node's frame in its own coordinates, in points: its size at (0, 0), or in a `ScrollNode` at
  /// `contentOffset`. Default: 0 × 0.
  ///
  /// It is read-only: to change the size, set the size of `frame`.
  ///
  /// Source: the `bounds` of Texture's `ASDisplayNode`.
  public final var bounds: Rect {
    lock.withLock { Rect(origin: guardedBoundsOrigin, size: guardedPlace.frame.size) }
  }

  /// Converts a point from this node's coordinates to another node's, in points. A node's coordinates are the
  /// ones in which its `bounds` and its subnodes' frames are given.
  ///
  /// An infinite or undefined coordinate stays so.
  ///
  /// Any thread MAY call it. Frames are read one after the other: if another thread applies a layout or
  /// changes the hierarchy meanwhile, some frames are from before the change and some from after it.
  ///
  /// Source: `-convertPoint:toNode:` of Texture's `ASDisplayNode`.
  ///
  /// - Parameters:
  ///   - point: A point in this node's coordinates.
  ///   - node: The other node, anywhere in the same hierarchy; nil for the outermost node around this one.
  /// - Precondition: some node contains both, or one of the two contains the other.
  /// - Complexity: linear in the number of nodes around both.
  public final func convert(_ point: Point, to node: DisplayNode?) -> Point {
    let distance = distance(to: node)
    return Point(point.x + distance.x, point.y + distance.y)
  }

  /// Converts a point from another node's coordinates to this node's; see `convert(_:to:)`.
  ///
  /// Source: `-convertPoint:fromNode:` of Texture's `ASDisplayNode`.
  public final func convert(_ point: Point, from node: DisplayNode?) -> Point {
    let distance = distance(to: node)
    return Point(point.x - distance.x, point.y - distance.y)
  }

  /// Converts a frame from this node's coordinates to another node's; see `convert(_:to:)`.
  ///
  /// Source: `-convertRect:toNode:` of Texture's `ASDisplayNode`.
  public final func convert(_ rect: Rect, to node: DisplayNode?) -> Rect {
    Rect(origin: convert(rect.origin, to: node), size: rect.size)
  }

  /// Converts a frame from another node's coordinates to this node's; see `convert(_:to:)`.
  ///
  /// Source: `-convertRect:fromNode:` of Texture's `ASDisplayNode`.
  public final func convert(_ rect: Rect, from node: DisplayNode?) -> Rect {
    Rect(origin: convert(rect.origin, from: node), size: rect.size)
  }

  /// Returns the innermost node at a point, and of several the frontmost: this node, or a node within it; nil if
  /// the point is outside this node.
  ///
  /// A node is skipped, with all nodes within it, if it is hidden, if its `alpha` is below 0.01, or if the
  /// point is outside its `bounds`: so a subnode is not found where it reaches out of its supernode.
  ///
  /// Any thread MAY call it; see `convert(_:to:)`.
  ///
  /// Source: `-hitTest:withEvent:` of Texture's `ASDisplayNode`, with UIKit's rules.
  ///
  /// - Parameter point: A point in this node's coordinates. A node contains its left and top edges, but not the
  ///   other two; an undefined or infinite coordinate is outside.
  /// - Complexity: linear in the number of subnodes of the nodes at the point.
  public final func hitTest(_ point: Point) -> DisplayNode? {
    guard isHit(at: point) else { return nil }
    var (hit, point) = (self as DisplayNode, point)
    while true {
      // A subnode that is hit is a result itself, so the search never has to go back.
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

  /// The nodes from this one outwards, each with the position of this node's (0, 0) in its coordinates.
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

  /// The handle of the node around this one, and the position of this node's (0, 0) in that node, read together.
  private var stepOutwards: (supernode: NodeHandle?, origin: Point) {
    let (supernode, origin, ownOrigin) = lock.withLock {
      (guardedPlace.supernodeHandle, guardedPlace.frame.origin, guardedBoundsOrigin)
    }
    return (supernode, Point(origin.x - ownOrigin.x, origin.y - ownOrigin.y))
  }
}

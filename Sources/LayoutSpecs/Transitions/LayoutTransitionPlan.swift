/// What a node looks like at one moment: where it is, how large, and how opaque.
public struct NodeAppearance: Hashable, Sendable {
  /// Its frame in its supernode, in points.
  public var frame: Rect
  /// How opaque it is, from 0, invisible, to 1.
  public var alpha: Double

  /// An appearance.
  public init(frame: Rect, alpha: Double = 1) {
    self.frame = frame
    self.alpha = alpha
  }
}

/// How the nodes get from one layout to another: for each its first and its last frame and alpha, and the time it takes.
///
/// A plan is a value: it changes nothing by itself. By default what is inserted fades in, what is removed fades out, and the
/// rest moves and changes its size. To animate otherwise change `from` and `to` of the changes, and have the context
/// animate it:
///
/// ```swift
/// var plan = context.plan
/// plan[ageField]?.from.frame.origin.x += 320
/// context.animate(plan)
/// ```
public struct LayoutTransitionPlan: Hashable, Sendable {
  /// Why a node is part of a plan.
  public enum Kind: Hashable, Sendable {
    /// It is only in the new layout.
    case insertion
    /// It is only in the old layout.
    case removal
    /// It is in both.
    case move
  }

  /// What happens to one node.
  public struct Change: Hashable, Sendable {
    /// The node.
    public let node: NodeID
    /// Whether it is inserted, removed, or in both layouts.
    public let kind: Kind
    /// What it looks like at first.
    public var from: NodeAppearance
    /// What it looks like at last, until the transition is completed.
    public var to: NodeAppearance
  }

  /// What happens to each node, in the order in which they are drawn meanwhile; see `SubnodeChanges.transitionOrder`.
  public private(set) var changes: [Change]
  /// Seconds until the first change. Default: 0.
  public var delay: Double
  /// Seconds from the first change to the last. Default: 0.2.
  public var duration: Double
  /// How the changes get on over that time. Default: ease in and out.
  public var curve: TimingCurve
  private let places: [NodeID: Int]

  /// The plan that fades in what is only in `new`, fades out what is only in `old`, and moves the rest.
  ///
  /// - Parameters:
  ///   - old: What is there, in drawing order, as it looks.
  ///   - new: What is to be there, in drawing order, as it is to look.
  /// - Precondition: no node is in a list twice.
  /// - Complexity: O(n log n) in the number of nodes.
  public init(
    from old: [(node: NodeID, appearance: NodeAppearance)],
    to new: [(node: NodeID, appearance: NodeAppearance)],
    duration: Double = 0.2, delay: Double = 0, curve: TimingCurve = .easeInOut
  ) {
    let oldNodes = old.map(\.node)
    let order = SubnodeChanges(from: oldNodes, to: new.map(\.node)).transitionOrder(from: oldNodes)
    let first = Dictionary(uniqueKeysWithValues: old.map { ($0.node, $0.appearance) })
    let last = Dictionary(uniqueKeysWithValues: new.map { ($0.node, $0.appearance) })
    changes = order.compactMap { Change($0, from: first[$0], to: last[$0]) }
    places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    self.duration = duration
    self.delay = delay
    self.curve = curve
  }

  /// What happens to a node; nil where it is in neither layout. To set it for such a node, to nil, or to what happens to
  /// another node has no effect.
  public subscript(node: DisplayNode) -> Change? {
    get { places[node.id].map { changes[$0] } }
    set {
      guard let place = places[node.id], let newValue, newValue.node == node.id else { return }
      changes[place] = newValue
    }
  }

  /// Seconds from the start to the end, the delay included.
  public var totalDuration: Double { larger(0, delay) + larger(0, duration) }

  /// How far the changes are, by the curve, at so many seconds after the start: 0 up to the delay, 1 from the end on.
  public func progress(at seconds: Double) -> Double {
    if seconds >= totalDuration { return 1 }
    return curve.progress(at: (seconds - larger(0, delay)) / duration)
  }

  /// What a node looks like at so many seconds after the start; nil where it is in neither layout.
  public func appearance(of node: DisplayNode, at seconds: Double) -> NodeAppearance? {
    self[node]?.appearance(at: progress(at: seconds))
  }
}

extension LayoutTransitionPlan.Change {
  init?(_ node: NodeID, from first: NodeAppearance?, to last: NodeAppearance?) {
    self.node = node
    switch (first, last) {
    case (let first?, let last?):
      (kind, from, to) = (.move, first, last)
    case (nil, let last?):
      (kind, from, to) = (.insertion, NodeAppearance(frame: last.frame, alpha: 0), last)
    case (let first?, nil):
      (kind, from, to) = (.removal, first, NodeAppearance(frame: first.frame, alpha: 0))
    case (nil, nil):
      return nil
    }
  }

  /// What the node looks like when the change is so far: `from` at 0, exactly `to` at 1.
  ///
  /// Beyond that, where a curve overshoots, frames go on in the same direction. Sizes stay 0 or more, and alphas from 0
  /// to 1.
  public func appearance(at progress: Double) -> NodeAppearance {
    if progress == 1 { return to }
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * progress }
    let frame = Rect(
      x: between(from.frame.minX, to.frame.minX), y: between(from.frame.minY, to.frame.minY),
      width: larger(0, between(from.frame.size.width, to.frame.size.width)),
      height: larger(0, between(from.frame.size.height, to.frame.size.height)))
    return NodeAppearance(frame: frame, alpha: clampLength(between(from.alpha, to.alpha), 0, 1))
  }
}

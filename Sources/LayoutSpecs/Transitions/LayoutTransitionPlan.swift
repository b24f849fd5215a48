/// The animation from one layout to another: each node's first and last frame and alpha, and the timing.
///
/// By default inserted nodes fade in, removed ones fade out, and the rest moves and changes its size. For
/// another animation, change `from` and `to` of the changes, and pass the plan to the context:
///
/// ```swift
/// var plan = context.plan
/// plan[ageField]?.from.frame.origin.x += 320
/// context.animate(plan)
/// ```
public struct LayoutTransitionPlan: Hashable, Sendable {
  /// The reason why a node is part of a plan.
  public enum Kind: Hashable, Sendable {
    /// It is only in the new layout.
    case insertion
    /// It is only in the old layout.
    case removal
    /// It is in both.
    case move
  }

  /// The change of one node.
  public struct Change: Hashable, Sendable {
    /// The node.
    public let node: NodeID
    /// Inserted, removed, or in both layouts.
    public let kind: Kind
    /// The appearance at the beginning.
    public var from: NodeAppearance
    /// The appearance at the end, until the transition is completed.
    public var to: NodeAppearance
  }

  /// The changes, in drawing order during the transition; see `SubnodeChanges.transitionOrder`.
  public private(set) var changes: [Change]
  /// The seconds before the changes begin. Default: 0.
  public var delay: Double
  /// The seconds that the changes take. Default: 0.2.
  public var duration: Double
  /// The timing curve of the changes. Default: ease in and out.
  public var curve: TimingCurve
  private let places: [NodeID: Int]

  /// Creates a plan that fades in nodes only in `new`, fades out nodes only in `old`, and moves the rest.
  /// Both lists are in drawing order.
  ///
  /// - Precondition: no node is in a list twice.
  /// - Complexity: O(n log n) in the number of nodes.
  public init(
    from old: [(node: NodeID, appearance: NodeAppearance)],
    to new: [(node: NodeID, appearance: NodeAppearance)],
    duration: Double = 0.2, delay: Double = 0, curve: TimingCurve = .easeInOut
  ) {
    let (oldNodes, newNodes) = (old.map(\.node), new.map(\.node))
    let order = SubnodeChanges(from: oldNodes, to: newNodes).transitionOrder(from: oldNodes, to: newNodes)
    let first = Dictionary(uniqueKeysWithValues: old.map { ($0.node, $0.appearance) })
    let last = Dictionary(uniqueKeysWithValues: new.map { ($0.node, $0.appearance) })
    changes = order.compactMap { Change($0, from: first[$0], to: last[$0]) }
    places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    self.duration = duration
    self.delay = delay
    self.curve = curve
  }

  /// The change of a node; nil if it is in neither layout. Setting it has no effect for such a node, for nil,
  /// and for another node's change.
  public subscript(node: DisplayNode) -> Change? {
    get { places[node.id].map { changes[$0] } }
    set {
      guard let place = places[node.id], let newValue, newValue.node == node.id else { return }
      changes[place] = newValue
    }
  }

  /// The seconds from the start to the end, including the delay.
  public var totalDuration: Double { larger(0, delay) + larger(0, duration) }

  /// Returns the changes' progress at these seconds after the start: 0 up to the delay, 1 from the end on.
  public func progress(at seconds: Double) -> Double {
    if seconds >= totalDuration { return 1 }
    return curve.progress(at: (seconds - larger(0, delay)) / larger(0, duration))
  }

  /// Returns a node's appearance at these seconds after the start; nil if it is in neither layout.
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

  /// Returns the node's appearance at this progress: `from` at 0, exactly `to` at 1.
  ///
  /// Beyond these, if a curve overshoots, frames continue; sizes stay 0 or more, and alphas from 0 to 1.
  public func appearance(at progress: Double) -> NodeAppearance {
    if progress == 1 { return to }
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * progress }
    let frame = Rect(
      x: between(from.frame.minX, to.frame.minX), y: between(from.frame.minY, to.frame.minY),
      width: larger(0, between(from.frame.size.width, to.frame.size.width)),
      height: larger(0, between(from.frame.size.height, to.frame.size.height)))
    return NodeAppearance(frame: frame, alpha: clampedLength(between(from.alpha, to.alpha), 0, 1))
  }
}

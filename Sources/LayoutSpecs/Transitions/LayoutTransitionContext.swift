/// One of the two layouts of a transition.
public enum LayoutTransitionKey: Hashable, Sendable, CaseIterable {
  /// The layout before.
  case from
  /// The layout after.
  case to
}

/// One transition of a node from a layout to the next: its changes, and the call that completes it.
///
/// `animateLayoutTransition(_:)` and `didCompleteLayoutTransition(_:)` receive it. Every method and property
/// MAY be used from any thread and at any time: once the transition was superseded, cancelled or completed,
/// or its node is gone, the context still describes the transition, and changes nothing any more.
///
/// Source: Texture's `ASContextTransitioning`.
public protocol LayoutTransitionContext: AnyObject, Sendable {
  /// True if the transition is to be animated.
  var isAnimated: Bool { get }

  /// Returns the layout before or after; before, nil if there was none.
  ///
  /// If the transition superseded one that was not complete, the layout before is the target of that one.
  func layout(for key: LayoutTransitionKey) -> Layout?

  /// Returns the size range of the layout before or after; before, nil if there was none.
  func constrainedSize(for key: LayoutTransitionKey) -> SizeRange?

  /// Returns the subnodes before or after, in drawing order.
  ///
  /// Before includes the subnodes that another transition was still removing. If the node does not manage its
  /// subnodes automatically, both are the node's subnodes.
  func subnodes(for key: LayoutTransitionKey) -> [DisplayNode]

  /// The subnodes that are only in the layout after, in drawing order.
  var insertedSubnodes: [DisplayNode] { get }

  /// The subnodes that are only in the layout before, in drawing order.
  var removedSubnodes: [DisplayNode] { get }

  /// Returns a node's frame at the beginning of the transition. If another transition was running, that is the
  /// frame at that moment, and not one of a layout.
  ///
  /// An inserted subnode begins where it ends: its `finalFrame(for:)`. A node that is a subnode neither before
  /// nor after has the frame that it has now. Texture gives `CGRectNull` for both, which no node can have.
  func initialFrame(for node: DisplayNode) -> Rect

  /// Returns a node's frame after the transition.
  ///
  /// A removed subnode ends where it begins: its `initialFrame(for:)`. A node that is a subnode neither before
  /// nor after has the frame that it has now.
  func finalFrame(for node: DisplayNode) -> Rect

  /// The plan of the default animation, with the node's default duration, delay and curve.
  var plan: LayoutTransitionPlan { get }

  /// Animates a plan with the node's animator. A transition that is not animated ends it at once.
  ///
  /// - Parameters:
  ///   - plan: The context's own plan, with any changes.
  ///   - completion: Called once: with true at the end of the animation, with false if the transition was
  ///     superseded, cancelled or completed before; not called once the node is gone. It MUST ensure that
  ///     `completeTransition(_:)` is called in the end.
  func animate(_ plan: LayoutTransitionPlan, completion: @escaping @Sendable (_ finished: Bool) -> Void)

  /// Ends the transition after its animation. A second call has no effect.
  ///
  /// - Parameter didComplete: If true, the node has the new layout, and `didCompleteLayoutTransition(_:)` is
  ///   called. If false, everything is restored: the calculated layout, the subnodes and their order, their
  ///   frames and alphas; and the nodes around the node, or the list whose cell it is, need layout.
  func completeTransition(_ didComplete: Bool)
}

extension LayoutTransitionContext {
  /// Animates a plan with the node's animator, and completes the transition after it.
  public func animate(_ plan: LayoutTransitionPlan) {
    animate(plan) { [weak self] in self?.completeTransition($0) }
  }
}

/// The appearance of a node at one moment: its frame and its opacity.
public struct NodeAppearance: Hashable, Sendable {
  /// Its frame in its supernode, in points.
  public var frame: Rect
  /// The opacity, from 0, invisible, to 1.
  public var alpha: Double

  /// Creates an appearance.
  public init(frame: Rect, alpha: Double = 1) {
    self.frame = frame
    self.alpha = alpha
  }
}

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
    return curve.progress(at: (seconds - larger(0, delay)) / duration)
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

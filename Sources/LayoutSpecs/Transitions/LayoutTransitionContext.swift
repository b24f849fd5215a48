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

  /// Returns the layout before or after the transition; nil if there was no layout before.
  ///
  /// If the transition superseded one that was not complete, the layout before is the target of that transition.
  func layout(for key: LayoutTransitionKey) -> Layout?

  /// Returns the size range of the layout before or after the transition; nil if there was no layout before.
  func constrainedSize(for key: LayoutTransitionKey) -> SizeRange?

  /// Returns the subnodes before or after the transition, in drawing order.
  ///
  /// The subnodes before include those that another transition was still removing. If the node does not
  /// manage its subnodes automatically, both are the node's subnodes.
  func subnodes(for key: LayoutTransitionKey) -> [DisplayNode]

  /// The subnodes that are only in the layout after, in drawing order.
  var insertedSubnodes: [DisplayNode] { get }

  /// The subnodes that are only in the layout before, in drawing order.
  var removedSubnodes: [DisplayNode] { get }

  /// Returns a node's frame at the beginning of the transition. If another transition was running, this is the
  /// frame at that moment, and not the frame in a layout.
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

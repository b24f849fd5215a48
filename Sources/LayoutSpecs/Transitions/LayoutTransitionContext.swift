/// One of the two layouts of a transition.
public enum LayoutTransitionKey: Hashable, Sendable, CaseIterable {
  /// What was there before.
  case from
  /// What is to be there.
  case to
}

/// One transition of a node from a layout to the next: what changes, and how to say that it is done.
///
/// It is handed to `animateLayoutTransition(_:)` and `didCompleteLayoutTransition(_:)`. Every method and property MAY be used
/// from any thread, and at any time: once the transition was superseded, cancelled or completed, or its node is gone, the
/// context still tells what the transition was, and changes nothing any more.
///
/// Source: Texture's `ASContextTransitioning`.
public protocol LayoutTransitionContext: AnyObject, Sendable {
  /// Whether the transition is to be animated.
  var isAnimated: Bool { get }

  /// The layout before or after; nil before where there was none.
  ///
  /// Where the transition took over from one that was not complete, the layout before is that which the other was on its
  /// way to.
  func layout(for key: LayoutTransitionKey) -> Layout?

  /// The size range in which the layout before or after was made; nil before where there was none.
  func constrainedSize(for key: LayoutTransitionKey) -> SizeRange?

  /// The subnodes before or after, in drawing order.
  ///
  /// Before they are those that were there when the transition began, with what another transition was still removing.
  /// Where the node does not manage its subnodes automatically both are the node's subnodes.
  func subnodes(for key: LayoutTransitionKey) -> [DisplayNode]

  /// The subnodes that are there only after, in drawing order.
  var insertedSubnodes: [DisplayNode] { get }

  /// The subnodes that are there only before, in drawing order.
  var removedSubnodes: [DisplayNode] { get }

  /// Where a node was when the transition began; nil where it was no subnode.
  ///
  /// In the middle of another transition that is its frame then, and not one of any layout.
  func initialFrame(for node: DisplayNode) -> Rect?

  /// Where a node is after the transition; nil where it is no subnode then.
  func finalFrame(for node: DisplayNode) -> Rect?

  /// What the default animation does, with the node's default duration, delay and curve.
  var plan: LayoutTransitionPlan { get }

  /// Animates a plan with the node's animator. A transition that is not animated takes it to its end at once.
  ///
  /// - Parameters:
  ///   - plan: The context's own plan, changed as you like.
  ///   - completion: Called once: with true when the animation comes to its end, with false when the transition was
  ///     superseded, cancelled or completed before. It is not called once the node is gone. It MUST see to it that
  ///     `completeTransition(_:)` is called in the end.
  func animate(_ plan: LayoutTransitionPlan, completion: @escaping @Sendable (_ finished: Bool) -> Void)

  /// Says that the animation is done. Call it once; a second call has no effect.
  ///
  /// - Parameter didComplete: With true the node takes on the new layout, and `didCompleteLayoutTransition(_:)` is called.
  ///   With false everything is as it was before: the calculated layout, the subnodes and their order, their frames and
  ///   alphas.
  func completeTransition(_ didComplete: Bool)
}

extension LayoutTransitionContext {
  /// Animates a plan with the node's animator, and completes the transition when it is done.
  public func animate(_ plan: LayoutTransitionPlan) {
    animate(plan) { [weak self] in self?.completeTransition($0) }
  }
}

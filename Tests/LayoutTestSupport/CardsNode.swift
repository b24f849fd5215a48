internal import Foundation
package import LayoutSpecs

/// A node that shows cards below each other, and notes what becomes of its transitions.
package final class CardsNode: DisplayNode, @unchecked Sendable {
  private let guarded = NSLock()
  private var guardedCards: [DisplayNode]
  private var guardedEvents: [String] = []
  private var guardedContexts: [any LayoutTransitionContext] = []
  private var guardedAnimation: (@Sendable (any LayoutTransitionContext) -> Void)?
  private var guardedCompletion: (@Sendable () -> Void)?
  private var guardedPause: (@Sendable () -> Void)?

  package init(_ cards: [DisplayNode], managesSubnodes: Bool = true) {
    guardedCards = cards
    super.init()
    automaticallyManagesSubnodes = managesSubnodes
  }

  /// A node that is laid out in 100 × 100 points.
  package convenience init(
    laidOut cards: [DisplayNode], animator: any Animator, managesSubnodes: Bool = true
  ) {
    self.init(cards, managesSubnodes: managesSubnodes)
    self.animator = animator
    frame = Rect(x: 0, y: 0, width: 100, height: 100)
    layoutIfNeeded()
  }

  /// What is shown. A change does not invalidate the node.
  package var cards: [DisplayNode] {
    get { guarded.withLock { guardedCards } }
    set { replace(\.guardedCards, by: newValue) }
  }

  /// What was called, in order.
  package var events: [String] { guarded.withLock { guardedEvents } }
  /// The contexts that were handed out.
  package var contexts: [any LayoutTransitionContext] { guarded.withLock { guardedContexts } }
  /// What is done in place of the default animation.
  package var animation: (@Sendable (any LayoutTransitionContext) -> Void)? {
    get { guarded.withLock { guardedAnimation } }
    set { guarded.withLock { guardedAnimation = newValue } }
  }
  /// What is done when a transition is completed, before its subnodes are removed.
  package var completion: (@Sendable () -> Void)? {
    get { guarded.withLock { guardedCompletion } }
    set { guarded.withLock { guardedCompletion = newValue } }
  }
  /// What is done while the node is measured.
  package var pause: (@Sendable () -> Void)? {
    get { guarded.withLock { guardedPause } }
    set { guarded.withLock { guardedPause = newValue } }
  }

  /// Lets go of the contexts.
  package func forgetContexts() { replace(\.guardedContexts, by: []) }

  /// What was there goes when the lock is released.
  private func replace<Value>(_ property: ReferenceWritableKeyPath<CardsNode, Value>, by new: Value) {
    let old = guarded.withLock {
      defer { self[keyPath: property] = new }
      return self[keyPath: property]
    }
    withExtendedLifetime(old) {}
  }

  package func note(_ event: String) { guarded.withLock { guardedEvents.append(event) } }

  package override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    pause?()
    return StackLayoutSpec(
      StackParameters(direction: .vertical, alignItems: .start), children: cards)
  }

  package override func animateLayoutTransition(_ context: any LayoutTransitionContext) {
    note("animate")
    guarded.withLock { guardedContexts.append(context) }
    if let animation { return animation(context) }
    super.animateLayoutTransition(context)
  }

  package override func didCompleteLayoutTransition(_ context: any LayoutTransitionContext) {
    note("did complete")
    completion?()
    super.didCompleteLayoutTransition(context)
  }
}

extension DisplayNode {
  /// The names of the subnodes, from back to front.
  package var names: String { subnodes.map { $0.debugName ?? "?" }.joined() }

  /// The names, tops and alphas of the subnodes, from back to front.
  package var look: String {
    subnodes.map { "\($0.debugName ?? "?") \($0.frame.minY) \($0.alpha)" }.joined(separator: ", ")
  }
}

/// A card of 10 × 10 points.
package func card(_ name: String) -> DisplayNode {
  DisplayNode().named(name).preferredSize(Size(10, 10))
}

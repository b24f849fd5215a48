internal import Foundation
package import LayoutSpecs

/// A node that shows cards below each other, and notes what becomes of its transitions.
package final class CardsNode: DisplayNode, @unchecked Sendable {
  private let guarded = NSLock()
  private var guardedCards: [DisplayNode]
  private var guardedEvents: [String] = []
  private var guardedContexts: [any LayoutTransitionContext] = []
  private var guardedAnimation: (@Sendable (any LayoutTransitionContext) -> Void)?
  private var guardedPause: (@Sendable () -> Void)?

  package init(_ cards: [DisplayNode], managesSubnodes: Bool = true) {
    guardedCards = cards
    super.init()
    automaticallyManagesSubnodes = managesSubnodes
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

  /// The names of the subnodes, from back to front.
  package var names: String { subnodes.map { $0.debugName ?? "?" }.joined() }

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
    super.didCompleteLayoutTransition(context)
  }
}

/// A card of 10 × 10 points.
package func card(_ name: String) -> DisplayNode {
  DisplayNode().named(name).preferredSize(Size(10, 10))
}

package import LayoutSpecs

/// A node that shows cards below each other, and records the calls about its layouts and transitions.
@dynamicMemberLookup
package final class CardsNode: DisplayNode, @unchecked Sendable {
  package struct State {
    /// The cards that the node shows. A change does not invalidate the node.
    package var cards: [DisplayNode]
    /// The names of the methods that were called, in order.
    package var events: [String] = []
    /// The contexts that were handed out.
    package var contexts: [any LayoutTransitionContext] = []
    /// Runs in place of the default animation.
    package var animation: (@Sendable (any LayoutTransitionContext) -> Void)?
    /// Runs when a transition is completed, before its subnodes are removed.
    package var completion: (@Sendable () -> Void)?
    /// Where it is noted what the node is told of its layouts, below its name.
    package var log: LockedValue<[String]>?
    /// Runs when a layout has finished.
    package var finish: (@Sendable () -> Void)?
    /// Runs while the node is measured.
    package var pause: (@Sendable () -> Void)?
  }

  private let state: LockedValue<State>

  package init(_ cards: [DisplayNode], managesSubnodes: Bool = true) {
    state = LockedValue(State(cards: cards))
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

  /// The old value is released after the lock.
  package subscript<Value>(dynamicMember property: WritableKeyPath<State, Value>) -> Value {
    get { state.withLock { $0[keyPath: property] } }
    set { _ = state.withLock { exchange(&$0[keyPath: property], with: newValue) } }
  }

  /// Shows other cards, in a transition.
  package func show(_ cards: [DisplayNode], animated: Bool = true) {
    self.cards = cards
    transitionLayout(withAnimation: animated)
  }

  package func forgetContexts() { self.contexts = [] }

  package func note(_ event: String) { state.withLock { $0.events.append(event) } }

  package override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    self.pause?()
    return StackLayoutSpec(StackParameters(direction: .vertical, alignItems: .start), children: self.cards)
  }

  package override func calculatedLayoutDidChange() {
    super.calculatedLayoutDidChange()
    guard let log = self.log else { return }
    let line = "\(debugName ?? "?") changed \(calculatedSize)"
    log.withLock { $0.append(line) }
  }

  package override func layoutDidFinish() {
    super.layoutDidFinish()
    if let log = self.log {
      let line = "\(debugName ?? "?") finished \(subnodes.map { "\($0.frame.origin)" })"
      log.withLock { $0.append(line) }
    }
    self.finish?()
  }

  package override func animateLayoutTransition(_ context: any LayoutTransitionContext) {
    note("animate")
    state.withLock { $0.contexts.append(context) }
    if let animation = self.animation { return animation(context) }
    super.animateLayoutTransition(context)
  }

  package override func didCompleteLayoutTransition(_ context: any LayoutTransitionContext) {
    note("did complete")
    self.completion?()
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
package func card(_ name: String) -> DisplayNode { DisplayNode().named(name).preferredSize(Size(10, 10)) }

extension DisplayNode {
  /// Has the node add and remove what its layout shows.
  package func managingSubnodes() -> Self {
    automaticallyManagesSubnodes = true
    return self
  }

  /// Lays the node out in this range, and applies the layout.
  package func layOut(in range: SizeRange) {
    _ = layoutThatFits(range)
    layoutIfNeeded()
  }

  /// Lays the node out again, whether it needs it or not.
  package func layOutAgain() {
    setNeedsLayout()
    layoutIfNeeded()
  }
}

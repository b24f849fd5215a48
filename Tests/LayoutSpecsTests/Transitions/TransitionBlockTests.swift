import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Animations of what a block sets")
struct TransitionBlockTests {
  private let animator = ManualAnimator()
  private let a = card("a")
  private let b = card("b")
  private let ends = LockedValue<[Bool]>([])
  /// Keeps the nodes: contexts do not.
  private let nodes = LockedValue<[DisplayNode]>([])

  /// Returns a node that shows card b, in a transition from card a, and its context. Card b is not seen yet.
  private func transition(isAnimated: Bool = true) -> (node: CardsNode, context: any LayoutTransitionContext)
  {
    let node = CardsNode(laidOut: [a], animator: animator)
    node.animation = { _ in }
    node.cards = [b]
    node.transitionLayout(withAnimation: isAnimated)
    nodes.withLock { $0.append(node) }
    b.alpha = 0
    return (node, node.contexts[0])
  }

  private func end(_ isFinished: Bool) { ends.withLock { $0.append(isFinished) } }

  private var log: [Bool] { ends.withLock { $0 } }

  /// Animates what a block sets, and records how that ends.
  private func animate(
    in context: (any LayoutTransitionContext)?, duration: Double = 1, _ changes: () -> Void
  ) { context?.animate(duration: duration, curve: .linear, changes) { end($0) } }

  @Test(.needsThreads) func `In the block nodes have what it sets, and outside of it what they had`() {
    let (_, context) = transition()
    b.frame.origin.x = 7
    animate(in: context) {
      b.frame.origin.x += 10
      b.frame.origin.x += 10
      b.alpha = 0.5
      b.alpha /= 2
      #expect(b.frame.origin.x == 27 && b.alpha == 0.25)
      let seen = outcome { [b] in b.frame.origin.x }
      #expect(seen == 7)
    }
    #expect(b.frame.origin.x == 7 && b.alpha == 0)
    animator.advance(by: 0.5)
    #expect(b.frame.origin.x == 17 && b.alpha == 0.125)
  }

  @Test func `Delay and curve are those of the call`() {
    let (node, context) = transition()
    let curve = TimingCurve(0.1, 0.2, 0.3, 0.4)
    context.animate(duration: 1, delay: 0.5, curve: curve) { b.alpha = 1 }
    animator.advance(by: 0.5)
    #expect(b.alpha == 0)
    animator.advance(by: 0.5)
    #expect(b.alpha == curve.progress(at: 0.5))
    animator.advance(by: 0.5)
    #expect(b.alpha == 1 && node.names == "b" && node.events == ["animate", "did complete"])
  }

  @Test func `A property that is not set is left to other animations`() {
    let (_, context) = transition()
    context.animate(duration: 2, curve: .linear) {
      a.frame.origin.x = 20
      b.frame.origin.x = 20
    }
    // It is shown after the other one, and does not undo that.
    animate(in: context) { a.alpha = 0 }
    animator.advance(by: 0.5)
    #expect(a.alpha == 0.5 && a.frame == Rect(x: 5, y: 0, width: 10, height: 10))
    b.alpha = 0.25
    animator.advance(by: 0.5)
    #expect(a.alpha == 0 && a.frame == Rect(x: 10, y: 0, width: 10, height: 10))
    #expect(b.alpha == 0.25 && b.frame.minX == 10)
  }

  @Test func `An animation in the block of another has its own timing, and its own nodes`() {
    let (_, context) = transition()
    context.animate(duration: 2, curve: .linear) {
      a.alpha = 0
      animate(in: context) {
        #expect(a.alpha == 0)
        b.alpha = 1
      }
      #expect(b.alpha == 0)
    }
    animator.advance(by: 0.5)
    #expect(a.alpha == 0.75 && b.alpha == 0.5)
    animator.advance(by: 0.5)
    #expect(a.alpha == 0.5 && b.alpha == 1 && log == [true])
    animator.advance(by: 1)
    #expect(a.supernode == nil && log == [true])
  }

  @Test(arguments: [true, false])
  func `A block that sets nothing ends at once`(isAnimated: Bool) {
    let (node, context) = transition(isAnimated: isAnimated)
    animate(in: context, duration: 5) {}
    #expect(log == [true] && node.names == "ab")
    context.animate(duration: 5) {}
    #expect(node.names == "b" && animator.runningCount == 0)
  }

  @Test func `A transition that is not animated goes to the end at once`() {
    let (node, context) = transition(isAnimated: false)
    let other = DisplayNode()
    animate(in: context, duration: 5) {
      a.alpha = 0.5
      other.alpha = 0.5
    }
    #expect(a.alpha == 0.5 && other.alpha == 0.5 && log == [true])
    context.completeTransition(true)
    #expect(node.names == "b" && a.alpha == 1 && other.alpha == 0.5)
  }

  enum Stop: CaseIterable {
    case superseded, cancelled, reversed, completed, applied
  }

  @Test(arguments: Stop.allCases)
  func `A stopped animation tells so, once, and subnodes get what the transition gives`(stop: Stop) {
    let (node, context) = transition()
    let other = DisplayNode()
    context.animate(duration: 1) {
      a.frame.origin.x = 50
      b.frame.origin.x = 50
      other.frame.origin.x = 50
      b.alpha = 0.5
    } completion: { finished in
      end(finished)
      context.completeTransition(finished)
    }
    animator.advance(by: 0.5)
    #expect(log.isEmpty && other.frame.origin.x == 25)
    switch stop {
    case .superseded:
      node.animation = nil
      node.show([a])
    case .cancelled: node.cancelLayoutTransition()
    case .reversed: context.completeTransition(false)
    case .completed: context.completeTransition(true)
    case .applied:
      node.cards = [a]
      node.layOutAgain()
    }
    #expect(log == [false])
    // It is not part of the transition.
    #expect(other.frame.origin.x == 50)
    animator.advance(by: 5)
    #expect(log == [false] && animator.runningCount == 0)
    let remaining = stop == .cancelled || stop == .completed ? b : a
    #expect(node.subnodes.map(\.id) == [remaining.id])
    #expect(remaining.frame == Rect(x: 0, y: 0, width: 10, height: 10))
    #expect(a.alpha == 1 && b.alpha == 1)
  }

  @Test func `A transition that is over changes nothing, and its block runs all the same`() {
    let (node, context) = transition()
    context.completeTransition(true)
    let (runs, other) = (LockedValue(0), DisplayNode())
    animate(in: context) {
      runs.withLock { $0 += 1 }
      b.frame.origin.x = 50
      other.alpha = 0
    }
    context.animate(context.plan) { end($0) }
    #expect(runs.withLock { $0 } == 1 && log == [false, false])
    #expect(b.frame.origin.x == 0 && other.alpha == 1 && node.names == "b" && animator.runningCount == 0)
  }

  @Test func `A block may complete its transition, or begin another one`() {
    let (node, context) = transition()
    node.animation = nil
    animate(in: context) {
      b.alpha = 0.5
      node.show([a, b])
    }
    #expect(log == [false])
    animator.advance(by: 1)
    #expect(node.names == "ab" && a.alpha == 1 && b.alpha == 1 && b.frame.origin.y == 10)

    node.animation = { _ in }
    node.show([a])
    animate(in: node.contexts[2]) {
      b.alpha = 0.5
      node.contexts[2].completeTransition(true)
    }
    #expect(log == [false, false] && node.names == "a" && b.alpha == 1)
  }

  @Test func `Once the node is gone nothing is called, and the context is of no use`() {
    var node: CardsNode? = CardsNode(laidOut: [a], animator: animator)
    node?.animation = { _ in }
    node?.cards = [b]
    node?.transitionLayout(withAnimation: true)
    let context = node?.contexts[0]
    node?.forgetContexts()
    // The block sets the node itself as well.
    animate(in: context) {
      b.alpha = 1
      node?.alpha = 0
    }
    weak let remaining = node
    node = nil
    #expect(remaining == nil)
    animator.advance(by: 2)
    animate(in: context) { b.alpha = 0.5 }
    context?.completeTransition(true)
    context.map { $0.animate($0.plan) }
    #expect(log.isEmpty && b.alpha == 1 && context?.insertedSubnodes.map(\.debugName) == ["b"])
  }

  @Test func `A node far from the transition keeps what was set, with its size`() {
    let (node, context) = transition()
    let (root, cell) = (DisplayNode(), ListNode([]))
    root.addSubnode(cell)
    context.animate(duration: 1, curve: .linear) { cell.frame = Rect(x: 8, y: 0, width: 40, height: 20) }
    animator.advance(by: 0.5)
    #expect(cell.frame == Rect(x: 4, y: 0, width: 20, height: 10))
    animator.advance(by: 0.5)
    #expect(cell.frame == Rect(x: 8, y: 0, width: 40, height: 20) && node.names == "b")
    cell.layoutIfNeeded()
    #expect(cell.calculatedSize == Size(40, 20))
  }
}

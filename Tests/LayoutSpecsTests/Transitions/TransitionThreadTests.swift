import Dispatch
import Foundation
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Transitions and threads", .needsThreads)
struct TransitionThreadTests {
  private func node(_ cards: [DisplayNode], _ animator: any Animator = ImmediateAnimator()) -> CardsNode {
    CardsNode(laidOut: cards, animator: animator)
  }

  @Test func `A transition measured asynchronously goes on there, or on the queue it is given`() {
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "transitions")
    queue.setSpecific(key: key, value: true)
    for given in [nil, queue] {
      let node = node([card("a")])
      node.layoutTransitionQueue = given
      node.cards = [card("b")]
      let done = DispatchSemaphore(value: 0)
      node.animation = { [unowned node] context in
        node.note("animated there: \(DispatchQueue.getSpecific(key: key) == true)")
        context.completeTransition(true)
        done.signal()
      }
      let isBegun = DispatchSemaphore(value: 0)
      node.pause = { isBegun.wait() }
      node.transitionLayout(withAnimation: true, shouldMeasureAsync: true) { [unowned node] in
        node.note("measured there: \(DispatchQueue.getSpecific(key: key) == true)")
      }
      // The call has returned, and nothing is measured yet.
      #expect(node.names == "a" && node.events == [])
      isBegun.signal()
      done.wait()
      let isThere = given != nil
      #expect(
        node.events == [
          "measured there: \(isThere)", "animate", "animated there: \(isThere)", "did complete",
        ])
      #expect(node.names == "b")
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `What is measured for a transition that is over is dropped`(isCancelled: Bool, waitsForQueue: Bool) {
    let node = node([card("a")])
    let queue = DispatchQueue(label: "transitions")
    let (isMeasuring, goOn, isMeasured) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    func finishMeasuring() {
      goOn.signal()
      isMeasured.wait()
      giveTime()
    }
    node.cards = [card("b")]
    node.pause = {
      isMeasuring.signal()
      goOn.wait()
      isMeasured.signal()
    }
    if waitsForQueue {
      queue.suspend()
      node.layoutTransitionQueue = queue
    }
    node.transitionLayout(withAnimation: true, shouldMeasureAsync: true) {
      Issue.record("Nobody waits for it")
    }
    isMeasuring.wait()
    node.pause = nil
    if waitsForQueue { finishMeasuring() }
    if isCancelled {
      node.cancelLayoutTransition()
    } else {
      node.cards = [card("c")]
      node.transitionLayout(withAnimation: true) { [unowned node] in node.note("measured") }
    }
    if waitsForQueue {
      queue.resume()
      queue.sync {}
    } else {
      finishMeasuring()
    }
    #expect(node.names == (isCancelled ? "a" : "c"))
    #expect(node.events == (isCancelled ? [] : ["measured", "animate", "did complete"]))
    // A layout that was cancelled is not the one that counts.
    #expect((node.calculatedLayout == nil) == isCancelled)
  }

  /// Time for what must not happen to happen. On a machine that needs more the test sees less, and does not fail.
  private func giveTime() { Thread.sleep(forTimeInterval: 0.02) }

  /// A node in another one, which it asks for anything when the last reference to it goes.
  private func leavingNode(_ parent: DisplayNode) -> DisplayNode {
    LeavingNode {
      _ = parent.subnodes
      parent.layoutIfNeeded()
      parent.cancelLayoutTransition()
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `No lock is held when a node goes with the layout that held it`() {
    let node = CardsNode([])
    node.cards = [leavingNode(node)]
    weak let leaving = node.cards.first
    _ = node.layoutThatFits(.upTo(width: 50))
    node.cards = []
    #expect(leaving != nil)
    node.setNeedsLayout()
    // A layout that others are compared with is kept until the next.
    _ = node.layoutThatFits(.upTo(width: 50))
    #expect(leaving == nil)
  }

  @Test(
    .timeLimit(.minutes(20)),
    arguments: ["completed", "cancelled", "taken back", "ended", "laid out"])
  func `No lock is held when a node goes that was removed`(how: String) {
    let animator = ManualAnimator()
    let node = node([], animator)
    node.animation = { $0.animate($0.plan) }
    let isTakenBack = how == "taken back"
    node.cards = isTakenBack ? [] : [leavingNode(node)]
    node.layOutAgain()
    weak let leaving = node.cards.first
    node.cards = isTakenBack ? [leavingNode(node)] : []
    weak let coming = node.cards.first
    if how == "laid out" { node.setNeedsLayout() } else { node.transitionLayout(withAnimation: true) }
    node.cards = []
    switch how {
    case "completed": animator.advance(by: 1)
    case "cancelled": node.cancelLayoutTransition()
    case "taken back":
      // The node keeps the layout that it does not take on, to compare the next one with.
      node.setNeedsLayout()
      node.contexts.last?.completeTransition(false)
      node.layoutIfNeeded()
    default:
      node.cards = [card("a")]
      node.layOutAgain()
    }
    node.forgetContexts()
    #expect(leaving == nil && coming == nil && node.subnodes.count == node.cards.count)
  }

  @Test(arguments: [true, false])
  func `A node that is let go of while it is measured is called no more`(isOnQueue: Bool) {
    let (isMeasuring, goOn, isGone) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    do {
      let node = CardsNode([card("a")])
      let end = OnRelease { isGone.signal() }
      node.animation = { _ in withExtendedLifetime(end) { _ = Issue.record("The node is gone") } }
      node.pause = {
        isMeasuring.signal()
        goOn.wait()
      }
      if isOnQueue { node.layoutTransitionQueue = DispatchQueue(label: "transitions") }
      node.transitionLayout(with: .upTo(width: 50), animated: true, shouldMeasureAsync: true) {
        Issue.record("The node is gone")
      }
      isMeasuring.wait()
    }
    goOn.signal()
    isGone.wait()
  }

  @Test func `A node that is let go of while it is animated is called no more`() {
    let animator = ManualAnimator()
    let shown = card("a")
    do {
      let node = node([], animator)
      node.cards = [shown]
      node.animation = { context in
        // The completion holds the context, which still goes with its node.
        context.animate(context.plan) { _ in
          Issue.record("The node is gone")
          context.completeTransition(true)
        }
      }
      node.transitionLayout(withAnimation: true)
      animator.advance(by: 0.1)
      #expect(shown.alpha == 0.5 && animator.runningCount == 1)
    }
    #expect(animator.runningCount == 0)
    animator.advance(by: 1)
    // Nor is it left half faded.
    #expect(shown.supernode == nil && shown.alpha == 1)
  }

  /// Four thousand rounds of two threads, each with two of these at random, so that each action meets each other one some
  /// hundred times. Under the thread sanitizer this is the proof that they may be called from any thread.
  @Test(arguments: 0..<4)
  func `Changes, layouts, transitions, completions and cancellations from several threads`(seed: UInt64) {
    let animator = ManualAnimator()
    let outer = (0..<5).map { card("\($0)") }
    let inner = node((5..<9).map { card("\($0)") }, animator)
    let root = node(outer + [inner], animator)
    let pools = [(node: root, cards: outer + [inner]), (node: inner, cards: inner.cards)]
    for round in 0..<1000 {
      concurrently(2) { thread in
        var random = SeededRandom(seed: seed << 32 | UInt64(round) << 1 | UInt64(thread))
        for _ in 0..<2 {
          let (node, cards) = pools[Int.random(in: 0..<2, using: &random)]
          act(on: node, cards, animator, &random)
        }
      }
      guard round % 5 == 4 else { continue }
      for (node, _) in pools {
        node.cancelLayoutTransition()
        node.forgetContexts()
      }
      // The present layout may be one that a transition went back to, older than the content of a node within; and a transition
      // measured in the background may be about to remove its subnodes. The next layout shows the present content.
      for _ in 0..<2 {
        for (node, _) in pools { node.setNeedsLayout() }
        inner.layoutIfNeeded()
        root.layoutIfNeeded()
        for (node, cards) in pools where node === root || inner.supernode === root {
          guard isConsistent(node, cards) else {
            Issue.record("seed \(seed), round \(round): \(node.names)")
            return
          }
        }
      }
      for (node, _) in pools { node.setNeedsLayout() }
      root.layoutIfNeeded()
      guard root.subnodes.map(\.id) == root.cards.map(\.id) else {
        Issue.record("seed \(seed), round \(round): \(root.cards.map(\.debugName)) came out as \(root.names)")
        return
      }
    }
  }

  /// Whether the subnodes are the subnodes of the present layout, at its places. A node that went back to a layout of its own
  /// has that layout's size, whatever the layout around it says.
  private func isConsistent(_ node: CardsNode, _ cards: [DisplayNode]) -> Bool {
    let subnodes = node.subnodes
    guard let layout = node.calculatedLayout, Set(subnodes.map(\.id)).count == subnodes.count else {
      return false
    }
    return cards.allSatisfy { card in
      let isThere = subnodes.contains { $0 === card }
      let frame = layout.frame(of: card)
      return isThere == (card.supernode === node) && frame?.origin == (isThere ? card.frame.origin : nil)
        && (!isThere || card is CardsNode || frame?.size == card.frame.size) && card.alpha == 1
    } && subnodes.map(\.frame.minY) == subnodes.map(\.frame.minY).sorted()
  }

  private func act(
    on node: CardsNode, _ cards: [DisplayNode], _ animator: ManualAnimator, _ random: inout SeededRandom
  ) {
    let isAnimated = Bool.random(using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1:
      let count = Int.random(in: 0...cards.count, using: &random)
      node.cards = Array(cards.shuffled(using: &random).prefix(count))
      node.setNeedsLayout()
    case 2: node.layoutIfNeeded()
    case 3, 4: node.transitionLayout(withAnimation: isAnimated)
    case 5: node.transitionLayout(withAnimation: isAnimated, shouldMeasureAsync: true)
    case 6: node.cancelLayoutTransition()
    case 7: node.contexts.last?.completeTransition(isAnimated)
    default: animator.advance(by: Double.random(in: 0...0.2, using: &random))
    }
  }
}

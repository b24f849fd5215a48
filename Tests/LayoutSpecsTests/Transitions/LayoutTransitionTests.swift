import LayoutSpecs
import LayoutTestSupport
import Testing

extension ManualAnimator {
  /// Lets so many seconds pass, after which the node looks like this.
  func expect(
    _ node: DisplayNode, after seconds: Double, _ look: String, _ location: SourceLocation = #_sourceLocation
  ) {
    advance(by: seconds)
    #expect(node.look == look, sourceLocation: location)
  }
}

@Suite("Layout transitions")
struct LayoutTransitionTests {
  private let animator = ManualAnimator()
  private let a = card("a")
  private let b = card("b")
  private let c = card("c")
  private let d = card("d")

  /// A node that shows these cards, in a size of 100 × 100.
  private func node(_ cards: [DisplayNode], managesSubnodes: Bool = true) -> CardsNode {
    CardsNode(laidOut: cards, animator: animator, managesSubnodes: managesSubnodes)
  }

  @Test func `What comes fades in, what leaves fades out, and the rest moves, in 0.2 seconds`() {
    let node = node([a, b])
    node.show([b, c])
    #expect(node.look == "a 0.0 1.0, b 10.0 1.0, c 10.0 0.0")
    animator.expect(node, after: 0.1, "a 0.0 0.5, b 5.0 1.0, c 10.0 0.5")
    animator.expect(node, after: 0.1, "b 0.0 1.0, c 10.0 1.0")
    #expect(a.supernode == nil && a.alpha == 1)
    #expect(node.events == ["animate", "did complete"])
    #expect(animator.runningCount == 0)
  }

  @Test func `Duration, delay and curve are the node's`() {
    let node = node([a])
    node.defaultLayoutTransitionDuration = 1
    node.defaultLayoutTransitionDelay = 0.5
    node.defaultLayoutTransitionOptions = .linear
    node.show([b, a])
    animator.expect(node, after: 0.5, "b 0.0 0.0, a 0.0 1.0")
    animator.expect(node, after: 0.25, "b 0.0 0.25, a 2.5 1.0")
    animator.expect(node, after: 0.75, "b 0.0 1.0, a 10.0 1.0")
  }

  @Test func `Without an animator of one's own a transition comes to its end at once`() {
    let node = CardsNode([a])
    #expect(node.animator is ImmediateAnimator)
    node.layOut(in: .upTo(width: 50))
    node.show([b])
    #expect(node.look == "b 0.0 1.0")
    #expect(node.events == ["animate", "did complete"])
    #expect(node.constrainedSizeForCalculatedLayout == .upTo(width: 50))
  }

  @Test func `The context tells what changes, also when all is over`() throws {
    let node = node([a, b])
    let old = node.constrainedSizeForCalculatedLayout
    let other = DisplayNode()
    other.frame = Rect(x: 1, y: 2, width: 3, height: 4)
    node.cards = [c, b]
    node.transitionLayout(with: .upTo(width: 80), animated: true)
    let context = try #require(node.contexts.last)
    for _ in 0..<2 {
      #expect(context.layout(for: .from)?.size == Size(100, 100))
      #expect(context.layout(for: .to)?.size == Size(10, 20))
      #expect(context.constrainedSize(for: .from) == old)
      #expect(context.constrainedSize(for: .to) == .upTo(width: 80))
      #expect(context.subnodes(for: .to).map(\.id) == [c.id, b.id])
      #expect(context.insertedSubnodes.map(\.id) == [c.id])
      #expect(context.removedSubnodes.map(\.id) == [a.id])
      #expect(context.initialFrame(for: a) == Rect(x: 0, y: 0, width: 10, height: 10))
      #expect(context.finalFrame(for: c) == Rect(x: 0, y: 0, width: 10, height: 10))
      #expect(context.initialFrame(for: b) == context.finalFrame(for: b))
      // A node that appears or disappears does not move; a node in neither layout keeps its frame.
      #expect(context.initialFrame(for: c) == context.finalFrame(for: c))
      #expect(context.finalFrame(for: a) == context.initialFrame(for: a))
      #expect(
        context.initialFrame(for: other) == other.frame && context.finalFrame(for: other) == other.frame)
      animator.advance(by: 1)
    }
    #expect(node.frame.size == Size(10, 20))
  }

  @Test func `A new layout is measured, counts, is inserted, animated and completed; the old goes`() {
    let node = node([a])
    node.cards = [b]
    node.animation = { [unowned node] context in
      node.note("\(node.names) when it is animated")
      context.animate(context.plan) { finished in
        node.note("\(node.names) when the animation ends")
        context.completeTransition(finished)
        node.note("\(node.names) after it")
      }
    }
    let calculated = LockedValue<Layout?>(nil)
    node.transitionLayout(withAnimation: true) { [unowned node] in
      calculated.withLock { $0 = node.calculatedLayout }
      node.note("\(node.names) when it is measured")
    }
    node.note("later")
    animator.advance(by: 1)
    #expect(
      node.events == [
        "a when it is measured", "animate", "ab when it is animated", "later", "ab when the animation ends",
        "did complete", "b after it",
      ])
    let layout = calculated.withLock { $0 }
    #expect(layout?.frame(of: b) != nil && layout?.frame(of: a) == nil)
  }

  @Test func `In the same range, with nothing invalidated, it is complete at once, unanimated`() throws {
    let node = node([a, b])
    let range = try #require(node.constrainedSizeForCalculatedLayout)
    node.transitionLayout(with: range, animated: true) { [unowned node] in node.note("measured") }
    #expect(node.events == ["measured", "did complete"])
    #expect(animator.runningCount == 0)

    node.setNeedsLayout()
    node.transitionLayout(with: range, animated: true)
    #expect(node.events.suffix(2) == ["did complete", "animate"])
  }

  @Test func `A node never laid out is left alone; one laid out for the first time fades subnodes in`() {
    let node = CardsNode([a])
    node.animator = animator
    node.transitionLayout(withAnimation: true) { Issue.record("Nothing was measured") }
    #expect(node.subnodes.isEmpty && node.events == [])
    node.transitionLayout(with: .upTo(width: 50), animated: true)
    #expect(node.contexts.last?.layout(for: .from) == nil)
    #expect(node.contexts.last?.constrainedSize(for: .from) == nil)
    animator.expect(node, after: 0.1, "a 0.0 0.5")
    node.contexts.last?.completeTransition(false)
    #expect(node.subnodes.isEmpty && node.calculatedLayout == nil && node.frame.size == .zero)
    #expect(a.alpha == 1)
  }

  @Test func `A transition that is not completed leaves everything as it was`() throws {
    let inner = CardsNode([card("x"), card("y")])
    let node = node([a, inner, b])
    node.defaultLayoutTransitionOptions = .linear
    a.alpha = 0.25
    let layout = try #require(node.calculatedLayout)
    let before = (node.look, inner.look, node.frame)

    node.cards = [b, c, inner]
    inner.cards = [inner.cards[1]]
    inner.setNeedsLayout()
    node.transitionLayout(with: .upTo(width: 50), animated: true)
    animator.advance(by: 0.15)
    #expect(node.names == "abc?" && inner.names == "y")
    node.contexts.last?.completeTransition(false)
    #expect((node.look, inner.look, node.frame) == before)
    #expect(node.calculatedLayout?.checksum == layout.checksum)
    #expect(node.constrainedSizeForCalculatedLayout == SizeRange(exactly: Size(100, 100)))
    // Nothing is left to be applied.
    node.layoutIfNeeded()
    #expect((node.look, inner.look, node.frame) == before)
  }

  @Test(arguments: [true, false])
  func `What is invalidated during a transition is laid out anew after it`(isCompleted: Bool) {
    let node = node([a])
    node.show([b])
    node.cards = [c]
    node.setNeedsLayout()
    node.contexts.last?.completeTransition(isCompleted)
    #expect(node.names == (isCompleted ? "b" : "a") && node.calculatedLayout == nil)
    node.layoutIfNeeded()
    #expect(node.look == "c 0.0 1.0")
  }

  @Test func `An animation that a transition does not wait for is stopped when it is completed`() {
    let node = node([a])
    node.cards = [b]
    node.animation = { [unowned node] context in
      context.animate(context.plan) { node.note("finished: \($0)") }
    }
    node.transitionLayout(withAnimation: true)
    node.contexts.last?.completeTransition(true)
    animator.advance(by: 1)
    #expect(node.events == ["animate", "finished: false", "did complete"])
    #expect(node.look == "b 0.0 1.0")
  }

  @Test func `Whoever overrides didCompleteLayoutTransition without super removes what is to be removed`() {
    final class Keeping: DisplayNode, @unchecked Sendable {
      let cards = [card("a"), card("b")]
      var shown = 0
      override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
        WrapperLayoutSpec(cards[shown])
      }
      override func didCompleteLayoutTransition(_ context: any LayoutTransitionContext) {}
    }
    let node = Keeping().managingSubnodes()
    node.layOut(in: .upTo(width: 50))
    node.shown = 1
    node.transitionLayout(withAnimation: true)
    #expect(node.subnodes.map(\.debugName) == ["a", "b"])
    // The next layout takes it out.
    node.layOutAgain()
    #expect(node.subnodes.map(\.debugName) == ["b"])
  }

  @Test func `Without automatic subnode management frames are animated, and subnodes stay`() {
    let node = node([a, b], managesSubnodes: false)
    for card in [b, a, d] { node.addSubnode(card) }
    node.layoutIfNeeded()
    #expect(node.look == "b 10.0 1.0, a 0.0 1.0, d 0.0 1.0")
    node.show([b, c, a])
    #expect(node.contexts.last?.insertedSubnodes.isEmpty == true)
    #expect(node.contexts.last?.removedSubnodes.isEmpty == true)
    animator.expect(node, after: 0.1, "b 5.0 1.0, a 10.0 1.0, d 0.0 1.0")
    animator.expect(node, after: 0.1, "b 0.0 1.0, a 20.0 1.0, d 0.0 1.0")
    #expect(node.names == "bad" && c.supernode == nil)
  }

  @Test(arguments: [0.75, nil])
  func `A card that goes elsewhere meanwhile stays there, and its alpha comes back`(alpha: Double?) {
    let (node, other) = (node([a, b]), DisplayNode())
    a.alpha = 0.5
    node.show([b])
    animator.advance(by: 0.1)
    #expect(a.alpha == 0.25)
    other.addSubnode(a)
    if let alpha { a.alpha = alpha }
    animator.advance(by: 0.05)
    #expect(a.alpha == alpha ?? 0.25)
    animator.advance(by: 0.05)
    #expect(a.supernode === other && a.alpha == alpha ?? 0.5)
    #expect(node.look == "b 0.0 1.0")
  }

  @Test func `A card that goes elsewhere before it is removed is not taken back`() {
    let (node, other) = (node([a, b]), DisplayNode())
    node.cards = [b]
    node.transitionLayout(withAnimation: true) { [a] in other.addSubnode(a) }
    #expect(a.supernode === other && node.names == "b")
    animator.advance(by: 1)
    #expect(a.supernode === other && a.alpha == 1 && node.names == "b")
  }

  @Test func `A card that moves from one node's transition into another's ends as it began`() {
    let (first, second) = (node([a, b]), node([c]))
    first.show([b])
    animator.advance(by: 0.1)
    second.show([a, c])
    #expect(first.names == "b" && second.look == "a 0.0 0.0, c 0.0 1.0")
    animator.expect(second, after: 0.1, "a 0.0 0.5, c 5.0 1.0")
    animator.advance(by: 0.1)
    #expect(first.look == "b 0.0 1.0" && second.look == "a 0.0 1.0, c 10.0 1.0")
  }
}

@Suite("Plans of layout transitions")
struct LayoutTransitionPlanTests {
  private let leaving = DisplayNode()
  private let staying = DisplayNode()
  private let coming = DisplayNode()

  private var plan: LayoutTransitionPlan {
    LayoutTransitionPlan(
      from: [
        (leaving.id, NodeAppearance(frame: Rect(x: 0, y: 0, width: 10, height: 10), alpha: 0.5)),
        (staying.id, NodeAppearance(frame: Rect(x: 0, y: 10, width: 10, height: 20), alpha: 1)),
      ],
      to: [
        (staying.id, NodeAppearance(frame: Rect(x: 40, y: 0, width: 30, height: 20), alpha: 0.5)),
        (coming.id, NodeAppearance(frame: Rect(x: 5, y: 5, width: 5, height: 5), alpha: 0.75)),
      ])
  }

  @Test func `What comes fades in, what leaves fades out, and the rest moves and changes its size`() {
    let plan = plan
    #expect(plan.changes.map(\.node) == [leaving.id, staying.id, coming.id])
    #expect(plan.changes.map(\.kind) == [.removal, .move, .insertion])
    #expect(plan.duration == 0.2 && plan.delay == 0 && plan.curve == .easeInOut)
    #expect(plan[leaving]?.to == NodeAppearance(frame: Rect(x: 0, y: 0, width: 10, height: 10), alpha: 0))
    #expect(plan[coming]?.from == NodeAppearance(frame: Rect(x: 5, y: 5, width: 5, height: 5), alpha: 0))
    #expect(plan[DisplayNode()] == nil)
    // Halfway everything is halfway.
    #expect(
      plan.appearance(of: leaving, at: 0.1)
        == NodeAppearance(frame: Rect(x: 0, y: 0, width: 10, height: 10), alpha: 0.25))
    #expect(
      plan.appearance(of: staying, at: 0.1)
        == NodeAppearance(frame: Rect(x: 20, y: 5, width: 20, height: 20), alpha: 0.75))
    #expect(plan.appearance(of: coming, at: 0.1)?.alpha == 0.375)
    #expect(plan.appearance(of: DisplayNode(), at: 0.1) == nil)
  }

  @Test func `Nothing happens before the delay is over, and nothing after the end`() {
    var plan = plan
    plan.delay = 1
    plan.duration = 2
    plan.curve = .linear
    #expect(plan.totalDuration == 3)
    #expect([-1, 0, 1, 1.5, 2, 3, 4].map { plan.progress(at: $0) } == [0, 0, 0, 0.25, 0.5, 1, 1])
    #expect(plan.appearance(of: staying, at: 0.5) == plan[staying]?.from)
    #expect(plan.appearance(of: staying, at: 3) == plan[staying]?.to)
    // Without a length it is at its end when its delay is over.
    plan.duration = 0
    #expect(plan.progress(at: 0.5) == 0 && plan.progress(at: 1) == 1)
    plan.delay = 0
    #expect(plan.progress(at: 0) == 1)
    (plan.duration, plan.delay) = (.nan, -3)
    #expect(plan.totalDuration == 0 && plan.progress(at: 0) == 1)
  }

  @Test func `With a length below 0 nothing happens before the delay is over either`() {
    var plan = plan
    (plan.duration, plan.delay, plan.curve) = (-1, 1, .linear)
    #expect([0, 0.5, 0.99, 1, 2].map { plan.progress(at: $0) } == [0, 0, 0, 1, 1])
  }

  @Test func `A curve that overshoots moves further, but neither turns sizes round nor alphas`() {
    var plan = plan
    plan.curve = TimingCurve(0, 1.5, 0, 1.5)
    plan[staying]?.to.frame.size = Size(0, 60)
    plan[staying]?.to.alpha = 1
    let seen = plan.appearance(of: staying, at: 0.025)
    #expect(abs((seen?.frame.minX ?? 0) - 50) < 1e-9)
    #expect(seen?.frame.size.width == 0 && seen?.alpha == 1)
    #expect(plan.appearance(of: leaving, at: 0.025)?.alpha == 0)
  }

  @Test func `A plan can be changed; what is no part of it cannot be put in`() {
    var plan = plan
    plan[coming]?.from.frame.origin.x += 100
    #expect(plan.appearance(of: coming, at: 0)?.frame.minX == 105)
    let before = plan
    plan[DisplayNode()] = plan[coming]
    plan[staying] = nil
    plan[staying] = plan[coming]
    #expect(plan == before)
  }
}

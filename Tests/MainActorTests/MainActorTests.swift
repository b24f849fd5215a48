import Dispatch
import LayoutSpecs
import Testing

@Suite("In a module whose default isolation is the main actor")
struct MainActorTests {
  @Test func `A node is laid out on another thread without a change to its class`() async throws {
    let post = PostNode(title: "Analytical engines")
    let layout = try await post.layout(thatFits: SizeRange(width: 300))
    // The avatar, the title and the rule, with two spaces between them, in insets.
    #expect(layout.size == Size(300, 48))
    #expect(layout.frame(of: post.title) == Rect(x: 48, y: 8, width: 144, height: 32))
    #expect(layout.frame(of: post.badge) == nil)
  }

  @Test func `A state that the main actor sets is in the next layout, and a transition shows it`() {
    let screen = Screen()
    screen.post.animator = StillAnimator()
    _ = screen.post.layoutThatFits(SizeRange(width: 300))
    screen.post.layoutIfNeeded()
    #expect(screen.post.finishedCount == 1 && screen.post.subnodes.count == 2)
    screen.expand()
    #expect(screen.post.subnodes.count == 3 && screen.post.badge.alpha == 0.5)
  }

  @Test func `Leaves, specs and metrics of the module's own are called on another thread`() async {
    let size = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { @Sendable in
        let pile = Pile(children: [Rule(thickness: 3), TextNode("abc", metrics: WideMetrics()), BadgeNode()])
        continuation.resume(returning: pile.layoutThatFits(SizeRange(max: Size(100, 100))).size)
      }
    }
    #expect(size == Size(30, 25))
  }

  @Test("A host tells the main actor of its layouts", .timeLimit(.minutes(1)))
  func host() async {
    let screen = Screen()
    screen.appear()
    while screen.shown.isEmpty { await Task.yield() }
    #expect(screen.shown == [Size(200, 56)])
  }
}

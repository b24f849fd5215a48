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

  // Long, since all other tests may have the threads before.
  @Test(.timeLimit(.minutes(10)))
  func `A host tells the main actor of its layouts`() async {
    let screen = Screen()
    screen.appear()
    while screen.shown.isEmpty { await Task.yield() }
    #expect(screen.shown == [Size(200, 56)])
  }
}

// Code of an app whose module has MainActor as its default isolation, as Xcode sets it for new projects: nothing
// here is marked `nonisolated`. That it compiles is most of the test.

/// A node with children, a state, hooks and a transition of its own.
final class PostNode: DisplayNode, @unchecked Sendable {
  let avatar = ImageNode(imageSize: Size(32, 32))
  let title: TextNode
  let badge = BadgeNode()
  private let expansion = NodeState(false)
  private let finished = NodeState(0, affectsLayout: false)

  var isExpanded: Bool {
    get { self[expansion] }
    set { self[expansion] = newValue }
  }

  var finishedCount: Int { self[finished] }

  init(title: String) {
    self.title = TextNode(title)
    super.init()
    automaticallyManagesSubnodes = true
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    InsetLayoutSpec(insets: EdgeInsets(8)) {
      StackLayoutSpec(spacing: 8) {
        avatar
        title.flexShrink()
        if isExpanded { badge }
        Rule(thickness: 2)
      }
    }
  }

  override func layoutDidFinish() { self[finished] += 1 }

  override func animateLayoutTransition(_ context: any LayoutTransitionContext) {
    var plan = context.plan
    plan.duration = 1
    for node in context.insertedSubnodes { plan[node]?.from.alpha = 0.5 }
    context.animate(plan)
  }

  override func didCompleteLayoutTransition(_ context: any LayoutTransitionContext) {
    super.didCompleteLayoutTransition(context)
  }
}

/// A node that measures itself, and whose subclass has nothing to say.
class MeasuredNode: DisplayNode, @unchecked Sendable {
  override func calculateSizeThatFits(_ constrainedSize: Size) -> Size { Size(24, 12) }
}

final class BadgeNode: MeasuredNode, @unchecked Sendable {}

struct Rule: LeafElement {
  var style = Style()
  var debugName: String?
  let thickness: Double
  var measurement: any LeafMeasurement { RuleMeasurement(thickness: thickness) }

  init(thickness: Double) { self.thickness = thickness }
}

struct RuleMeasurement: LeafMeasurement {
  let thickness: Double
  func calculateSizeThatFits(_ constrainedSize: Size) -> Size { Size(thickness, thickness) }
}

/// A spec of its own: every child below the one before.
struct Pile: CustomLayoutSpec {
  var style = Style()
  var debugName: String?
  let children: [any LayoutElement]
  var algorithm: any LayoutAlgorithm { PileAlgorithm() }

  init(children: [any LayoutElement]) { self.children = children }
}

struct PileAlgorithm: LayoutAlgorithm {
  func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
    var size = Size.zero
    for child in 0..<children.count {
      let childSize = children.measure(child, in: constrainedSize)
      children.place(child, at: Point(0, size.height))
      size = Size(max(size.width, childSize.width), size.height + childSize.height)
    }
    return size
  }
}

struct WideMetrics: TextMetrics {
  func size(of text: String, maxWidth: Double) -> Size { Size(Double(text.count) * 10, 10) }
}

/// An animator that leaves its animations where they begin.
final class StillAnimator: Animator { func start(_ animation: LayoutAnimation) { animation.update(at: 0) } }

final class Screen {
  let post = PostNode(title: "Analytical engines")
  var shown: [Size] = []
  private var host: LayoutHost?

  func appear() {
    host = LayoutHost(post, in: SizeRange(width: 200)) { [weak self] layout in
      MainActor.assumeIsolated { self?.shown.append(layout.size) }
    }
  }

  func expand() {
    post.isExpanded = true
    post.transitionLayout(withAnimation: true)
  }
}

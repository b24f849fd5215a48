import LayoutSpecs

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

  /// How often a layout was applied.
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

/// A leaf of its own.
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
final class StillAnimator: Animator {
  func start(_ animation: LayoutAnimation) { animation.update(at: 0) }
}

/// A screen, which belongs to the main actor.
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

import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Points and frames in other nodes")
struct CoordinateTests {
  /// A root with a box, which has a leaf, and a second box.
  private final class Scene {
    let (root, box, leaf, other) = (DisplayNode(), DisplayNode(), DisplayNode(), DisplayNode())

    init() {
      root.addSubnode(box)
      root.addSubnode(other)
      box.addSubnode(leaf)
      root.frame = Rect(x: 1000, y: 2000, width: 300, height: 300)
      box.frame = Rect(x: 10, y: 20, width: 100, height: 100)
      leaf.frame = Rect(x: 3, y: 4, width: 5, height: 6)
      other.frame = Rect(x: 200, y: -50, width: 9, height: 9)
    }
  }

  @Test func `A point or a frame is converted outwards, inwards and across, and back`() {
    let scene = Scene()
    #expect(scene.leaf.convert(Point(1, 1), to: scene.box) == Point(4, 5))
    #expect(scene.leaf.convert(Point(1, 1), to: scene.root) == Point(14, 25))
    #expect(scene.root.convert(Point(14, 25), to: scene.leaf) == Point(1, 1))
    #expect(scene.leaf.convert(Point(1, 1), to: scene.other) == Point(-186, 75))
    #expect(scene.leaf.convert(Point(-186, 75), from: scene.other) == Point(1, 1))
    #expect(scene.root.convert(Point(1, 1), from: scene.leaf) == Point(14, 25))
    #expect(scene.leaf.convert(Point(1, 1), to: scene.leaf) == Point(1, 1))
    #expect(scene.leaf.bounds == Rect(x: 0, y: 0, width: 5, height: 6) && DisplayNode().bounds == .zero)
    let frame = Rect(x: 13, y: 24, width: 5, height: 6)
    #expect(scene.leaf.convert(scene.leaf.bounds, to: scene.root) == frame)
    #expect(scene.leaf.convert(frame, from: scene.root) == scene.leaf.bounds)
    let point = scene.leaf.convert(Point(.infinity, .nan), to: scene.root)
    #expect(point.x == .infinity && point.y.isNaN)
  }

  @Test func `The node at a point is the innermost one, the frontmost of several`() {
    let scene = Scene()
    #expect(scene.root.hitTest(Point(14, 25)) === scene.leaf)
    #expect(
      scene.root.hitTest(Point(13, 24)) === scene.leaf && scene.root.hitTest(Point(18, 24)) === scene.box)
    #expect(scene.root.hitTest(Point(150, 25)) === scene.root && scene.root.hitTest(Point(300, 25)) == nil)
    // It reaches out of the root, and what is outside of that is not found.
    scene.other.frame = Rect(x: 12, y: -5, width: 4, height: 40)
    #expect(scene.root.hitTest(Point(14, 25)) === scene.other && scene.root.hitTest(Point(14, -2)) == nil)
    scene.other.isHidden = true
    #expect(scene.root.hitTest(Point(14, 25)) === scene.leaf)
    scene.other.isHidden = false
    scene.other.alpha = 0.009
    #expect(scene.root.hitTest(Point(14, 25)) === scene.leaf)
    // With a node all within it is passed over.
    scene.box.isHidden = true
    #expect(scene.root.hitTest(Point(14, 25)) === scene.root)
    for point in [Point(.nan, 25), Point(14, .infinity)] { #expect(scene.root.hitTest(point) == nil) }
    #expect(DisplayNode().hitTest(.zero) == nil)
  }

  @Test func `In a node that scrolls the node at a point is that of the content that is seen there`() {
    let content = Scene()
    let scroll = ScrollNode()
    scroll.addSubnode(content.root)
    scroll.frame = Rect(x: 0, y: 0, width: 50, height: 50)
    content.root.frame.origin = .zero
    #expect(scroll.hitTest(Point(14, 25)) === content.leaf)
    scroll.contentOffset = Point(0, 20)
    // Points are those of its bounds, which begin at the offset.
    #expect(scroll.hitTest(Point(14, 25)) === content.leaf && scroll.hitTest(Point(14, 15)) == nil)
  }

  @Test func `Without another node it is the outermost one, whatever its own place is`() {
    let scene = Scene()
    #expect(scene.leaf.convert(Point.zero, to: nil) == Point(13, 24))
    #expect(scene.leaf.convert(Point(13, 24), from: nil) == .zero)
    #expect(scene.root.convert(Point(5, 5), to: nil) == Point(5, 5))
    #expect(DisplayNode().convert(Point(5, 5), to: nil) == Point(5, 5))
  }

  @Test func `A chain of 10,000 nodes is no limit`() {
    var nodes = [DisplayNode()]
    for _ in 0..<10_000 {
      let node = DisplayNode()
      node.frame.origin = Point(1, 0.5)
      node.addSubnode(nodes[nodes.count - 1])
      nodes.append(node)
    }
    nodes[0].frame.origin = Point(1, 0.5)
    #expect(nodes[0].convert(Point.zero, to: nodes[10_000]) == Point(10_000, 5_000))
    #expect(nodes[10_000].convert(Point.zero, to: nodes[0]) == Point(-10_000, -5_000))
    // Releasing a chain of nodes is a recursion. From the outside in, because each removal invalidates
    // outwards.
    for node in nodes.reversed() { node.removeFromSupernode() }
  }
}

@Suite("Points in nodes that other threads move")
struct CoordinateThreadTests {
  @Test func `A conversion beside a layout gives a place from before it or after it`() {
    let (root, box, leaf) = (DisplayNode(), DisplayNode(), DisplayNode())
    root.addSubnode(box)
    box.addSubnode(leaf)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 0..<500 {
        if thread == 0 {
          box.frame.origin = step % 2 == 0 ? Point(10, 10) : .zero
        } else {
          let point = leaf.convert(Point.zero, to: root)
          #expect(point == .zero || point == Point(10, 10))
        }
      }
    }
  }
}

@Suite("Frames of nodes in layouts")
struct NodeFrameTests {
  private let text = TextNode("hello")

  @Test func `The root has no frame, nor has a node of another layout`() {
    let root = ListNode([text])
    let layout = root.layoutThatFits(.unconstrained)
    #expect(layout.frame(of: root) == nil)
    #expect(layout.frameInParentElement(of: root)?.size == Size(40, 20))
    #expect(layout.frame(of: TextNode("other")) == nil)
    #expect(layout.frameInParentElement(of: TextNode("other")) == nil)
  }

  @Test func `Frames in a root that holds nodes alone are not rounded, and all others are`() {
    let spec = AbsoluteLayoutSpec { text.layoutPosition(0.5, 0.25) }
    #expect(spec.layoutThatFits(.unconstrained).frame(of: text)?.origin == Point(0.5, 0.25))
    let inner = InsetLayoutSpec(insets: .zero, child: text).layoutPosition(0.5, 0.25)
    let nested = AbsoluteLayoutSpec { inner }
    #expect(nested.layoutThatFits(.unconstrained).frame(of: text)?.origin == Point(1, 1))
  }
}

@Suite("Nodes that are laid out right to left")
struct RightToLeftTests {
  private let range = SizeRange(width: 200)

  private func row(_ items: [DisplayNode], spacing: Double = 0) -> ListNode {
    ListNode(items, StackParameters(direction: .horizontal, spacing: spacing)).managingSubnodes()
  }

  private func apply(_ node: DisplayNode) { node.layOut(in: range) }

  @Test func `A row begins at the right edge`() {
    let (first, second) = (card("a"), card("b").width(30))
    let node = row([first, second], spacing: 5)
    node.traitOverrides.layoutDirection = .rightToLeft
    apply(node)
    #expect(first.frame == Rect(x: 190, y: 0, width: 10, height: 10))
    #expect(second.frame == Rect(x: 155, y: 0, width: 30, height: 10))
    let layout = node.layoutThatFits(range)
    #expect(layout.frame(of: second) == second.frame)
    #expect(layout.nodeFrames.compactMap(\.self) == [first.frame, second.frame])
    #expect(layout.flattenedNodes.map(\.frame) == [first.frame, second.frame])
    // What the engine has computed is not mirrored.
    #expect(layout.frameInParentElement(of: second)?.origin.x == 15)
    node.traitOverrides.layoutDirection = .leftToRight
    apply(node)
    #expect(first.frame.minX == 0 && second.frame.minX == 15)
  }

  @Test func `Leading and trailing insets follow the direction`() {
    let leaf = card("a")
    let node = DisplayNode { _, _ in
      InsetLayoutSpec(insets: EdgeInsets(top: 1, leading: 20, bottom: 2, trailing: 5), child: leaf)
    }
    #expect(node.layoutThatFits(range).frame(of: leaf) == Rect(x: 20, y: 1, width: 175, height: 10))
    node.traitOverrides.layoutDirection = .rightToLeft
    #expect(node.layoutThatFits(range).frame(of: leaf) == Rect(x: 5, y: 1, width: 175, height: 10))
    var insets = EdgeInsets(left: 3, right: 4)
    #expect(insets.leading == 3 && insets.trailing == 4)
    (insets.leading, insets.trailing) = (-5, .infinity)
    #expect(insets == EdgeInsets(left: -5, right: .infinity))
  }

  @Test func `Positions are rounded before they are mirrored, as in Texture`() {
    let leaf = DisplayNode().preferredSize(Size(10, 10))
    let node = DisplayNode { _, _ in InsetLayoutSpec(insets: EdgeInsets(left: 2.25), child: leaf) }
    #expect(node.layoutThatFits(.upTo(width: 100)).frame(of: leaf)?.minX == 3)
    let width = node.layoutThatFits(.upTo(width: 100)).size.width
    node.traitOverrides.layoutDirection = .rightToLeft
    #expect(node.layoutThatFits(.upTo(width: 100)).frame(of: leaf)?.minX == width - 10 - 3)
  }

  @Test func `What scrolls is mirrored within its content, which may be wider than the node`() {
    let cards = [card("a").width(150), card("b").width(150)]
    let node = ScrollNode { _, _ in StackLayoutSpec(children: cards) }
    node.scrollableDirections = .horizontal
    node.automaticallyManagesSubnodes = true
    node.traitOverrides.layoutDirection = .rightToLeft
    apply(node)
    #expect(node.contentSize.width == 300 && node.frame.size.width == 200)
    #expect(cards.map(\.frame.minX) == [150, 0])
    // Content that is one node fills itself.
    let single = ScrollNode { _, _ in cards[0] }
    single.scrollableDirections = .horizontal
    single.traitOverrides.layoutDirection = .rightToLeft
    #expect(single.layoutThatFits(SizeRange(width: 100)).frame(of: cards[0])?.minX == 0)
  }

  @Test func `A node without content, or without a width, has nothing to mirror`() {
    let node = row([])
    node.traitOverrides.layoutDirection = .rightToLeft
    #expect(node.layoutThatFits(range).nodeFrames.compactMap(\.self).isEmpty)
    let leaf = DisplayNode()
    leaf.traitOverrides.layoutDirection = .rightToLeft
    #expect(leaf.layoutThatFits(.upTo(width: 10)).size == Size(0, 0))
    let thin = row([card("a").width(0)])
    thin.traitOverrides.layoutDirection = .rightToLeft
    thin.layOut(in: SizeRange(exactly: .zero))
    #expect(thin.subnodes[0].frame == Rect(x: 0, y: 0, width: 0, height: 10))
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `In nodes right to left x becomes the width around - x - the width, and back again`(seed: UInt64)
    throws
  {
    var nodes = RandomNodes(seed: seed)
    let root = nodes.list(depth: 4)
    for list in nodes.lists { list.automaticallyManagesSubnodes = true }
    var all: [DisplayNode] { nodes.lists.flatMap(\.subnodes) }
    apply(root)
    let (before, plain) = (all, all.map(\.frame))
    // Some lists within go the other way than the root, or than what is around them.
    root.traitOverrides.layoutDirection = .rightToLeft
    for (number, list) in nodes.lists.dropLast().enumerated() where number % 3 > 0 {
      list.traitOverrides.layoutDirection = number % 3 == 1 ? .leftToRight : .rightToLeft
    }
    apply(root)
    #expect(all.map(\.id) == before.map(\.id), "seed \(seed)")
    let layout = root.layoutThatFits(range)
    for (node, frame) in zip(before, plain) {
      let parent = try #require(node.supernode)
      let mirrored = parent.frame.size.width - frame.minX - frame.size.width
      #expect(node.frame.size == frame.size && node.frame.minY == frame.minY, "seed \(seed)")
      let isMirrored = parent.traits.layoutDirection == .rightToLeft
      #expect(node.frame.minX == (isMirrored ? mirrored : frame.minX), "seed \(seed)")
      if node.supernode === root { #expect(layout.frame(of: node) == node.frame, "seed \(seed)") }
      let place = layout.element(of: node).map { layout.nodeFrames[$0.index] }
      #expect(place == node.frame && layout.frame(of: node) == node.frame, "seed \(seed)")
    }
    // A node that is laid out by itself is mirrored as within the others.
    for list in nodes.lists where list.supernode != nil && !list.subnodes.isEmpty {
      let frames = list.subnodes.map(\.frame)
      list.frame = Rect(origin: list.frame.origin, size: list.frame.size)
      list.layOutAgain()
      #expect(list.subnodes.map(\.frame) == frames, "seed \(seed)")
    }
    for list in nodes.lists { list.traitOverrides.layoutDirection = .leftToRight }
    apply(root)
    #expect(all.map(\.frame) == plain, "seed \(seed)")
  }

  @Test func `Transitions and coordinates see mirrored frames`() {
    let animator = ManualAnimator()
    let (first, second) = (card("a"), card("b"))
    let node = row([first])
    node.animator = animator
    node.defaultLayoutTransitionOptions = .linear
    node.traitOverrides.layoutDirection = .rightToLeft
    apply(node)
    node.edit { $0.items = [second, first] }
    node.transitionLayout(withAnimation: true)
    #expect(second.frame.minX == 190 && first.frame.minX == 190)
    animator.advance(by: 0.1)
    #expect(first.frame.minX == 185)
    animator.advance(by: 0.1)
    #expect(first.frame.minX == 180)
    #expect(first.convert(Point(1, 1), to: node) == Point(181, 1))

    // A change of the direction is a transition as any other.
    node.traitOverrides.layoutDirection = .leftToRight
    node.transitionLayout(withAnimation: true)
    animator.advance(by: 0.1)
    #expect([first, second].allSatisfy { abs($0.frame.minX - 95) < 1e-9 })
    animator.advance(by: 0.1)
    #expect(first.frame.minX == 10 && second.frame.minX == 0)
  }
}

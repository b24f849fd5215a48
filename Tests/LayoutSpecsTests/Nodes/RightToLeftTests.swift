import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Nodes that are laid out right to left")
struct RightToLeftTests {
  private let range = SizeRange(width: 200)

  /// A node that shows others in a row.
  private func row(_ items: [DisplayNode], spacing: Double = 0) -> ListNode {
    let node = ListNode(items, StackParameters(direction: .horizontal, spacing: spacing))
    node.automaticallyManagesSubnodes = true
    return node
  }

  private func apply(_ node: DisplayNode) {
    _ = node.layoutThatFits(range)
    node.layoutIfNeeded()
  }

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

  @Test func `Each node mirrors its own subnodes, and inherits the direction`() {
    let (leaf, other) = (card("a"), card("b"))
    let inner = row([leaf]).width(50)
    let outer = row([inner, row([other]).width(50)])
    outer.traitOverrides.layoutDirection = .rightToLeft
    apply(outer)
    #expect(inner.frame.minX == 150 && leaf.frame.minX == 40 && other.frame.minX == 40)
    inner.traitOverrides.layoutDirection = .leftToRight
    apply(outer)
    #expect(inner.frame.minX == 150 && leaf.frame.minX == 0 && other.frame.minX == 40)
    outer.traitOverrides.layoutDirection = .leftToRight
    inner.traitOverrides.layoutDirection = .rightToLeft
    apply(outer)
    #expect(inner.frame.minX == 0 && leaf.frame.minX == 40 && other.frame.minX == 0)
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
    let node = DisplayNode { _, _ in
      InsetLayoutSpec(insets: EdgeInsets(left: 2.25), child: leaf)
    }
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
    _ = thin.layoutThatFits(SizeRange(exactly: .zero))
    thin.layoutIfNeeded()
    #expect(thin.subnodes[0].frame == Rect(x: 0, y: 0, width: 0, height: 10))
  }

  @Test(
    "In any tree x becomes the width around - x - the width, and the other direction restores the frames",
    arguments: 0..<60 as Range<UInt64>)
  func random(seed: UInt64) {
    var nodes = RandomNodes(seed: seed)
    let root = nodes.list(depth: 4)
    for list in nodes.lists { list.automaticallyManagesSubnodes = true }
    var all: [DisplayNode] { nodes.lists.flatMap(\.subnodes) }
    apply(root)
    let (before, plain) = (all, all.map(\.frame))
    root.traitOverrides.layoutDirection = .rightToLeft
    apply(root)
    #expect(all.map(\.id) == before.map(\.id), "seed \(seed)")
    let layout = root.layoutThatFits(range)
    for (node, frame) in zip(before, plain) {
      let width = node.supernode?.frame.size.width ?? .nan
      #expect(node.frame.size == frame.size && node.frame.minY == frame.minY, "seed \(seed)")
      #expect(node.frame.minX == width - frame.minX - frame.size.width, "seed \(seed)")
      if node.supernode === root { #expect(layout.frame(of: node) == node.frame, "seed \(seed)") }
      let place = layout.element(of: node).map { layout.nodeFrames[$0.index] }
      #expect(place == node.frame && layout.frame(of: node) == node.frame, "seed \(seed)")
    }
    // A node that is laid out by itself is mirrored as within the others.
    for list in nodes.lists where list.supernode != nil && !list.subnodes.isEmpty {
      let frames = list.subnodes.map(\.frame)
      list.frame = Rect(origin: list.frame.origin, size: list.frame.size)
      list.setNeedsLayout()
      list.layoutIfNeeded()
      #expect(list.subnodes.map(\.frame) == frames, "seed \(seed)")
    }
    root.traitOverrides.layoutDirection = .leftToRight
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

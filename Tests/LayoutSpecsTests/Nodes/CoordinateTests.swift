import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Points and frames in other nodes")
struct CoordinateTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `Points go from any node to any other, and the one at a point is the frontmost`(seed: UInt64) {
    var random = RandomTree(seed: seed)
    func number(_ count: UInt64) -> Double { Double(random.next() % count) / 4 }
    // From back to front, each with the index of its supernode, and where its (0, 0) is in the outermost one, whose
    // own place does not count.
    var nodes: [(node: DisplayNode, supernode: Int?, start: Point)] = []
    func add(to supernode: Int?, depth: Int) {
      let node = random.chance(30) ? ScrollNode() : DisplayNode()
      node.frame = Rect(x: number(160) - 10, y: number(160) - 10, width: number(240), height: number(240))
      (node as? ScrollNode)?.contentOffset = Point(number(20), number(60))
      node.isHidden = random.chance(8)
      node.alpha = random.pick([1, 1, 1, 1, 0.01, 0.009])
      var start = Point.zero
      if let supernode {
        let outer = nodes[supernode]
        outer.node.addSubnode(node)
        start.x = outer.start.x + node.frame.minX - node.bounds.minX
        start.y = outer.start.y + node.frame.minY - node.bounds.minY
      }
      let index = nodes.count
      nodes.append((node, supernode, start))
      for _ in 0..<random.next() % 4 where depth > 0 { add(to: index, depth: depth - 1) }
    }
    add(to: nil, depth: 3)
    let (root, offset) = (nodes[0].node, nodes[0].node.bounds.origin)
    for _ in 0..<40 {
      let (a, b) = (random.pick(nodes), random.pick(nodes))
      let point = Point(number(300) - 5, number(300) - 5)
      let there = Point(point.x + a.start.x - b.start.x, point.y + a.start.y - b.start.y)
      #expect(a.node.convert(point, to: b.node) == there && b.node.convert(point, from: a.node) == there)
      let frame = Rect(origin: point, size: a.node.bounds.size)
      #expect(a.node.convert(frame, to: b.node) == Rect(origin: there, size: frame.size))
      #expect(b.node.convert(frame, from: a.node) == Rect(origin: there, size: frame.size))
      let outermost = Point(point.x + a.start.x, point.y + a.start.y)
      #expect(a.node.convert(point, to: nil) == outermost && a.node.convert(outermost, from: nil) == point)

      // With a node all within it is passed over.
      let place = Point(point.x + offset.x, point.y + offset.y)
      var hit: [Bool] = []
      for (node, supernode, start) in nodes {
        let isSeen = !node.isHidden && node.alpha >= 0.01 && supernode.map { hit[$0] } ?? true
        hit.append(isSeen && node.bounds.contains(Point(place.x - start.x, place.y - start.y)))
      }
      let frontmost = hit.lastIndex(of: true).map { nodes[$0].node.id }
      #expect(root.hitTest(place)?.id == frontmost, "seed \(seed), at \(place)")
    }
  }

  @Test func `A point that is no place is converted, and no node is there`() {
    let (root, leaf) = (DisplayNode(), DisplayNode())
    root.addSubnode(leaf)
    for node in [root, leaf] { node.frame = Rect(x: 0, y: 0, width: 300, height: 300) }
    let point = leaf.convert(Point(.infinity, .nan), to: root)
    #expect(point.x == .infinity && point.y.isNaN)
    for point in [Point(.nan, 25), Point(14, .infinity)] { #expect(root.hitTest(point) == nil) }
    #expect(DisplayNode().hitTest(.zero) == nil && DisplayNode().bounds == .zero)
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
    onThreads(steps: 500) { thread, step, _ in
      if thread == 0 {
        box.frame.origin = step % 2 == 0 ? Point(10, 10) : .zero
      } else {
        let point = leaf.convert(Point.zero, to: root)
        #expect(point == .zero || point == Point(10, 10))
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

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `In nodes right to left x becomes the width around - x - the width, and back again`(seed: UInt64)
    throws
  {
    var nodes = RandomNodes(seed: seed)
    let root = nodes.list(depth: 4)
    for list in nodes.lists { list.automaticallyManagesSubnodes = true }
    var all: [DisplayNode] { nodes.lists.flatMap(\.subnodes) }
    apply(root)
    let (before, plain, plainLayout) = (all, all.map(\.frame), root.layoutThatFits(range))
    // Some lists within go the other way than the root, or than the list around them.
    root.traitOverrides.layoutDirection = .rightToLeft
    for (number, list) in nodes.lists.dropLast().enumerated() where number % 3 > 0 {
      list.traitOverrides.layoutDirection = number % 3 == 1 ? .leftToRight : .rightToLeft
    }
    apply(root)
    #expect(all.map(\.id) == before.map(\.id), "seed \(seed)")
    let layout = root.layoutThatFits(range)
    let flattened = Dictionary(uniqueKeysWithValues: layout.flattenedNodes.map { ($0.element, $0.frame) })
    for (node, frame) in zip(before, plain) {
      let parent = try #require(node.supernode)
      let mirrored = parent.frame.size.width - frame.minX - frame.size.width
      #expect(node.frame.size == frame.size && node.frame.minY == frame.minY, "seed \(seed)")
      let isMirrored = parent.traits.layoutDirection == .rightToLeft
      #expect(node.frame.minX == (isMirrored ? mirrored : frame.minX), "seed \(seed)")
      let element = try #require(layout.element(of: node))
      #expect(layout.nodeFrames[element.index] == node.frame, "seed \(seed)")
      #expect(layout.frame(of: node) == node.frame && flattened[element] == node.frame, "seed \(seed)")
      // The engine's own frames are not mirrored.
      #expect(layout.frameInParentElement(of: node) == plainLayout.frameInParentElement(of: node))
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

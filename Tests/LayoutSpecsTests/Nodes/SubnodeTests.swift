import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Nodes in nodes")
struct SubnodeTests {
  @Test func `A subnode's change reaches the nodes that it lies in, whatever they measure it for`() {
    final class Measuring: DisplayNode, @unchecked Sendable {
      override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
        subnodes[0].layoutThatFits(SizeRange(min: .zero, max: constrainedSize)).size
      }
    }
    let text = TextNode("hello")
    let root = Measuring()
    root.addSubnode(text)
    #expect(root.layoutThatFits(.upTo(width: 100)).size == Size(40, 20))
    text.text = "hello again"
    #expect(root.layoutThatFits(.upTo(width: 100)).size == Size(88, 20))
    text.removeFromSupernode()
    #expect(root.calculatedLayout == nil)
  }

  @Test func `A layout that is applied sets the frames of subnodes, and of theirs; others are left alone`() {
    let (text, image, stranger) = (
      TextNode("hello"), ImageNode(imageSize: Size(9, 9)), ImageNode(imageSize: Size(5, 5))
    )
    let inner = ListNode([text, stranger])
    let root = DisplayNode { _, _ in
      InsetLayoutSpec(
        insets: EdgeInsets(10),
        child: StackLayoutSpec(spacing: 4, alignItems: .start, children: [image, inner]))
    }
    root.addSubnode(image)
    root.addSubnode(inner)
    inner.addSubnode(text)
    _ = root.layoutThatFits(.upTo(width: 200))
    #expect(image.frame == .zero)
    root.layoutIfNeeded()
    #expect(root.frame == Rect(x: 0, y: 0, width: 73, height: 45))
    #expect(image.frame == Rect(x: 10, y: 10, width: 9, height: 9))
    #expect(inner.frame == Rect(x: 23, y: 10, width: 40, height: 25))
    #expect(text.frame == Rect(x: 0, y: 0, width: 40, height: 20))
    #expect(stranger.frame == .zero)
    #expect(inner.calculatedSize == Size(40, 25))
    #expect(text.constrainedSizeForCalculatedLayout == SizeRange(exactly: Size(40, 20)))
    // For a node that was asked for its spec this is the range in which it was asked.
    #expect(inner.constrainedSizeForCalculatedLayout?.max.height == .infinity)
  }

  @Test func `A node is laid out in its frame where that was set, else in what it was laid out in last`() {
    let text = TextNode("hello world")
    let root = ListNode([text], StackParameters(direction: .vertical))
    root.addSubnode(text)
    root.layoutIfNeeded()
    #expect(text.frame == .zero)
    root.frame = Rect(x: 5, y: 6, width: 60, height: 100)
    root.layoutIfNeeded()
    #expect(text.frame.size == Size(60, 40))
    #expect(root.frame == Rect(x: 5, y: 6, width: 60, height: 100))
    #expect(root.constrainedSizeForCalculatedLayout == SizeRange(exactly: Size(60, 100)))

    text.text = "hi"
    root.layoutIfNeeded()
    #expect(text.frame.size == Size(60, 20))
    #expect(root.askedCount == 2)
    root.layoutIfNeeded()
    #expect(root.askedCount == 2)
  }
}

@Suite("Subnodes that follow the layout")
struct SubnodeManagementTests {
  private func managing(_ spec: @escaping @Sendable () -> any LayoutElement) -> DisplayNode {
    DisplayNode { _, _ in spec() }.managingSubnodes()
  }
  private func apply(_ node: DisplayNode) { node.layOut(in: .upTo(width: 200)) }

  @Test func `They lie in the order of the layout, backgrounds behind, overlays and corners in front`() {
    let nodes = Dictionary(uniqueKeysWithValues: ["a", "b", "c", "d", "e", "f", "g"].map { ($0, card($0)) })
    let root = managing {
      StackLayoutSpec(children: [
        BackgroundLayoutSpec(
          child: OverlayLayoutSpec(child: nodes["b"]!, overlay: nodes["c"]!), background: nodes["a"]!),
        CornerLayoutSpec(child: nodes["d"]!, corner: nodes["e"]!, location: .topRight),
        OverlayLayoutSpec(
          child: nodes["f"]!, overlay: BackgroundLayoutSpec(child: LayoutSpec(), background: nodes["g"]!)),
      ])
    }
    apply(root)
    #expect(root.names == "abcdefg")
    #expect(root.subnodes.allSatisfy { $0.supernode === root })
  }

  @Test func `Another layout brings other subnodes, in its own order; those that were added by hand go`() {
    let (a, b, c) = (card("a"), card("b"), card("c"))
    let list = ListNode([a, b]).managingSubnodes()
    apply(list)
    #expect(list.names == "ab")
    list.edit { $0.items = [c, b] }
    #expect(list.names == "ab")
    list.layoutIfNeeded()
    #expect(list.names == "cb")
    #expect(a.supernode == nil)
    list.addSubnode(a)
    list.layoutIfNeeded()
    #expect(list.names == "cb")
    list.edit { $0.items = [] }
    list.layoutIfNeeded()
    #expect(list.subnodes.isEmpty)
  }

  @Test func `A node that another layout shows leaves the node that it lay in`() {
    let shared = card("shared")
    let (left, right) = (ListNode([shared]), ListNode([shared]))
    for list in [left, right] { list.automaticallyManagesSubnodes = true }
    apply(left)
    apply(right)
    #expect(left.subnodes.isEmpty)
    #expect(shared.supernode === right)
  }

  @Test(arguments: [false, true])
  func `Nodes that exchange their places do so, whichever of them is laid out first`(innerFirst: Bool) {
    let (one, two) = (ListNode([]), ListNode([]))
    let root = ListNode([one])
    for list in [root, one, two] { list.automaticallyManagesSubnodes = true }
    one.edit { $0.items = [two] }
    apply(root)
    #expect(one.supernode === root && two.supernode === one)
    root.edit { $0.items = [two] }
    one.edit { $0.items = [] }
    two.edit { $0.items = [one] }
    if innerFirst {
      two.layOut(in: .upTo(width: 100))
      #expect(two.supernode == nil && one.supernode === two)
    }
    apply(root)
    #expect(two.supernode === root && one.supernode === two)
    #expect(one.subnodes.isEmpty && root.subnodes.count == 1)
  }

  @Test func `Each node decides for itself, however deep it lies`() {
    let (a, b) = (card("a"), card("b"))
    let managed = managing { InsetLayoutSpec(insets: EdgeInsets(1), child: a) }.named("managed")
    let plain = DisplayNode { _, _ in WrapperLayoutSpec(b) }.named("plain")
    let root = managing { StackLayoutSpec(children: [managed, plain]) }
    apply(root)
    #expect(root.names == "managedplain")
    #expect(managed.names == "a")
    #expect(a.frame == Rect(x: 1, y: 1, width: 10, height: 10))
    #expect(plain.subnodes.isEmpty)
    #expect(b.supernode == nil)
  }

  @Test func `A node that gets no layout is no subnode`() {
    let hidden = card("hidden")
    let shown = card("shown")
    // The only child that flexes is to get what the other leaves, in whole points: none, and then it is not laid out.
    let root = managing {
      StackLayoutSpec(direction: .vertical, alignItems: .start) {
        shown
        StackLayoutSpec(children: [hidden]).flexGrow().flexShrink()
      }.height(10.5)
    }
    apply(root)
    #expect(root.calculatedLayout?.frame(of: hidden) == nil)
    #expect(root.names == "shown")
  }
}

@Suite("Subnodes that are added, moved, replaced and removed")
struct SubnodeInsertionTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `After any insertions, moves, replacements and removals subnodes are those of a list`(seed: UInt64) {
    var random = RandomTree(seed: seed)
    let nodes = (0..<8).map { DisplayNode().named("\($0)") }
    let frames = nodes.indices.map { Rect(x: Double($0), y: 2, width: 3, height: 4) }
    for (node, frame) in zip(nodes, frames) { node.frame = frame }
    let parents = [DisplayNode(), DisplayNode()]
    // The expected subnodes of each of the two, from back to front.
    var lists: [[DisplayNode]] = [[], []]
    for step in 0..<80 {
      for parent in parents { _ = parent.layoutThatFits(.unconstrained) }
      let before = lists.map { $0.map(\.id) }
      let (place, node) = (Int(random.next() % 2), random.pick(nodes))
      let parent = parents[place]
      /// The other list, and this one, without the node.
      func takeOut() { for place in 0..<2 { lists[place].removeAll { $0 === node } } }
      func index(of sibling: DisplayNode) -> Int { lists[place].firstIndex { $0 === sibling } ?? 0 }
      if !lists[place].isEmpty && random.chance(60) {
        let sibling = random.pick(lists[place])
        let kind = random.next() % 3
        switch kind {
        case 0: parent.insertSubnode(node, above: sibling)
        case 1: parent.insertSubnode(node, below: sibling)
        default: parent.replaceSubnode(sibling, with: node)
        }
        // Above, below or instead of itself it stays where it is, and leaves the layout.
        if sibling === node {
          #expect(parent.calculatedLayout != nil, "seed \(seed), step \(step)")
        } else {
          takeOut()
          let index = index(of: sibling)
          if kind == 2 { lists[place].remove(at: index) }
          lists[place].insert(node, at: kind == 0 ? index + 1 : index)
        }
      } else if random.chance(30) {
        node.removeFromSupernode()
        takeOut()
      } else {
        takeOut()
        let index = random.chance(50) ? nil : Int(random.next() % UInt64(lists[place].count + 1))
        if let index { parent.insertSubnode(node, at: index) } else { parent.addSubnode(node) }
        lists[place].insert(node, at: index ?? lists[place].count)
      }
      for (place, (parent, list)) in zip(parents, lists).enumerated() {
        #expect(parent.subnodes.map(\.id) == list.map(\.id), "seed \(seed), step \(step)")
        let hasChanged = before[place] != list.map(\.id)
        #expect(!hasChanged || parent.calculatedLayout == nil, "seed \(seed), step \(step)")
      }
      #expect(nodes.map(\.frame) == frames, "seed \(seed), step \(step)")
      for node in nodes {
        let holder = zip(parents, lists).first { $0.1.contains { $0 === node } }?.0
        #expect(node.supernode === holder, "seed \(seed), step \(step)")
      }
    }
  }
}

@Suite("Subnodes that several threads insert")
struct InsertionThreadTests {
  @Test func `Threads that pull nodes from each other's hands lose none and keep none twice`() {
    // Many short rounds: what one loses another may find again.
    for round in 0..<300 {
      let parents = (0..<3).map { _ in (node: DisplayNode(), first: DisplayNode().named("first")) }
      for (node, first) in parents { node.addSubnode(first) }
      let nodes = (0..<3).map { DisplayNode().named("\($0)") }
      onThreads(steps: 30, seed: UInt64(round)) { _, _, random in
        // The first subnode stays in its node.
        let (node, first) = parents[Int(random.next() % 3)]
        let child = nodes[Int(random.next() % 3)]
        switch random.next() % 12 {
        case 0, 1: child.removeFromSupernode()
        case 2: node.insertSubnode(child, at: 0)
        case 3, 4: node.insertSubnode(child, below: first)
        case 5, 6: node.insertSubnode(child, above: first)
        case 7, 8:
          // Its own node, which no other thread replaces.
          let mark = DisplayNode()
          node.insertSubnode(mark, below: first)
          node.replaceSubnode(mark, with: child)
          #expect(mark.supernode == nil)
        default: node.addSubnode(child)
        }
      }
      for child in nodes {
        let holders = parents.map(\.node).filter { $0.subnodes.contains { $0 === child } }
        let expected = child.supernode.map { [ObjectIdentifier($0)] } ?? []
        #expect(holders.map(ObjectIdentifier.init) == expected, "round \(round)")
      }
      for (node, first) in parents {
        #expect(Set(node.subnodes.map(ObjectIdentifier.init)).count == node.subnodes.count)
        #expect(first.supernode === node)
        #expect(node.subnodes.allSatisfy { $0.debugName != nil }, "round \(round): a mark is left")
      }
    }
  }
}

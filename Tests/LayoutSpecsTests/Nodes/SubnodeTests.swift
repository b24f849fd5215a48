import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Nodes in nodes")
struct SubnodeTests {
  @Test func `Subnodes are added in front, or where they are put, and moved where they are there already`() {
    let (root, nodes) = parent(of: "ab")
    let (a, b, c) = (nodes[0], nodes[1], card("c"))
    root.insertSubnode(c, at: 0)
    #expect(root.names == "cab")
    root.addSubnode(c)
    #expect(root.names == "abc")
    root.insertSubnode(b, at: 2)
    #expect(root.names == "acb")
    #expect(a.supernode === root)

    let other = card("other")
    other.addSubnode(a)
    #expect(root.names == "cb")
    #expect(a.supernode === other)
    a.removeFromSupernode()
    a.removeFromSupernode()
    #expect(a.supernode == nil)
    #expect(other.subnodes.isEmpty)
  }

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
    // Where the node was asked what it holds that is what it was asked for.
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

@Suite("Nodes that are measured, and then given that size")
struct MeasuredSizeTests {
  private let range = SizeRange.upTo(width: 80)
  private let text = TextNode("short")

  private func cell() -> ListNode {
    let cell = ListNode([text])
    cell.addSubnode(text)
    return cell
  }

  /// The text on two lines of the range, and the height of these.
  private func lengthen() { text.text = "a longer text" }
  private let longSize = Size(64, 40)

  @Test(arguments: [true, false])
  func `Changed cells of a batch grow, applied before or after their frames`(isBefore: Bool) async throws {
    let texts = (0..<5).map { TextNode("cell \($0)") }
    let cells = texts.map { ListNode([$0]) }
    let batch = LayoutBatch(cells, in: range)
    let layouts = try await batch.finish()
    if !isBefore { batch.apply() }
    for (place, (cell, layout)) in zip(cells, layouts).enumerated() {
      cell.frame = Rect(origin: Point(0, 20 * Double(place)), size: layout.size)
    }
    if isBefore { batch.apply() }
    texts[3].text = "a longer text"
    for cell in cells { cell.layoutIfNeeded() }
    #expect(cells.map(\.frame.size.height) == [20, 20, 20, 40, 20])
    #expect(cells.map(\.frame.minY) == [0, 20, 40, 60, 80])
  }

  @Test func `Any other size is what the node is laid out in, until it is given a layout's size again`() {
    let cell = cell()
    let size = cell.layoutThatFits(range).size
    cell.frame.size = size
    cell.layoutIfNeeded()

    // There and back before anything is laid out.
    cell.frame.size = Size(50, 90)
    cell.frame.size = size
    lengthen()
    cell.layoutIfNeeded()
    #expect(cell.frame.size == longSize)

    cell.frame.size = Size(50, 90)
    cell.layoutIfNeeded()
    text.text = "short"
    cell.layoutIfNeeded()
    #expect(cell.frame.size == Size(50, 90))
    #expect(cell.constrainedSizeForCalculatedLayout == SizeRange(exactly: Size(50, 90)))
    // Somebody wants to know how large it would be, and does not give it that size.
    let measured = cell.layoutThatFits(range).size
    cell.layoutIfNeeded()
    #expect(cell.frame.size == Size(50, 90))
    text.text = "a longer text"
    cell.layoutIfNeeded()
    #expect(cell.frame.size == Size(50, 90))

    text.text = "short"
    #expect(cell.layoutThatFits(range).size == measured)
    cell.frame.size = measured
    lengthen()
    cell.layoutIfNeeded()
    #expect(cell.frame.size == longSize)
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

/// A node with a subnode for each letter, and these.
private func parent(of letters: String) -> (node: DisplayNode, subnodes: [DisplayNode]) {
  let subnodes = letters.map { DisplayNode().named("\($0)") }
  let node = DisplayNode().named("parent")
  for subnode in subnodes { node.addSubnode(subnode) }
  return (node, subnodes)
}

@Suite("Subnodes above, below and instead of others")
struct SubnodeInsertionTests {
  @Test func `A node is inserted directly above or below its sibling`() {
    let (root, nodes) = parent(of: "abc")
    root.insertSubnode(DisplayNode().named("x"), above: nodes[0])
    root.insertSubnode(DisplayNode().named("y"), below: nodes[2])
    #expect(root.names == "axbyc")
    root.insertSubnode(DisplayNode().named("z"), above: nodes[2])
    root.insertSubnode(DisplayNode().named("w"), below: nodes[0])
    #expect(root.names == "waxbycz")
  }

  @Test func `A node that is a subnode already moves`() {
    let (root, nodes) = parent(of: "abcd")
    root.insertSubnode(nodes[0], above: nodes[2])
    #expect(root.names == "bcad")
    root.insertSubnode(nodes[3], below: nodes[1])
    #expect(root.names == "dbca")
    // Where it is already.
    root.insertSubnode(nodes[1], above: nodes[3])
    root.insertSubnode(nodes[1], below: nodes[2])
    #expect(root.names == "dbca")
  }

  @Test(arguments: ["above", "below", "instead"])
  func `A node leaves its supernode, and both need layout`(how: String) {
    let (root, nodes) = parent(of: "ab")
    let (other, others) = parent(of: "xy")
    for node in [root, other] { _ = node.layoutThatFits(.unconstrained) }
    switch how {
    case "above": root.insertSubnode(others[0], above: nodes[0])
    case "below": root.insertSubnode(others[0], below: nodes[1])
    default: root.replaceSubnode(nodes[0], with: others[0])
    }
    #expect(root.names == (how == "instead" ? "xb" : "axb"))
    #expect(other.names == "y")
    #expect(others[0].supernode === root)
    #expect(root.calculatedLayout == nil && other.calculatedLayout == nil)
  }

  @Test func `A replaced node gives its index to the other one, and lies nowhere`() {
    let (root, nodes) = parent(of: "abc")
    let new = DisplayNode().named("n")
    new.frame = Rect(x: 1, y: 2, width: 3, height: 4)
    root.replaceSubnode(nodes[1], with: new)
    #expect(root.names == "anc")
    #expect(nodes[1].supernode == nil)
    #expect(new.frame == Rect(x: 1, y: 2, width: 3, height: 4))

    // By another subnode, from before it and from behind it.
    root.replaceSubnode(nodes[2], with: nodes[0])
    #expect(root.names == "na")
    root.replaceSubnode(new, with: nodes[0])
    #expect(root.names == "a")

  }

  @Test func `A subnode above, below or instead of itself stays where it is, and nothing needs layout`() {
    let (root, nodes) = parent(of: "abc")
    _ = root.layoutThatFits(.unconstrained)
    root.insertSubnode(nodes[1], above: nodes[1])
    root.insertSubnode(nodes[0], below: nodes[0])
    root.replaceSubnode(nodes[2], with: nodes[2])
    #expect(root.names == "abc" && nodes.allSatisfy { $0.supernode === root })
    #expect(root.calculatedLayout != nil)
  }
}

@Suite("Subnodes that several threads insert")
struct InsertionThreadTests {
  @Test func `Threads that pull nodes from each other's hands lose none and keep none twice`() {
    // Many short rounds: what one loses another may find again.
    for round in 0..<300 {
      let parents = (0..<3).map { _ in parent(of: "s") }
      let nodes = (0..<3).map { DisplayNode().named("\($0)") }
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        var random = RandomTree(seed: UInt64(round * 4 + thread))
        for _ in 0..<30 {
          // The first subnode stays in its node.
          let (node, subnodes) = parents[Int(random.next() % 3)]
          let child = nodes[Int(random.next() % 3)]
          switch random.next() % 12 {
          case 0, 1: child.removeFromSupernode()
          case 2: node.insertSubnode(child, at: 0)
          case 3, 4: node.insertSubnode(child, below: subnodes[0])
          case 5, 6: node.insertSubnode(child, above: subnodes[0])
          case 7, 8:
            // Its own node, which no other thread replaces.
            let mark = DisplayNode()
            node.insertSubnode(mark, below: subnodes[0])
            node.replaceSubnode(mark, with: child)
            #expect(mark.supernode == nil)
          default: node.addSubnode(child)
          }
        }
      }
      for child in nodes {
        let holders = parents.map(\.node).filter { $0.subnodes.contains { $0 === child } }
        let expected = child.supernode.map { [ObjectIdentifier($0)] } ?? []
        #expect(holders.map(ObjectIdentifier.init) == expected, "round \(round)")
      }
      for (node, subnodes) in parents {
        #expect(Set(node.subnodes.map(ObjectIdentifier.init)).count == node.subnodes.count)
        #expect(subnodes[0].supernode === node)
        #expect(node.subnodes.allSatisfy { $0.debugName != nil }, "round \(round): a mark is left")
      }
    }
  }
}

import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Nodes in nodes")
struct SubnodeTests {
  @Test func `Subnodes are added in front, or where they are put, and moved where they are there already`() {
    let root = card("root")
    let (a, b, c) = (card("a"), card("b"), card("c"))
    for child in [a, b] { root.addSubnode(child) }
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

  @Test func `Circles and places that are none are stopped`() async {
    await #expect(processExitsWith: .failure) {
      let node = DisplayNode()
      node.addSubnode(node)
    }
    await #expect(processExitsWith: .failure) {
      let (a, b) = (DisplayNode(), DisplayNode())
      a.addSubnode(b)
      b.addSubnode(a)
    }
    await #expect(processExitsWith: .failure) {
      // The one that lies in the other by hand shows it in its layout.
      let inner = DisplayNode()
      let outer = DisplayNode { [unowned inner] _, _ in WrapperLayoutSpec(inner) }.managingSubnodes()
      inner.addSubnode(outer)
      outer.layOut(in: .upTo(width: 100))
    }
    await #expect(processExitsWith: .failure) { DisplayNode().insertSubnode(DisplayNode(), at: 1) }
    await #expect(processExitsWith: .failure) { DisplayNode().insertSubnode(DisplayNode(), at: -1) }
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

  @Test(arguments: ["applied", "not applied", "in a transition"])
  func `After a change such a node is as high as it has to be`(how: String) {
    let cell = cell()
    let layout = cell.layoutThatFits(range)
    cell.frame = Rect(origin: Point(5, 6), size: layout.size)
    if how != "not applied" { cell.layoutIfNeeded() }
    lengthen()
    if how == "in a transition" { cell.transitionLayout(withAnimation: false) } else { cell.layoutIfNeeded() }
    #expect(cell.frame == Rect(origin: Point(5, 6), size: longSize))
    #expect(text.frame.size == longSize)
    #expect(cell.constrainedSizeForCalculatedLayout == range)
    // And once more, with the size that the layout gave it.
    text.text = "short"
    cell.layoutIfNeeded()
    #expect(cell.frame == Rect(origin: Point(5, 6), size: layout.size))
  }

  @Test(arguments: [true, false])
  func `So are the cells of a batch, applied before or after their frames`(isBefore: Bool) async throws {
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

  @Test func `A cell that was empty, and so 0 points high, grows`() {
    let video = VideoNode()
    let cell = DisplayNode { _, _ in WrapperLayoutSpec(video) }.managingSubnodes()
    let range = SizeRange(width: 0...100, height: 0...(.infinity))
    cell.frame = Rect(origin: Point(0, 7), size: cell.layoutThatFits(range).size)
    cell.layoutIfNeeded()
    #expect(cell.frame.size == .zero)
    video.setContentSize(Size(100, 50))
    cell.layoutIfNeeded()
    #expect(cell.frame == Rect(x: 0, y: 7, width: 100, height: 50))
    #expect(video.frame.size == Size(100, 50))
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

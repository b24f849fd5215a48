import LayoutSpecs
import LayoutTestSupport
import Testing

private struct Stand: LeafElement {
  var style = Style()
  var debugName: String?
  let node: DisplayNode
  var measurement: any LeafMeasurement { preconditionFailure("It is never measured itself") }

  init(node: DisplayNode) { self.node = node }

  func layoutThatFits(_ constrainedSize: SizeRange, parentSize: Size) -> Layout {
    node.layoutThatFits(constrainedSize, parentSize: parentSize)
  }
}

@Suite("Layouts that nodes keep")
struct NodeLayoutTests {
  private let cell = SizeRange.upTo(width: 300)

  @Test func `A node is asked once for each constraint, and keeps the last four`() {
    let node = ListNode([TextNode("hello")])
    let first = node.layoutThatFits(cell)
    #expect(node.layoutThatFits(cell).checksum == first.checksum)
    #expect(node.askedCount == 1)
    for width in [100.0, 110, 120] { _ = node.layoutThatFits(.upTo(width: width)) }
    #expect(node.askedCount == 4)
    _ = node.layoutThatFits(cell)
    #expect(node.askedCount == 4)
    _ = node.layoutThatFits(.upTo(width: 130))
    _ = node.layoutThatFits(cell)
    #expect(node.askedCount == 5)
    _ = node.layoutThatFits(.upTo(width: 100))
    #expect(node.askedCount == 6)
  }

  @Test func `An element that stands for a node returns the node's layout, its calculated one`() {
    let stands: [(DisplayNode) -> any LayoutElement] = [
      { $0 }, { AnyLayoutElement($0) }, { Stand(node: $0) },
    ]
    for stand in stands {
      let node = ListNode([TextNode("one")])
      let element = stand(node)
      #expect(element.layoutThatFits(.unconstrained).size == Size(24, 20))
      #expect(node.calculatedLayout?.size == Size(24, 20) && node.askedCount == 1)
      let size = element.layoutThatFits(.unconstrained, parentSize: .infinite).size
      #expect(size == Size(24, 20) && node.askedCount == 1)
    }
    // A spec around a node is laid out itself.
    let node = ListNode([TextNode("one")])
    #expect(WrapperLayoutSpec(node).layoutThatFits(.unconstrained).size == Size(24, 20))
    #expect(node.calculatedLayout == nil)
  }

  @Test func `Another display scale and another parent size are another constraint`() {
    let node = ListNode([TextNode("hello", metrics: MonospaceMetrics(advance: 8.3))])
    #expect(node.layoutThatFits(cell).size == Size(42, 20))
    node.traitOverrides.displayScale = 2
    #expect(node.layoutThatFits(cell).size == Size(41.5, 20))
    node.traitOverrides = Traits()
    node.style.width = "50%"
    #expect(node.layoutThatFits(cell).size.width == 150)
    #expect(node.layoutThatFits(cell, parentSize: Size(100, 100)).size.width == 50)
    #expect(node.layoutThatFits(cell, parentSize: Size(.nan, .nan)).size.width == 42)
  }

  @Test func `Only what was invalidated, and what is around it, is asked again`() {
    let texts = (0..<100).map { TextNode("cell \($0)") }
    let cells = texts.map { ListNode([$0]) }
    let root = ListNode(cells)
    _ = root.layoutThatFits(cell)
    #expect(cells.allSatisfy { $0.askedCount == 1 })

    texts[40].text =
      "something longer, which takes more than one line of a list that is as narrow as this one"
    let layout = root.layoutThatFits(cell)
    #expect(layout.frame(of: cells[40])?.size.height == 60)
    #expect(root.askedCount == 2)
    #expect(cells.filter { $0.askedCount == 2 }.map(ObjectIdentifier.init) == [ObjectIdentifier(cells[40])])
  }

  @Test(
    arguments: [NetworkImageNode(), VideoNode(), VideoPlayerNode(), EditableTextNode()] as [LateContentNode])
  func `Content that arrives later has no size before, and is laid out anew then`(node: LateContentNode) {
    let beside = ListNode([TextNode("beside")])
    let inner = ListNode([node])
    let root = ListNode([inner, beside])
    #expect(root.layoutThatFits(cell).frame(of: node)?.size == .zero)
    node.setContentSize(Size(80, 45))
    #expect(root.layoutThatFits(cell).frame(of: node)?.size == Size(80, 45))
    node.setContentSize(Size(80, 45))
    #expect(root.calculatedLayout != nil)
    #expect([root.askedCount, inner.askedCount, beside.askedCount] == [2, 2, 1])
    node.setContentSize(nil)
    #expect(root.layoutThatFits(cell).frame(of: node)?.size == .zero)
  }

  @Test func `The calculated layout is the last one, and gone once something changes`() {
    let node = ListNode([TextNode("hello")])
    #expect(node.calculatedLayout == nil)
    #expect(node.calculatedSize == .zero)
    #expect(node.constrainedSizeForCalculatedLayout == nil)
    _ = node.layoutThatFits(cell)
    _ = node.layoutThatFits(.upTo(width: 20))
    #expect(node.calculatedSize == Size(16, 60))
    #expect(node.constrainedSizeForCalculatedLayout == .upTo(width: 20))
    _ = node.layoutThatFits(cell)
    #expect(node.calculatedSize == Size(40, 20))
    node.invalidateCalculatedLayout()
    #expect(node.calculatedLayout == nil)
    #expect(node.calculatedSize == .zero)
  }

  @Test func `A text whose content is set while its own metrics prepare it is laid out by that content`() {
    let text = TextNode("ab")
    let root = ListNode([text])
    text.metrics = PreparingMetrics { [weak text] in
      text?.layoutSpecBlock = { _, _ in ImageNode(imageSize: Size(50, 60)) }
    }
    #expect(root.layoutThatFits(cell).size == Size(50, 60))
    #expect(root.layoutThatFits(cell).size == Size(50, 60))
    text.layoutSpecBlock = nil
    text.metrics = MonospaceMetrics()
    #expect(root.layoutThatFits(cell).size == Size(16, 20))
  }

  @Test(.disabled(if: Sanitizer.isForThreads), arguments: 1...40 as ClosedRange<UInt64>)
  func `A node given its layout's size, or a place alone, follows its content, else it stays`(seed: UInt64) {
    var nodes = RandomNodes(seed: seed)
    let root = nodes.list(depth: 5)
    root.traitOverrides.displayScale = [1, 2, 3][Int(seed % 3)]
    let isGivenSizes = seed % 2 == 0
    for step in 0..<20 {
      let range = SizeRange(width: 0...[100, 300][step % 2], height: 0...(.infinity))
      let size = root.layoutThatFits(range).size
      let other = Size(size.width + 6, 90)
      let isOther = isGivenSizes && step % 5 == 4
      // There and back before anything is laid out.
      if isGivenSizes && step % 5 == 2 { root.frame.size = other }
      root.frame = Rect(
        origin: Point(3, 4), size: isOther ? other : isGivenSizes ? size : root.frame.size)
      if step % 3 == 0 { root.layoutIfNeeded() }
      for _ in 0..<3 {
        nodes.change()
        // Somebody wants to know how large it would be, and does not give it that size.
        if isOther { _ = root.layoutThatFits(range) }
        if seed % 5 == 0 { root.transitionLayout(withAnimation: false) } else { root.layoutIfNeeded() }
        let ownRange = isOther ? SizeRange(exactly: other) : range
        let fresh = root.copy.layoutThatFits(ownRange)
        #expect(root.calculatedLayout?.checksum == fresh.checksum, "seed \(seed), step \(step)")
        #expect(root.frame == Rect(origin: Point(3, 4), size: fresh.size), "seed \(seed), step \(step)")
        #expect(root.constrainedSizeForCalculatedLayout == ownRange, "seed \(seed), step \(step)")
      }
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `A node that goes may use the one that held it: no lock is held meanwhile`() {
    // Each constraint has a node of its own, which goes with the layout that it is in.
    let root = DisplayNode { owner, _ in
      LeavingNode { [weak owner] in owner?.setNeedsLayout() }.width(10)
    }
    let list = ListNode([root])
    for width in 1...12 {
      _ = root.layoutThatFits(.upTo(width: Double(width)))
      list.layOut(in: .upTo(width: Double(width)))
    }
    #expect(root.layoutThatFits(cell).size == Size(10, 0))
  }
}

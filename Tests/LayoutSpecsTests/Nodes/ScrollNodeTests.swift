import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Nodes that scroll")
struct ScrollNodeTests {
  private let texts = (0..<10).map { TextNode("line \($0)") }
  private let screen = SizeRange(exactly: Size(100, 80))

  private func scroll(_ directions: ScrollDirections = .vertical) -> ScrollNode {
    let isAcross = directions == .horizontal
    let node = ScrollNode { [texts] _, _ in
      StackLayoutSpec(direction: isAcross ? .horizontal : .vertical, children: texts)
    }
    node.scrollableDirections = directions
    node.automaticallyManagesSubnodes = true
    return node
  }

  @Test func `The content is as long as it likes, and the node as large as it may be`() {
    let node = scroll()
    #expect(node.contentSize == .zero)
    let layout = node.layoutThatFits(screen)
    #expect(layout.size == Size(100, 80))
    #expect(node.contentSize == Size(100, 200))
    node.layoutIfNeeded()
    #expect(texts.map(\.frame.minY) == Array(stride(from: 0, to: 200, by: 20)))
    #expect(texts[9].frame == Rect(x: 0, y: 180, width: 100, height: 20))
    #expect(node.frame.size == Size(100, 80) && node.subnodes.count == 10)
  }

  @Test func `It scrolls in the given directions alone`() {
    let across = scroll(.horizontal)
    _ = across.layoutThatFits(screen)
    #expect(across.contentSize == Size(480, 80))
    let none = scroll([])
    _ = none.layoutThatFits(screen)
    #expect(none.contentSize == Size(100, 80))
    none.scrollableDirections = .vertical
    #expect(none.calculatedLayout == nil)
    _ = none.layoutThatFits(screen)
    #expect(none.contentSize == Size(100, 200))
  }

  @Test func `Where the range has no end the node is as large as its content; the content fills the node`() {
    let node = scroll()
    #expect(node.layoutThatFits(.tableCell(width: 60)).size == Size(60, 200))
    #expect(node.layoutThatFits(.unconstrained).size == Size(48, 200))
    #expect(node.layoutThatFits(SizeRange(exactly: Size(70, 500))).size == Size(70, 500))
    #expect(node.contentSize == Size(70, 500))
    let empty = ScrollNode()
    #expect(empty.layoutThatFits(screen).size == Size(100, 80))
    #expect(empty.contentSize == .zero)
  }

  @Test func `It is as large as the element around it, as far as its range and its style allow`() {
    let node = scroll()
    func size(_ style: Style = Style(), in range: SizeRange = SizeRange(exactly: Size(60, 80))) -> Size {
      node.style = style
      let column = DisplayNode { _, _ in StackLayoutSpec(direction: .vertical, alignItems: .stretch) { node }
      }
      column.managingSubnodes().layOut(in: range)
      return node.frame.size
    }
    // Not as large as its content, so that there is something to scroll.
    #expect(size() == Size(60, 80) && node.contentSize == Size(60, 200))
    #expect(size(Style { $0.flexGrow = 1 }) == Size(60, 80))
    #expect(size(Style { $0.height = 300 }).height == 300)
    #expect(size(Style { $0.height = 30 }).height == 30)
    #expect(size(Style { $0.minHeight = 90 }).height == 90)
    #expect(size(Style { $0.maxHeight = "50%" }).height == 40)
    // A column without a height of its own.
    #expect(size(in: .tableCell(width: 60)) == Size(60, 200))
    #expect(size(in: SizeRange(width: 60...60, height: 0...80)) == Size(60, 200))
    #expect(node.layoutThatFits(.tableCell(width: 60), parentSize: Size(60, 120)).size == Size(60, 120))
    #expect(node.layoutThatFits(SizeRange(max: Size(60, 150)), parentSize: Size(60, 120)).size.height == 120)
    #expect(node.layoutThatFits(SizeRange(max: Size(60, 150))).size.height == 150)
  }

  @Test func `A style that is taken from it and set on another node is as written`() {
    let other = DisplayNode()
    other.style = scroll().style
    let column = DisplayNode { _, _ in StackLayoutSpec(direction: .vertical) { other } }
    #expect(column.layoutThatFits(SizeRange(exactly: Size(60, 80))).frame(of: other)?.size.height == 0)
  }

  @Test func `The offset comes back into the content once that is smaller, and a finger may pull it out`() {
    let node = scroll()
    node.layOut(in: screen)
    for (set, layOutIn, y) in [
      (100.0, screen, 100.0), (120, SizeRange(exactly: Size(100, 150)), 50), (500, screen, 120),
      (-20, SizeRange(exactly: Size(100, 81)), -20), (139, SizeRange(exactly: Size(100, 82)), 138),
      (-90, screen, 0), (100, SizeRange(exactly: Size(100, 400)), 0),
    ] {
      node.contentOffset.y = set
      node.layOut(in: layOutIn)
      #expect(node.contentOffset == Point(0, y), "\(set)")
    }
    node.layOut(in: screen)
    node.contentOffset.y = 110
    for text in texts { text.style.height = 10 }
    node.layOut(in: screen)
    #expect(node.contentSize.height == 100 && node.contentOffset.y == 20)
  }

  @Test func `The offset stays if a text in the content changes before its layout is applied, or meanwhile`()
    throws
  {
    let (node, measuring, applying) = (scroll(), ManualQueue(), ManualQueue())
    let host = LayoutHost(node, in: screen, measuringOn: measuring, applyingOn: applying)
    while measuring.runNext() || applying.runNext() {}
    node.contentOffset.y = 110
    for step in 0..<5 {
      texts[step].text = "line"
      _ = measuring.runNext()
      texts[step].text = "changed"
      _ = applying.runNext()
      #expect(node.contentOffset.y == 110 && node.contentSize == Size(100, 200), "step \(step)")
    }
    while measuring.runNext() || applying.runNext() {}
    #expect(node.contentOffset.y == 110 && host.node === node)

    let around = ChangingNode(node, texts[7])
    around.layOut(in: screen)
    #expect(node.contentOffset.y == 110)
  }

  /// Changes a text while its layout is being finished.
  private final class ChangingNode: DisplayNode, @unchecked Sendable {
    private let content: ScrollNode
    private let text: TextNode

    init(_ content: ScrollNode, _ text: TextNode) {
      (self.content, self.text) = (content, text)
      super.init()
      automaticallyManagesSubnodes = true
    }

    override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? { content }
    override func layoutDidFinish() { text.text = "finished" }
  }

  @Test func `A subclass returns the content as any node does, for the content's range`() {
    final class Feed: ScrollNode, @unchecked Sendable {
      let ranges = LockedValue<[SizeRange]>([])
      override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
        ranges.withLock { $0.append(constrainedSize) }
        return ImageNode(imageSize: Size(10, 1000))
      }
    }
    let feed = Feed()
    #expect(feed.layoutThatFits(SizeRange(max: Size(100, 80))).size == Size(100, 80))
    #expect(feed.ranges.withLock { $0 } == [SizeRange(max: Size(100, .infinity))])
    #expect(feed.contentSize == Size(10, 1000))
  }

  @Test func `The offset moves what is in the node for coordinates, and no frame`() {
    let (outer, node) = (DisplayNode(), scroll())
    outer.addSubnode(node)
    node.layOut(in: screen)
    node.frame.origin = Point(5, 7)
    node.contentOffset = Point(0, 100)
    #expect(node.calculatedLayout != nil)
    #expect(node.bounds == Rect(x: 0, y: 100, width: 100, height: 80) && node.visibleRect == node.bounds)
    #expect(texts[6].frame.minY == 120)
    #expect(texts[6].convert(Point.zero, to: outer) == Point(5, 27))
  }
}

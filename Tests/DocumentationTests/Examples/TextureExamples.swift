import LayoutSpecs
import Testing

// MARK: - Where Texture's documents and Texture's code disagree

extension DocumentedExamples {
  @Test func `Children shrink in proportion to their lengths`() {
    let stack = StackLayoutSpec(direction: .vertical) {
      ImageNode(imageSize: Size(100, 400)).flexShrink()
      ImageNode(imageSize: Size(100, 200)).flexShrink()
    }
    let layout = stack.layoutThatFits(SizeRange(min: Size(100, 200), max: Size(300, 500)))
    // 333.33 and 166.67 points, rounded up to whole pixels: the last child reaches out by one.
    #expect(layout.sublayouts.map(\.size.height) == [334, 167])
  }

  @Test func `The minimum across is for children that stretch`() {
    let range = SizeRange(min: Size(100, 200), max: Size(300, 500))
    let start = StackLayoutSpec(direction: .vertical, alignItems: .start) { TextNode("text") }
    #expect(start.layoutThatFits(range).sublayouts.map(\.size.width) == [32])
    let stretch = StackLayoutSpec(direction: .vertical, alignItems: .stretch) { TextNode("text") }
    #expect(stretch.layoutThatFits(range).sublayouts.map(\.size.width) == [100])
  }

  @Test func `An overlay is as large as its child`() {
    let icon = ImageNode(imageSize: Size(20, 20))
    let spec = OverlayLayoutSpec(child: ImageNode(imageSize: Size(100, 60)), overlay: icon)
    #expect(spec.layoutThatFits(.unconstrained).frame(of: icon) == Rect(x: 0, y: 0, width: 100, height: 60))
    // To centre it, say so.
    let centred = OverlayLayoutSpec(
      child: ImageNode(imageSize: Size(100, 60)), overlay: CenterLayoutSpec(child: icon))
    #expect(
      centred.layoutThatFits(.unconstrained).frame(of: icon) == Rect(x: 40, y: 20, width: 20, height: 20))
  }

  @Test func `The parent's range beats minSize and maxSize`() {
    let node = ImageNode(imageSize: Size(10, 10)).minSize(Size(200, 10))
    let range = SizeRange(max: Size(100, 100))
    #expect(WrapperLayoutSpec(node).layoutThatFits(range).size == Size(100, 10))
    // Only along a stack a child is measured without a bound, and reaches out.
    let row = StackLayoutSpec { node }.layoutThatFits(range)
    #expect(row.size == Size(100, 10) && row.frame(of: node)?.size == Size(200, 10))
  }

  @Test func `flexShrink is 0 unless it is set`() {
    #expect(Style().flexShrink == 0)
  }

  @Test func `A text has the size that its style prefers`() {
    let text = TextNode("a text").preferredSize(Size(100, 30))
    #expect(WrapperLayoutSpec(text).layoutThatFits(.unconstrained).size == Size(100, 30))
  }

  @Test func `A table's cell is exactly as wide as the table`() {
    #expect(SizeRange.tableCell(width: 320) == SizeRange(min: Size(320, 0), max: Size(320, .infinity)))
  }
}

import LayoutSpecs

// Texture's "Layout Element Properties", and the questions that its documents ask about them.

func checkProperties(_ checks: Checks) {
  checkStackProperties(checks)
  checkSizeProperties(checks)
  checkQuestions(checks)
}

private func box(_ width: Double, _ height: Double) -> ImageNode { ImageNode(imageSize: Size(width, height)) }

private func checkStackProperties(_ checks: Checks) {
  checks.sample("spacingBefore, spacingAfter")
  let (first, second, third) = (box(10, 10), box(10, 10), box(10, 10))
  first.style.spacingAfter = 4
  third.style.spacingBefore = 6
  let row = StackLayoutSpec(direction: .horizontal, children: [first, second, third])
  checks.expect(row.layoutThatFits(.unconstrained).sublayouts.map(\.position.x), [0, 14, 30])

  checks.sample("flexGrow: one takes twice as much as the other")
  first.style.spacingAfter = 0
  third.style.spacingBefore = 0
  first.style.flexGrow = 1
  third.style.flexGrow = 2
  checks.expect(row.layoutThatFits(SizeRange(width: 60)).sublayouts.map(\.size.width), [20, 10, 30])

  checks.sample("flexShrink: one with 0 keeps its length, the others share")
  let (left, middle, right) = (box(150, 10), box(100, 10), box(150, 10))
  left.style.flexShrink = 1
  right.style.flexShrink = 1
  let shrinking = StackLayoutSpec(direction: .horizontal, children: [left, middle, right])
  checks.expect(
    shrinking.layoutThatFits(SizeRange(width: 300)).sublayouts.map(\.size.width), [100, 100, 100])

  checks.sample("alignSelf")
  let (start, end) = (box(10, 10), box(10, 10))
  end.style.alignSelf = .end
  let column = StackLayoutSpec(direction: .vertical, alignItems: .start, children: [start, end])
  checks.expect(column.layoutThatFits(SizeRange(width: 100)).sublayouts.map(\.position.x), [0, 90])

  checks.sample("ascender, descender")
  let (large, small) = (box(10, 40), box(10, 20))
  large.style.ascender = 30
  large.style.descender = -10
  small.style.ascender = 15
  small.style.descender = -5
  var baselines = StackLayoutSpec(direction: .horizontal, alignItems: .baselineFirst)
  baselines.children = [large, small]
  checks.expect(baselines.layoutThatFits(.unconstrained).sublayouts.map(\.position.y), [0, 15])

  checks.sample("alignments that stay when the direction changes")
  let only = box(10, 10)
  var aligned = StackLayoutSpec(horizontalAlignment: .right, verticalAlignment: .bottom)
  aligned.children = [only]
  let square = SizeRange(exactly: Size(100, 100))
  checks.expect(aligned.layoutThatFits(square).frame(of: only)?.origin, Point(90, 90))
  aligned.direction = .vertical
  checks.expect(aligned.layoutThatFits(square).frame(of: only)?.origin, Point(90, 90))

  checks.sample("flexWrap, alignContent")
  let wrapping = StackLayoutSpec(
    direction: .horizontal, alignItems: .start, flexWrap: .wrap, alignContent: .end,
    children: [box(60, 10), box(60, 10)])
  checks.expect(
    wrapping.layoutThatFits(square).sublayouts.map(\.frame.origin), [Point(0, 80), Point(0, 90)])

  checks.sample("layoutPosition")
  let placed = box(40, 40)
  placed.style.layoutPosition = Point(x: 150, y: 20)
  let canvas = AbsoluteLayoutSpec(children: [placed])
  checks.expect(
    canvas.layoutThatFits(SizeRange(max: Size(320, 100))).frame(of: placed),
    Rect(x: 150, y: 20, width: 40, height: 40))
}

private func checkSizeProperties(_ checks: Checks) {
  let screen = SizeRange(max: Size(320, 480))
  func size(of element: some LayoutElement) -> Size {
    WrapperLayoutSpec(element).layoutThatFits(screen).size
  }
  checks.sample("minWidth beats maxWidth, which beats width")
  let node = DisplayNode()
  node.style.height = 10
  node.style.width = 100
  node.style.maxWidth = 80
  checks.expect(size(of: node).width, 80)
  node.style.minWidth = 90
  checks.expect(size(of: node).width, 90)

  checks.sample("half of the screen, but at least 200")
  let wide = DisplayNode()
  wide.style.preferredLayoutSize = LayoutSize(width: "50%", height: 10)
  wide.style.minSize = Size(width: 200, height: 0)
  checks.expect(size(of: wide).width, 200)

  checks.sample("half of the screen, but at most 120")
  let narrow = DisplayNode()
  narrow.style.preferredLayoutSize = LayoutSize(width: "50%", height: 10)
  narrow.style.maxSize = Size(width: 120, height: .infinity)
  checks.expect(size(of: narrow).width, 120)

  checks.sample("a printed style")
  let photoImageNode = ImageNode()
  photoImageNode.style.minSize = Size(414, 414)
  photoImageNode.style.maxSize = Size(414, 414)
  photoImageNode.style.preferredLayoutSize = LayoutSize(width: "20%", height: "50%")
  checks.expect(
    photoImageNode.style.description,
    "Layout Size = min {414pt, 414pt} <= preferred {20%, 50%} <= max {414pt, 414pt}")

  checks.sample("a node that measures itself, and a size in the style that beats it")
  let clock = ClockNode()
  checks.expect(clock.layoutThatFits(screen).size, Size(44, 44))
  clock.style.preferredSize = Size(60, 60)
  checks.expect(size(of: clock), Size(60, 60))
}

/// A node with a size of its own.
final class ClockNode: DisplayNode, @unchecked Sendable {
  override func calculateSizeThatFits(_ constrainedSize: Size) -> Size { Size(44, 44) }
}

private func checkQuestions(_ checks: Checks) {
  checks.sample("flexGrow on a node in a static spec: the static spec has to grow too")
  let node = box(10, 10)
  node.style.flexGrow = 1
  var staticSpec = AbsoluteLayoutSpec(sizing: .sizeToFit, children: [node])
  func width(_ child: some LayoutElement) -> Double {
    let stack = StackLayoutSpec(direction: .horizontal, children: [child])
    return stack.layoutThatFits(SizeRange(width: 100)).sublayouts[0].size.width
  }
  checks.expect(width(staticSpec), 10)
  staticSpec.style.flexGrow = 1
  checks.expect(width(staticSpec), 100)

  checks.sample("flexGrow on a node in an inset spec: the inset spec has to grow too")
  var insetSpec = InsetLayoutSpec(insets: EdgeInsets(5), child: node)
  checks.expect(width(insetSpec), 20)
  insetSpec.style.flexGrow = 1
  checks.expect(width(insetSpec), 100)

  checks.sample("a range of sizes for the child of a static spec")
  let child = ImageNode(imageSize: Size(10, 500))
  child.style.minLayoutSize = LayoutSize(width: "50%", height: .auto)
  child.style.maxLayoutSize = LayoutSize(width: .auto, height: "25%")
  let sized = AbsoluteLayoutSpec(sizing: .sizeToFit, children: [child])
  checks.expect(sized.layoutThatFits(SizeRange(max: Size(320, 480))).size, Size(160, 120))

  checks.sample("a text obeys a preferred size")
  let text = TextNode("some text")
  text.style.preferredSize = Size(100, 30)
  let wrapper = WrapperLayoutSpec(text)
  checks.expect(wrapper.layoutThatFits(.unconstrained).size, Size(100, 30))
}

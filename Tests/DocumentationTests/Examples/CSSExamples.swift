import LayoutSpecs
import Testing

// MARK: - Differences from CSS

extension DocumentedExamples {
  @Test func `Nothing shrinks unless it is told to`() throws {
    let row = StackLayoutSpec {
      ImageNode(imageSize: Size(300, 30))
      ImageNode(imageSize: Size(100, 30))
    }
    let layout = row.layoutThatFits(.tableCell(width: 320))
    #expect(layout.sublayouts.map(\.size.width) == [300, 100])
    // With flex-shrink: 1, the default of CSS:
    let shrinking = StackLayoutSpec {
      ImageNode(imageSize: Size(300, 30)).flexShrink()
      ImageNode(imageSize: Size(100, 30)).flexShrink()
    }
    let shrunk = shrinking.layoutThatFits(.tableCell(width: 320))
    #expect(shrunk.sublayouts.map(\.size.width) == [240, 80])
    try draw(layout)
  }

  @Test func `There is no shorthand flex`() throws {
    // flex: 1 in CSS.
    let row = StackLayoutSpec {
      TextNode("short").flexGrow(1).flexShrink(1).flexBasis(0)
      TextNode("a longer text").flexGrow(1).flexShrink(1).flexBasis(0)
    }
    let layout = row.layoutThatFits(.tableCell(width: 320))
    #expect(layout.sublayouts.map(\.size.width) == [160, 160])
    try draw(layout)
  }

  @Test func `A stack grows up to its minimum, and not into all the room there is`() throws {
    let row = StackLayoutSpec {
      TextNode("left")
      LayoutSpec().flexGrow()
      TextNode("right")
    }
    let upTo = row.layoutThatFits(SizeRange(max: Size(320, .infinity)))
    #expect(upTo.size == Size(72, 20))
    let exactly = row.layoutThatFits(SizeRange(width: 320))
    #expect(exactly.size == Size(320, 20))
    try draw(exactly, "a-stack-grows-to-its-minimum")
  }

  @Test func `A child may become narrower than its longest word`() throws {
    let row = StackLayoutSpec {
      TextNode("Constantinople").flexShrink()
      ImageNode(imageSize: Size(280, 60))
    }
    let layout = row.layoutThatFits(.tableCell(width: 320))
    #expect(layout.sublayouts.map(\.size.width) == [40, 280])
    try draw(layout)
  }

  @Test func `A flexed length beats minimum and maximum`() throws {
    let row = StackLayoutSpec {
      ImageNode(imageSize: Size(300, 30)).minWidth(250).flexShrink()
      ImageNode(imageSize: Size(300, 30)).flexShrink()
    }
    let layout = row.layoutThatFits(.tableCell(width: 320))
    #expect(layout.sublayouts.map(\.size.width) == [160, 160])
    try draw(layout)
  }

  @Test func `Children grow by whole points`() throws {
    let row = StackLayoutSpec {
      DisplayNode().height(30).flexGrow()
      DisplayNode().height(30).flexGrow()
      DisplayNode().height(30).flexGrow()
    }
    let layout = row.layoutThatFits(SizeRange(width: 100))
    #expect(layout.sublayouts.map(\.size.width) == [34, 33, 33])
    try draw(layout)
  }

  @Test func `Stretching beats a maximum across`() throws {
    let row = StackLayoutSpec(alignItems: .stretch) {
      ImageNode(imageSize: Size(60, 10)).height(20)
      ImageNode(imageSize: Size(60, 10)).maxHeight(40)
    }
    let layout = row.layoutThatFits(SizeRange(exactly: Size(160, 60)))
    #expect(layout.sublayouts.map(\.size.height) == [20, 60])
    try draw(layout)
  }

  @Test func `The lines of a stack that wraps lie at the start`() throws {
    let wrapping = StackLayoutSpec(alignItems: .start, flexWrap: .wrap) {
      ImageNode(imageSize: Size(200, 30))
      ImageNode(imageSize: Size(200, 30))
    }
    let layout = wrapping.layoutThatFits(SizeRange(exactly: Size(320, 100)))
    #expect(layout.sublayouts.map(\.position.y) == [0, 30])
    try draw(layout)
  }

  @Test func `spaceAround shares an excess between both sides`() throws {
    let row = StackLayoutSpec(justifyContent: .spaceAround) {
      ImageNode(imageSize: Size(200, 30))
      ImageNode(imageSize: Size(200, 30))
    }
    let layout = row.layoutThatFits(.tableCell(width: 320))
    #expect(layout.sublayouts.map(\.position.x) == [-40, 160])
    try draw(layout)
  }

  @Test func `A percentage needs a parent of exact length`() throws {
    let row = StackLayoutSpec { ImageNode(imageSize: Size(20, 30)).width("50%") }
    let upTo = row.layoutThatFits(SizeRange(max: Size(320, .infinity)))
    #expect(upTo.sublayouts.map(\.size.width) == [20])
    let exactly = row.layoutThatFits(SizeRange(width: 320))
    #expect(exactly.sublayouts.map(\.size.width) == [160])
    try draw(exactly)
  }

  @Test func `The range around a child beats its minimum`() throws {
    let wide = ImageNode(imageSize: Size(10, 30)).minWidth(400)
    let inset = InsetLayoutSpec(insets: EdgeInsets(10), child: wide)
    let layout = inset.layoutThatFits(.tableCell(width: 320))
    #expect(layout.frame(of: wide) == Rect(x: 10, y: 10, width: 300, height: 30))
    // Along a stack nothing bounds a child, and it sticks out.
    let row = StackLayoutSpec { wide }.layoutThatFits(.tableCell(width: 320))
    #expect(row.frame(of: wide) == Rect(x: 0, y: 0, width: 400, height: 30))
    try draw(layout)
  }

  @Test func `Margins, padding and gaps are specs and spacing`() throws {
    // margin-left: auto in CSS is a spacer that grows.
    let row = InsetLayoutSpec(
      insets: EdgeInsets(12),
      child: StackLayoutSpec(spacing: 8) {
        TextNode("left")
        TextNode("next").spacingBefore(4)
        LayoutSpec().flexGrow()
        TextNode("right")
      })
    let layout = row.layoutThatFits(SizeRange(width: 320))
    #expect(layout.sublayouts[0].sublayouts.map(\.position.x) == [0, 44, 84, 256])
    // A gap may be negative.
    let pile = StackLayoutSpec(spacing: -10) {
      ImageNode(imageSize: Size(30, 30))
      ImageNode(imageSize: Size(30, 30))
    }
    #expect(pile.layoutThatFits(.unconstrained).size == Size(50, 30))
    try draw(layout)
  }

  @Test func `Lengths are rounded up to whole pixels`() {
    // One pixel a point: 34 is the next whole pixel.
    let shrunk = StackLayoutSpec {
      ImageNode(imageSize: Size(50, 30)).flexShrink()
      ImageNode(imageSize: Size(50, 30)).flexShrink()
      ImageNode(imageSize: Size(50, 30)).flexShrink()
    }
    let sticksOut = shrunk.layoutThatFits(.tableCell(width: 100))
    #expect(sticksOut.sublayouts.map(\.frame.maxX) == [34, 68, 102])
    let halves = StackLayoutSpec(alignItems: .start, flexWrap: .wrap) {
      ImageNode(imageSize: Size(10, 30)).width("50%")
      ImageNode(imageSize: Size(10, 30)).width("50%")
    }
    let wrapped = halves.layoutThatFits(.tableCell(width: 375))
    #expect(wrapped.sublayouts.map(\.frame.width) == [188, 188])
    #expect(wrapped.sublayouts.map(\.position.y) == [0, 30])
    // Children that grow from nothing share what there is.
    let shares = StackLayoutSpec {
      ImageNode(imageSize: Size(10, 30)).flexBasis(0).flexGrow()
      ImageNode(imageSize: Size(10, 30)).flexBasis(0).flexGrow()
    }
    let layout = shares.layoutThatFits(.tableCell(width: 375))
    #expect(layout.sublayouts.map(\.frame.width) == [188, 187])
  }

  @Test func `A sum of flexGrow below 1 takes all the free room`() throws {
    let row = StackLayoutSpec {
      ImageNode(imageSize: Size(20, 30)).flexGrow(0.25)
      ImageNode(imageSize: Size(20, 30)).flexGrow(0.25)
    }
    let layout = row.layoutThatFits(SizeRange(width: 100))
    #expect(layout.sublayouts.map(\.size.width) == [50, 50])
    try draw(layout)
  }

  @Test func `The only child that grows and shrinks gets what the others leave`() throws {
    let label = ImageNode(imageSize: Size(260, 30)).flexShrink()
    let field = ImageNode(imageSize: Size(100, 30)).flexGrow().flexShrink()
    let row = StackLayoutSpec { [label, field] }
    let layout = row.layoutThatFits(.tableCell(width: 320))
    #expect(layout.sublayouts.map(\.size.width) == [260, 60])
    let wrapping = StackLayoutSpec(flexWrap: .wrap) { [label, field] }.layoutThatFits(.tableCell(width: 320))
    #expect(wrapping.frame(of: field) == Rect(x: 260, y: 0, width: 60, height: 30))
    // If it only grows, it begins a new line, and fills that.
    field.flexShrink(0)
    let lines = StackLayoutSpec(alignItems: .start, flexWrap: .wrap) { [label, field] }
    let line = lines.layoutThatFits(.tableCell(width: 320))
    #expect(line.frame(of: field) == Rect(x: 0, y: 30, width: 320, height: 30))
    try draw(layout)
  }

  @Test func `flexBasis beats the minimum of a child that does not flex`() {
    let child = ImageNode(imageSize: Size(100, 20)).flexBasis(10).minWidth(50)
    let layout = StackLayoutSpec { child }.layoutThatFits(.unconstrained)
    #expect(layout.size == Size(10, 20) && layout.frame(of: child)?.size == Size(10, 20))
  }

  @Test func `A percentage across has no effect on a child that stretches`() {
    let half = ImageNode(imageSize: Size(10, 30)).width("50%")
    let column = StackLayoutSpec(direction: .vertical) { half }
    #expect(column.layoutThatFits(SizeRange(width: 320)).frame(of: half)?.width == 320)
    // Aligned in another way it has its width.
    half.alignSelf(.start)
    #expect(column.layoutThatFits(SizeRange(width: 320)).frame(of: half)?.width == 160)
  }

  @Test func `A minimum across ends stretching`() {
    let button = TextNode("OK").minWidth(44)
    let column = StackLayoutSpec(direction: .vertical) {
      button
      TextNode("Cancel")
    }
    #expect(column.layoutThatFits(SizeRange(width: 320)).sublayouts.map(\.size.width) == [44, 320])
    let wrapped = StackLayoutSpec(direction: .vertical) { WrapperLayoutSpec { button } }
    #expect(wrapped.layoutThatFits(SizeRange(width: 320)).frame(of: button)?.width == 320)
  }

  @Test func `No child is longer across than its stack`() {
    let wide = ImageNode(imageSize: Size(10, 30)).width(150)
    let column = StackLayoutSpec(direction: .vertical, alignItems: .start) { wide }
    #expect(column.layoutThatFits(SizeRange(width: 100)).frame(of: wide)?.width == 100)
  }

  @Test func `A child that stretches is as long as the stack, and not as its line`() throws {
    var tags = StackLayoutSpec(spacing: 4, flexWrap: .wrap, lineSpacing: 4) {
      TextNode("one tag of this")
      TextNode("another tag here")
      TextNode("a third tag in it")
    }
    let stretched = tags.layoutThatFits(SizeRange(exactly: Size(320, 120)))
    #expect(stretched.sublayouts.map(\.size.height) == [120, 120, 120])
    #expect(stretched.sublayouts.map(\.position.y) == [0, 0, 124])
    tags.alignItems = .start
    let layout = tags.layoutThatFits(SizeRange(exactly: Size(320, 120)))
    #expect(layout.sublayouts.map(\.size.height) == [20, 20, 20])
    #expect(layout.sublayouts.map(\.position.y) == [0, 0, 24])
    try draw(layout)
  }

  @Test func `One line is as long across as the stack, and alignContent has no effect on it`() throws {
    let icons = (0..<3).map { _ in ImageNode(imageSize: Size(40, 10)) }
    var row = StackLayoutSpec(alignItems: .center, flexWrap: .wrap) { Array(icons.prefix(2)) }
    let range = SizeRange(exactly: Size(100, 100))
    #expect(row.layoutThatFits(range).sublayouts.map(\.position.y) == [45, 45])
    row = StackLayoutSpec(alignItems: .center, flexWrap: .wrap) { icons }
    #expect(row.layoutThatFits(range).sublayouts.map(\.position.y) == [0, 0, 10])
    // With alignContent the lines lie in the middle, as the one does.
    row.alignContent = .center
    let layout = row.layoutThatFits(range)
    #expect(layout.sublayouts.map(\.position.y) == [40, 40, 50])
    try draw(layout)
  }

  @Test func `A stack that wraps is as wide as its longest line`() throws {
    let row = StackLayoutSpec(flexWrap: .wrap) {
      ImageNode(imageSize: Size(120, 30))
      ImageNode(imageSize: Size(120, 30))
      ImageNode(imageSize: Size(120, 30))
    }
    let column = StackLayoutSpec(direction: .vertical, alignItems: .start) { row }
    let layout = column.layoutThatFits(SizeRange(width: 320))
    #expect(layout.sublayouts[0].size == Size(240, 60))
    try draw(layout)
  }

  @Test func `spaceAround shares an excess of lines, too`() {
    let row = StackLayoutSpec(alignItems: .start, flexWrap: .wrap, alignContent: .spaceAround) {
      ImageNode(imageSize: Size(60, 70))
      ImageNode(imageSize: Size(60, 70))
    }
    let layout = row.layoutThatFits(SizeRange(exactly: Size(100, 100)))
    #expect(layout.sublayouts.map(\.position.y) == [-20, 50])
  }

  @Test func `A ratio fills the room that there is`() throws {
    let photo = ImageNode(imageSize: Size(60, 20))
    let filling = StackLayoutSpec(direction: .vertical, alignItems: .start) {
      RatioLayoutSpec(ratio: 1, child: photo)
    }
    let layout = filling.layoutThatFits(SizeRange(width: 100))
    #expect(layout.frame(of: photo)?.size == Size(100, 100))
    let fixed = StackLayoutSpec(direction: .vertical, alignItems: .start) {
      RatioLayoutSpec(ratio: 1, child: photo).height(40)
    }
    #expect(fixed.layoutThatFits(SizeRange(width: 100)).frame(of: photo)?.size == Size(40, 40))
    try draw(layout)
  }

  @Test func `What lies at a position, or within insets, does not reach out`() {
    let badge = ImageNode(imageSize: Size(80, 20)).layoutPosition(60, 10)
    let absolute = AbsoluteLayoutSpec { badge }.layoutThatFits(SizeRange(exactly: Size(100, 100)))
    #expect(absolute.frame(of: badge) == Rect(x: 60, y: 10, width: 40, height: 20))
    let title = ImageNode(imageSize: Size(20, 20)).maxWidth(50)
    let overlay = OverlayLayoutSpec(
      child: ImageNode(imageSize: Size(100, 60)),
      overlay: InsetLayoutSpec(insets: EdgeInsets(10), child: title))
    let layout = overlay.layoutThatFits(.unconstrained)
    #expect(layout.frame(of: title) == Rect(x: 10, y: 10, width: 80, height: 40))
  }
}

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
}

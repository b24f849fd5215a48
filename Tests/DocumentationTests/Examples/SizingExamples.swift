import LayoutSpecs
import Testing

// MARK: - Sizes

extension DocumentedExamples {
  @Test("Dimension")
  func dimensions() {
    // Of the parent's length.
    #expect(("50%" as Dimension) == .fraction(0.5))
    // Points.
    #expect(("70pt" as Dimension) == .points(70))
    #expect((70 as Dimension) == .points(70))
    // Whatever the content and the other rules give.
    #expect(("auto" as Dimension) == .auto)
  }

  @Test func `flexBasis: 40% and 60% of a stack`() throws {
    let left = StackLayoutSpec(direction: .vertical) { TextNode("left") }.flexBasis("40%")
    let right = StackLayoutSpec(direction: .vertical) { TextNode("right") }.flexBasis("60%")
    let row = StackLayoutSpec(direction: .horizontal, children: [left, right])
    let layout = row.layoutThatFits(SizeRange(width: 320))
    #expect(layout.sublayouts.map(\.size.width) == [128, 192])
    try draw(layout)
  }

  @Test func `LayoutSize: a width of its own and half of the height`() throws {
    let node = ImageNode(imageSize: Size(30, 30))
    node.style.preferredLayoutSize = LayoutSize(width: .auto, height: "50%")
    let layout = WrapperLayoutSpec(node).layoutThatFits(SizeRange(width: 0...320, height: 0...480))
    #expect(layout.frame(of: node)?.size == Size(30, 240))
    try draw(layout, "layoutsize")
  }

  @Test func `preferredSize, and one axis at a time`() throws {
    let node = DisplayNode()
    node.style.preferredSize = Size(30, 60)
    #expect(WrapperLayoutSpec(node).layoutThatFits(.unconstrained).size == Size(30, 60))

    node.style = Style {
      $0.width = "50%"
      $0.minHeight = 40
      $0.maxHeight = "50%"
    }
    let layout = WrapperLayoutSpec(node).layoutThatFits(SizeRange(width: 0...320, height: 0...480))
    #expect(layout.size == Size(160, 240))
    try draw(layout)
  }

  @Test func `minSize and maxSize: half of the screen, but at least 200 points, or at most 120`() {
    let node = DisplayNode().width("50%").height(10)
    let screen = SizeRange(width: 0...320, height: 0...480)
    #expect(WrapperLayoutSpec(node).layoutThatFits(screen).size.width == 160)
    #expect(WrapperLayoutSpec(node.minWidth(200)).layoutThatFits(screen).size.width == 200)
    #expect(WrapperLayoutSpec(node.minWidth(.auto).maxWidth(120)).layoutThatFits(screen).size.width == 120)
  }

  @Test func `SizeRange: what a node is handed`() throws {
    let photo = NetworkImageNode()
    let node = DisplayNode { _, constrainedSize in
      WrapperLayoutSpec(photo.preferredSize(Size(constrainedSize.max.width, constrainedSize.min.height)))
    }
    let layout = node.layoutThatFits(SizeRange(min: Size(0, 100), max: Size(320, .infinity)))
    #expect(layout.size == Size(320, 100))
    try draw(layout)
  }
}

// MARK: - Children of stacks, and of absolute specs

extension DocumentedExamples {
  @Test func `flexGrow: 1 and 2 of what is free`() throws {
    let stack = StackLayoutSpec(direction: .horizontal) {
      ImageNode(imageSize: Size(10, 10)).flexGrow(1)
      ImageNode(imageSize: Size(10, 10)).flexGrow(2)
    }
    let layout = stack.layoutThatFits(SizeRange(exactly: Size(50, 10)))
    #expect(layout.sublayouts.map(\.size.width) == [20, 30])
    try draw(layout)
  }

  @Test func `flexShrink: what is too long is given up in proportion to size`() throws {
    let stack = StackLayoutSpec(direction: .horizontal) {
      ImageNode(imageSize: Size(300, 10)).flexShrink()
      ImageNode(imageSize: Size(100, 10)).flexShrink()
    }
    let layout = stack.layoutThatFits(.tableCell(width: 320))
    #expect(layout.sublayouts.map(\.size.width) == [240, 80])
    try draw(layout, "flexshrink")
  }

  @Test func `spacingBefore and spacingAfter`() throws {
    let stack = StackLayoutSpec(direction: .vertical, spacing: 4) {
      TextNode("one").spacingAfter(10)
      TextNode("two")
      TextNode("three").spacingBefore(6)
    }
    let layout = stack.layoutThatFits(.tableCell(width: 320))
    #expect(layout.sublayouts.map(\.position.y) == [0, 34, 64])
    try draw(layout)
  }

  @Test("alignSelf")
  func alignSelf() throws {
    let stack = StackLayoutSpec(direction: .vertical, alignItems: .start) {
      TextNode("start")
      TextNode("end").alignSelf(.end)
      TextNode("center").alignSelf(.center)
      TextNode("stretch").alignSelf(.stretch)
    }
    let layout = stack.layoutThatFits(SizeRange(width: 320))
    #expect(layout.sublayouts.map(\.position.x) == [0, 296, 136, 0])
    #expect(layout.sublayouts.map(\.size.width) == [40, 24, 48, 320])
    try draw(layout)
  }

  @Test func `ascender and descender: texts of two sizes on one baseline`() {
    let large = TextNode("Title", metrics: MonospaceMetrics(advance: 16, lineHeight: 40))
      .ascender(30).descender(-10)
    let small = TextNode("subtitle").ascender(15).descender(-5)
    let first = StackLayoutSpec(alignItems: .baselineFirst) {
      large
      small
    }
    #expect(first.layoutThatFits(.unconstrained).sublayouts.map(\.position.y) == [0, 15])
    let last = StackLayoutSpec(alignItems: .baselineLast) {
      large
      small
    }
    #expect(last.layoutThatFits(.unconstrained).sublayouts.map(\.position.y) == [0, 15])
  }

  @Test("layoutPosition")
  func layoutPosition() throws {
    let node = ImageNode(imageSize: Size(40, 40)).layoutPosition(150, 20)
    let layout = AbsoluteLayoutSpec { node }.layoutThatFits(SizeRange(exactly: Size(320, 100)))
    #expect(layout.frame(of: node) == Rect(x: 150, y: 20, width: 40, height: 40))
    try draw(layout)
  }
}

import LayoutDiagnostics
import LayoutSpecs
import Testing

// MARK: - Questions and best practices

extension DocumentedExamples {
  @Test func `Which property has an effect where?`() {
    // flexGrow is a property for children of stacks, and this one is the child of an inset spec.
    let cell = InsetLayoutSpec(insets: EdgeInsets(8), child: TextNode("title").flexGrow())
    #expect(cell.lint(in: .tableCell(width: 320)).map(\.rule) == [.flexOutsideStack])
  }

  @Test func `Does every leaf have a size?`() throws {
    let photo = NetworkImageNode()
    let row = StackLayoutSpec(spacing: 8, alignItems: .start) {
      photo
      TextNode("caption")
    }
    #expect(row.lint(in: .tableCell(width: 320)).map(\.rule) == [.zeroSize])
    photo.style.preferredSize = Size(64, 64)
    let layout = row.layoutThatFits(.tableCell(width: 320))
    #expect(layout.frame(of: photo) == Rect(x: 0, y: 0, width: 64, height: 64))
    try draw(layout)
  }

  @Test func `flexGrow is set on a node, and it does not grow. Why?`() throws {
    let title = TextNode("title").flexGrow()
    let inset = InsetLayoutSpec(insets: EdgeInsets(4), child: title)
    // The stack reads the properties of its own children: here of the inset spec.
    let still = StackLayoutSpec { inset }.layoutThatFits(SizeRange(width: 320))
    #expect(still.frame(of: title) == Rect(x: 4, y: 4, width: 40, height: 20))
    let layout = StackLayoutSpec { inset.flexGrow() }.layoutThatFits(SizeRange(width: 320))
    #expect(layout.frame(of: title) == Rect(x: 4, y: 4, width: 312, height: 20))
    // The same with an absolute spec.
    let absolute = AbsoluteLayoutSpec(sizing: .sizeToFit) { title }
    let grown = StackLayoutSpec { absolute.flexGrow() }.layoutThatFits(SizeRange(width: 320))
    #expect(grown.sublayouts[0].size == Size(320, 20))
    try draw(layout, "flexgrow-and-it-does-not-grow")
  }

  @Test func `How does an image get a size that is not written in the code?`() throws {
    let photo = NetworkImageNode()
    // As wide as there is room, and half as high.
    let banner = RatioLayoutSpec(ratio: 0.5, child: photo).layoutThatFits(SizeRange(width: 320))
    #expect(banner.frame(of: photo)?.size == Size(320, 160))
    // A quarter of the row, and square: aligned at the start, because a row stretches its children.
    let caption = TextNode(Array(repeating: "a caption of several words", count: 6).joined(separator: ", "))
    let row = StackLayoutSpec(spacing: 8) {
      RatioLayoutSpec(ratio: 1, child: photo).flexBasis("25%").alignSelf(.start)
      caption.flexShrink()
    }
    let layout = row.layoutThatFits(SizeRange(width: 320))
    #expect(layout.frame(of: photo)?.size == Size(80, 80) && layout.frame(of: caption)?.height == 120)
    try draw(layout, "size-not-in-the-code")
  }

  @Test func `Why does a stack not span the full width?`() throws {
    let stack = StackLayoutSpec(justifyContent: .spaceBetween) {
      TextNode("left")
      TextNode("right")
    }
    // 1. Its range has no minimum: it is as wide as its children.
    #expect(stack.layoutThatFits(SizeRange(max: Size(320, .infinity))).size.width == 72)
    #expect(stack.layoutThatFits(SizeRange(width: 320)).size.width == 320)
    // 2. It lies in a vertical stack that does not stretch its children.
    let column = StackLayoutSpec(direction: .vertical, alignItems: .start) { stack }
    #expect(column.layoutThatFits(SizeRange(width: 320)).sublayouts[0].size.width == 72)
    let stretching = StackLayoutSpec(direction: .vertical) { stack }
    #expect(stretching.layoutThatFits(SizeRange(width: 320)).sublayouts[0].size.width == 320)
    // 3. It lies in a horizontal stack and does not grow.
    let row = StackLayoutSpec { stack }
    #expect(row.layoutThatFits(SizeRange(width: 320)).sublayouts[0].size.width == 72)
    let layout = StackLayoutSpec { stack.flexGrow() }.layoutThatFits(SizeRange(width: 320))
    #expect(layout.sublayouts[0].size.width == 320)
    try draw(layout)
  }

  @Test func `Inset or overlay?`() throws {
    let text = TextNode("text")
    // An inset spec is larger than its child, by the insets.
    let inset = InsetLayoutSpec(insets: EdgeInsets(10), child: text)
    #expect(inset.layoutThatFits(.unconstrained).size == Size(52, 40))
    // An overlay spec is as large as its child, and makes the overlay as large as that.
    let photo = ImageNode(imageSize: Size(100, 60))
    let overlay = OverlayLayoutSpec(child: photo, overlay: inset)
    let layout = overlay.layoutThatFits(.unconstrained)
    #expect(layout.size == Size(100, 60))
    #expect(layout.frame(of: text) == Rect(x: 10, y: 10, width: 80, height: 40))
    try draw(layout)
  }

  @Test func `Ask the constrained size, not the screen`() throws {
    let photo = NetworkImageNode()
    let caption = TextNode("caption")
    // Called on any thread, for any window: everything it needs is in its argument and in the node.
    let node = DisplayNode { _, constrainedSize in
      let isWide = constrainedSize.max.width > 400
      return StackLayoutSpec(direction: isWide ? .horizontal : .vertical, spacing: 8) {
        photo.preferredSize(Size(120, 80))
        caption
      }
    }
    #expect(node.layoutThatFits(SizeRange(width: 320)).size == Size(320, 108))
    let layout = node.layoutThatFits(SizeRange(width: 568))
    #expect(layout.size == Size(568, 80))
    #expect(layout.frame(of: caption) == Rect(x: 128, y: 0, width: 56, height: 80))
    try draw(layout)
  }

  @Test func `Do not place everything by positions`() throws {
    let name = TextNode("Ada Lovelace, Countess")
    let time = TextNode("30m")
    let absolute = AbsoluteLayoutSpec {
      name
      time.layoutPosition(100, 0)
    }
    // With a longer name than was thought of, one text covers the other.
    let covered = absolute.layoutThatFits(SizeRange(width: 320))
    #expect(covered.frame(of: name)?.maxX == 176 && covered.frame(of: time)?.minX == 100)
    let row = StackLayoutSpec(spacing: 8) {
      name.flexGrow().flexShrink()
      time
    }
    let layout = row.layoutThatFits(SizeRange(width: 320))
    #expect(layout.frame(of: time) == Rect(x: 296, y: 0, width: 24, height: 20))
    try draw(layout)
  }

  @Test func `Do not give everything a preferred size`() throws {
    let field = EditableTextNode()
    let row = StackLayoutSpec(spacing: 8) {
      field.preferredSize(Size(260, 40))
      ButtonNode(title: "Search")
    }
    // Right in a width of 320, and nowhere else.
    #expect(row.layoutThatFits(SizeRange(width: 320)).sublayouts[1].frame.maxX == 316)
    #expect(row.layoutThatFits(SizeRange(width: 568)).sublayouts[1].frame.maxX == 316)
    let flexible = StackLayoutSpec(spacing: 8) {
      field.preferredLayoutSize(.auto).height(40).flexGrow().flexShrink()
      ButtonNode(title: "Search")
    }
    #expect(flexible.layoutThatFits(SizeRange(width: 320)).sublayouts[1].frame.maxX == 320)
    let layout = flexible.layoutThatFits(SizeRange(width: 568))
    #expect(layout.sublayouts[1].frame.maxX == 568)
    try draw(layout)
  }
}

import LayoutSpecs
import Testing

// MARK: - One spec each

extension DocumentedExamples {
  @Test("WrapperLayoutSpec")
  func wrapper() throws {
    let subnode = NetworkImageNode()
    let node = DisplayNode { _, constrainedSize in
      // One subnode, with a size. To give it a position as well, use an absolute spec.
      WrapperLayoutSpec(
        subnode.preferredSize(Size(constrainedSize.max.width, constrainedSize.max.height / 2)))
    }
    let layout = node.layoutThatFits(SizeRange(width: 0...320, height: 0...480))
    #expect(layout.size == Size(320, 240))
    try draw(layout)
  }

  @Test("StackLayoutSpec")
  func stack() throws {
    let icon = ImageNode(imageSize: Size(16, 16))
    let count = TextNode("42")
    let stack = StackLayoutSpec(
      direction: .horizontal, spacing: 6, justifyContent: .start, alignItems: .center
    ) {
      icon
      count
    }.minWidth(60).maxHeight(40)

    let layout = stack.layoutThatFits(.unconstrained)
    #expect(layout.size == Size(60, 20))
    #expect(layout.frame(of: icon) == Rect(x: 0, y: 2, width: 16, height: 16))
    #expect(layout.frame(of: count) == Rect(x: 22, y: 0, width: 16, height: 20))
    try draw(layout)
  }

  @Test("InsetLayoutSpec")
  func inset() throws {
    let text = TextNode("inset")
    let spec = InsetLayoutSpec(insets: EdgeInsets(10), child: text)
    let layout = spec.layoutThatFits(SizeRange(max: Size(320, .infinity)))
    #expect(layout.size == Size(60, 40))
    #expect(layout.frame(of: text) == Rect(x: 10, y: 10, width: 40, height: 20))
    try draw(layout)
  }

  @Test("OverlayLayoutSpec")
  func overlay() throws {
    let blue = DisplayNode().preferredSize(Size(100, 60))
    let red = DisplayNode()
    let spec = OverlayLayoutSpec(child: blue, overlay: red)
    let layout = spec.layoutThatFits(SizeRange(max: Size(320, .infinity)))
    #expect(layout.frame(of: red) == Rect(x: 0, y: 0, width: 100, height: 60))
    // Drawn first to last.
    #expect(layout.flattenedNodes.map(\.element) == [layout.element(of: blue), layout.element(of: red)])
    try draw(layout)
  }

  @Test("BackgroundLayoutSpec")
  func background() throws {
    let blue = DisplayNode().preferredSize(Size(100, 60))
    let red = DisplayNode()
    let spec = BackgroundLayoutSpec(child: blue, background: red)
    let layout = spec.layoutThatFits(SizeRange(max: Size(320, .infinity)))
    #expect(layout.frame(of: red) == Rect(x: 0, y: 0, width: 100, height: 60))
    #expect(layout.flattenedNodes.map(\.element) == [layout.element(of: red), layout.element(of: blue)])
    try draw(layout)
  }

  @Test("CenterLayoutSpec")
  func center() throws {
    let subnode = DisplayNode().preferredSize(Size(60, 100))
    let spec = CenterLayoutSpec(centering: .xy, child: subnode)
    let layout = spec.layoutThatFits(SizeRange(exactly: Size(320, 300)))
    #expect(layout.frame(of: subnode) == Rect(x: 130, y: 100, width: 60, height: 100))
    // As large as the child where there is no limit.
    #expect(spec.layoutThatFits(.tableCell(width: 320)).size == Size(320, 100))
    try draw(layout)
  }

  @Test("RatioLayoutSpec")
  func ratio() throws {
    let subnode = NetworkImageNode()
    let layout = RatioLayoutSpec(ratio: 0.5, child: subnode).layoutThatFits(.tableCell(width: 320))
    #expect(layout.frame(of: subnode) == Rect(x: 0, y: 0, width: 320, height: 160))
    try draw(layout)
  }

  @Test("RelativeLayoutSpec")
  func relative() throws {
    let background = ImageNode(imageSize: Size(200, 100))
    let icon = ImageNode(imageSize: Size(20, 20))
    let corner = RelativeLayoutSpec(
      horizontalPosition: .start, verticalPosition: .end, sizing: .default, child: icon)
    let layout = BackgroundLayoutSpec(child: corner, background: background)
      .layoutThatFits(SizeRange(exactly: Size(200, 100)))
    #expect(layout.frame(of: icon) == Rect(x: 0, y: 80, width: 20, height: 20))
    try draw(layout)
  }

  @Test("AbsoluteLayoutSpec")
  func absolute() throws {
    let video = VideoNode()
    let badge = ImageNode()
    let node = DisplayNode { _, constrainedSize in
      let size = constrainedSize.max
      return AbsoluteLayoutSpec {
        video.preferredSize(Size(size.width, size.height / 3))
        badge.layoutPosition(size.width / 2, size.height / 3).preferredSize(
          Size(size.width / 2, size.height / 3))
      }
    }
    let layout = node.layoutThatFits(SizeRange(exactly: Size(300, 450)))
    #expect(layout.frame(of: video) == Rect(x: 0, y: 0, width: 300, height: 150))
    #expect(layout.frame(of: badge) == Rect(x: 150, y: 150, width: 150, height: 150))
    try draw(layout)
  }

  @Test("CornerLayoutSpec")
  func corner() throws {
    let avatar = ImageNode(imageSize: Size(100, 100))
    let badge = ImageNode(imageSize: Size(20, 20))
    let spec = CornerLayoutSpec(
      child: avatar, corner: badge, location: .bottomRight, offset: Point(-10, -10))
    let layout = spec.layoutThatFits(.unconstrained)
    #expect(layout.size == Size(100, 100))
    #expect(layout.frame(of: badge) == Rect(x: 80, y: 80, width: 20, height: 20))
    try draw(layout)
  }

  @Test func `LayoutSpec as a spacer`() throws {
    let (left, right) = (TextNode("left"), TextNode("right"))
    let row = StackLayoutSpec(direction: .horizontal) {
      left
      LayoutSpec().flexGrow()
      right
    }
    let layout = row.layoutThatFits(SizeRange(width: 320))
    #expect(layout.frame(of: right) == Rect(x: 280, y: 0, width: 40, height: 20))
    try draw(layout)
  }
}

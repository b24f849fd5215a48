import LayoutSpecs
import Testing

/// The examples on the pages, as they read here. Each test's body stands on a page, under the test's name.
@Suite("Documented examples")
struct DocumentedExamples {}

// MARK: - Parts of screens

extension DocumentedExamples {
  @Test func `Header with left and right justified text`() throws {
    let username = TextNode("hannahmbanana")
    let location: TextNode? = TextNode("San Francisco, CA")
    let time = TextNode("30m")

    let header = InsetLayoutSpec(
      insets: EdgeInsets(horizontal: 10, vertical: 0),
      child: StackLayoutSpec(direction: .horizontal, spacing: 40, alignItems: .center) {
        // Takes what is free, and gets narrower before it pushes the time off the screen.
        StackLayoutSpec(direction: .vertical) {
          username
          location
        }.flexGrow().flexShrink()
        time
      })

    let portrait = header.layoutThatFits(SizeRange(width: 320))
    #expect(portrait.size == Size(320, 40))
    #expect(portrait.frame(of: username) == Rect(x: 10, y: 0, width: 236, height: 20))
    #expect(portrait.frame(of: time) == Rect(x: 286, y: 10, width: 24, height: 20))
    let landscape = header.layoutThatFits(SizeRange(width: 568))
    #expect(landscape.frame(of: time) == Rect(x: 534, y: 10, width: 24, height: 20))
    try draw(portrait)
  }

  @Test func `Photo with inset text overlay`() throws {
    let photo = NetworkImageNode()
    let title = TextNode("family fall hikes")
    let spec = DisplayNode { _, constrainedSize in
      let side = constrainedSize.max.width / 4
      // An infinite inset pushes the title away from the top and lets it keep its height.
      let insets = EdgeInsets(top: .infinity, left: 12, bottom: 12, right: 12)
      return OverlayLayoutSpec(
        child: photo.preferredSize(Size(side, side)),
        overlay: InsetLayoutSpec(insets: insets, child: title))
    }

    let layout = spec.layoutThatFits(SizeRange(max: Size(800, .infinity)))
    #expect(layout.frame(of: photo) == Rect(x: 0, y: 0, width: 200, height: 200))
    #expect(layout.frame(of: title) == Rect(x: 12, y: 168, width: 176, height: 20))
    try draw(layout)
  }

  @Test func `Photo with outset icon overlay, on a corner`() throws {
    let photo = NetworkImageNode().preferredSize(Size(150, 150))
    let icon = ImageNode().preferredSize(Size(40, 40))

    let spec = CornerLayoutSpec(child: photo, corner: icon, location: .topRight)
    let layout = spec.layoutThatFits(SizeRange(max: Size(320, .infinity)))
    // The icon reaches over the edge, and the spec is as large as the photo.
    #expect(layout.size == Size(150, 150))
    #expect(layout.frame(of: icon) == Rect(x: 130, y: -20, width: 40, height: 40))

    let wrapping = CornerLayoutSpec(child: photo, corner: icon, location: .topRight, wrapsCorner: true)
    let wrapped = wrapping.layoutThatFits(SizeRange(max: Size(320, .infinity)))
    #expect(wrapped.size == Size(170, 170))
    #expect(wrapped.frame(of: photo) == Rect(x: 0, y: 20, width: 150, height: 150))
    #expect(wrapped.frame(of: icon) == Rect(x: 130, y: 0, width: 40, height: 40))
    try draw(layout)
  }

  @Test func `Photo with outset icon overlay, at positions`() throws {
    let photo = NetworkImageNode().preferredSize(Size(150, 150)).layoutPosition(20, 20)
    let icon = ImageNode().preferredSize(Size(40, 40)).layoutPosition(150, 0)

    let spec = AbsoluteLayoutSpec(sizing: .sizeToFit) {
      photo
      icon
    }
    let layout = spec.layoutThatFits(SizeRange(max: Size(320, .infinity)))
    #expect(layout.size == Size(190, 170))
    #expect(layout.frame(of: photo) == Rect(x: 20, y: 20, width: 150, height: 150))
    #expect(layout.frame(of: icon) == Rect(x: 150, y: 0, width: 40, height: 40))
    try draw(layout)
  }

  @Test func `Simple inset text cell`() throws {
    let title = TextNode("funny animal videos")
    let insets = EdgeInsets(top: 0, left: 12, bottom: 4, right: 4)
    let cell = CenterLayoutSpec(
      centering: .y, sizing: .minimumX, child: InsetLayoutSpec(insets: insets, child: title))

    let layout = cell.layoutThatFits(SizeRange(width: 0...320, height: 44...44))
    #expect(layout.size == Size(168, 44))
    #expect(layout.frame(of: title) == Rect(x: 12, y: 10, width: 152, height: 20))
    try draw(layout)
  }

  @Test func `Top and bottom separator lines`() throws {
    let top = DisplayNode().height(1)
    let bottom = DisplayNode().height(1)
    let text = TextNode("here is some text")

    // A stack stretches its children across by default, so that the lines are as wide as it is.
    let spec = StackLayoutSpec(direction: .vertical) {
      top
      InsetLayoutSpec(insets: EdgeInsets(20), child: text)
      bottom
    }
    let layout = spec.layoutThatFits(SizeRange(width: 320))
    #expect(layout.size == Size(320, 62))
    #expect(layout.frame(of: text) == Rect(x: 20, y: 21, width: 280, height: 20))
    #expect(layout.frame(of: bottom) == Rect(x: 0, y: 61, width: 320, height: 1))
    try draw(layout)
  }

  @Test func `Play button over a video`() throws {
    let video = VideoNode()
    let button = ImageNode(imageSize: Size(60, 60))

    // A video has no size until it is there: the ratio gives it one.
    let spec = OverlayLayoutSpec(
      child: RatioLayoutSpec(ratio: 9.0 / 16, child: video), overlay: CenterLayoutSpec(child: button))
    let layout = spec.layoutThatFits(.tableCell(width: 320))
    #expect(layout.frame(of: video) == Rect(x: 0, y: 0, width: 320, height: 180))
    #expect(layout.frame(of: button) == Rect(x: 130, y: 60, width: 60, height: 60))
    try draw(layout)
  }
}

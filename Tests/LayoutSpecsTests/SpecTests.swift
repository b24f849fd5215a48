import LayoutSpecs
import LayoutTestSupport
import Testing

/// The examples of the Layout API's documentation, as they read here.
@Suite("Documented examples")
struct DocumentedExampleTests {
  @Test("Header with left and right text")
  func header() {
    let name = TextNode("hannahmbanana")
    let location = TextNode("San Fransisco, CA")
    let time = TextNode("30m")
    let header = InsetLayoutSpec(
      insets: EdgeInsets(horizontal: 10, vertical: 0),
      child: StackLayoutSpec(direction: .horizontal, spacing: 40, alignItems: .center) {
        StackLayoutSpec(direction: .vertical) {
          name
          location
        }.flexGrow().flexShrink()
        time
      })
    let layout = header.layoutThatFits(.upTo(width: 320))
    #expect(layout.size == Size(220, 40))
    #expect(layout.frame(of: name) == Rect(x: 10, y: 0, width: 136, height: 20))
    #expect(layout.frame(of: time) == Rect(x: 186, y: 10, width: 24, height: 20))
  }

  @Test("Photo with inset text overlay")
  func photo() {
    let photo = NetworkImageNode().preferredSize(Size(200, 200))
    let text = TextNode("photo", metrics: MonospaceMetrics(advance: 10, lineHeight: 30))
    let insets = EdgeInsets(top: .infinity, left: 12, bottom: 12, right: 12)
    let spec = OverlayLayoutSpec(child: photo, overlay: InsetLayoutSpec(insets: insets, child: text))
    let layout = spec.layoutThatFits(.unconstrained)
    #expect(layout.size == Size(200, 200))
    #expect(layout.frame(of: text) == Rect(x: 12, y: 158, width: 176, height: 30))
  }

  @Test("Photo with outset icon, in an absolute spec and in a corner spec")
  func icon() {
    let photo = ImageNode(imageSize: Size(150, 150)).layoutPosition(20, 20)
    let icon = ImageNode(imageSize: Size(40, 40)).layoutPosition(150, 0)
    let absolute = AbsoluteLayoutSpec(sizing: .sizeToFit) {
      photo
      icon
    }
    #expect(absolute.layoutThatFits(.unconstrained).size == Size(190, 170))
    let corner = CornerLayoutSpec(child: photo, corner: icon, location: .topRight, wrapsCorner: true)
    let layout = corner.layoutThatFits(.unconstrained)
    #expect(layout.size == Size(170, 170))
    #expect(layout.frame(of: icon) == Rect(x: 130, y: 0, width: 40, height: 40))
  }

  @Test("Separator lines, a spacer, and a loop between the braces")
  func separators() {
    let lines = (0..<2).map { _ in DisplayNode().height(1) }
    let spec = StackLayoutSpec(direction: .vertical, spacing: 5) {
      lines[0]
      for word in ["one", "two"] { TextNode(word) }
      if lines.count > 1 { LayoutSpec().height(7) }
      lines[1]
    }
    let layout = spec.layoutThatFits(SizeRange(width: 100...100, height: 0...(.infinity)))
    #expect(layout.size == Size(100, 69))
    #expect(layout.frame(of: lines[1]) == Rect(x: 0, y: 68, width: 100, height: 1))
  }

  @Test("A spacer takes what is left; the remainder goes to the first that grows")
  func growing() {
    let nodes = (0..<3).map { _ in ImageNode(imageSize: Size(10, 10)).flexGrow() }
    let layout = StackLayoutSpec(children: nodes).layoutThatFits(SizeRange(exactly: Size(100, 10)))
    #expect(nodes.map { layout.frame(of: $0)?.size.width } == [34, 33, 33])
  }

  @Test("Whichever alignment: horizontalAlignment and verticalAlignment override by direction")
  func alignments() {
    var stack = StackParameters(
      direction: .horizontal, horizontalAlignment: .right, verticalAlignment: .bottom)
    #expect(stack.resolvedJustifyContent == .end && stack.resolvedAlignItems == .end)
    stack.direction = .vertical
    #expect(stack.resolvedJustifyContent == .end && stack.resolvedAlignItems == .end)
    stack.horizontalAlignment = .middle
    #expect(stack.resolvedAlignItems == .center)
    #expect(StackLayoutSpec(spacing: 3, children: []).spacing == 3)
  }

  @Test("Order of the result: background, then child, then overlay")
  func order() {
    let child = ImageNode(imageSize: Size(10, 10)).named("child")
    let spec = OverlayLayoutSpec(
      child: BackgroundLayoutSpec(child: child, background: DisplayNode().named("background")),
      overlay: DisplayNode().named("overlay"))
    let layout = spec.layoutThatFits(.unconstrained)
    #expect(
      layout.flattenedNodes.compactMap { layout.tree.name(of: $0.element) } == [
        "background", "child", "overlay",
      ])
  }
}

@Suite("Deviations from Texture")
struct DeviationTests {
  @Test("An infinite inset in an unbounded range counts as 0, where Texture asserts")
  func infiniteInset() {
    let spec = InsetLayoutSpec(insets: EdgeInsets(.infinity), child: ImageNode(imageSize: Size(10, 20)))
    let layout = spec.layoutThatFits(.unconstrained)
    #expect(layout.size == Size(10, 20))
    #expect(layout.sublayouts[0].position == .zero)
  }

  @Test("An exact percentage of an infinite parent counts as auto, where Texture asserts")
  func percentOfInfinity() {
    let node = ImageNode(imageSize: Size(10, 20)).width("50%")
    #expect(WrapperLayoutSpec(node).layoutThatFits(.unconstrained).size == Size(10, 20))
  }

  @Test(
    "A stack that is left without a layout reports its own baseline, whatever it reported in another range before"
  )
  func lateBaseline() {
    // Texture writes a stack's baselines into its style whenever it lays it out, so there the answer depends on history.
    func spec() -> some LayoutElement {
      StackLayoutSpec(alignItems: .baselineFirst) {
        StackLayoutSpec(direction: .vertical) {
          StackLayoutSpec(direction: .vertical) { TextNode("a").ascender(15) }
            .flexGrow().flexShrink().ascender(3).alignSelf(.start)
          ImageNode(imageSize: Size(10, 80))
        }.height(50)
        ImageNode(imageSize: Size(10, 10)).ascender(8)
      }
    }
    let layout = spec().layoutThatFits(.upTo(width: 100))
    #expect(layout.sublayouts.map(\.position.y) == [5, 0])
  }
}

@Suite("Descriptions")
struct DescriptionTests {
  private let spec = StackLayoutSpec(direction: .horizontal) {
    StackLayoutSpec(direction: .vertical) {
      ImageNode(imageSize: Size(10, 10))
      ImageNode(imageSize: Size(10, 10))
    }
    StackLayoutSpec(direction: .vertical) {
      ImageNode(imageSize: Size(10, 10))
      ImageNode(imageSize: Size(10, 10))
    }
  }

  @Test("A layout's description is a line an element")
  func recursiveDescription() {
    let layout = spec.named("header").layoutThatFits(.upTo(width: 100))
    #expect(
      layout.recursiveDescription == """
        <StackLayoutSpec "header"; position = {0, 0}; size = {20, 20}>
          <StackLayoutSpec; position = {0, 0}; size = {10, 20}>
            <ImageNode; position = {0, 0}; size = {10, 10}>
            <ImageNode; position = {0, 10}; size = {10, 10}>
          <StackLayoutSpec; position = {10, 0}; size = {10, 20}>
            <ImageNode; position = {0, 0}; size = {10, 10}>
            <ImageNode; position = {0, 10}; size = {10, 10}>
        """)
  }
}

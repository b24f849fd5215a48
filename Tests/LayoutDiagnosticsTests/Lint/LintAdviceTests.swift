import LayoutDiagnostics
import LayoutSpecs
import LayoutTestSupport
import Testing

/// Whoever follows the advice is rid of the finding.
@Suite("Lint's advice")
struct LintAdviceTests {
  private static func box(_ width: Double, _ height: Double) -> ImageNode {
    ImageNode(imageSize: Size(width, height)).named("image")
  }

  /// Checks that the mistake is found, that the advice says so, and that nothing is found once it was followed.
  private func follow(
    _ advice: String, in range: SizeRange = .screen, _ element: (_ isFollowed: Bool) -> any LayoutElement
  ) {
    let findings = element(false).lint(in: range)
    #expect(findings.contains { $0.fix.contains(advice) }, "\(findings.map(\.fix))")
    let left = element(true).lint(in: range)
    #expect(left.isEmpty, "\(left.map(\.description).joined(separator: "\n"))")
  }

  @Test func `A property is set on the child of the nearest stack`() {
    follow(#"Set flexShrink 1 on the InsetLayoutSpec "margins" instead"#) { isFollowed in
      let text = TextNode("a text of more words than there is room for in this row").named("text")
      let margins = InsetLayoutSpec(insets: .zero, child: isFollowed ? text : text.flexShrink()).named(
        "margins")
      return StackLayoutSpec { isFollowed ? margins.flexShrink() : margins }
    }
  }

  @Test func `A stack that hugs its children is given a minimum`() {
    follow(#"Set minWidth "100%" on the StackLayoutSpec "row""#, in: .upTo(width: 320)) { isFollowed in
      let row = StackLayoutSpec { [Self.box(40, 40), LayoutSpec().flexGrow(), Self.box(40, 40)] }.named("row")
      return InsetLayoutSpec(insets: EdgeInsets(8), child: isFollowed ? row.minWidth("100%") : row)
    }
    follow(#"Set alignSelf stretch on the StackLayoutSpec "row""#) { isFollowed in
      let row = StackLayoutSpec { [Self.box(40, 40), LayoutSpec().flexGrow()] }.named("row")
      return StackLayoutSpec(direction: .vertical, alignItems: .start) {
        isFollowed ? row.alignSelf(.stretch) : row
      }
    }
  }

  @Test func `A stack spreads its children in what a stack around it has left`() {
    follow(#"Set flexGrow 1 on the StackLayoutSpec "row""#) { isFollowed in
      let row = StackLayoutSpec(justifyContent: .spaceBetween) { [Self.box(40, 40), Self.box(40, 40)] }
      return StackLayoutSpec { row.named("row").flexGrow(isFollowed ? 1 : 0) }
    }
    follow(#"Set flexGrow 1 on the StackLayoutSpec "row""#) { isFollowed in
      let row = StackLayoutSpec { [Self.box(40, 40), LayoutSpec().flexGrow(), Self.box(40, 40)] }
      return StackLayoutSpec { row.named("row").flexGrow(isFollowed ? 1 : 0) }
    }
    follow(#"Set minWidth "100%" on the StackLayoutSpec "row""#, in: .upTo(width: 320)) { isFollowed in
      let row = StackLayoutSpec(justifyContent: .spaceBetween) { [Self.box(40, 40), Self.box(40, 40)] }
      return InsetLayoutSpec(
        insets: EdgeInsets(8), child: row.named("row").minWidth(isFollowed ? "100%" : .auto))
    }
  }

  @Test func `A node gets its subnodes`() {
    follow(#"Set automaticallyManagesSubnodes of the DisplayNode "cell" to true"#) { isFollowed in
      let node = DisplayNode { _, _ in InsetLayoutSpec(insets: EdgeInsets(4), child: Self.box(40, 40)) }
      node.automaticallyManagesSubnodes = isFollowed
      return node.named("cell")
    }
    follow("or add what it lays out with addSubnode(_:)") { isFollowed in
      let image = Self.box(40, 40)
      let node = DisplayNode { _, _ in InsetLayoutSpec(insets: EdgeInsets(4), child: image) }
      if isFollowed { node.addSubnode(image) }
      return node
    }
  }

  @Test func `A minimum is kept where nothing takes it away`() {
    follow("Set flexShrink 0 on it") { isFollowed in
      let photo = Self.box(200, 40).minWidth(150).flexShrink(isFollowed ? 0 : 1)
      return StackLayoutSpec(alignItems: .start) {
        [photo, TextNode("a text of 25 characters").flexShrink(isFollowed ? 1 : 0)]
      }
    }
  }

  @Test func `What holds a text shrinks`() {
    follow(#"Set flexShrink 1 on the StackLayoutSpec "column""#) { isFollowed in
      let column = StackLayoutSpec(direction: .vertical) {
        TextNode("a text of more words than there is room for in this row")
      }.named("column")
      return StackLayoutSpec { [Self.box(40, 40), isFollowed ? column.flexShrink() : column] }
    }
  }

  @Test func `A stack wraps`() {
    follow("let the stack wrap (flexWrap wrap)") { isFollowed in
      StackLayoutSpec(alignItems: .start, flexWrap: isFollowed ? .wrap : .noWrap) {
        [Self.box(200, 40), Self.box(200, 40)]
      }
    }
    follow(#"or set flexShrink 1 on it, so that the StackLayoutSpec "row" bounds it"#) { isFollowed in
      let tags = StackLayoutSpec(alignItems: .start, flexWrap: .wrap) {
        [Self.box(100, 10), Self.box(90, 10), Self.box(80, 10)]
      }.named("tags")
      return StackLayoutSpec {
        Self.box(100, 20)
        isFollowed ? tags.flexShrink() : tags
      }.named("row")
    }
  }

  @Test func `A photo is given a height, by itself or by what is around it`() {
    follow("Give it a height (height, minHeight or preferredSize)") { isFollowed in
      let photo = NetworkImageNode().named("photo")
      return StackLayoutSpec(direction: .vertical) { isFollowed ? photo.height(200) : photo }
    }
    follow(#"put the OverlayLayoutSpec "photo" into a wrapper spec with that size"#) { isFollowed in
      let photo = OverlayLayoutSpec(child: NetworkImageNode(), overlay: DisplayNode()).named("photo")
      return StackLayoutSpec(direction: .vertical) {
        isFollowed ? WrapperLayoutSpec(photo).height(200) : photo.height(200)
      }
    }
    follow(#"Give the RatioLayoutSpec "square" a width"#) { isFollowed in
      let square = RatioLayoutSpec(ratio: 1, child: NetworkImageNode()).named("square")
      return StackLayoutSpec(alignItems: .start) { isFollowed ? square.width(50) : square }
    }
  }

  @Test func `A photo is made as high as what lies over it`() {
    follow(#"Give the NetworkImageNode "photo" a minHeight of 60 or more"#) { isFollowed in
      let photo = NetworkImageNode().named("photo").width(100).height(40)
      if isFollowed { photo.style.height = 60 }
      let texts = StackLayoutSpec(direction: .vertical) { [TextNode("a"), TextNode("b"), TextNode("c")] }
      return StackLayoutSpec(direction: .vertical) { OverlayLayoutSpec(child: photo, overlay: texts) }
    }
  }

  @Test func `A child that gets what is left shares it with another`() {
    follow("Set flexShrink 1 on another child") { isFollowed in
      let photo = Self.box(330, 40).named("photo")
      let texts = StackLayoutSpec(direction: .vertical) { TextNode("Title") }.named("texts").flexGrow()
      return StackLayoutSpec(alignItems: .start) {
        isFollowed ? photo.flexShrink() : photo
        isFollowed ? texts : texts.flexShrink()
      }
    }
  }
}

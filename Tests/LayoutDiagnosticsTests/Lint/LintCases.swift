import LayoutSpecs
import LayoutTestSupport

@testable import LayoutDiagnostics

/// A mistake that people make, of which what the lint finds is recorded; or something that is none.
struct LintCase: Sendable, CustomStringConvertible {
  let description: String
  let range: SizeRange
  let scale: Double
  let element: @Sendable () -> any LayoutElement
  /// The element after the change that the lint advises; nil if that is not tried.
  let cured: (@Sendable () -> any LayoutElement)?

  init(
    _ description: String, range: SizeRange = .screen, scale: Double = 1,
    element: @escaping @Sendable () -> any LayoutElement
  ) {
    (self.description, self.range, self.scale, self.element, cured) = (
      description, range, scale, element, nil
    )
  }

  init(
    _ description: String, range: SizeRange = .screen,
    element: @escaping @Sendable (_ isCured: Bool) -> any LayoutElement
  ) {
    (self.description, self.range, scale) = (description, range, 1)
    (self.element, cured) = ({ element(false) }, { element(true) })
  }

  /// The lint's findings in the element, or in the element after the change.
  func findings(in element: () -> any LayoutElement) -> [LintFinding] {
    // A lint takes the scale of a node, and these are specs.
    guard scale != 1 else { return element().lint(in: range) }
    let traits = Traits { $0.displayScale = scale }
    return Linter(RecordedLayout(element().layoutThatFits(range, traits: traits))).findings()
  }
}

extension SizeRange {
  /// 320 points wide, and as high as need be.
  static let screen = SizeRange(width: 320)
}

private func image(_ width: Double = 40, _ height: Double = 40) -> ImageNode {
  ImageNode(imageSize: Size(width, height)).named("image")
}

private func row(spacing: Double = 0, @LayoutElementBuilder children: () -> [any LayoutElement])
  -> some LayoutElement
{
  StackLayoutSpec(direction: .horizontal, spacing: spacing, alignItems: .start, children: children).named(
    "row")
}

private func column(@LayoutElementBuilder children: () -> [any LayoutElement]) -> some LayoutElement {
  StackLayoutSpec(direction: .vertical, children: children).named("column")
}

/// A row with its texts at its edges.
private func spread() -> some LayoutElement {
  StackLayoutSpec(justifyContent: .spaceBetween) { [TextNode("left"), TextNode("right")] }.named("row")
}

private func managing(_ spec: @escaping @Sendable () -> any LayoutElement) -> DisplayNode {
  DisplayNode { _, _ in spec() }.managingSubnodes()
}

private let words = "a text that goes on for so long that no screen is wide enough for it"

extension LintCase {
  static let all = properties + sizes + ratios + across + lines + endless + hugging + overflows + emptiness

  private static let properties: [LintCase] = [
    LintCase("flexGrow inside an inset, in a stack") { isCured in
      row {
        image()
        InsetLayoutSpec(
          insets: EdgeInsets(4), child: TextNode("Title").named("title").flexGrow(isCured ? 0 : 1)
        )
        .named("margins").flexShrink().flexGrow(isCured ? 1 : 0)
      }
    },
    LintCase("Spacing and alignment without any stack") {
      InsetLayoutSpec(insets: EdgeInsets(4), child: image().spacingBefore(8).alignSelf(.center))
        .named("margins")
    },
    LintCase("flexGrow on the spec that a node holds, and not on the node") {
      row { managing { column { image() }.named("text").flexGrow() }.named("cell") }
    },
    LintCase("layoutPosition in a stack") { column { image().layoutPosition(20, 10) } },
    LintCase("A size on an inset and on an overlay") { isCured in
      let margins = InsetLayoutSpec(insets: EdgeInsets(4), child: image()).named("margins")
      let photo = OverlayLayoutSpec(child: image(), overlay: DisplayNode().named("shade")).named("photo")
      let size = Size(10, 20)
      return column {
        isCured ? WrapperLayoutSpec(margins).width(100) : margins.width(100)
        isCured ? WrapperLayoutSpec(photo).preferredSize(size) : photo.preferredSize(size)
      }
    },
    LintCase("Baselines that nothing reads") {
      row {
        TextNode("a").named("a").ascender(15)
        InsetLayoutSpec(insets: .zero, child: TextNode("b").named("b").descender(-4)).named("margins")
      }
    },
    LintCase("A baseline on a vertical stack with children") {
      StackLayoutSpec(direction: .horizontal, alignItems: .baselineFirst) {
        column { TextNode("a").ascender(15).descender(-5) }.ascender(3)
        TextNode("b").ascender(15).descender(-5)
      }
    },
    LintCase("Lines in a stack that does not wrap") {
      StackLayoutSpec(direction: .horizontal, alignContent: .center, lineSpacing: 8) { image() }.named("tags")
    },
    LintCase("Two alignments") {
      StackLayoutSpec(
        direction: .horizontal, justifyContent: .end, alignItems: .start, horizontalAlignment: .left,
        verticalAlignment: .center
      ) { image() }.named("row")
    },
    LintCase("A basis that rule 10 does not read") {
      row { [image(), TextNode("Title").named("title").flexGrow().flexShrink().flexBasis(100)] }
    },
  ]

  private static let sizes: [LintCase] = [
    LintCase("A minimum above the maximum") { column { image().minWidth(200).maxWidth(100) } },
    LintCase("A minimum in percent above the maximum here") {
      column { image().minWidth("50%").maxWidth(100) }
    },
    LintCase("An exact size outside its bounds") {
      column { image().width(200).maxWidth(100).height(10).minHeight(20) }
    },
    LintCase("A minimum wider than the column") { column { image().minWidth(400) } },
    LintCase("A minimum higher than the screen", range: .init(exactly: Size(320, 100))) {
      image().minHeight(200)
    },
    LintCase("A minimum below which a row shrinks its child") { isCured in
      row {
        image(200, 40).minWidth(150).flexShrink(isCured ? 0 : 1)
        TextNode("a text of 25 characters..").named("title").flexShrink(isCured ? 1 : 0)
      }
    },
    LintCase("A percentage of a row's height") { row { image().height("50%") } },
    LintCase("A percentage of a range without end", range: .unconstrained) {
      image().width("50%").named("photo")
    },
    LintCase("A percentage inside an inset of a row") {
      row { InsetLayoutSpec(insets: EdgeInsets(4), child: image().height("50%")).named("margins") }
    },
    LintCase("A basis in percent of a column's height") { column { image().flexBasis("50%").flexShrink() } },
    LintCase("A ratio in a row that stretches it") {
      StackLayoutSpec(direction: .horizontal) {
        RatioLayoutSpec(ratio: 1, child: DisplayNode().named("map")).named("square")
        image()
      }
    },
    LintCase("A ratio in a row") { isCured in
      StackLayoutSpec(direction: .horizontal, alignItems: .start) {
        RatioLayoutSpec(ratio: 1, child: image()).named("square").width(isCured ? 50 : .auto)
      }
    },
    LintCase("A stack that wraps, in a row") { isCured in
      row {
        image(100, 20)
        StackLayoutSpec(alignItems: .start, flexWrap: .wrap) {
          [image(100, 10), image(90, 10), image(80, 10)]
        }
        .named("tags").flexShrink(isCured ? 1 : 0)
      }
    },
    LintCase("A stack that wraps, in a row, and was stretched after it flexed") {
      StackLayoutSpec {
        StackLayoutSpec(direction: .vertical, flexWrap: .wrap) { [image(10, 10), image(10, 10)] }
          .flexGrow().named("tags")
        image()
      }
    },
    LintCase("A spacer in a row in the middle of the screen") {
      CenterLayoutSpec(
        child: InsetLayoutSpec(
          insets: EdgeInsets(10),
          child: row { [image(), LayoutSpec().named("spacer").flexGrow()] }))
    },
  ]

  private static let ratios: [LintCase] = [
    LintCase("A square beside a caption, in a row that stretches it") { isCured in
      StackLayoutSpec(spacing: 8) {
        RatioLayoutSpec(ratio: 1, child: DisplayNode().named("photo")).named("square")
          .flexBasis("25%").alignSelf(isCured ? .start : .auto)
        TextNode(words + " " + words).named("caption").flexShrink()
      }.named("row")
    },
    LintCase("A banner with a minimum height") { isCured in
      column {
        RatioLayoutSpec(ratio: 0.5, child: DisplayNode()).named("banner").minHeight(isCured ? .auto : 200)
      }
    },
    LintCase("A banner with a maximum height, which its column stretches") { isCured in
      column {
        RatioLayoutSpec(ratio: 0.5, child: DisplayNode()).named("banner").maxHeight(100)
          .alignSelf(isCured ? .start : .auto)
      }
    },
    LintCase("A banner that grows", range: SizeRange(exactly: Size(320, 320))) { isCured in
      column {
        RatioLayoutSpec(ratio: 0.5, child: DisplayNode()).named("banner").flexGrow(isCured ? 0 : 1)
        TextNode("caption")
      }
    },
    LintCase("A banner in a cell of exact size", range: SizeRange(exactly: Size(100, 100))) { isCured in
      let banner = RatioLayoutSpec(ratio: 0.25, child: DisplayNode()).named("banner")
      return isCured ? AnyLayoutElement(CenterLayoutSpec(child: banner)) : AnyLayoutElement(banner)
    },
  ]

  private static let across: [LintCase] = [
    LintCase("Half of a column that stretches its children") { isCured in
      column { image().width("50%").alignSelf(isCured ? .center : .auto) }
    },
    LintCase("A maximum in a column that stretches its children") { isCured in
      column { TextNode(words).named("title").maxWidth(200).alignSelf(isCured ? .start : .auto) }
    },
    LintCase("A button with a minimum width, in a column that stretches its children") { isCured in
      column {
        TextNode("OK").named("button").minWidth(44).alignSelf(isCured ? .start : .auto)
        TextNode("Cancel")
      }
    },
    LintCase("Tags in a stack of exact height", range: SizeRange(exactly: Size(320, 120))) { isCured in
      StackLayoutSpec(alignItems: isCured ? .center : .stretch, flexWrap: .wrap, lineSpacing: 4) {
        [image(200, 20), image(150, 20), TextNode("a third tag")]
      }.named("tags")
    },
    LintCase("One tag that stretches, in a stack of exact height", range: SizeRange(exactly: Size(320, 120)))
    {
      isCured in
      StackLayoutSpec(alignItems: .start, flexWrap: .wrap) {
        image(200, 20).alignSelf(isCured ? .start : .stretch)
        image(150, 20)
      }.named("tags")
    },
    LintCase("A width that its column does not have", range: SizeRange(width: 100)) { isCured in
      column { image().width(isCured ? 100 : 150).alignSelf(.start) }
    },
    LintCase("A text and an icon on one baseline") { isCured in
      StackLayoutSpec(alignItems: .baselineFirst) {
        TextNode("Hello", metrics: MonospaceMetrics(ascender: 15))
        image(60, 60).ascender(isCured ? 60 : 0)
      }.named("row")
    },
    LintCase("A text in margins beside another one, by their first baselines") { isCured in
      StackLayoutSpec(alignItems: .baselineFirst) {
        TextNode("12", metrics: MonospaceMetrics(advance: 16, lineHeight: 40, ascender: 30))
        InsetLayoutSpec(
          insets: EdgeInsets(4),
          child: TextNode("a month", metrics: MonospaceMetrics(ascender: 15)).named("small")
        ).named("pill").ascender(isCured ? 19 : 0)
      }.named("prices")
    },
    LintCase("A row in a row, by their last baselines") { isCured in
      StackLayoutSpec(alignItems: .baselineLast) {
        TextNode("12", metrics: MonospaceMetrics(advance: 16, lineHeight: 40, ascender: 30))
        row { TextNode("a month", metrics: MonospaceMetrics(ascender: 15)).named("small") }
          .descender(isCured ? -5 : 0)
      }.named("prices")
    },
  ]

  private static let lines: [LintCase] = [
    LintCase("Two halves that are rounded up", range: SizeRange(width: 321)) { isCured in
      StackLayoutSpec(alignItems: .start, flexWrap: .wrap) {
        [image().width(isCured ? "49.8%" : "50%"), image().width(isCured ? 160 : "50%")]
      }.named("wall")
    },
    LintCase("Squares in the basis of a third, which is rounded up", range: SizeRange(width: 320)) {
      isCured in
      StackLayoutSpec(alignItems: .start, flexWrap: .wrap) {
        for _ in 0..<4 {
          RatioLayoutSpec(ratio: 1, child: DisplayNode()).named("square")
            .flexBasis(isCured ? "33.1%" : .fraction(1.0 / 3))
        }
      }.named("wall")
    },
    LintCase("Widths in points that are no whole pixels", range: SizeRange(width: 321)) { isCured in
      StackLayoutSpec(alignItems: .start, flexWrap: .wrap) {
        [image().width(isCured ? 160 : 160.5), image().width(isCured ? 160 : 160.5)]
      }.named("wall")
    },
    LintCase("Chips, and a field that takes the rest of their line", range: SizeRange(width: 240)) {
      isCured in
      StackLayoutSpec(spacing: 8, alignItems: .start, flexWrap: .wrap) {
        image(100, 20)
        image(120, 20)
        TextNode("Type a name").named("field").flexGrow().flexShrink(isCured ? 0 : 1)
      }.named("chips")
    },
    LintCase("Chips, and a note that is longer than a line", range: SizeRange(width: 240)) { isCured in
      StackLayoutSpec(spacing: 8, alignItems: .start, flexWrap: .wrap) {
        image(100, 20)
        image(100, 20)
        InsetLayoutSpec(insets: EdgeInsets(4), child: TextNode(words).named("note")).named("margins")
          .flexGrow(isCured ? 0 : 1).flexShrink()
      }.named("chips")
    },
    LintCase("A hundred images that shrink", range: SizeRange(width: 320)) { isCured in
      StackLayoutSpec(alignItems: .start) {
        image(10, 10).flexShrink()
        for _ in 1..<100 {
          isCured ? image(10, 10).flexBasis(3) : image(10, 10).flexShrink()
        }
      }.named("row")
    },
    LintCase("Widths that add up before they are rounded up", range: SizeRange(width: 102)) { isCured in
      StackLayoutSpec(alignItems: .start) { for _ in 0..<5 { image().width(isCured ? 20 : 20.4) } }.named(
        "row")
    },
  ]

  private static let endless: [LintCase] = [
    LintCase("Insets without an end, in a column without one") { isCured in
      let insets = EdgeInsets(top: .infinity, left: 10, bottom: 5, right: .infinity)
      let badge = InsetLayoutSpec(insets: insets, child: image(20, 20)).named("badge")
      return column {
        isCured ? AnyLayoutElement(WrapperLayoutSpec(badge).height(40)) : AnyLayoutElement(badge)
      }
    },
    LintCase("A spinner in the middle of a column without an end") { isCured in
      column {
        TextNode("title")
        CenterLayoutSpec(centering: isCured ? .x : .xy, child: image(20, 20)).named("spinner")
      }
    },
    LintCase("A button at the end of a row in a row") { isCured in
      row {
        RelativeLayoutSpec(horizontalPosition: isCured ? .none : .end, child: image(20, 20)).named("button")
        TextNode("x")
      }
    },
    LintCase("A spacer in a cell without an end") { isCured in
      let spacer = LayoutSpec().named("spacer").flexGrow()
      return StackLayoutSpec(direction: .vertical) { [TextNode("title"), spacer, TextNode("footer")] }
        .named("cell").minHeight(isCured ? 100 : .auto)
    },
  ]

  private static let hugging =
    hugging("A spacer in a row") { row { [image(), LayoutSpec().named("spacer").flexGrow(), image()] } }
    + hugging("Two texts at the edges of a row") { spread() }

  /// A row that is as long as its children, alone and in other stacks.
  private static func hugging(
    _ name: String, _ row: @escaping @Sendable () -> some LayoutElement
  ) -> [LintCase] {
    [
      LintCase("\(name) that hugs its children", range: .upTo(width: 320)) { row() },
      LintCase("\(name) that its column does not stretch") { isCured in
        StackLayoutSpec(direction: .vertical, alignItems: .start) {
          row().alignSelf(isCured ? .stretch : .auto)
        }.named("column")
      },
      LintCase("\(name) in an inset", range: .upTo(width: 320)) { isCured in
        InsetLayoutSpec(insets: EdgeInsets(8), child: row().minWidth(isCured ? "100%" : .auto))
      },
      LintCase("\(name) in another row") { isCured in StackLayoutSpec { row().flexGrow(isCured ? 1 : 0) } },
    ]
  }

  private static let overflows: [LintCase] = [
    LintCase("A node in two places") {
      let icon = image()
      return column {
        icon
        managing { InsetLayoutSpec(insets: EdgeInsets(4), child: icon).named("margins") }
      }
    },
    LintCase("Two texts at one place of a canvas") {
      AbsoluteLayoutSpec {
        TextNode("Title").named("title").layoutPosition(10, 10)
        InsetLayoutSpec(insets: EdgeInsets(4), child: TextNode("12").named("price")).layoutPosition(40, 10)
        TextNode("Date").named("date").layoutPosition(10, 40)
      }.named("canvas")
    },
    LintCase("A text beside an image") { row(spacing: 8) { [image(), TextNode(words).named("title")] } },
    LintCase("A text in a column beside an image") { isCured in
      row(spacing: 8) {
        image()
        column { [TextNode("Title").named("title"), TextNode(words).named("body")] }
          .flexShrink(isCured ? 1 : 0)
      }
    },
    LintCase("A text with a limit of lines beside an image") {
      row(spacing: 8) { [image(), TextNode(words).limited(to: 2).named("title")] }
    },
    LintCase("A text beside an image that shrank away") {
      row { [image().flexShrink(), TextNode(words).named("title")] }
    },
    LintCase("A text with insets beside an image that shrank away") {
      row {
        image().flexShrink()
        InsetLayoutSpec(insets: EdgeInsets(4), child: TextNode(words).named("title"))
      }
    },
    LintCase("A text with more lines than it may have") {
      column { TextNode(words + " " + words).limited(to: 1).named("title") }
    },
    LintCase("A text that is higher than its frame") {
      column { TextNode(words + " " + words).named("title").height(30) }
    },
    LintCase("A line that is higher than its frame") {
      column { TextNode("Title").named("title").height(10) }
    },
    LintCase("A row of texts without baselines") {
      StackLayoutSpec(direction: .horizontal, alignItems: .baselineFirst) {
        TextNode("12")
        TextNode("a month")
      }.named("prices")
    },
    LintCase("A row of columns whose last texts have no baseline") {
      StackLayoutSpec(direction: .horizontal, alignItems: .baselineLast) {
        column { [TextNode("now").descender(-5).named("now"), TextNode("12")] }
        TextNode("a month")
      }.named("prices")
    },
    LintCase("Images that take more than there is") { isCured in
      StackLayoutSpec(spacing: 10, alignItems: .start, flexWrap: isCured ? .wrap : .noWrap) {
        [image(200, 40).named("first"), image(150, 40).named("second")]
      }.named("row")
    },
    LintCase("A column higher than the screen", range: .init(exactly: Size(320, 100))) {
      column { [image(40, 80).named("first"), image(40, 90).spacingBefore(5).named("second")] }
    },
    LintCase("Insets larger than what there is") {
      InsetLayoutSpec(insets: EdgeInsets(horizontal: 200, vertical: 0), child: image()).named("margins")
    },
    LintCase("A position too far to the right") {
      AbsoluteLayoutSpec { image().layoutPosition(300, 0).minWidth(40) }.named("canvas")
    },
    LintCase("A corner element that there is no room to wrap", range: .init(exactly: Size(40, 40))) {
      CornerLayoutSpec(
        child: image(), corner: image(20, 20).named("badge"), location: .bottomRight, wrapsCorner: true
      ).named("badged")
    },
    LintCase("A title that is longer than its photo is high", range: .unconstrained) {
      OverlayLayoutSpec(
        child: image(100, 40).named("photo"),
        overlay: TextNode("a long title of not few lines").named("title"))
    },
    LintCase("A column over a photo") { isCured in
      OverlayLayoutSpec(
        child: image(100, 50).named("photo").minHeight(isCured ? 60 : .auto),
        overlay: column {
          TextNode("Title").named("title")
          TextNode("Subtitle").named("subtitle")
          TextNode("Date").named("date")
        }.named("texts"))
    },
  ]

  private static let emptiness: [LintCase] = [
    LintCase("A node without its subnodes") { isCured in
      let cell = DisplayNode { _, _ in column { [TextNode("Title").named("title"), image()] } }.named("cell")
      cell.automaticallyManagesSubnodes = isCured
      return cell
    },
    LintCase("A node without its only subnode") { isCured in
      let photo = image()
      let cell = DisplayNode { _, _ in column { photo } }.named("cell")
      if isCured { cell.addSubnode(photo) }
      return cell
    },
    LintCase("One subnode that was not added, in a node within") {
      managing {
        let avatar = DisplayNode { _, _ in image().named("photo") }.named("avatar")
        return row { avatar }
      }.named("cell")
    },
    LintCase("A photo without a size") { isCured in
      column { NetworkImageNode().named("photo").height(isCured ? 200 : .auto) }
    },
    LintCase("A photo without a size in a row") { row { NetworkImageNode().named("photo").height(40) } },
    LintCase("A photo without a size, in margins in a row") { isCured in
      row {
        InsetLayoutSpec(
          insets: EdgeInsets(4),
          child: NetworkImageNode().named("photo").width(isCured ? 40 : .auto).height(40)
        ).named("margins")
      }
    },
    LintCase("A photo without a size that has a background, in a row") { isCured in
      let photo = NetworkImageNode().named("photo").width(isCured ? 40 : .auto).height(40)
      return row {
        BackgroundLayoutSpec(child: photo, background: DisplayNode().named("shade")).named("framed")
      }
    },
    LintCase("A text over a hole in a row") { isCured in
      row {
        OverlayLayoutSpec(
          child: LayoutSpec().named("hole").width(isCured ? 40 : .auto).height(40),
          overlay: TextNode("gone").named("text"))
      }
    },
    LintCase("A basis of nothing, and nothing to grow into") { isCured in
      column {
        TextNode("title").named("title").flexBasis(isCured ? .auto : 0)
        TextNode("body")
      }
    },
    LintCase("A percentage in a background, of a row that is as wide as its children") { isCured in
      let shade = DisplayNode().named("shade").width("50%").height(10)
      return StackLayoutSpec(direction: .vertical, alignItems: .start) {
        StackLayoutSpec { BackgroundLayoutSpec(child: image(100, 50), background: shade).named("card") }
          .width(isCured ? 100 : .auto).named("row")
      }
    },
    LintCase("An image without pixels") { column { image(0, 0) } },
    LintCase("A text without words in a row") { row { TextNode("").named("title") } },
    LintCase("A height of nothing") { column { image().height(0) } },
    LintCase("A text that its stack shrank away") {
      row { [image(320, 40).named("photo"), TextNode("Title").named("title").flexShrink()] }
    },
    LintCase("A child that takes what the others leave, and they leave nothing") { isCured in
      row {
        image(330, 40).named("photo").flexShrink(isCured ? 1 : 0)
        column { TextNode("Title") }.named("texts").flexGrow().flexShrink(isCured ? 0 : 1)
      }
    },
    LintCase("A leaf that takes what the others leave, exactly nothing") {
      row { [image(320, 40).named("photo"), TextNode("Title").named("title").flexGrow().flexShrink()] }
    },
    LintCase("A background of nothing") {
      BackgroundLayoutSpec(child: LayoutSpec().named("spacer"), background: DisplayNode().named("shade"))
    },
    LintCase("A position beyond the edge") {
      AbsoluteLayoutSpec { DisplayNode().named("shade").layoutPosition(320, 0).height(10) }.named("canvas")
    },
    LintCase("A node that holds a spacer alone") {
      column { DisplayNode { _, _ in LayoutSpec() }.named("cell") }
    },
    LintCase("A text in a user's spec, which hands on the range without width", range: .init(width: 0)) {
      LayeredSpec(children: [TextNode("x").named("text")])
    },
    LintCase("A text below what the others leave nothing for, which was not measured") {
      StackLayoutSpec {
        image(400, 40)
        InsetLayoutSpec(insets: .zero, child: TextNode("x").named("text")).flexGrow().flexShrink()
          .named("margins")
      }.named("row")
    },
  ]
}

extension TextNode {
  /// The node with so many lines at most.
  fileprivate func limited(to count: Int) -> TextNode {
    maximumLineCount = count
    return self
  }
}

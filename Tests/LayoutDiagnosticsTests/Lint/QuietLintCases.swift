import LayoutSpecs
import LayoutTestSupport

extension LintCase {
  /// Trees without a mistake, or with choices that only people can judge.
  static let quiet: [LintCase] = [
    LintCase("flexGrow on an inset spec and on its child, as Texture's documents advise") {
      StackLayoutSpec {
        InsetLayoutSpec(insets: EdgeInsets(4), child: TextNode("Title").flexGrow()).flexGrow()
      }
    },
    LintCase("Children between which there is space, and two that have nothing to share") {
      StackLayoutSpec(direction: .vertical) {
        StackLayoutSpec(justifyContent: .spaceBetween) { [TextNode("left"), TextNode("right")] }
        StackLayoutSpec { StackLayoutSpec(justifyContent: .spaceBetween) { TextNode("alone") } }
      }
    },
    LintCase("Texts over each other in one child of a canvas") {
      AbsoluteLayoutSpec { OverlayLayoutSpec(child: TextNode("shadow"), overlay: TextNode("shadow")) }
    },
    LintCase("A minimum that the width of the screen is") {
      StackLayoutSpec(direction: .vertical) { ImageNode(imageSize: Size(9, 9)).minWidth(320) }
    },
    LintCase("A root that is meant for a stack and an absolute spec elsewhere") {
      TextNode("x").flexGrow().spacingBefore(4).layoutPosition(3, 4).ascender(15)
    },
    LintCase("Children of the user's own spec, which may read any property") {
      LayeredSpec(children: [TextNode("x").flexGrow().layoutPosition(3, 4).ascender(15)])
    },
    LintCase("A spacer in a row that is as wide as the screen") {
      StackLayoutSpec { [TextNode("x"), LayoutSpec().flexGrow()] }
    },
    LintCase("flexGrow along an axis without an end, where there is nothing to fill") {
      StackLayoutSpec(direction: .vertical) { DisplayNode().height(1).flexGrow() }
    },
    LintCase("At most so wide: an exact width in percent, and a maximum in points") {
      StackLayoutSpec(direction: .vertical, alignItems: .start) {
        ImageNode(imageSize: Size(9, 9)).width("100%").maxWidth(200)
      }
    },
    LintCase("Both baselines of a text, of which the stack reads one, in a column inside a row") {
      StackLayoutSpec(alignItems: .baselineFirst) {
        StackLayoutSpec(direction: .vertical) { [TextNode("x").ascender(15).descender(-5), TextNode("y")] }
        TextNode("z").ascender(12).descender(-5)
      }
    },
    LintCase("Texts whose metrics have baselines, one in a column, and an image that stands on its own") {
      StackLayoutSpec(alignItems: .baselineFirst) {
        StackLayoutSpec(direction: .vertical) { TextNode("12", metrics: MonospaceMetrics(ascender: 15)) }
        TextNode("a month", metrics: MonospaceMetrics(ascender: 15))
        ImageNode(imageSize: Size(9, 9)).alignSelf(.start)
      }
    },
    LintCase("A text alone in a row that aligns by baselines") {
      StackLayoutSpec(alignItems: .baselineFirst) { TextNode("12") }
    },
    LintCase(
      "A minimum that is more than half of a screen",
      range: SizeRange(width: 0...320, height: 0...480)
    ) {
      WrapperLayoutSpec(DisplayNode().width("50%").minWidth(200).height(10))
    },
    LintCase("Images on the baselines that they are given", range: .unconstrained) {
      StackLayoutSpec(alignItems: .baselineLast) {
        ImageNode(imageSize: Size(9, 40)).ascender(30).descender(-10)
        ImageNode(imageSize: Size(9, 20)).ascender(15).descender(-5)
      }
    },
    LintCase("A badge that reaches out of its corner", range: .unconstrained) {
      CornerLayoutSpec(
        child: ImageNode(imageSize: Size(40, 40)), corner: ImageNode(imageSize: Size(20, 20)),
        location: .topRight)
    },
    LintCase("An image behind a text, scaled to it", range: .unconstrained) {
      BackgroundLayoutSpec(child: TextNode("x"), background: ImageNode(imageSize: Size(400, 300)))
    },
    LintCase("A text that shrinks, and wraps") {
      StackLayoutSpec {
        TextNode("a text that is too long for one line of this stack and for another").flexShrink()
        TextNode("x")
      }
    },
    LintCase("Three thirds, rounded up to whole pixels, that may shrink") {
      StackLayoutSpec {
        for _ in 0..<3 { ImageNode(imageSize: Size(9, 9)).flexBasis(.fraction(1.0 / 3)).flexShrink() }
      }
    },
    LintCase(
      "Buttons that grow by whole points around a hairline, at a scale that has no whole points", scale: 2.75
    ) {
      StackLayoutSpec {
        DisplayNode().height(40).flexGrow()
        DisplayNode().width(0.5).height(40)
        DisplayNode().height(40).flexGrow()
      }
    },
    LintCase("Three tabs that grow, at such a scale", scale: 2.625) {
      StackLayoutSpec { for _ in 0..<3 { DisplayNode().height(44).flexGrow() } }
    },
    LintCase("A square that has its ratio to the pixel", scale: 3) {
      StackLayoutSpec(direction: .vertical) { RatioLayoutSpec(ratio: 0.333, child: DisplayNode()) }
    },
    LintCase("A field that takes the rest of its line, where it has room") {
      StackLayoutSpec(alignItems: .start, flexWrap: .wrap) {
        ImageNode(imageSize: Size(100, 20))
        TextNode("Type a name").flexGrow().flexShrink()
      }
    },
    LintCase("Lines that break because children are long, and words that are no whole pixels wide", scale: 3)
    {
      StackLayoutSpec(alignItems: .start, flexWrap: .wrap) {
        for width in [200.0, 100, 60] { ImageNode(imageSize: Size(width, 20)) }
        for _ in 0..<9 { TextNode("word", metrics: MonospaceMetrics(advance: 8.9)) }
      }
    },
    LintCase("A spinner in the middle of a root without an end, which may be meant for a screen") {
      CenterLayoutSpec(child: ImageNode(imageSize: Size(20, 20)))
    },
    LintCase("A label in the middle of a button with a minimum width, that is wider") {
      StackLayoutSpec(alignItems: .start) {
        CenterLayoutSpec(centering: .x, sizing: .minimumX, child: TextNode("a long label")).minWidth(48)
      }
    },
    LintCase("Squares that share a row's width by whole points", scale: 3) {
      StackLayoutSpec(spacing: 1) {
        for _ in 0..<2 { RatioLayoutSpec(ratio: 1, child: DisplayNode()).flexBasis("40%").flexGrow() }
      }
    },
    LintCase("Images whose bottoms are on the last baseline of a text") {
      StackLayoutSpec(alignItems: .baselineLast) {
        TextNode("text", metrics: MonospaceMetrics(ascender: 15))
        ImageNode(imageSize: Size(40, 40))
        LayoutSpec().width(10)
      }
    },
    LintCase("Children that exceed their stack by less than the engine's threshold") {
      StackLayoutSpec { ImageNode(imageSize: Size(320, 9)).spacingAfter(0.009) }
    },
  ]
}

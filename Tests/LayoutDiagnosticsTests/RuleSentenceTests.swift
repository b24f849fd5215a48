import LayoutDiagnostics
import LayoutSpecs
import Testing

/// A tree, the element of it that is called "x", and why it is as long as it is.
private struct Example: CustomTestStringConvertible, Sendable {
  let name: String
  var range = SizeRange(width: 0...300, height: 0...(.infinity))
  var axis = LayoutAxis.horizontal
  var scale = 1.0
  let tree: @Sendable () -> any LayoutElement
  let sentence: String

  var testDescription: String { name }
}

private func image(_ width: Double, _ height: Double) -> ImageNode {
  ImageNode(imageSize: Size(width, height))
}

private let styleExamples: [Example] = [
  Example(
    name: "exact", tree: { StackLayoutSpec { image(10, 10).width(70).named("x") } },
    sentence: "ImageNode \"x\" is 70 points wide (any length allowed): its style says width 70."),
  Example(
    name: "percent",
    range: SizeRange(width: 200...200, height: 0...100),
    tree: { StackLayoutSpec { image(10, 10).width("50%").named("x") } },
    sentence: "is 100 points wide (any length allowed): its style says width 50%, of 200 points."),
  Example(
    name: "percent of an undefined parent",
    tree: { StackLayoutSpec { image(10, 10).width("50%").named("x") } },
    sentence:
      "is 10 points wide (any length allowed): what it shows is 10 points wide; its width of 50% counts as auto, for there is no defined width to take it of."
  ),
  Example(
    name: "minimum", tree: { StackLayoutSpec { image(10, 10).minWidth(25).named("x") } },
    sentence: "its style says minWidth 25, and of itself it is 10 wide."),
  Example(
    name: "maximum", tree: { StackLayoutSpec { image(90, 10).maxWidth(25).named("x") } },
    sentence: "its style says maxWidth 25, and of itself it is 90 wide."),
  Example(
    name: "minimum above the width",
    tree: { StackLayoutSpec { image(90, 10).width(5).minWidth(25).named("x") } },
    sentence: "its style says minWidth 25, which nothing else in it can undercut."),
  Example(
    name: "maximum below the width",
    tree: { StackLayoutSpec { image(90, 10).width(50).maxWidth(25).named("x") } },
    sentence: "its style says maxWidth 25, which its width cannot exceed."),
  Example(
    name: "the parent wins",
    range: SizeRange(width: 100...100, height: 0...100),
    tree: { WrapperLayoutSpec(image(10, 10).width(500).named("x")) },
    sentence:
      "is 100 points wide (exactly 100 allowed): WrapperLayoutSpec #0 allows exactly 100 points; its style asks for exactly 500, but what WrapperLayoutSpec #0 allows, exactly 100, counts for more."
  ),
  Example(
    name: "rounded up", scale: 2,
    tree: { StackLayoutSpec { image(10, 10).width(70.3).named("x") } },
    sentence:
      "is 70.5 points wide (any length allowed): its style says width 70.3; rounded up from 70.3 to whole pixels."
  ),
]

private let contentExamples: [Example] = [
  Example(
    name: "intrinsic", axis: .vertical, tree: { WrapperLayoutSpec(image(10, 12).named("x")) },
    sentence: "ImageNode \"x\" is 12 points high (any length allowed): what it shows is 12 points high."),
  Example(
    name: "text on one line", tree: { WrapperLayoutSpec(TextNode("four").named("x")) },
    sentence: "TextNode \"x\" is 32 points wide (0 to 300 allowed): its text is 32 points wide on one line."),
  Example(
    name: "text in lines", range: .upTo(width: 50),
    tree: { WrapperLayoutSpec(TextNode("four and").named("x")) },
    sentence: "is 32 points wide (0 to 50 allowed): the longest of its text's 2 lines is 32 points wide."),
  Example(
    name: "text's height", range: .upTo(width: 50), axis: .vertical,
    tree: { WrapperLayoutSpec(TextNode("four and").named("x")) },
    sentence: "is 40 points high (any length allowed): its text takes 2 lines."),
  Example(
    name: "child", tree: { WrapperLayoutSpec(image(10, 12)).named("x") },
    sentence:
      "WrapperLayoutSpec \"x\" is 10 points wide (0 to 300 allowed): it is as wide as its child ImageNode #1."
  ),
  Example(
    name: "child and insets",
    tree: {
      InsetLayoutSpec(insets: EdgeInsets(horizontal: 7, vertical: 0), child: image(10, 12)).named("x")
    },
    sentence:
      "is 24 points wide (0 to 300 allowed): it is as wide as its child ImageNode #1 and insets of 14 points."
  ),
  Example(
    name: "children",
    tree: { StackLayoutSpec(spacing: 5, children: [image(10, 10), image(20, 30)]).named("x") },
    sentence: "is 35 points wide (0 to 300 allowed): its children and the space between them take 35 points."),
  Example(
    name: "longest child", axis: .vertical,
    tree: { StackLayoutSpec(spacing: 5, children: [image(10, 10), image(20, 30)]).named("x") },
    sentence: "is 30 points high (any length allowed): its highest child takes 30 points."),
  Example(
    name: "a maximum that the content exceeds", range: .upTo(width: 25),
    tree: { StackLayoutSpec(children: [image(10, 10), image(20, 30)]).named("x") },
    sentence:
      "is 25 points wide (0 to 25 allowed): it was laid out in no more than 25 points, and of itself it is 30 wide."
  ),
  Example(
    name: "a minimum that the content falls short of", range: SizeRange(width: 50...100, height: 0...100),
    tree: { StackLayoutSpec(children: [image(10, 10)]).named("x") },
    sentence: "it was laid out in no less than 50 points, and of itself it is 10 wide."),
  Example(
    name: "exactly the root's range", range: SizeRange(width: 50...50, height: 0...100),
    tree: { StackLayoutSpec(children: [image(10, 10)]).named("x") },
    sentence:
      "StackLayoutSpec \"x\" is 50 points wide (exactly 50 allowed): it was laid out in exactly 50 points."),
  Example(
    name: "positioned maximum",
    tree: { WrapperLayoutSpec(CenterLayoutSpec(child: image(10, 10)).named("x")) },
    sentence: "CenterLayoutSpec \"x\" is 300 points wide (0 to 300 allowed): it takes all the room there is."),
  Example(
    name: "a spacer", tree: { StackLayoutSpec { LayoutSpec().named("x") } },
    sentence: "it holds nothing that has a width."),
  Example(
    name: "reach of children",
    tree: {
      AbsoluteLayoutSpec(sizing: .sizeToFit, children: [image(10, 10).layoutPosition(30, 0)]).named("x")
    },
    sentence: "is 40 points wide (0 to 300 allowed): its children reach as far as 40 points."),
  Example(
    name: "ratio", axis: .vertical,
    tree: { RatioLayoutSpec(ratio: 0.5, child: DisplayNode().named("x")) },
    sentence:
      "is 150 points high (exactly 150 allowed): RatioLayoutSpec #0 keeps its height at 0.5 times its width."),
  Example(
    name: "overlay",
    tree: { OverlayLayoutSpec(child: image(10, 10), overlay: DisplayNode().named("x")) },
    sentence:
      "is 10 points wide (exactly 10 allowed): OverlayLayoutSpec #0 makes it exactly as wide as ImageNode #1."
  ),
  Example(
    name: "overflow", range: .upTo(width: 25),
    tree: { StackLayoutSpec(children: [image(10, 10), image(20, 30).named("x")]) },
    sentence: "what it shows is 20 points wide; it reaches out of StackLayoutSpec #0 by 5 points."),
]

private let stackExamples: [Example] = [
  Example(
    name: "grown alone", range: SizeRange(width: 100...100, height: 0...100),
    tree: { StackLayoutSpec(children: [image(10, 10), image(20, 30).flexGrow().named("x")]) },
    sentence:
      "is 90 points wide (exactly 90 allowed): StackLayoutSpec #0 was 70 points short, and it grew by 70 of them, from 20 (nothing else grows; flexGrow 1); before that, what it shows is 20 points wide."
  ),
  Example(
    name: "grown by a share", range: SizeRange(width: 60...60, height: 0...100),
    tree: {
      StackLayoutSpec(children: [image(10, 10).flexGrow(1.5), image(20, 30).flexGrow().named("x")])
    },
    sentence:
      "StackLayoutSpec #0 was 30 points short, and it grew by 12 of them, from 20 (flexGrow 1 of 2.5 on its line); before that, what it shows is 20 points wide."
  ),
  Example(
    name: "shrunk alone, to nothing", range: SizeRange(width: 100...100, height: 0...100),
    tree: { StackLayoutSpec(children: [image(400, 10), image(20, 30).flexShrink().named("x")]) },
    sentence:
      "is 0 points wide (exactly 0 allowed): StackLayoutSpec #0 was 320 points too long, and it gave up 20 of them, from 20 (nothing else may shrink; flexShrink 1); before that, what it shows is 20 points wide; it reaches out of StackLayoutSpec #0 by 300 points."
  ),
  Example(
    name: "shrunk by a share", range: SizeRange(width: 50...50, height: 0...100),
    tree: { StackLayoutSpec(children: [image(40, 10).flexShrink(), image(40, 30).flexShrink().named("x")]) },
    sentence:
      "StackLayoutSpec #0 was 30 points too long, and it gave up 15 of them, from 40 (flexShrink 1 of 2 on its line)"
  ),
  Example(
    name: "basis", tree: { StackLayoutSpec { image(10, 10).flexBasis(44).named("x") } },
    sentence: "is 44 points wide (exactly 44 allowed): its style says flexBasis 44."),
  Example(
    name: "basis in percent", range: SizeRange(width: 200...200, height: 0...100),
    tree: { StackLayoutSpec { image(10, 10).flexBasis("25%").named("x") } },
    sentence: "is 50 points wide (exactly 50 allowed): its style says flexBasis 25%, of 200 points."),
  Example(
    name: "basis in percent of nothing",
    tree: { StackLayoutSpec { image(10, 10).flexBasis("25%").named("x") } },
    sentence: "what it shows is 10 points wide; its flexBasis of 25% counts as auto"),
  Example(
    name: "grown from a basis", range: SizeRange(width: 100...100, height: 0...100),
    tree: { StackLayoutSpec { image(10, 10).flexBasis(40).flexGrow().named("x") } },
    sentence:
      "it grew by 60 of them, from 40 (nothing else grows; flexGrow 1); before that, its style says flexBasis 40."
  ),
  Example(
    name: "stretched", axis: .vertical,
    tree: { StackLayoutSpec(children: [image(10, 10).named("x"), image(20, 30)]) },
    sentence: "is 30 points high (exactly 30 allowed): StackLayoutSpec #0 stretches it across."),
  Example(
    name: "stretched at once", range: SizeRange(width: 0...100, height: 80...80), axis: .vertical,
    tree: { StackLayoutSpec(children: [image(10, 10).named("x"), image(20, 30)]) },
    sentence: "is 80 points high (exactly 80 allowed): StackLayoutSpec #0 stretches it across."),
  Example(
    name: "not stretched", axis: .vertical,
    tree: { StackLayoutSpec(children: [image(10, 10).alignSelf(.end).named("x"), image(20, 30)]) },
    sentence: "is 10 points high (any length allowed): what it shows is 10 points high."),
  Example(
    name: "the rest", range: SizeRange(width: 100...100, height: 0...100),
    tree: { StackLayoutSpec(children: [image(30, 10), image(20, 30).flexGrow().flexShrink().named("x")]) },
    sentence:
      "is 70 points wide (exactly 70 allowed): it alone in StackLayoutSpec #0 both grows and shrinks, so it gets what the others leave."
  ),
  Example(
    name: "no rest", range: SizeRange(width: 100...100, height: 0...100),
    tree: {
      StackLayoutSpec(children: [image(100, 10), image(20, 30).flexGrow().flexShrink().named("x")])
    },
    sentence: "is 0 points wide (exactly 0 allowed): it alone in StackLayoutSpec #0 both grows and shrinks"),
  Example(
    name: "left empty", range: SizeRange(width: 100...100, height: 0...100),
    tree: {
      StackLayoutSpec(
        alignItems: .start,
        children: [image(130, 10), image(20, 30).flexGrow().flexShrink().named("x")])
    },
    sentence:
      "is 0 points wide: StackLayoutSpec #0 left it empty: it alone there both grows and shrinks, and the others leave nothing."
  ),
]

@Suite("Sentences about rules")
struct RuleSentenceTests {
  @Test("Each rule is said in a sentence", arguments: styleExamples + contentExamples + stackExamples)
  fileprivate func sentences(example: Example) throws {
    let layout = example.tree().layoutThatFits(
      example.range, traits: Traits { $0.displayScale = example.scale })
    let element = try #require(layout.element(named: "x"))
    let explanation = layout.explain(element)
    let step = try #require(explanation.steps(along: example.axis).first)
    let sentence = explanation.sentence(of: step)
    #expect(sentence.contains(example.sentence), "\(sentence)")
  }

  @Test("A rule's name for programs is that of its case")
  func ruleNames() {
    let rules: [LayoutRule] = [
      .given(1), .noContent, .style(.exact, points: 1), .leftEmpty(by: ElementID(0)),
      .grown(from: 1, by: 1, of: 1, factor: 1, factorSum: 1),
    ]
    #expect(rules.map(\.name) == ["given", "noContent", "style", "leftEmpty", "grown"])
  }
}

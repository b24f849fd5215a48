import LayoutDiagnostics
import LayoutSpecs
import LayoutSpecsTesting
import Testing

/// A tree, and the element of it that is called "x".
private struct Example: Sendable {
  let name: String
  var range = SizeRange(width: 0...300, height: 0...(.infinity))
  var axis = LayoutAxis.horizontal
  var scale = 1.0
  let tree: @Sendable () -> any LayoutElement
}

private func image(_ width: Double, _ height: Double) -> ImageNode {
  ImageNode(imageSize: Size(width, height))
}

private let styleExamples: [Example] = [
  Example(name: "exact") { StackLayoutSpec { image(10, 10).width(70).named("x") } },
  Example(name: "percent", range: SizeRange(width: 200...200, height: 0...100)) {
    StackLayoutSpec { image(10, 10).width("50%").named("x") }
  },
  Example(name: "percent of an undefined parent") {
    StackLayoutSpec { image(10, 10).width("50%").named("x") }
  },
  Example(name: "minimum") { StackLayoutSpec { image(10, 10).minWidth(25).named("x") } },
  Example(name: "maximum") { StackLayoutSpec { image(90, 10).maxWidth(25).named("x") } },
  Example(name: "minimum above the width") {
    StackLayoutSpec { image(90, 10).width(5).minWidth(25).named("x") }
  },
  Example(name: "maximum below the width") {
    StackLayoutSpec { image(90, 10).width(50).maxWidth(25).named("x") }
  },
  Example(name: "the parent wins", range: SizeRange(width: 100...100, height: 0...100)) {
    WrapperLayoutSpec(image(10, 10).width(500).named("x"))
  },
  Example(name: "rounded up", scale: 2) { StackLayoutSpec { image(10, 10).width(70.3).named("x") } },
]

private let contentExamples: [Example] = [
  Example(name: "intrinsic", axis: .vertical) { WrapperLayoutSpec(image(10, 12).named("x")) },
  Example(name: "text on one line") { WrapperLayoutSpec(TextNode("four").named("x")) },
  Example(name: "text in lines", range: .upTo(width: 50)) {
    WrapperLayoutSpec(TextNode("four and").named("x"))
  },
  Example(name: "text's height", range: .upTo(width: 50), axis: .vertical) {
    WrapperLayoutSpec(TextNode("four and").named("x"))
  },
  Example(name: "child") { WrapperLayoutSpec(image(10, 12)).named("x") },
  Example(name: "child and insets") {
    InsetLayoutSpec(insets: EdgeInsets(horizontal: 7, vertical: 0), child: image(10, 12)).named("x")
  },
  Example(name: "children") {
    StackLayoutSpec(spacing: 5, children: [image(10, 10), image(20, 30)]).named("x")
  },
  Example(name: "longest child", axis: .vertical) {
    StackLayoutSpec(spacing: 5, children: [image(10, 10), image(20, 30)]).named("x")
  },
  Example(name: "a maximum that the content exceeds", range: .upTo(width: 25)) {
    StackLayoutSpec(children: [image(10, 10), image(20, 30)]).named("x")
  },
  Example(
    name: "a minimum that the content falls short of", range: SizeRange(width: 50...100, height: 0...100)
  ) { StackLayoutSpec(children: [image(10, 10)]).named("x") },
  Example(name: "exactly the root's range", range: SizeRange(width: 50...50, height: 0...100)) {
    StackLayoutSpec(children: [image(10, 10)]).named("x")
  },
  Example(name: "positioned maximum") {
    WrapperLayoutSpec(CenterLayoutSpec(child: image(10, 10)).named("x"))
  },
  Example(name: "a spacer") { StackLayoutSpec { LayoutSpec().named("x") } },
  Example(name: "reach of children") {
    AbsoluteLayoutSpec(sizing: .sizeToFit, children: [image(10, 10).layoutPosition(30, 0)]).named("x")
  },
  Example(name: "ratio", axis: .vertical) { RatioLayoutSpec(ratio: 0.5, child: DisplayNode().named("x")) },
  Example(name: "overlay") { OverlayLayoutSpec(child: image(10, 10), overlay: DisplayNode().named("x")) },
  Example(name: "overflow", range: .upTo(width: 25)) {
    StackLayoutSpec(children: [image(10, 10), image(20, 30).named("x")])
  },
]

private let stackExamples: [Example] = [
  Example(name: "grown alone", range: SizeRange(width: 100...100, height: 0...100)) {
    StackLayoutSpec(children: [image(10, 10), image(20, 30).flexGrow().named("x")])
  },
  Example(name: "grown by a share", range: SizeRange(width: 60...60, height: 0...100)) {
    StackLayoutSpec(children: [image(10, 10).flexGrow(1.5), image(20, 30).flexGrow().named("x")])
  },
  Example(name: "shrunk alone, to nothing", range: SizeRange(width: 100...100, height: 0...100)) {
    StackLayoutSpec(children: [image(400, 10), image(20, 30).flexShrink().named("x")])
  },
  Example(name: "shrunk by a share", range: SizeRange(width: 50...50, height: 0...100)) {
    StackLayoutSpec(children: [image(40, 10).flexShrink(), image(40, 30).flexShrink().named("x")])
  },
  Example(name: "basis") { StackLayoutSpec { image(10, 10).flexBasis(44).named("x") } },
  Example(name: "basis in percent", range: SizeRange(width: 200...200, height: 0...100)) {
    StackLayoutSpec { image(10, 10).flexBasis("25%").named("x") }
  },
  Example(name: "basis in percent of nothing") {
    StackLayoutSpec { image(10, 10).flexBasis("25%").named("x") }
  },
  Example(name: "grown from a basis", range: SizeRange(width: 100...100, height: 0...100)) {
    StackLayoutSpec { image(10, 10).flexBasis(40).flexGrow().named("x") }
  },
  Example(name: "stretched", axis: .vertical) {
    StackLayoutSpec(children: [image(10, 10).named("x"), image(20, 30)])
  },
  Example(name: "stretched at once", range: SizeRange(width: 0...100, height: 80...80), axis: .vertical) {
    StackLayoutSpec(children: [image(10, 10).named("x"), image(20, 30)])
  },
  Example(name: "not stretched", axis: .vertical) {
    StackLayoutSpec(children: [image(10, 10).alignSelf(.end).named("x"), image(20, 30)])
  },
  Example(name: "the rest", range: SizeRange(width: 100...100, height: 0...100)) {
    StackLayoutSpec(children: [image(30, 10), image(20, 30).flexGrow().flexShrink().named("x")])
  },
  Example(name: "no rest", range: SizeRange(width: 100...100, height: 0...100)) {
    StackLayoutSpec(children: [image(100, 10), image(20, 30).flexGrow().flexShrink().named("x")])
  },
  Example(name: "left empty", range: SizeRange(width: 100...100, height: 0...100)) {
    StackLayoutSpec(
      alignItems: .start,
      children: [image(130, 10), image(20, 30).flexGrow().flexShrink().named("x")])
  },
]

@Suite("Sentences about rules")
struct RuleSentenceTests {
  @Test func `Each rule is said in a sentence, as recorded`() throws {
    let lines = try (styleExamples + contentExamples + stackExamples).map { example in
      let layout = example.tree().layoutThatFits(
        example.range, traits: Traits { $0.displayScale = example.scale })
      let explanation = layout.explain(try #require(layout.element(named: "x")))
      let step = try #require(explanation.steps(along: example.axis).first)
      return "# \(example.name)\n\(explanation.sentence(of: step))\n"
    }
    expectRecorded([Snapshot(name: "rules.txt", text: lines.joined())])
  }

  @Test func `A rule's name for programs is that of its case`() {
    let rules: [LayoutRule] = [
      .given(1), .noContent, .style(.exact, points: 1), .leftEmpty(by: ElementID(0)),
      .grown(from: 1, by: 1, of: 1, factor: 1, factorSum: 1),
    ]
    #expect(rules.map(\.name) == ["given", "noContent", "style", "leftEmpty", "grown"])
  }
}

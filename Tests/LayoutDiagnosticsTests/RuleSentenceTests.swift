import LayoutDiagnostics
import LayoutSpecs
import LayoutSpecsTesting
import Testing

/// A tree, and its element that is called "x".
private struct Example: Sendable {
  let name: String
  let range: SizeRange
  let axis: LayoutAxis
  let scale: Double
  let tree: @Sendable () -> any LayoutElement

  init(
    _ name: String, in range: SizeRange = .upTo(width: 300), _ axis: LayoutAxis = .horizontal,
    scale: Double = 1, tree: @escaping @Sendable () -> any LayoutElement
  ) {
    (self.name, self.range, self.axis, self.scale, self.tree) = (name, range, axis, scale, tree)
  }
}

private func exactly(_ width: Double) -> SizeRange { SizeRange(width: width...width, height: 0...100) }

private func image(_ width: Double, _ height: Double) -> ImageNode {
  ImageNode(imageSize: Size(width, height))
}

private func row(_ children: any LayoutElement...) -> some LayoutElement {
  StackLayoutSpec(children: children)
}

private let styleExamples: [Example] = [
  Example("exact") { row(image(10, 10).width(70).named("x")) },
  Example("percent", in: exactly(200)) { row(image(10, 10).width("50%").named("x")) },
  Example("percent of an undefined parent") { row(image(10, 10).width("50%").named("x")) },
  Example("minimum") { row(image(10, 10).minWidth(25).named("x")) },
  Example("maximum") { row(image(90, 10).maxWidth(25).named("x")) },
  Example("minimum above the width") { row(image(90, 10).width(5).minWidth(25).named("x")) },
  Example("maximum below the width") { row(image(90, 10).width(50).maxWidth(25).named("x")) },
  Example("the parent wins", in: exactly(100)) { WrapperLayoutSpec(image(10, 10).width(500).named("x")) },
  Example("rounded up", scale: 2) { row(image(10, 10).width(70.3).named("x")) },
]

private let contentExamples: [Example] = [
  Example("intrinsic", .vertical) { WrapperLayoutSpec(image(10, 12).named("x")) },
  Example("text on one line") { WrapperLayoutSpec(TextNode("four").named("x")) },
  Example("text in lines", in: .upTo(width: 50)) { WrapperLayoutSpec(TextNode("four and").named("x")) },
  Example("text's height", in: .upTo(width: 50), .vertical) {
    WrapperLayoutSpec(TextNode("four and").named("x"))
  },
  Example("child") { WrapperLayoutSpec(image(10, 12)).named("x") },
  Example("child and insets") {
    InsetLayoutSpec(insets: EdgeInsets(horizontal: 7, vertical: 0), child: image(10, 12)).named("x")
  },
  Example("children") { StackLayoutSpec(spacing: 5, children: [image(10, 10), image(20, 30)]).named("x") },
  Example("longest child", .vertical) {
    StackLayoutSpec(spacing: 5, children: [image(10, 10), image(20, 30)]).named("x")
  },
  Example("a maximum that the content exceeds", in: .upTo(width: 25)) {
    row(image(10, 10), image(20, 30)).named("x")
  },
  Example(
    "a minimum that the content falls short of", in: SizeRange(width: 50...100, height: 0...100)
  ) { row(image(10, 10)).named("x") },
  Example("exactly the root's range", in: exactly(50)) { row(image(10, 10)).named("x") },
  Example("positioned maximum") { WrapperLayoutSpec(CenterLayoutSpec(child: image(10, 10)).named("x")) },
  Example("a spacer") { row(LayoutSpec().named("x")) },
  Example("reach of children") {
    AbsoluteLayoutSpec(sizing: .sizeToFit, children: [image(10, 10).layoutPosition(30, 0)]).named("x")
  },
  Example("ratio", .vertical) { RatioLayoutSpec(ratio: 0.5, child: DisplayNode().named("x")) },
  Example("overlay") { OverlayLayoutSpec(child: image(10, 10), overlay: DisplayNode().named("x")) },
  Example("overflow", in: .upTo(width: 25)) { row(image(10, 10), image(20, 30).named("x")) },
]

private let stackExamples: [Example] = [
  Example("grown alone", in: exactly(100)) { row(image(10, 10), image(20, 30).flexGrow().named("x")) },
  Example("grown by a share", in: exactly(60)) {
    row(image(10, 10).flexGrow(1.5), image(20, 30).flexGrow().named("x"))
  },
  Example("shrunk alone, to nothing", in: exactly(100)) {
    row(image(400, 10), image(20, 30).flexShrink().named("x"))
  },
  Example("shrunk by a share", in: exactly(50)) {
    row(image(40, 10).flexShrink(), image(40, 30).flexShrink().named("x"))
  },
  Example("basis") { row(image(10, 10).flexBasis(44).named("x")) },
  Example("basis in percent", in: exactly(200)) { row(image(10, 10).flexBasis("25%").named("x")) },
  Example("basis in percent of nothing") { row(image(10, 10).flexBasis("25%").named("x")) },
  Example("grown from a basis", in: exactly(100)) { row(image(10, 10).flexBasis(40).flexGrow().named("x")) },
  Example("stretched", .vertical) { row(image(10, 10).named("x"), image(20, 30)) },
  Example("stretched at once", in: SizeRange(width: 0...100, height: 80...80), .vertical) {
    row(image(10, 10).named("x"), image(20, 30))
  },
  Example("not stretched", .vertical) { row(image(10, 10).alignSelf(.end).named("x"), image(20, 30)) },
  Example("the rest", in: exactly(100)) {
    row(image(30, 10), image(20, 30).flexGrow().flexShrink().named("x"))
  },
  Example("no rest", in: exactly(100)) {
    row(image(100, 10), image(20, 30).flexGrow().flexShrink().named("x"))
  },
  Example("left empty", in: exactly(100)) {
    StackLayoutSpec(
      alignItems: .start,
      children: [image(130, 10), image(20, 30).flexGrow().flexShrink().named("x")])
  },
  Example("in what was left empty", in: exactly(100)) {
    let outer = WrapperLayoutSpec(image(20, 30).named("x")).flexGrow().flexShrink().named("outer")
    return StackLayoutSpec(alignItems: .start, children: [image(130, 10), outer])
  },
  // The stack is measured first in any width, where there is room, and then in 100 points.
  Example("measured in a range that does not count", in: exactly(100)) {
    let margins = InsetLayoutSpec(insets: .zero, child: TextNode("x").named("x")).named("margins")
    let children: [any LayoutElement] = [image(120, 10), margins.flexGrow().flexShrink()]
    return row(StackLayoutSpec(alignItems: .start, children: children).flexShrink())
  },
]

/// A stack that wraps, of images of this width, the one at a place called "x".
private func wall(_ width: Dimension, count: Int, named place: Int) -> some LayoutElement {
  StackLayoutSpec(flexWrap: .wrap) {
    for index in 0..<count { image(10, 10).width(width).named(index == place ? "x" : "\(index)") }
  }
}

private let lineExamples: [Example] = [
  Example("on the first line", in: exactly(100)) { wall(40, count: 3, named: 1) },
  Example("begins a line", in: exactly(100)) { wall(40, count: 5, named: 2) },
  Example("on a later line", in: exactly(100)) { wall(40, count: 5, named: 3) },
  Example("begins a third line", in: exactly(100)) { wall(40, count: 5, named: 4) },
  Example("begins a line because halves are rounded up", in: exactly(375), scale: 3) {
    wall("50%", count: 2, named: 1)
  },
]

@Suite("Sentences about rules")
struct RuleSentenceTests {
  @Test func `Each rule is said in a sentence, as recorded`() throws {
    let lines = try (styleExamples + contentExamples + stackExamples + lineExamples).map { example in
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

import LayoutDiagnostics
import LayoutSpecs
import LayoutTestSupport
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

@Suite("Explanations")
struct ExplanationTests {
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

  @Test("Every element of any tree is explained, with its own size", arguments: 0..<60)
  func everyElement(seed: UInt64) {
    var random = RandomTree(seed: 22_000 + seed)
    for _ in 0..<5 {
      let tree = random.tree(depth: 6)
      let layout = tree.layoutThatFits(random.chance(20) ? .unconstrained : random.range())
      let explainer = layout.explainer()
      for id in tree.elementIDs {
        for axis in LayoutAxis.allCases {
          let step = explainer.step(of: id, along: axis)
          let frame = layout.frame(of: id)
          #expect(step.length == frame.map { axis == .horizontal ? $0.size.width : $0.size.height })
          let sentence = explainer.sentence(of: step)
          #expect(!sentence.contains("nan"), "seed \(seed), \(id): \(sentence)")
          if let problem = contradiction(step) {
            Issue.record("seed \(seed), \(id), \(tree.pixelGrid.scale): \(problem): \(sentence)")
          }
        }
      }
    }
  }

  /// Where the rule's number is not the length that came out, though nothing else had a part in it.
  private func contradiction(_ step: Explanation.Step) -> String? {
    guard let length = step.length else { return nil }
    let isRounded = step.circumstances.contains { if case .roundedUp = $0 { true } else { false } }
    let expected: Double
    switch step.rule {
    case .given(let points), .givenMinimum(let points, _), .givenMaximum(let points, _),
      .style(_, let points),
      .styleMinimum(let points, _), .styleMaximum(let points, _), .intrinsic(let points),
      .text(let points, _),
      .fills(let points), .remainder(let points), .stretched(let points), .basis(let points):
      expected = points
    case .percent(_, let fraction, let parent): expected = fraction * parent
    case .grown(let from, let by, _, _, _): expected = from + by
    case .shrunk(let from, let by, _, _, _): expected = from - by
    case .leftEmpty, .noContent: return nil
    default: return nil
    }
    if abs(expected - length) < 0.001 { return nil }
    switch step.rule {
    // A stack's children are rounded up one by one when they have grown up to the minimum.
    case .givenMinimum, .styleMinimum: if length > expected { return nil }
    default: break
    }
    return isRounded && expected < length && length - expected < 1 ? nil : "not \(expected)"
  }

  @Test("An explanation goes up to the root, and describes each axis")
  func chain() {
    let title = TextNode("a title").named("title")
    let layout = StackLayoutSpec(direction: .vertical) {
      StackLayoutSpec(spacing: 4) {
        image(280, 20)
        title.flexShrink()
      }.named("row")
    }.layoutThatFits(SizeRange(width: 300...300, height: 0...(.infinity)))
    let explanation = layout.explain(title)
    #expect(explanation?.steps.map(\.element.index) == [3, 3, 1, 1, 0, 0])
    #expect(
      explanation?.description == """
        TextNode "title" is 16 × 80 points.

        Width
          TextNode "title" is 16 points wide (exactly 16 allowed): StackLayoutSpec "row" was 40 points too long, and it gave up 40 of them, from 56 (nothing else may shrink; flexShrink 1); before that, its text is 56 points wide on one line.
          StackLayoutSpec "row" is 300 points wide (exactly 300 allowed): StackLayoutSpec #0 stretches it across.
          StackLayoutSpec #0 is 300 points wide (exactly 300 allowed): it was laid out in exactly 300 points.

        Height
          TextNode "title" is 80 points high (any length allowed): its text takes 4 lines.
          StackLayoutSpec "row" is 80 points high (any length allowed): its highest child takes 80 points.
          StackLayoutSpec #0 is 80 points high (any length allowed): its children and the space between them take 80 points.

        Lines
          4 lines of at most 16 points:
          1. "a", character 1, is 8 points wide: the next word "title", 40 points wide, does not fit into the 0 points that are left.
          2. "ti", characters 3 to 4, is 16 points wide: its word is longer than a line, and is cut.
          3. "tl", characters 5 to 6, is 16 points wide: its word is longer than a line, and is cut.
          4. "e", character 7, is 8 points wide: the text ends.
        """)
  }

  @Test("Elements without a layout say who left them without")
  func withoutLayout() throws {
    let layout = StackLayoutSpec {
      image(130, 10)
      WrapperLayoutSpec(image(20, 30).named("inner")).flexGrow().flexShrink().alignSelf(.start).named("outer")
    }.layoutThatFits(SizeRange(width: 100...100, height: 0...50))
    let outer = try #require(layout.element(named: "outer"))
    let inner = try #require(layout.element(named: "inner"))
    #expect(layout.frame(of: inner) == nil)
    #expect(layout.explain(outer).steps[0].rule == .leftEmpty(by: ElementID(0)))
    #expect(layout.explain(inner).steps[0].rule == .aroundWithoutLayout(outer))
    #expect(layout.explain(inner).steps[0].length == nil)
    #expect(layout.explain(inner).description.hasPrefix("ImageNode \"inner\" has no layout.\n"))
  }

  @Test("Nodes that user code expanded are explained without running that code again")
  func expandedNodes() throws {
    /// One spec when it may be as wide as it likes, and another when it may not: the two have different sizes.
    final class Counting: DisplayNode, @unchecked Sendable {
      var callCount = 0
      override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
        callCount += 1
        return constrainedSize.max.width > 150
          ? StackLayoutSpec(children: [image(200, 10)])
          : InsetLayoutSpec(insets: EdgeInsets(5), child: TextNode("narrow").named("text"))
      }
    }
    final class Square: DisplayNode, @unchecked Sendable {
      var callCount = 0
      override func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
        callCount += 1
        return Size(30, constrainedSize.width < 100 ? 99 : 30)
      }
    }
    let (counting, square) = (Counting(), Square())
    let layout = StackLayoutSpec {
      counting.flexShrink().named("counting")
      square.named("square")
    }.layoutThatFits(SizeRange(width: 100...100, height: 0...200))
    let calls = (counting.callCount, square.callCount)
    let explainer = layout.explainer()
    #expect(counting.callCount == calls.0 && square.callCount == calls.1)
    for id in layout.tree.elementIDs {
      let sizes = LayoutAxis.allCases.map { explainer.step(of: id, along: $0).length }
      #expect(sizes == [layout.frame(of: id)?.size.width, layout.frame(of: id)?.size.height])
    }
    let width = explainer.step(of: try #require(layout.element(named: "counting")), along: .horizontal)
    #expect(
      width.rule == .shrunk(from: 200, by: 130, of: 130, factor: 1, factorSum: 1), "\(width.rule)")
    let side = explainer.step(of: try #require(layout.element(named: "square")), along: .horizontal)
    #expect(side.rule == .userCode(30))
    let text = explainer.step(of: try #require(layout.element(named: "text")), along: .horizontal)
    #expect(text.rule == .given(60) || text.rule == .text(48, lineCount: 1), "\(text.rule)")
  }

  @Test("A rule's name for programs is that of its case")
  func ruleNames() {
    let rules: [LayoutRule] = [
      .given(1), .noContent, .style(.exact, points: 1), .leftEmpty(by: ElementID(0)),
      .grown(from: 1, by: 1, of: 1, factor: 1, factorSum: 1),
    ]
    #expect(rules.map(\.name) == ["given", "noContent", "style", "leftEmpty", "grown"])
  }

  @Test("A question that does not count explains nothing")
  func questionsThatDoNotCount() throws {
    // The row is measured first in any width, where the margins have room, and then in 100 points.
    let layout = StackLayoutSpec {
      StackLayoutSpec(alignItems: .start) {
        image(120, 10)
        InsetLayoutSpec(insets: .zero, child: TextNode("x").named("text")).flexGrow().flexShrink()
          .named("margins")
      }.flexShrink()
    }.layoutThatFits(SizeRange(width: 100...100, height: 0...200))
    let text = try #require(layout.element(named: "text"))
    let margins = try #require(layout.element(named: "margins"))
    #expect(layout.frame(of: text) == nil)
    let step = layout.explain(text).steps[0]
    #expect(step.rule == .aroundWithoutLayout(margins) && step.given == nil)
  }

  @Test("Nodes that keep their layouts are explained as in the layout that they were asked for first")
  func keptNodes() throws {
    let inner = DisplayNode { _, range in
      InsetLayoutSpec(insets: EdgeInsets(5), child: TextNode(range.max.width > 150 ? "a long text" : "short"))
    }
    let outer = DisplayNode { _, _ in
      StackLayoutSpec {
        image(60, 10)
        inner.flexShrink()
      }
    }
    for width in [100.0, 120, 100, 300] {
      let layout = outer.layoutThatFits(SizeRange(width: width...width, height: 0...200))
      let explainer = layout.explainer()
      for id in layout.tree.elementIDs {
        let sizes = LayoutAxis.allCases.map { explainer.step(of: id, along: $0).length }
        #expect(sizes == [layout.frame(of: id)?.size.width, layout.frame(of: id)?.size.height])
      }
      let element = try #require(layout.element(of: inner))
      let step = explainer.step(of: element, along: .horizontal)
      switch width {
      case 300:
        #expect(
          step.rule == .childAndInsets(ElementID(element.index + 2), insets: 10)
            || step.rule == .child(ElementID(element.index + 1)))
      default:
        #expect(step.rule == .shrunk(from: 98, by: 158 - width, of: 158 - width, factor: 1, factorSum: 1))
      }
    }
  }

  @Test("What the user's own specs and leaves do is recorded, and explained")
  func customElements() throws {
    /// Measures its first child alone, and puts it where it began.
    struct FirstOnly: CustomLayoutSpec, LayoutAlgorithm {
      var style = Style()
      var debugName: String?
      var children: [any LayoutElement] {
        [
          WrapperLayoutSpec(image(20, 30)).width("50%").named("first"),
          WrapperLayoutSpec(image(9, 9).named("inner")).named("second"),
        ]
      }
      var algorithm: any LayoutAlgorithm { self }
      func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
        _ = children.measure(0, in: constrainedSize, parentSize: Size(80, 80))
        children.place(0, at: .zero)
        return Size(77, 50)
      }
    }
    let layout = FirstOnly().layoutThatFits(.upTo(width: 100))
    let explainer = layout.explainer()
    func rule(_ name: String) throws -> LayoutRule {
      explainer.step(of: try #require(layout.element(named: name)), along: .horizontal).rule
    }
    #expect(explainer.step(of: ElementID(0), along: .horizontal).rule == .userCode(77))
    #expect(try rule("first") == .percent(.exact, fraction: 0.5, of: 80))
    #expect(try rule("second") == .notMeasured(by: ElementID(0)))
    #expect(try rule("inner") == .aroundWithoutLayout(layout.element(named: "second")!))
    var context = LayoutContext()
    var trace = LayoutTrace()
    context.layout(layout.tree, in: .upTo(width: 100), recording: &trace)
    #expect(trace.counters == context.counters)
    #expect(trace.events.contains { $0.element == ElementID(1) && $0.parent == 0 })
  }

  @Test("A layout knows what it was laid out in, from whichever door")
  func constraints() {
    let range = SizeRange(width: 10...90, height: 0...50)
    let spec = StackLayoutSpec { image(10, 10) }
    let tree = spec.compiled()!
    #expect(spec.layoutThatFits(range, parentSize: Size(7, 8)).constrainedSize == range)
    #expect(spec.layoutThatFits(range, parentSize: Size(7, 8)).parentSize == Size(7, 8))
    #expect(tree.layoutThatFits(range).constrainedSize == range)
    var context = LayoutContext()
    context.layout(tree, in: .unconstrained)
    context.relayout(tree, in: range)
    #expect(context.snapshot(of: tree).constrainedSize == range)
    #expect(context.snapshot(of: tree).parentSize == range.max)
    #expect(context.snapshot(of: tree).sublayouts[0].constrainedSize == range)
  }
}

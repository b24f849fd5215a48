import LayoutDiagnostics
import LayoutSpecs
import LayoutSpecsTesting
import LayoutTestSupport
import Testing

private func image(_ width: Double, _ height: Double) -> ImageNode {
  ImageNode(imageSize: Size(width, height))
}

@Suite("Explanations")
struct ExplanationTests {
  @Test(arguments: 0..<60)
  func `Every element of any tree is explained, with its own size`(seed: UInt64) {
    var random = RandomTree(seed: 22_000 + seed)
    for _ in 0..<5 {
      let tree = random.tree(depth: 6)
      let layout = tree.layoutThatFits(random.chance(20) ? .unconstrained : random.range())
      expectExplained(layout, "seed \(seed), \(tree.pixelGrid.scale)")
    }
  }

  /// Also nodes that keep their layouts from another one, and those that changed since.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `Nodes that user code expanded are explained without running that code again`(seed: UInt64) {
    var nodes = RandomNodes(seed: 22_500 + seed)
    let (root, measured) = (nodes.list(depth: 4), LockedValue(0))
    root.edit { $0.items.append(CountedRowNode(10, measured)) }
    for width in [100.0, 300, 100, 200] {
      let layout = root.layoutThatFits(SizeRange(width: width))
      let (asked, count) = (nodes.lists.map(\.askedCount), measured.withLock { $0 })
      expectExplained(layout, "seed \(seed), in \(width)")
      #expect(nodes.lists.map(\.askedCount) == asked && measured.withLock { $0 } == count, "seed \(seed)")
      nodes.change()
    }
  }

  private func expectExplained(_ layout: Layout, _ comment: Comment) {
    let explainer = layout.explainer()
    for id in layout.tree.elementIDs {
      for axis in LayoutAxis.allCases {
        let step = explainer.step(of: id, along: axis)
        let frame = layout.frame(of: id)
        #expect(step.length == frame.map { axis == .horizontal ? $0.size.width : $0.size.height }, comment)
        let sentence = explainer.sentence(of: step)
        #expect(!sentence.contains("nan"), "\(comment), \(id): \(sentence)")
        if let problem = contradiction(step) { Issue.record("\(comment), \(id): \(problem): \(sentence)") }
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

  @Test func `An explanation goes up to the root, and describes each axis, as recorded`() {
    let title = TextNode("a title").named("title")
    let layout = StackLayoutSpec(direction: .vertical) {
      StackLayoutSpec(spacing: 4) {
        image(280, 20)
        title.flexShrink()
      }.named("row")
    }.layoutThatFits(SizeRange(width: 300))
    let explanation = layout.explain(title)
    #expect(explanation?.steps.map(\.element.index) == [3, 3, 1, 1, 0, 0])
    expectRecorded([Snapshot(name: "explanation.txt", text: explanation?.description ?? "")])
  }

  @Test func `What the user's own specs and leaves do is recorded, and explained`() throws {
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
    let inner = layout.explain(try #require(layout.element(named: "inner")))
    #expect(
      inner.steps[0].given == nil && inner.description.hasPrefix("ImageNode \"inner\" has no layout.\n"))
    var context = LayoutContext()
    var trace = LayoutTrace()
    context.layout(layout.tree, in: .upTo(width: 100), recording: &trace)
    #expect(trace.counters == context.counters)
    #expect(trace.events.contains { $0.element == ElementID(1) && $0.parent == 0 })
  }

  @Test func `A layout knows what it was laid out in, from whichever door`() {
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

@Suite("Explanations of lines")
struct TextExplanationTests {
  private func explanation(
    _ text: AttributedText, style: ParagraphStyle = ParagraphStyle(),
    in range: SizeRange = SizeRange(width: 0...100, height: 0...(.infinity)),
    metrics: MonospaceMetrics = MonospaceMetrics()
  ) throws -> TextExplanation {
    let tree = LayoutTree.element(.paragraph(Paragraph(text, style: style, monospace: metrics)))
    return try #require(tree.layoutThatFits(range).explainer().text(of: ElementID(0)))
  }

  @Test func `Each line says its characters, width and why it ends, and what a limit leaves out`() throws {
    let wrapped = try explanation(AttributedText("one two\nthree four \"five\" seventeenletters"))
    #expect(wrapped.maxWidth == 100)
    let limited = try explanation(
      AttributedText("one two three four five six seven"), style: ParagraphStyle(maximumLineCount: 2))
    #expect(limited.truncatedText == "five six seven" && limited.cutLineCount == 0)
    let empty = try explanation(AttributedText("\nx"), in: .unconstrained)
    let texts = [wrapped, limited, empty].map { "\($0)\n" }.joined(separator: "\n")
    expectRecorded([Snapshot(name: "text-explanations.txt", text: texts)])
  }

  @Test func `Lines below the frame are said`() throws {
    let low = try explanation(
      AttributedText("one two three"), in: SizeRange(width: 0...60, height: 0...30))
    #expect(low.remarks == ["1 line reaches below its frame, which is 30 points high."])
    #expect(low.truncatedText.isEmpty)
  }

  @Test func `Long texts are shortened, and more than 100 lines are counted`() throws {
    let text = try explanation(AttributedText(String(repeating: "x\n", count: 120)))
    #expect(text.description.split(separator: "\n").count == 102)
    #expect(text.description.hasSuffix("\nand 21 more"))
    let line = try explanation(AttributedText(String(repeating: "x", count: 400)), in: .unconstrained)
    #expect(line.description.count < 200)
  }

  @Test func `Elements that are no text, and texts that user code measures, have no lines`() {
    struct Square: TextMetrics { func size(of text: String, maxWidth: Double) -> Size { Size(10, 10) } }
    for element in [DisplayNode(), TextNode("x", metrics: Square())] {
      let layout = element.layoutThatFits(.screen)
      #expect(layout.explainer().text(of: layout.element) == nil && layout.explain().text == nil)
    }
  }

  @Test func `The lines of an outline are those of texts that have more than one, or are cut`() {
    let layout = StackLayoutSpec(direction: .vertical) {
      TextNode("short")
      TextNode("a text in two lines").named("long")
      TextNode("one two").height(10)
    }.layoutThatFits(SizeRange(width: 96))
    var lines: [String] = []
    layout.explainer().outline { lines.append($0) }
    #expect(
      lines.filter { $0.contains("lines:") } == [
        #"    lines: 2 of at most 96 points: "a text in", "two lines""#,
        #"    lines: 1 of at most 96 points: "one two"; 1 line reaches below its frame, which is 10 points high"#,
      ])
  }

  @Test func `The lines of random trees are the engine's, with all of the text's characters`() {
    for seed in 0..<200 as Range<UInt64> {
      var random = RandomTree(seed: 31_000 + seed)
      let layout = random.tree(depth: 5).layoutThatFits(random.range())
      let explainer = layout.explainer()
      for id in layout.tree.elementIDs {
        guard let text = explainer.text(of: id) else { continue }
        let lines = layout.textLines(of: id) ?? []
        #expect(text.lines.map(\.line.frame) == lines.map(\.frame), "seed \(seed), \(id)")
        #expect(text.lines.map(\.line.content) == lines.map(\.content), "seed \(seed), \(id)")
        // A limit may leave out empty lines at the end.
        let string = layout.tree.paragraph(of: id)?.text.string ?? ""
        let rest = string.unicodeScalars.dropFirst(text.lines.last?.content.range.upperBound ?? 0)
        let reason: TextLine.Reason =
          !text.truncatedText.isEmpty ? .limit : rest.contains { $0 != " " } ? .lineBreak : .textEnd
        #expect(text.lines.last?.line.reason == reason, "seed \(seed), \(id)")
        for line in text.lines {
          guard case .nextWord(_, let width, let room) = line.line.reason else { continue }
          #expect(width > room && !line.content.nextWord.isEmpty, "seed \(seed), \(id): \(text)")
        }
      }
    }
  }
}

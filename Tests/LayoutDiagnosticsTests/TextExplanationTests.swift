import LayoutDiagnostics
import LayoutSpecs
import LayoutSpecsTesting
import LayoutTestSupport
import Testing

@Suite("Explanations of lines")
struct TextExplanationTests {
  private func explanation(
    _ text: AttributedText, style: ParagraphStyle = ParagraphStyle(),
    in range: SizeRange = SizeRange(width: 0...100, height: 0...(.infinity)),
    metrics: MonospaceMetrics = MonospaceMetrics()
  ) throws -> TextExplanation {
    var builder = LayoutTreeBuilder()
    builder.add(.paragraph(Paragraph(text, style: style, monospace: metrics)))
    return try #require(builder.finish().layoutThatFits(range).explainer().text(of: ElementID(0)))
  }

  @Test(
    "Each line says its characters, its width and why it ends, and what a limit leaves out is said, as recorded"
  )
  func lines() throws {
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
    struct Square: TextMetrics {
      func size(of text: String, maxWidth: Double) -> Size { Size(10, 10) }
    }
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

  @Test("The lines of random trees are those that the engine placed, with all of the text's characters")
  func randomTrees() {
    for seed in 0..<200 as Range<UInt64> {
      var random = RandomTree(seed: 31_000 + seed)
      let layout = random.tree(depth: 5).layoutThatFits(random.range())
      let explainer = layout.explainer()
      for id in layout.tree.elementIDs {
        guard let text = explainer.text(of: id) else { continue }
        let lines = layout.textLines(of: id) ?? []
        #expect(text.lines.map(\.line.frame) == lines.map(\.frame), "seed \(seed), \(id)")
        #expect(text.lines.map(\.line.content) == lines.map(\.content), "seed \(seed), \(id)")
        // Behind a line break at the end there is an empty line, which a limit may leave out.
        let string = layout.tree.paragraph(of: id)?.text.string ?? ""
        let rest = string.unicodeScalars.dropFirst(text.lines.last?.content.range.upperBound ?? 0)
        let isCut = !text.truncatedText.isEmpty || rest.contains { $0.properties.isWhitespace && $0 != " " }
        #expect(text.lines.last?.line.reason == (isCut ? .limit : .textEnd), "seed \(seed), \(id)")
        for line in text.lines {
          guard case .nextWord(_, let width, let room) = line.line.reason else { continue }
          #expect(width > room && !line.content.nextWord.isEmpty, "seed \(seed), \(id): \(text)")
        }
      }
    }
  }
}

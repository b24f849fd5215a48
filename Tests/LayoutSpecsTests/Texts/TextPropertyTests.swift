import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Properties of texts")
struct TextPropertyTests {
  private static let stops: [(name: String, value: String, change: @Sendable (inout TextRun) -> Void)] = [
    ("TextFont.size", "nan", { $0.font.size = .nan }), ("TextFont.size", "inf", { $0.font.size = .infinity }),
    ("TextFont.size", "-1.0", { _ in _ = TextFont(size: -1) }),
    ("TextFont.weight", "0", { $0.font.weight = 0 }),
    ("TextRun.letterSpacing", "nan", { $0.letterSpacing = .nan }),
    ("TextRun.letterSpacing", "-inf", { $0 = TextRun("words", letterSpacing: -.infinity) }),
    ("TextRun.attachment", "{inf, 1}", { $0.attachment = Size(.infinity, 1) }),
    ("ParagraphStyle.lineSpacing", "nan", { _ in TextNode("words").paragraphStyle.lineSpacing = .nan }),
    ("ParagraphStyle.lineSpacing", "1e+308", { _ in TextNode("words").paragraphStyle.lineSpacing = 1e308 }),
    ("ParagraphStyle.maximumLineCount", "-1", { _ in TextNode("words").maximumLineCount = -1 }),
  ]

  @Test(
    "A length that no text may have is stopped where it is set, by its name and its value",
    arguments: stops.indices)
  func lengths(index: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [index] in
      var run = TextRun("words")
      TextPropertyTests.stops[index].change(&run)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let (name, value, _) = Self.stops[index]
    #expect(message.contains(name) && message.contains("not \(value)"), "\(message)")
  }

  @Test func `The lengths at the ends of what a text may have are lengths of a text`() {
    var run = TextRun("ab", font: TextFont(size: 9_999), letterSpacing: 0)
    (run.letterSpacing, run.font.size, run.font.weight) = (9_999_999, .leastNonzeroMagnitude, 1000)
    #expect(Paragraph(AttributedText([run])).extent(maxWidth: .infinity).size.width > 1_000_000)
    run.attachment = Size(9_999_999, 9_999_999)
    #expect(Paragraph(AttributedText([run])).extent(maxWidth: 1).lineCount == 1)
    run.attachment = nil
    run.letterSpacing = -9_999_999
    let style = ParagraphStyle(lineSpacing: 9_999_999)
    #expect(Paragraph(AttributedText([run]), style: style).extent(maxWidth: 100).size.width == 0)
  }
}

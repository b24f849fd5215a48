import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Properties of texts")
struct TextPropertyTests {
  /// Expects that a process which set a property to a value was stopped with both in its last words.
  private func expectStopped(
    _ name: String, at value: String, _ result: ExitTest.Result?,
    _ location: SourceLocation = #_sourceLocation
  ) {
    guard let result else { return }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      message.contains(name) && message.contains("not \(value)"), "\(message)", sourceLocation: location)
  }

  @Test("A length that no text may have is stopped where it is set, by its name and its value")
  func lengths() async {
    expectStopped(
      "TextFont.size", at: "nan",
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var font = TextFont()
        font.size = .nan
      })
    expectStopped(
      "TextFont.size", at: "inf",
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var text = AttributedText("words")
        text.runs[0].font.size = .infinity
      })
    expectStopped(
      "TextFont.size", at: "-1.0",
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = TextFont(size: -1)
      })
    expectStopped(
      "TextFont.weight", at: "0",
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var font = TextFont()
        font.weight = 0
      })
    expectStopped(
      "TextRun.letterSpacing", at: "nan",
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var run = TextRun("words")
        run.letterSpacing = .nan
      })
    expectStopped(
      "TextRun.letterSpacing", at: "-inf",
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = TextRun("words", letterSpacing: -.infinity)
      })
    expectStopped(
      "TextRun.attachment", at: "{inf, 1}",
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var run = TextRun(attachment: Size(1, 1))
        run.attachment?.width = .infinity
      })
    expectStopped(
      "ParagraphStyle.lineSpacing", at: "nan",
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var style = ParagraphStyle()
        style.lineSpacing = .nan
      })
    expectStopped(
      "ParagraphStyle.lineSpacing", at: "1e+308",
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        TextNode("words").paragraphStyle.lineSpacing = 1e308
      })
    expectStopped(
      "ParagraphStyle.maximumLineCount", at: "-1",
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        TextNode("words").maximumLineCount = -1
      })
  }

  @Test("The lengths at the ends of what a text may have are lengths of a text")
  func extremes() {
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

import LayoutSpecs
import LayoutTestSupport
import Testing

@testable import LayoutDiagnostics

/// Metrics that prepare texts and tell no font.
private struct NamelessMetrics: TextMetrics {
  let metrics: ShapedMetrics

  func preparedText(of text: AttributedText) -> PreparedText? { metrics.preparedText(of: text) }
  func size(of text: String, maxWidth: Double) -> Size { metrics.size(of: text, maxWidth: maxWidth) }
}

@Suite("Pictures of prepared texts")
struct PreparedTextPictureTests {
  private func texts(_ text: AttributedText, _ metrics: any TextMetrics) -> [PictureText] {
    let layout = TextNode(attributedText: text, metrics: metrics).layoutThatFits(.upTo(width: 400))
    return layout.pictureTexts(of: layout.element)
  }

  @Test func `A text is drawn in the font of its metrics, and a run in its own`() {
    let large = ShapedMetrics(TextFont("Inter", size: 34, weight: 700))
    let runs = [
      TextRun("one "), TextRun("two ", font: TextFont(size: 12)),
      TextRun("three", font: TextFont("Other", size: 20)),
    ]
    let drawn = texts(AttributedText(runs), large)
    #expect(drawn.map(\.fontSize) == [34, 12, 20])
    // Only the text's own font is bold; a run without a family has the family of the metrics.
    #expect(drawn.map(\.run.font.family) == ["Inter", "Inter", "Other"])
    #expect(drawn.map(\.run.font.weight) == [700, 400, 400])
    let svg = TextNode("large", metrics: large).layoutThatFits(.upTo(width: 400)).svg()
    #expect(svg.contains("font-weight=\"700\"") && svg.contains("font-family: 'Inter'"))
  }

  @Test func `Without a font the letters are about as high as a line has room for`() {
    for size in [8.0, 12, 34] {
      let drawn = texts(
        AttributedText("words"), NamelessMetrics(metrics: ShapedMetrics(TextFont(size: size))))
      #expect(drawn.map(\.fontSize) == [size * 1.25 * 0.72])
    }
    let run = AttributedText("words", font: TextFont(size: 40))
    #expect(texts(run, NamelessMetrics(metrics: ShapedMetrics())).map(\.fontSize) == [40])
  }
}

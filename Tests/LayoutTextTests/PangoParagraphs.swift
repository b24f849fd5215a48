#if Text && canImport(CPango)
import CPango
import LayoutSpecs

@testable import LayoutText

/// Pango's own paragraphs: a text is laid out anew for each width.
final class PangoParagraphs {
  private let shaper = PangoShaper(nil)

  func layout(_ text: AttributedText, _ fonts: FontLibrary, width: Double) -> (
    lineCount: Int, size: Size, alignedHeight: Double
  ) {
    var text = text
    for index in text.runs.indices { text.runs[index].font = fonts.resolved(text.runs[index].font) }
    return shaper.layOut(text, width: width)
  }
}
#endif

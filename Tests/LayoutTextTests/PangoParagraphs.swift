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
    shaper.layOut(fonts.resolved(text), width: width)
  }

  /// Returns the height of so many lines, the last of which ends in an ellipsis.
  func height(_ text: AttributedText, _ fonts: FontLibrary, width: Double, lineCount: Int) -> Double {
    let layout = shaper.makeLayout(fonts.resolved(text), width: width)
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    pango_layout_set_height(layout, Int32(-lineCount))
    var height: Int32 = 0
    pango_layout_get_size(layout, nil, &height)
    return shaper.points(Int64(height))
  }
}
#endif

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

  /// Returns the characters of each line.
  func lines(_ text: AttributedText, _ fonts: FontLibrary, width: Double) -> [String] {
    let bytes = Array(text.string.utf8)
    return shaper.withLayout(of: fonts.resolved(text), width: width) { layout in
      (0..<pango_layout_get_line_count(layout)).map { index in
        let line = pango_layout_get_line_readonly(layout, index).unsafelyUnwrapped.pointee
        let start = Int(line.start_index)
        return String(decoding: bytes[start..<start + Int(line.length)], as: UTF8.self)
      }
    }
  }

  /// Returns the embedding level of each scalar of a paragraph, and whether it is read from the right.
  func levels(_ string: String) -> (levels: [UInt8], isRightToLeft: Bool) {
    var direction = PANGO_DIRECTION_NEUTRAL
    let levels = pango_log2vis_get_embedding_levels(string, Int32(string.utf8.count), &direction)
      .unsafelyUnwrapped
    defer { g_free(levels) }
    return (
      Array(UnsafeBufferPointer(start: levels, count: string.unicodeScalars.count)),
      direction == PANGO_DIRECTION_RTL || direction == PANGO_DIRECTION_WEAK_RTL
    )
  }

  /// Returns the height of so many lines, the last of which ends in an ellipsis.
  func height(_ text: AttributedText, _ fonts: FontLibrary, width: Double, lineCount: Int) -> Double {
    shaper.withLayout(of: fonts.resolved(text), width: width) { layout in
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      pango_layout_set_height(layout, Int32(-lineCount))
      var height: Int32 = 0
      pango_layout_get_size(layout, nil, &height)
      return shaper.points(Int64(height))
    }
  }
}

extension PangoShaper {
  /// Prepares a text, each of whose fonts names a family, with Pango alone.
  func prepare(_ text: AttributedText) -> PreparedText {
    let first = learnFont(text.runs[0].font)
    var builder = PreparedText.Builder(
      metrics: first.metrics, ellipsisWidth: first.ellipsisWidth, hyphenWidth: first.hyphenWidth)
    PangoShaper.bytes(of: text.string).withUnsafeBufferPointer { buffer in
      let source = Source(
        bytes: buffer.baseAddress.unsafelyUnwrapped, count: buffer.count - 1, runs: text.runs,
        runEnds: PangoShaper.ends(of: text.runs))
      var (start, previousEnd) = (0, 0)
      while true {
        let (end, next) = appendParagraph(
          of: source, from: start, previousEnd: previousEnd, tabInterval: first.tabInterval, to: &builder)
        // The paragraph behind a line break at the end is an empty line.
        if next == end { break }
        (start, previousEnd) = (next, end)
      }
    }
    return builder.finish()
  }
}
#endif

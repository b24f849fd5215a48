#if Text && canImport(CPango)
import CPango
import LayoutSpecs

/// Pango's metrics of fonts, which one thread at a time may derive.
///
/// Pango derives a font's average width when it first needs it, for the box of a character that no font has, even of an invisible
/// one, whose box vanishes later. It marks with a global variable that it is at it, so a second thread that begins meanwhile
/// gets 0, and keeps that for its font.
enum FontMetrics {
  /// Held while Pango may derive metrics.
  static let lock = NodeLock()

  /// Lets Pango derive the metrics of an item's font if it lacks one of the item's characters.
  ///
  /// - Complexity: linear in the number of characters, a dozen nanoseconds each; the first time for a font, the time of a short
  ///   text.
  static func learnIfNeeded(
    _ item: UnsafeMutablePointer<PangoItem>, _ bytes: UnsafePointer<CChar>
  ) {
    guard let font = item.pointee.analysis.font, let shaped = pango_font_get_hb_font(font) else { return }
    var glyph: hb_codepoint_t = 0
    var place = bytes + Int(item.pointee.offset)
    for _ in 0..<item.pointee.num_chars {
      let scalar = g_utf8_get_char(place)
      place = UnsafePointer(g_utf8_find_next_char(place, nil).unsafelyUnwrapped)
      // A tenth of what Pango takes to say so.
      if hb_font_get_nominal_glyph(shaped, scalar, &glyph) != 0 { continue }
      lock.withLock { pango_font_metrics_unref(pango_font_get_metrics(font, nil)) }
      return
    }
  }
}
#endif

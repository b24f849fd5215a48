#if Text && canImport(CPango)
import CPango
import LayoutSpecs

extension PangoShaper {
  /// Returns whether a text may be cut before each of these characters: between two ideographs, and behind the space between
  /// two words of one script, where they are in one item.
  ///
  /// HarfBuzz says where no rule of a font took glyphs of both sides together. A rule that takes more than eight glyphs in a
  /// row, through a whole word, would not be found. All else ends at such places: the script and the direction of a letter
  /// are its own, Annex 14 breaks lines behind the space whatever was before, and the search for Thai words begins anew.
  func cuts(in scalars: [Unicode.Scalar], _ font: TextFont) -> [Bool] {
    var cuts = Array(repeating: false, count: scalars.count)
    let run = TextRun(String(String.UnicodeScalarView(scalars)), font: font)
    let values = scalars.map(\.value)
    withItems(of: run) { items in
      var start = 0
      for item in items {
        let range = start..<start + Int(item.pointee.num_chars)
        start = range.upperBound
        let candidates = range.dropFirst().filter { mayCut(values, before: $0, from: range.lowerBound) }
        if candidates.isEmpty { continue }
        let unsafe = placesWithRules(values, range, item)
        for index in candidates where !unsafe[index] { cuts[index] = true }
      }
    }
    return cuts
  }

  /// Returns whether a glyph before or behind each place depends on the other side, or no glyph begins there.
  private func placesWithRules(
    _ scalars: [UInt32], _ range: Range<Int>, _ item: UnsafeMutablePointer<PangoItem>
  ) -> [Bool] {
    var places = Array(repeating: true, count: scalars.count)
    guard let font = item.pointee.analysis.font, let shaped = pango_font_get_hb_font(font), !hasFeatures(font)
    else { return places }
    prepareBuffer(Self.properties(of: item), HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES)
    hb_buffer_add_utf32(
      buffer, scalars, Int32(scalars.count), UInt32(range.lowerBound), Int32(range.count))
    hb_shape(shaped, buffer, nil, 0)
    var glyphCount: UInt32 = 0
    let start = hb_buffer_get_glyph_infos(buffer, &glyphCount)
    let glyphs = UnsafeBufferPointer(start: start, count: Int(glyphCount))
    for glyph in glyphs { places[Int(glyph.cluster)] = false }
    for glyph in glyphs where glyph.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0 {
      places[Int(glyph.cluster)] = true
    }
    return places
  }

  private func mayCut(_ scalars: [UInt32], before index: Int, from start: Int) -> Bool {
    if Self.isIdeograph(scalars[index]) { if Self.isIdeograph(scalars[index - 1]) { return true } }
    guard scalars[index - 1] == 0x20, Self.isLetter(scalars[index]) else { return false }
    // Marks have the script of the letter before them.
    let last = scalars[start..<index - 1].last { !Self.isMark($0) }
    return last.map(Self.isLetter) ?? false
  }

  /// True for the ideographs that Chinese, Japanese and Korean share, of the first plane.
  private static func isIdeograph(_ scalar: UInt32) -> Bool {
    (0x4E00...0x9FFF).contains(scalar) || (0x3400...0x4DBF).contains(scalar)
  }

  private static func isMark(_ scalar: UInt32) -> Bool {
    switch g_unichar_type(scalar) {
    case G_UNICODE_NON_SPACING_MARK, G_UNICODE_SPACING_MARK, G_UNICODE_ENCLOSING_MARK: true
    default: false
    }
  }

  /// True for letters of the scripts that HarfBuzz shapes letter by letter, or joins with their neighbours. Where it orders
  /// syllables, as in Devanagari, a change may move a glyph two thousand characters behind it.
  private static func isLetter(_ scalar: UInt32) -> Bool {
    switch g_unichar_type(scalar) {
    case G_UNICODE_LOWERCASE_LETTER, G_UNICODE_UPPERCASE_LETTER, G_UNICODE_TITLECASE_LETTER,
      G_UNICODE_OTHER_LETTER:
      return [
        G_UNICODE_SCRIPT_LATIN, G_UNICODE_SCRIPT_GREEK, G_UNICODE_SCRIPT_CYRILLIC, G_UNICODE_SCRIPT_HEBREW,
        G_UNICODE_SCRIPT_ARABIC, G_UNICODE_SCRIPT_THAI, G_UNICODE_SCRIPT_HANGUL,
      ].contains(g_unichar_get_script(scalar))
    default: return false
    }
  }
}
#endif

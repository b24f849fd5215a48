#if Text && canImport(CPango)
import CPango
import LayoutSpecs

/// One set of Pango's objects: a font map with its fonts, and a context. One thread at a time uses it.
///
/// A text is split into paragraphs, a paragraph into items of one font, script and direction, and an item is shaped
/// once. Paragraphs follow the rules of Pango's own layout, except that Pango's layout shapes again where a line ends.
package final class PangoShaper {
  let fontMap: UnsafeMutablePointer<PangoFontMap>
  let context: OpaquePointer
  private let glyphs: UnsafeMutablePointer<PangoGlyphString>
  /// The glyphs of a part of an item.
  let partGlyphs: UnsafeMutablePointer<PangoGlyphString>
  /// The widths of an item's characters, in Pango's units of 1/1024 point.
  private var widths: [Int32] = []
  private var breaks: [PangoLogAttr] = []
  /// The tab interval of the text that is being prepared.
  private var tabInterval = 0.0
  /// The width and the number of scalars of the open cluster. A cluster may span items: a letter, and an accent that
  /// the letter's font lacks.
  private var cluster = (width: Int64(0), scalarCount: 0)
  /// The metrics of the open cluster's items after the first.
  private var clusterMetrics: [PreparedText.LineMetrics] = []
  /// The bytes that Pango read to split paragraphs into items.
  private(set) var itemizedByteCount = 0
  /// The fonts of simple characters.
  var scriptFonts: [ScriptFonts.Key: ScriptFonts] = [:]
  /// The rules of their faces; nil for one without pairs. Rules keep their face.
  var faceRules: [FaceRules.Key: FaceRules?] = [:]
  /// The characters that HarfBuzz shapes without Pango.
  let buffer = hb_buffer_create().unsafelyUnwrapped

  /// - Parameter fonts: nil for the system's fonts.
  package init(_ fonts: FontFiles?) {
    fontMap = pango_ft2_font_map_new()
    if let fonts { pango_fc_font_map_set_config(OpaquePointer(fontMap), fonts.config) }
    context = pango_font_map_create_context(fontMap)
    pango_context_set_round_glyph_positions(context, 0)
    // Otherwise Pango uses the environment's language, and texts have other fonts in another locale.
    pango_context_set_language(context, pango_language_from_string("en"))
    glyphs = pango_glyph_string_new()
    partGlyphs = pango_glyph_string_new()
  }

  deinit {
    dropScriptFonts()
    hb_buffer_destroy(buffer)
    pango_glyph_string_free(glyphs)
    pango_glyph_string_free(partGlyphs)
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(fontMap)
  }

  /// Returns the string's bytes and a zero, since Pango reads bytes after the end. A control character replaces each
  /// zero within the string: some of Pango's functions end the string at a zero, others go on.
  static func bytes(of string: String) -> ContiguousArray<CChar> {
    var bytes = ContiguousArray(string.utf8CString)
    for index in bytes.indices.dropLast() where bytes[index] == 0 { bytes[index] = 1 }
    return bytes
  }

  // MARK: A paragraph

  /// A text's bytes with its runs.
  struct Source {
    let bytes: UnsafePointer<CChar>
    let count: Int
    let runs: [TextRun]
    /// The byte behind each run.
    let runEnds: [Int]

    /// Returns the bytes from one place on, with the runs of the bytes through another one.
    ///
    /// Each paragraph is a source of its own, since Pango reads all before what it splits into items. The paragraph's
    /// source begins with the line break before it: without one, HarfBuzz adds a circle below a mark at its beginning.
    func part(from start: Int, through end: Int) -> Source {
      let runIndices = runIndex(at: start)...runIndex(at: end)
      return Source(
        bytes: bytes + start, count: count - start, runs: Array(runs[runIndices]),
        runEnds: runEnds[runIndices].map { $0 - start })
    }

    /// Returns the run of a byte, or the last one.
    func run(at offset: Int) -> TextRun { runs[runIndex(at: offset)] }

    private func runIndex(at offset: Int) -> Int { runEnds.dropLast().partitioningIndex { offset < $0 } }
  }

  /// Adds a paragraph to a text that is being made.
  ///
  /// - Parameters:
  ///   - previousEnd: Where the paragraph before it ends.
  ///   - tabInterval: That of the text's first font.
  /// - Returns: Where the paragraph ends, and where the next one begins. For the last paragraph both are equal.
  func appendParagraph(
    of source: Source, from start: Int, previousEnd: Int, tabInterval: Double,
    to builder: inout PreparedText.Builder
  ) -> (end: Int, next: Int) {
    self.tabInterval = tabInterval
    var (length, distance): (Int32, Int32) = (0, 0)
    pango_find_paragraph_boundary(source.bytes + start, Int32(source.count - start), &length, &distance)
    let (end, next) = (start + Int(length), start + Int(distance))
    // Of two bytes is a return with a line feed alone; each other line break is one scalar.
    let lineBreakCount = next == end ? 0 : next == end + 2 ? 2 : 1
    let (part, range) = (
      source.part(from: previousEnd, through: end), start - previousEnd..<end - previousEnd
    )
    guard start < end else {
      builder.setMetrics(learnFont(part.run(at: range.lowerBound).font).metrics)
      builder.endSegment(breakAfter: next == end ? .none : .required, scalarCount: lineBreakCount)
      return (end, next)
    }
    withItems(of: part, range) { items in
      findBreaks(in: part, range, next: next - previousEnd, items)
      var first = 0
      for item in items {
        append(
          item, part, firstCharacter: first, isLast: item == items.last, lineBreakCount, to: &builder)
        first += Int(item.pointee.num_chars)
      }
    }
    return (end, next)
  }

  /// Calls `body` with the items of a paragraph, of one font, script and direction each, in the order of reading.
  func withItems<Result>(
    of source: Source, _ range: Range<Int>, _ body: ([UnsafeMutablePointer<PangoItem>]) -> Result
  ) -> Result {
    let attributes = attributes(of: source.runs, ends: source.runEnds)
    defer { pango_attr_list_unref(attributes) }
    itemizedByteCount += range.upperBound
    // Neutral: the first letter with a direction decides.
    let list = pango_itemize_with_base_dir(
      context, PANGO_DIRECTION_NEUTRAL, source.bytes, Int32(range.lowerBound), Int32(range.count), attributes,
      nil)
    defer { g_list_free(list) }
    var items: [UnsafeMutablePointer<PangoItem>] = []
    var node = list
    while let current = node {
      items.append(current.pointee.data.assumingMemoryBound(to: PangoItem.self))
      node = current.pointee.next
    }
    defer { items.forEach(pango_item_free) }
    return body(items)
  }

  /// Finds where lines may break and characters end, with the rules of each item's language.
  private func findBreaks(
    in source: Source, _ range: Range<Int>, next: Int, _ items: [UnsafeMutablePointer<PangoItem>]
  ) {
    let text = source.bytes + range.lowerBound
    let byteCount = Int32(next - range.lowerBound)
    let count = g_utf8_strlen(text, Int(byteCount)) + 1
    if breaks.count < count { breaks = Array(repeating: PangoLogAttr(), count: count) }
    breaks.withUnsafeMutableBufferPointer { buffer in
      let breaks = buffer.baseAddress.unsafelyUnwrapped
      pango_default_break(text, byteCount, nil, breaks, Int32(count))
      var first = 0
      for item in items {
        pango_tailor_break(
          source.bytes + Int(item.pointee.offset), item.pointee.length, &item.pointee.analysis, -1,
          breaks + first,
          item.pointee.num_chars + 1)
        first += Int(item.pointee.num_chars)
      }
    }
  }

  // MARK: An item

  /// Adds an item's segments, or its part of the open segment.
  ///
  /// - Parameter lineBreakCount: The number of scalars of the paragraph's line break; 0 for the last paragraph.
  private func append(
    _ item: UnsafeMutablePointer<PangoItem>, _ source: Source, firstCharacter: Int, isLast: Bool,
    _ lineBreakCount: Int, to builder: inout PreparedText.Builder
  ) {
    let count = Int(item.pointee.num_chars)
    let run = source.run(at: Int(item.pointee.offset))
    if widths.count < count { widths = Array(repeating: 0, count: count) }
    let metrics: PreparedText.LineMetrics
    if let attachment = run.attachment {
      metrics = .init(ascender: attachment.height, descender: 0)
      for index in 0..<count { widths[index] = index == 0 ? Self.units(attachment.width) : 0 }
    } else {
      metrics = shape(item, source, firstCharacter: firstCharacter, run)
    }
    // A cluster has the metrics of its first item; each of its other items gets an empty segment behind the cluster.
    if cluster.scalarCount > 0 { clusterMetrics.append(metrics) } else { builder.setMetrics(metrics) }
    func endCluster() {
      if cluster.scalarCount > 0 {
        builder.addCluster(points(cluster.width), scalarCount: cluster.scalarCount)
      }
      cluster = (0, 0)
      for metrics in clusterMetrics {
        builder.setMetrics(metrics)
        builder.endSegment(breakAfter: .none)
      }
      clusterMetrics.removeAll()
    }
    let ending: PreparedText.Break = lineBreakCount > 0 ? .required : .none
    var place = source.bytes + Int(item.pointee.offset)
    for index in 0..<count {
      let scalar = g_utf8_get_char(place)
      place = UnsafePointer(g_utf8_find_next_char(place, nil).unsafelyUnwrapped)
      let width = Int64(widths[index])
      let here = breaks[firstCharacter + index]
      let behind = breaks[firstCharacter + index + 1]
      let isEnd = isLast && index + 1 == count
      let breakAfter: PreparedText.Break? =
        if isEnd { ending } else if behind.is_line_break == 0 { nil } else if scalar == 0x2028 {
          .required
        } else if scalar == 0xAD || behind.break_removes_preceding != 0 { .hyphen } else { .allowed }
      if scalar == 0x09 {
        endCluster()
        // Pango drops a tab at the end of a line, but not at the end of a paragraph.
        builder.endSegment(
          tabInterval: tabInterval, breakAfter: isEnd ? .none : breakAfter ?? .none, scalarCount: 1)
        if isEnd && lineBreakCount > 0 {
          builder.endSegment(breakAfter: .required, scalarCount: lineBreakCount)
        }
        continue
      }
      // Pango drops only the last space at the end of a line, and none at the end of a paragraph.
      let vanishes =
        here.is_white != 0 && !(isEnd && lineBreakCount > 0)
        || breakAfter == .hyphen && behind.break_removes_preceding != 0
      if vanishes {
        endCluster()
        builder.endSegment(space: points(width), breakAfter: breakAfter ?? .none, scalarCount: 1)
        continue
      }
      cluster = (cluster.width + width, cluster.scalarCount + 1)
      if behind.is_char_break != 0 || breakAfter != nil { endCluster() }
      if let breakAfter {
        builder.endSegment(breakAfter: breakAfter, scalarCount: isEnd ? lineBreakCount : 0)
      }
    }
  }

  /// Shapes an item, writes its characters' widths to `widths`, and returns the height of its font.
  private func shape(
    _ item: UnsafeMutablePointer<PangoItem>, _ source: Source, firstCharacter: Int, _ run: TextRun
  ) -> PreparedText.LineMetrics {
    FontMetrics.learnIfNeeded(item, source.bytes)
    breaks.withUnsafeMutableBufferPointer { breaks in
      let breaks = breaks.baseAddress.unsafelyUnwrapped + firstCharacter
      pango_shape_item(item, source.bytes, Int32(source.count), breaks, glyphs, PANGO_SHAPE_NONE)
      var glyphItem = PangoGlyphItem()
      (glyphItem.item, glyphItem.glyphs) = (item, glyphs)
      widths.withUnsafeMutableBufferPointer {
        pango_glyph_item_get_logical_widths(&glyphItem, source.bytes, $0.baseAddress)
      }
      removeCuts(inGlyphsOf: item, source, breaks)
      if run.letterSpacing != 0 {
        let spacing = Self.units(run.letterSpacing)
        let count = Int(item.pointee.num_chars)
        for index in 0..<count where index + 1 == count || breaks[index + 1].is_cursor_position != 0 {
          widths[index] &+= spacing
        }
      }
    }
    return item.pointee.analysis.font.map(metrics) ?? learnFont(run.font).metrics
  }

  /// Removes each cut within characters that are shaped as one, if the part before the cut is wider than the whole:
  /// where क् fits, so does क्ष. Pango's paragraphs find this by shaping the part before a cut again.
  private func removeCuts(
    inGlyphsOf item: UnsafeMutablePointer<PangoItem>, _ source: Source,
    _ breaks: UnsafeMutablePointer<PangoLogAttr>
  ) {
    let text = source.bytes + Int(item.pointee.offset)
    let (count, glyphCount) = (Int(item.pointee.num_chars), Int(glyphs.pointee.num_glyphs))
    guard glyphCount < count else { return }
    let starts = Set(UnsafeBufferPointer(start: glyphs.pointee.log_clusters, count: glyphCount))
    var offsets = [0]
    for index in 0..<count {
      offsets.append(
        UnsafePointer(g_utf8_find_next_char(text + offsets[index], nil).unsafelyUnwrapped) - text)
    }
    func isStart(_ index: Int) -> Bool { starts.contains(Int32(offsets[index])) }
    var first = 0
    for index in 1..<count {
      if isStart(index) { first = index }
      guard first < index, breaks[index].is_char_break != 0 else { continue }
      let end = (index..<count).first(where: isStart) ?? count
      // Shaped with the text around the part, since Arabic letters join their neighbours.
      pango_shape_full(
        text + offsets[first], Int32(offsets[index] - offsets[first]), source.bytes, Int32(source.count),
        &item.pointee.analysis, partGlyphs)
      let width = widths[first..<end].reduce(0) { $0 + Int($1) }
      if Int(pango_glyph_string_get_width(partGlyphs)) > width { breaks[index].is_char_break = 0 }
    }
  }

  // MARK: Fonts

  /// The names of the available families.
  var families: [String] {
    var list: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_font_map_list_families(fontMap, &list, &count)
    defer { g_free(list) }
    return (0..<Int(count)).compactMap { index in
      list?[index].map { String(cString: pango_font_family_get_name($0)) }
    }
  }

  /// Returns the byte behind each run of a text.
  static func ends(of runs: [TextRun]) -> [Int] {
    var end = 0
    return runs.map {
      end += $0.string.utf8.count
      return end
    }
  }

  /// Returns the attributes of runs that end at these bytes, and each of whose fonts names a family.
  func attributes(of runs: [TextRun], ends: [Int]) -> OpaquePointer {
    let list = pango_attr_list_new().unsafelyUnwrapped
    var start = 0
    for (run, end) in zip(runs, ends) {
      let description = description(of: run.font)
      defer { pango_font_description_free(description) }
      let attribute = pango_attr_font_desc_new(description).unsafelyUnwrapped
      attribute.pointee.start_index = guint(start)
      attribute.pointee.end_index = guint(end)
      pango_attr_list_insert(list, attribute)
      start = end
    }
    return list
  }

  func description(of font: TextFont) -> OpaquePointer {
    let description = pango_font_description_new().unsafelyUnwrapped
    pango_font_description_set_family(description, font.family)
    pango_font_description_set_absolute_size(description, font.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(description, PangoWeight(UInt32(font.weight)))
    pango_font_description_set_style(description, font.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    return description
  }

  /// Returns the height of a line in a font: its ascender and its descender, without a gap.
  func metrics(of font: UnsafeMutablePointer<PangoFont>) -> PreparedText.LineMetrics {
    var rect = PangoRectangle()
    pango_font_get_glyph_extents(font, PangoGlyph(0x0FFF_FFFF), nil, &rect)
    return .init(ascender: points(Int64(-rect.y)), height: points(Int64(rect.height)))
  }

  /// Returns what is known of a font before any of its characters is.
  func learnFont(_ font: TextFont) -> KnownFont {
    let description = description(of: font)
    defer { pango_font_description_free(description) }
    let loaded = pango_font_map_load_font(fontMap, context, description)
    defer { if let loaded { g_object_unref(loaded) } }
    let space = advance(of: [0x20], in: loaded) ?? 0
    return KnownFont(
      font: font, metrics: loaded.map(metrics) ?? .init(ascender: font.size, descender: 0),
      ellipsisWidth: advance(of: [0x2026], in: loaded) ?? 3 * (advance(of: [0x2E], in: loaded) ?? 0),
      hyphenWidth: advance(of: [0x2010, 0x2D], in: loaded) ?? 0, tabInterval: space > 0 ? 8 * space : 50)
  }

  /// Returns the width of the first of these characters that a font has.
  private func advance(of scalars: [UInt16], in font: UnsafeMutablePointer<PangoFont>?) -> Double? {
    guard let font, let shaped = pango_font_get_hb_font(font) else { return nil }
    let glyph = scalars.lazy.compactMap { FaceRules.glyph(of: $0, shaped) }.first
    return glyph.map { points(Int64(hb_font_get_glyph_h_advance(shaped, $0))) }
  }

  func points(_ units: Int64) -> Double { Double(units) / Double(PANGO_SCALE) }

  /// The nearest number of units, limited so that the sum of two does not overflow; 0 if `points` is undefined.
  static func units(_ points: Double) -> Int32 {
    let units = (points * Double(PANGO_SCALE)).rounded()
    return units.isNaN ? 0 : Int32(max(-1e9, min(units, 1e9)))
  }
}
#endif

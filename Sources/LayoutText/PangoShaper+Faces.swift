#if Text && canImport(CPango)
import CPango
import LayoutSpecs

/// A simple character as HarfBuzz shaped it.
struct ShapedCharacter {
  let advance: Int32
  /// The advance that it has before the next character wherever both are, or `AdvancePairs.complex` if both are in a ligature
  /// or a rule takes them together in some places; nil if here one of them is in a ligature without the other.
  var pairAdvance: Int32?
}

extension PangoShaper {
  /// Returns the face of a character; nil if only Pango can say what it looks like.
  func learnFace(of scalar: UInt16, _ key: ScriptFonts.Key) -> KnownFace? {
    guard let fonts = fonts(for: key),
      let (position, font) = fonts.first(where: { pango_font_has_char($0.font, UInt32(scalar)) != 0 }),
      let shaped = pango_font_get_hb_font(font)
    else { return nil }
    // Pango tells HarfBuzz that a font has each character: for those that it has, both agree.
    guard !hasFeatures(font), FaceRules.glyph(of: scalar, shaped) != nil,
      FaceRules.glyph(of: 0x20, shaped) != nil
    else { return nil }
    return KnownFace(
      position: position, metrics: metrics(of: font), hasPairs: rules(of: shaped, fonts, key.script) != nil)
  }

  /// Returns true if Pango shapes texts in a font with features that the font's description names.
  func hasFeatures(_ font: UnsafeMutablePointer<PangoFont>) -> Bool {
    var (feature, count) = (hb_feature_t(), UInt32(0))
    pango_font_get_features(font, &feature, 1, &count)
    return count > 0
  }

  /// Shapes characters of one item, or some of them with the characters beside them.
  ///
  /// - Parameter isLearning: True if it matters whether a rule may take two of them together in other places.
  /// - Returns: How each was shaped; nil if Pango would do it otherwise.
  func shape(
    _ scalars: [UInt16], _ face: ScriptFonts.FaceKey, isLearning: Bool = false
  ) -> [ShapedCharacter]? {
    guard let fonts = fonts(for: face.fonts),
      let font = fonts.first(where: { $0.position == face.position })?.font,
      let shaped = pango_font_get_hb_font(font)
    else { return nil }
    let glyphs = scalars.compactMap { FaceRules.glyph(of: $0, shaped) }
    if glyphs.count < scalars.count { return nil }
    let rules = rules(of: shaped, fonts, face.fonts.script)
    var result: [ShapedCharacter] = []
    result.reserveCapacity(scalars.count)
    for cluster in clusters(of: scalars, shaped, fonts) {
      let place = result.count
      // Pango's paragraphs cut no ligature of which a part is wider: see `removeCuts`.
      for end in place + 1..<place + cluster.count {
        let part = clusters(of: Array(scalars[place..<end]), shaped, fonts)
        if part.reduce(0, { $0 + $1.width }) > cluster.width { return nil }
      }
      let isPlain =
        cluster.count == 1 && cluster.glyphCount == 1 && cluster.glyph == glyphs[place]
        && rules?.isPlain(cluster.glyph, advance: cluster.width, in: shaped) ?? false
      // A character that is never plain has no simple pair; one in a ligature may be plain elsewhere.
      if !isPlain && place > 0 {
        result[place - 1].pairAdvance = cluster.count == 1 ? AdvancePairs.complex : nil
      }
      // As Pango divides the width of a ligature.
      let part = cluster.width / Int32(cluster.count)
      for number in 0..<cluster.count {
        let advance = part + (number == 0 ? cluster.width - part * Int32(cluster.count) : 0)
        let isInside = number + 1 < cluster.count || cluster.count == 1
        result.append(
          ShapedCharacter(
            advance: advance, pairAdvance: isPlain ? advance : isInside ? AdvancePairs.complex : nil))
      }
      if isLearning, isPlain, place + 1 < glyphs.count,
        rules?.mayJoin(glyphs[place], glyphs[place + 1]) ?? true
      {
        result[place].pairAdvance = AdvancePairs.complex
      }
    }
    return result
  }

  /// Returns the rules of a font's face in a script; nil if it has no pairs.
  private func rules(of font: OpaquePointer, _ fonts: ScriptFonts, _ script: CharacterTraits.Script)
    -> FaceRules?
  {
    // A face may be loaded in several sizes.
    let key = FaceRules.Key(face: hb_font_get_face(font), script: script)
    if let rules = faceRules[key] { return rules }
    let rules = FaceRules(font, fonts)
    faceRules[key] = .some(rules)
    return rules
  }

  /// Shapes characters, and returns the clusters in the order of reading: what glyphs stand for together.
  private func clusters(
    of scalars: [UInt16], _ font: OpaquePointer, _ fonts: ScriptFonts
  ) -> [(count: Int, glyphCount: Int, glyph: hb_codepoint_t, width: Int32)] {
    prepareBuffer(fonts.properties, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
    hb_buffer_add_utf16(buffer, scalars, Int32(scalars.count), 0, Int32(scalars.count))
    hb_shape(font, buffer, nil, 0)
    var glyphCount: UInt32 = 0
    let infos = hb_buffer_get_glyph_infos(buffer, &glyphCount)
    let positions = hb_buffer_get_glyph_positions(buffer, nil)
    guard let infos, let positions, glyphCount > 0 else { return [(scalars.count, 0, 0, 0)] }
    var clusters: [(count: Int, glyphCount: Int, glyph: hb_codepoint_t, width: Int32)] = []
    clusters.reserveCapacity(scalars.count)
    var (end, glyph) = (0, 0)
    while glyph < glyphCount {
      let first = glyph
      var width: Int32 = 0
      while glyph < glyphCount, infos[glyph].cluster == infos[first].cluster {
        width &+= abs(positions[glyph].x_advance)
        glyph += 1
      }
      let next = glyph < glyphCount ? Int(infos[glyph].cluster) : scalars.count
      clusters.append((next - end, glyph - first, infos[first].codepoint, width))
      end = next
    }
    return clusters
  }

  /// Empties the buffer for characters that are shaped without Pango.
  func prepareBuffer(_ properties: hb_segment_properties_t, _ level: hb_buffer_cluster_level_t) {
    var properties = properties
    hb_buffer_clear_contents(buffer)
    hb_buffer_set_segment_properties(buffer, &properties)
    hb_buffer_set_cluster_level(buffer, level)
    hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE)
  }

  private func fonts(for key: ScriptFonts.Key) -> ScriptFonts? {
    if let fonts = scriptFonts[key] { return fonts }
    if scriptFonts.count >= FontKnowledge.mostFonts { dropScriptFonts() }
    let description = description(of: key.font)
    defer { pango_font_description_free(description) }
    // Pango says which language a character of the script has.
    let fonts = withItems(of: TextRun(key.script.sample, font: key.font)) { items -> ScriptFonts? in
      guard let item = items.first,
        let set = pango_font_map_load_fontset(fontMap, context, description, item.pointee.analysis.language)
      else { return nil }
      return ScriptFonts(fontset: set, properties: Self.properties(of: item))
    }
    scriptFonts[key] = fonts
    return fonts
  }

  /// Calls `body` with the items of a run.
  func withItems<Result>(of run: TextRun, _ body: ([UnsafeMutablePointer<PangoItem>]) -> Result) -> Result {
    PangoShaper.bytes(of: run.string).withUnsafeBufferPointer { bytes in
      let (text, count) = (bytes.baseAddress.unsafelyUnwrapped, bytes.count - 1)
      let source = Source(bytes: text, count: count, runs: [run], runEnds: [count])
      return withItems(of: source, 0..<count, body)
    }
  }

  /// Returns an item's direction, script and language in HarfBuzz's words.
  static func properties(of item: UnsafeMutablePointer<PangoItem>) -> hb_segment_properties_t {
    let analysis = item.pointee.analysis
    var properties = hb_segment_properties_t()
    properties.direction = analysis.level % 2 == 0 ? HB_DIRECTION_LTR : HB_DIRECTION_RTL
    properties.script = hb_script_t(g_unicode_script_to_iso15924(GUnicodeScript(Int32(analysis.script))))
    properties.language = hb_language_from_string(pango_language_to_string(analysis.language), -1)
    return properties
  }

  func dropScriptFonts() {
    for fonts in scriptFonts.values { g_object_unref(fonts.fontset) }
    (scriptFonts, faceRules) = ([:], [:])
  }
}
#endif

#if Text && canImport(CPango)
import CPango
import LayoutSpecs

/// A simple character as HarfBuzz shaped it.
struct ShapedCharacter {
  /// The way in which a character's advance depends on the next character.
  enum Pair {
    /// It is the same whatever is around them.
    case simple
    /// Both are in a ligature, or a rule takes them together in some places.
    case complex
    /// Here one of them is in a ligature without the other.
    case unknown
  }

  let advance: Int32
  var pair: Pair
}

extension PangoShaper {
  /// Returns a font's metrics and marks, before any of its characters is known.
  func learnFont(_ font: TextFont) -> KnownFont {
    KnownFont(font: font, metrics: metrics(of: font), marks: marks(in: font))
  }

  /// Returns the face of a character; nil if only Pango can say what it looks like.
  func learnFace(of scalar: UInt16, _ key: ScriptFonts.Key) -> KnownFace? {
    guard let fonts = fonts(for: key),
      let (position, font) = fonts.first(with: scalar),
      let shaped = pango_font_get_hb_font(font)
    else { return nil }
    // Pango tells HarfBuzz that a font has each character: for those that it has, both agree.
    var (glyph, feature, featureCount): (hb_codepoint_t, hb_feature_t, UInt32) = (0, hb_feature_t(), 0)
    pango_font_get_features(font, &feature, 1, &featureCount)
    guard featureCount == 0, hb_font_get_nominal_glyph(shaped, UInt32(scalar), &glyph) != 0,
      hb_font_get_nominal_glyph(shaped, 0x20, &glyph) != 0
    else { return nil }
    return KnownFace(
      position: position, metrics: metrics(of: font), hasPairs: rules(of: shaped, fonts, key.script) != nil)
  }

  /// Shapes characters of one item, or some of them with the characters beside them.
  ///
  /// - Returns: How each was shaped; nil if Pango would do it otherwise.
  func shape(_ characters: Slice<UnsafeMutableBufferPointer<SimpleCharacter>>, _ face: ScriptFonts.FaceKey)
    -> [ShapedCharacter]?
  {
    guard let fonts = fonts(for: ScriptFonts.Key(font: face.font, script: face.script)),
      let font = fonts[face.position], let shaped = pango_font_get_hb_font(font)
    else { return nil }
    var glyphs: [hb_codepoint_t] = []
    glyphs.reserveCapacity(characters.count)
    for character in characters {
      guard let glyph = FaceRules.glyph(of: character.scalar, shaped) else { return nil }
      glyphs.append(glyph)
    }
    let rules = rules(of: shaped, fonts, face.script)
    var result: [ShapedCharacter] = []
    result.reserveCapacity(characters.count)
    for cluster in clusters(of: characters, shaped, fonts) {
      let (place, index) = (result.count, characters.startIndex + result.count)
      if cluster.count > 1 {
        // Pango's paragraphs cut no ligature of which a part is wider: see `removeCuts`.
        for count in 1..<cluster.count {
          let part = clusters(of: characters[index..<index + count], shaped, fonts)
          if part.reduce(0, { $0 + $1.width }) > cluster.width { return nil }
        }
      }
      let isPlain =
        cluster.count == 1 && cluster.glyphCount == 1 && cluster.glyph == glyphs[place]
        && rules?.isPlain(cluster.glyph, advance: cluster.width, in: shaped) ?? false
      // A character that is never plain has no simple pair; one in a ligature may be plain elsewhere.
      if !isPlain && place > 0 {
        result[place - 1].pair = cluster.count == 1 ? .complex : .unknown
      }
      // As Pango divides the width of a ligature.
      let part = cluster.width / Int32(cluster.count)
      for number in 0..<cluster.count {
        let rest = number == 0 ? cluster.width - part * Int32(cluster.count) : 0
        let isInside = number + 1 < cluster.count || cluster.count == 1 && !isPlain
        result.append(
          ShapedCharacter(
            advance: part + rest, pair: isPlain ? .simple : isInside ? .complex : .unknown))
      }
      if isPlain, place + 1 < glyphs.count, characters[index].width == AdvancePairs.unknown,
        rules?.mayJoin(glyphs[place], glyphs[place + 1]) ?? true
      {
        result[place].pair = .complex
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
    of characters: Slice<UnsafeMutableBufferPointer<SimpleCharacter>>, _ font: OpaquePointer,
    _ fonts: ScriptFonts
  ) -> [(count: Int, glyphCount: Int, glyph: hb_codepoint_t, width: Int32)] {
    prepareBuffer(HB_DIRECTION_LTR, (fonts.script, fonts.language))
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
    for (index, character) in characters.enumerated() {
      hb_buffer_add(buffer, UInt32(character.scalar), UInt32(index))
    }
    hb_shape(font, buffer, nil, 0)
    var glyphCount: UInt32 = 0
    let infos = hb_buffer_get_glyph_infos(buffer, &glyphCount)
    let positions = hb_buffer_get_glyph_positions(buffer, nil)
    guard let infos, let positions, glyphCount > 0 else { return [(characters.count, 0, 0, 0)] }
    var clusters: [(count: Int, glyphCount: Int, glyph: hb_codepoint_t, width: Int32)] = []
    clusters.reserveCapacity(characters.count)
    var (end, glyph) = (0, 0)
    while glyph < glyphCount {
      let first = glyph
      var width: Int32 = 0
      while glyph < glyphCount, infos[glyph].cluster == infos[first].cluster {
        width &+= abs(positions[glyph].x_advance)
        glyph += 1
      }
      let next = glyph < glyphCount ? Int(infos[glyph].cluster) : characters.count
      clusters.append((next - end, glyph - first, infos[first].codepoint, width))
      end = next
    }
    return clusters
  }

  /// Empties the buffer for characters that are shaped without Pango.
  func prepareBuffer(
    _ direction: hb_direction_t, _ writing: (script: hb_script_t, language: hb_language_t?)
  ) {
    hb_buffer_clear_contents(buffer)
    hb_buffer_set_direction(buffer, direction)
    hb_buffer_set_script(buffer, writing.script)
    hb_buffer_set_language(buffer, writing.language)
    hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE)
  }

  private func fonts(for key: ScriptFonts.Key) -> ScriptFonts? {
    if let fonts = scriptFonts[key] { return fonts }
    if scriptFonts.count >= FontKnowledge.mostFonts { dropScriptFonts() }
    // Pango says which language a character of the script has.
    let run = TextRun(key.script.sample, font: key.font)
    let fonts = withItems(of: run) { items -> ScriptFonts? in
      guard let item = items?.pointee.data.assumingMemoryBound(to: PangoItem.self) else { return nil }
      let language = item.pointee.analysis.language
      let description = description(of: key.font)
      defer { pango_font_description_free(description) }
      guard let fontset = pango_font_map_load_fontset(fontMap, context, description, language) else {
        return nil
      }
      let writing = Self.writing(of: item)
      return ScriptFonts(fontset: fontset, script: writing.script, language: writing.language)
    }
    scriptFonts[key] = fonts
    return fonts
  }

  /// Calls `body` with the items of a run.
  func withItems<Result>(
    of run: TextRun, _ body: (UnsafeMutablePointer<GList>?) -> Result
  ) -> Result {
    PangoShaper.bytes(of: run.string).withUnsafeBufferPointer { bytes in
      let (text, count) = (bytes.baseAddress.unsafelyUnwrapped, bytes.count - 1)
      let items = items(of: Source(bytes: text, count: count, runs: [run], runEnds: [count]), 0..<count)
      defer { free(items) }
      return body(items)
    }
  }

  /// Returns an item's script and language in HarfBuzz's words.
  static func writing(
    of item: UnsafeMutablePointer<PangoItem>
  ) -> (script: hb_script_t, language: hb_language_t?) {
    let (script, language) = (item.pointee.analysis.script, item.pointee.analysis.language)
    return (
      hb_script_t(g_unicode_script_to_iso15924(GUnicodeScript(Int32(script)))),
      hb_language_from_string(pango_language_to_string(language), -1)
    )
  }

  func dropScriptFonts() {
    for fonts in scriptFonts.values { g_object_unref(fonts.fontset) }
    (scriptFonts, faceRules) = ([:], [:])
  }
}
#endif

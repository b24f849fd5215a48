#if Text && canImport(CPango)
import CPango

/// The rules in a face's tables for the advances of simple characters: whether an advance depends on the next character
/// alone.
///
/// Substitutions take one glyph, or several in a row; of those that take several, the pairs that they may take are
/// complex. Kerning moves two glyphs, unless it has a context. A rule that this does not find, as one that takes four
/// glyphs but no three of them, shows when a pair has two advances. The rules are of one shaper.
final class FaceRules {
  struct Key: Hashable {
    let face: OpaquePointer?
    let script: CharacterTraits.Script
  }

  /// The glyphs of simple characters that a rule takes in a row.
  private struct Row {
    let glyphs: GlyphSet
    let members: [hb_codepoint_t]
    /// The rule's number among the substitutions; nil if the glyphs around decide too.
    let substitution: UInt32?
  }

  /// A font of the face, of any size: it says which glyphs characters have.
  private let font: OpaquePointer
  private let face: OpaquePointer
  private var rows: [Row] = []
  /// The glyphs of all rows.
  private let joining = GlyphSet()
  /// True if half of a pair's kerning is in the advance of the second character, as with the table kern.
  private var dividesKerning = false

  /// Creates the rules of a font's face in a script; nil if most words have a rule that looks further, or if
  /// nobody knows.
  init?(_ font: OpaquePointer, _ fonts: ScriptFonts) {
    self.font = hb_font_reference(font)
    face = hb_font_get_face(font)
    var properties = hb_segment_properties_t()
    properties.direction = HB_DIRECTION_LTR
    (properties.script, properties.language) = (fonts.script, fonts.language)
    let plan = hb_shape_plan_create_cached(face, &properties, nil, 0, nil)
    defer { hb_shape_plan_destroy(plan) }
    guard String(cString: hb_shape_plan_get_shaper(plan)) == "ot",
      hb_aat_layout_has_substitution(face) == 0, hb_aat_layout_has_positioning(face) == 0,
      hb_aat_layout_has_tracking(face) == 0
    else { return nil }
    let glyphs = GlyphSet()
    for (scalar, traits) in CharacterTraits.all.enumerated() where traits.isSimple {
      if let glyph = Self.glyph(of: UInt16(scalar), font) { hb_set_add(glyphs.set, glyph) }
    }
    addSubstitutions(plan, glyphs)
    addPositions(plan, glyphs)
    let letters = (0x61...0x7A).compactMap { Self.glyph(of: $0, font) }
    let isOfWords = rows.contains { row in
      row.substitution == nil && letters.count(where: row.glyphs.contains) > letters.count / 3
    }
    if isOfWords { return nil }
  }

  deinit { hb_font_destroy(font) }

  /// Returns the glyph of a character where no rule replaces it.
  static func glyph(of scalar: UInt16, _ font: OpaquePointer) -> hb_codepoint_t? {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(font, UInt32(scalar), &glyph) != 0 ? glyph : nil
  }

  // MARK: Reading the tables

  private func addSubstitutions(_ plan: OpaquePointer?, _ glyphs: GlyphSet) {
    let features: [StaticString] = [
      "rvrn", "ltra", "ltrm", "rand", "ccmp", "locl", "rlig", "calt", "clig", "liga", "rclt",
    ]
    for lookup in lookups(of: features, "GSUB", plan) {
      let (before, input, after) = (GlyphSet(), GlyphSet(), GlyphSet())
      hb_ot_layout_lookup_collect_glyphs(
        face, Self.tag("GSUB"), lookup, before.set, input.set, after.set, nil)
      // A glyph that is replaced alone is found when its character is shaped.
      hb_set_intersect(input.set, glyphs.set)
      for glyph in input.members {
        let isReplaced = withUnsafePointer(to: glyph) {
          hb_ot_layout_lookup_would_substitute(face, lookup, $0, 1, 1) != 0
        }
        if isReplaced { hb_set_del(input.set, glyph) }
      }
      add(input, around: [before, after], glyphs, substitution: lookup)
    }
  }

  private func addPositions(_ plan: OpaquePointer?, _ glyphs: GlyphSet) {
    for lookup in lookups(of: ["kern", "dist", "curs", "mark", "mkmk", "abvm", "blwm"], "GPOS", plan) {
      let (before, input, after) = (GlyphSet(), GlyphSet(), GlyphSet())
      hb_ot_layout_lookup_collect_glyphs(
        face, Self.tag("GPOS"), lookup, before.set, input.set, after.set, nil)
      if before.isEmpty && after.isEmpty { continue }
      hb_set_intersect(input.set, glyphs.set)
      add(input, around: [before, after], glyphs, substitution: nil)
    }
    let table = hb_face_reference_table(face, Self.tag("kern"))
    defer { hb_blob_destroy(table) }
    dividesKerning = hb_blob_get_length(table) > 0 && lookups(of: ["kern"], "GPOS", plan).isEmpty
  }

  private func add(
    _ row: GlyphSet, around sets: [GlyphSet], _ glyphs: GlyphSet, substitution: UInt32?
  ) {
    let others = sets.filter { !$0.isEmpty }
    for other in others { hb_set_intersect(other.set, glyphs.set) }
    // The rule takes nothing in a text of simple characters without those around.
    if row.isEmpty || others.contains(where: \.isEmpty) { return }
    for other in others { hb_set_union(row.set, other.set) }
    hb_set_union(joining.set, row.set)
    rows.append(Row(glyphs: row, members: row.members, substitution: others.isEmpty ? substitution : nil))
  }

  /// Returns the lookups of features that a plan has.
  private func lookups(
    of features: [StaticString], _ table: StaticString, _ plan: OpaquePointer?
  ) -> [UInt32] {
    let (all, own) = (GlyphSet(), GlyphSet())
    hb_ot_layout_collect_lookups(face, Self.tag(table), nil, nil, features.map(Self.tag) + [0], all.set)
    hb_ot_shape_plan_collect_lookups(plan, Self.tag(table), own.set)
    hb_set_intersect(all.set, own.set)
    return all.members
  }

  static func tag(_ name: StaticString) -> hb_tag_t {
    (0..<4).reduce(hb_tag_t(0)) { $0 << 8 | hb_tag_t(name.utf8Start[$1]) }
  }

  // MARK: Asking

  /// Returns true if a rule may take two glyphs together that it does not take where nothing is around them.
  func mayJoin(_ a: hb_codepoint_t, _ b: hb_codepoint_t) -> Bool {
    guard joining.contains(a), joining.contains(b) else { return false }
    return rows.contains { row in
      guard row.glyphs.contains(a), row.glyphs.contains(b) else { return false }
      guard let lookup = row.substitution else { return true }
      return row.members.contains { other in
        wouldSubstitute(lookup, (a, b, other)) || wouldSubstitute(lookup, (other, a, b))
      }
    }
  }

  private func wouldSubstitute(
    _ lookup: UInt32, _ glyphs: (hb_codepoint_t, hb_codepoint_t, hb_codepoint_t)
  ) -> Bool {
    withUnsafeBytes(of: glyphs) {
      hb_ot_layout_lookup_would_substitute(
        face, lookup, $0.assumingMemoryBound(to: hb_codepoint_t.self).baseAddress, 3, 1) != 0
    }
  }

  /// Returns true if only the next glyph changes the advance that a glyph has in a font of the face.
  func isPlain(_ glyph: hb_codepoint_t, advance: Int32, in font: OpaquePointer) -> Bool {
    !dividesKerning || advance == hb_font_get_glyph_h_advance(font, glyph)
  }
}

/// A set of glyphs, or of other numbers, of HarfBuzz.
final class GlyphSet {
  let set = hb_set_create()

  deinit { hb_set_destroy(set) }

  var isEmpty: Bool { hb_set_is_empty(set) != 0 }

  func contains(_ glyph: hb_codepoint_t) -> Bool { hb_set_has(set, glyph) != 0 }

  var members: [hb_codepoint_t] {
    var members: [hb_codepoint_t] = []
    var next = hb_codepoint_t.max
    while hb_set_next(set, &next) != 0 { members.append(next) }
    return members
  }
}
#endif

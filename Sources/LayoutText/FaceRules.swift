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

  private let face: OpaquePointer
  private var rows: [Row] = []
  /// The glyphs of all rows.
  private let joining = GlyphSet()
  /// True if half of a pair's kerning is in the advance of the second character, as with the table kern.
  private var dividesKerning = false

  /// Creates the rules of a font's face in a script; nil if most words have a rule that looks further, or if
  /// nobody knows.
  init?(_ font: OpaquePointer, _ fonts: ScriptFonts) {
    face = hb_face_reference(hb_font_get_face(font))
    var properties = fonts.properties
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
    addRows(
      of: ["rvrn", "ltra", "ltrm", "rand", "ccmp", "locl", "rlig", "calt", "clig", "liga", "rclt"], "GSUB",
      plan, glyphs)
    addRows(of: ["kern", "dist", "curs", "mark", "mkmk", "abvm", "blwm"], "GPOS", plan, glyphs)
    let table = hb_face_reference_table(face, hb_tag_from_string("kern", -1))
    defer { hb_blob_destroy(table) }
    dividesKerning = hb_blob_get_length(table) > 0 && lookups(of: ["kern"], "GPOS", plan).isEmpty
    let letters = (0x61...0x7A).compactMap { Self.glyph(of: $0, font) }
    let isOfWords = rows.contains { row in
      row.substitution == nil && letters.count(where: row.glyphs.contains) > letters.count / 3
    }
    if isOfWords { return nil }
  }

  deinit { hb_face_destroy(face) }

  /// Returns the glyph of a character where no rule replaces it.
  static func glyph(of scalar: UInt16, _ font: OpaquePointer) -> hb_codepoint_t? {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(font, UInt32(scalar), &glyph) != 0 ? glyph : nil
  }

  // MARK: Reading the tables

  /// Adds the rows of features in the table of substitutions or of positions.
  private func addRows(of features: [String], _ table: String, _ plan: OpaquePointer?, _ glyphs: GlyphSet) {
    let isSubstitution = table == "GSUB"
    for lookup in lookups(of: features, table, plan) {
      let (before, row, after) = (GlyphSet(), GlyphSet(), GlyphSet())
      hb_ot_layout_lookup_collect_glyphs(
        face, hb_tag_from_string(table, -1), lookup, before.set, row.set, after.set, nil)
      let others = [before, after].filter { !$0.isEmpty }
      // Positions without glyphs around are of two glyphs.
      if !isSubstitution && others.isEmpty { continue }
      for set in others + [row] { hb_set_intersect(set.set, glyphs.set) }
      // A glyph that is replaced alone is found when its character is shaped.
      if isSubstitution {
        for glyph in row.members where wouldSubstitute(lookup, [glyph]) { hb_set_del(row.set, glyph) }
      }
      // The rule takes nothing in a text of simple characters without those around.
      if row.isEmpty || others.contains(where: \.isEmpty) { continue }
      for other in others { hb_set_union(row.set, other.set) }
      hb_set_union(joining.set, row.set)
      rows.append(Row(glyphs: row, members: row.members, substitution: others.isEmpty ? lookup : nil))
    }
  }

  /// Returns the lookups of features that a plan has.
  private func lookups(of features: [String], _ table: String, _ plan: OpaquePointer?) -> [UInt32] {
    let (all, own) = (GlyphSet(), GlyphSet())
    let (table, features) = (hb_tag_from_string(table, -1), features.map { hb_tag_from_string($0, -1) })
    hb_ot_layout_collect_lookups(face, table, nil, nil, features + [0], all.set)
    hb_ot_shape_plan_collect_lookups(plan, table, own.set)
    hb_set_intersect(all.set, own.set)
    return all.members
  }

  // MARK: Asking

  /// Returns true if a rule may take two glyphs together that it does not take where nothing is around them.
  func mayJoin(_ a: hb_codepoint_t, _ b: hb_codepoint_t) -> Bool {
    guard joining.contains(a), joining.contains(b) else { return false }
    return rows.contains { row in
      guard row.glyphs.contains(a), row.glyphs.contains(b) else { return false }
      guard let lookup = row.substitution else { return true }
      return row.members.contains {
        wouldSubstitute(lookup, [a, b, $0]) || wouldSubstitute(lookup, [$0, a, b])
      }
    }
  }

  private func wouldSubstitute(_ lookup: UInt32, _ glyphs: [hb_codepoint_t]) -> Bool {
    hb_ot_layout_lookup_would_substitute(face, lookup, glyphs, UInt32(glyphs.count), 1) != 0
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

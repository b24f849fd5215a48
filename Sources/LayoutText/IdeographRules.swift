#if Text && canImport(CPango)
import CPango

/// The rules in a face's tables for the advances of ideographs: whether an advance depends on no other glyph.
final class IdeographRules {
  private struct Lookup {
    let number: UInt32
    /// The glyphs that the rule changes, and those around them.
    let input = GlyphSet()
    let around = GlyphSet()

    func takes(_ glyph: hb_codepoint_t) -> Bool { input.contains(glyph) || around.contains(glyph) }
  }

  private let font: OpaquePointer
  private let face: OpaquePointer
  private let substitutions: [Lookup]
  private let positions: [Lookup]

  /// Creates the rules of a font's face for texts in a script and a language; nil if nobody knows.
  init?(_ font: OpaquePointer, _ writing: (script: hb_script_t, language: hb_language_t?)) {
    let face = hb_font_get_face(font).unsafelyUnwrapped
    guard let plan = FaceRules.plan(of: face, writing.script, writing.language) else { return nil }
    defer { hb_shape_plan_destroy(plan) }
    let table = hb_face_reference_table(face, FaceRules.tag("kern"))
    defer { hb_blob_destroy(table) }
    if hb_blob_get_length(table) > 0 { return nil }
    func lookups(_ table: StaticString) -> [Lookup] {
      let numbers = GlyphSet()
      hb_ot_shape_plan_collect_lookups(plan, FaceRules.tag(table), numbers.set)
      return numbers.members.map { number in
        let lookup = Lookup(number: number)
        hb_ot_layout_lookup_collect_glyphs(
          face, FaceRules.tag(table), number, lookup.around.set, lookup.input.set, lookup.around.set, nil)
        return lookup
      }
    }
    (self.font, self.face) = (hb_font_reference(font), face)
    (substitutions, positions) = (lookups("GSUB"), lookups("GPOS"))
  }

  deinit { hb_font_destroy(font) }

  /// Returns true if no rule takes a glyph, or the one that replaces it, together with others.
  func isAlone(_ glyph: hb_codepoint_t, replacedBy shaped: hb_codepoint_t) -> Bool {
    let own = substitutions.filter { $0.takes(glyph) }
    // A rule that replaces the glyph alone, as by the form of a language.
    let isReplacedAlone = own.allSatisfy { lookup in
      lookup.around.isEmpty
        && withUnsafePointer(to: glyph) {
          hb_ot_layout_lookup_would_substitute(face, lookup.number, $0, 1, 1) != 0
        }
    }
    return own.count <= 1 && isReplacedAlone
      && (shaped == glyph || !substitutions.contains { $0.takes(shaped) })
      && !positions.contains { $0.takes(shaped) }
  }
}
#endif

#if Text && canImport(CPango)
import CPango
import LayoutSpecs

/// The fonts that Pango tries in turn for a font's characters of one script, and what HarfBuzz has to know of the
/// script.
struct ScriptFonts {
  struct Key: Hashable {
    let font: TextFont
    let script: CharacterTraits.Script
  }

  /// A face: one of the fonts.
  struct FaceKey: Hashable, Sendable {
    let font: TextFont
    let script: CharacterTraits.Script
    /// The place among the fonts.
    let position: Int
  }

  let fontset: UnsafeMutablePointer<PangoFontset>
  let script: hb_script_t
  let language: OpaquePointer?

  /// A search for the first font that has a character, or for the one at a place.
  private struct Search {
    var scalar: UInt32?
    var position: Int?
    var count = 0
    var found: UnsafeMutablePointer<PangoFont>?
  }

  /// Returns the first font that has a character, and its place.
  func first(with scalar: UInt16) -> (position: Int, font: UnsafeMutablePointer<PangoFont>)? {
    let search = searched(Search(scalar: UInt32(scalar)))
    return search.found.map { (search.count, $0) }
  }

  subscript(position: Int) -> UnsafeMutablePointer<PangoFont>? { searched(Search(position: position)).found }

  private func searched(_ search: Search) -> Search {
    var search = search
    // Later fonts are not loaded.
    let visit: PangoFontsetForeachFunc = { _, font, search in
      guard let font, let search = search?.assumingMemoryBound(to: Search.self) else { return 0 }
      let isFound =
        search.pointee.scalar.map { pango_font_has_char(font, $0) != 0 }
        ?? (search.pointee.count == search.pointee.position)
      if isFound { search.pointee.found = font } else { search.pointee.count += 1 }
      return isFound ? 1 : 0
    }
    pango_fontset_foreach(fontset, visit, &search)
    return search
  }
}
#endif

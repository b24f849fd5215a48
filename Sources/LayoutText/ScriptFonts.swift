#if Text && canImport(CPango)
import CPango
import LayoutSpecs

/// The fonts that Pango tries in turn for a font's characters of one script, and what HarfBuzz has to know of the
/// script.
struct ScriptFonts {
  struct Key: Hashable, Sendable {
    let font: TextFont
    let script: CharacterTraits.Script
  }

  /// A face: one of the fonts.
  struct FaceKey: Hashable, Sendable {
    let fonts: Key
    /// The place among the fonts.
    let position: Int
  }

  /// A font, and its place.
  typealias Place = (position: Int, font: UnsafeMutablePointer<PangoFont>)

  let fontset: UnsafeMutablePointer<PangoFontset>
  let properties: hb_segment_properties_t

  /// Returns the first font that fulfils a condition. Later fonts are not loaded.
  func first(where isSought: (Place) -> Bool) -> Place? {
    typealias Search = (isSought: (Place) -> Bool, count: Int, found: Place?)
    return withoutActuallyEscaping(isSought) { isSought in
      var search: Search = (isSought, 0, nil)
      let visit: PangoFontsetForeachFunc = { _, font, search in
        guard let font, let search = search?.assumingMemoryBound(to: Search.self) else { return 0 }
        let place = (search.pointee.count, font)
        if search.pointee.isSought(place) { search.pointee.found = place }
        search.pointee.count += 1
        return search.pointee.found == nil ? 0 : 1
      }
      withUnsafeMutablePointer(to: &search) { pango_fontset_foreach(fontset, visit, $0) }
      return search.found
    }
  }
}
#endif

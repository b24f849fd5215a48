#if Text && canImport(CPango)
import CPango
import LayoutSpecs

extension TextPreparation {
  /// Writes the advances of an item's characters; returns false if only Pango can find them.
  mutating func findWidths(
    of item: Item, _ characters: UnsafeMutableBufferPointer<SimpleCharacter>
  ) -> Bool {
    let key = ScriptFonts.Key(font: knowledge.fonts[item.font].font, script: item.script)
    let position = knowledge.fonts[item.font].scripts[Int(item.script.rawValue)].faces[item.face].position
    guard let shaped = takeShaper().shape(characters[item.range], position: position, key) else {
      return false
    }
    for (index, character) in zip(item.range, shaped) { characters[index].width = character.advance }
    return true
  }

  /// Adds the characters of a paragraph to the text, with the places where lines may end.
  func add(
    _ characters: UnsafeBufferPointer<SimpleCharacter>, _ ending: ParagraphEnding,
    to builder: inout PreparedText.Builder
  ) {
    var breaks = SimpleLineBreaks()
    let last = characters.count - 1
    _ = breaks.add(characters[0].traits.lineClass, next: nil)
    for item in items {
      let face = knowledge.fonts[item.font].scripts[Int(item.script.rawValue)].faces[item.face]
      builder.setMetrics(face.metrics)
      let spacing = PangoShaper.units(text.runs[item.run].letterSpacing)
      for index in item.range {
        let width = Double(characters[index].width &+ spacing) / Double(PANGO_SCALE)
        let breakAfter: PreparedText.Break? =
          if index == last { ending.breakAfter } else {
            breaks.add(
              characters[index + 1].traits.lineClass,
              next: index + 1 < last ? characters[index + 2].traits.lineClass : nil) ? .allowed : nil
          }
        if characters[index].traits.isSpace && !(index == last && ending.breakAfter == .required) {
          builder.endSegment(space: width, breakAfter: breakAfter ?? .none, scalarCount: 1)
          continue
        }
        builder.addCluster(width, scalarCount: 1)
        if index == last {
          ending.endSegment(&builder)
        } else if let breakAfter {
          builder.endSegment(breakAfter: breakAfter, scalarCount: 0)
        }
      }
    }
  }
}
#endif

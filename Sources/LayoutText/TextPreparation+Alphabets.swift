#if Text && canImport(CPango)
import LayoutSpecs

extension ShaperPool {
  /// Learns what texts in fonts and languages have in common. Each font names a family.
  func learn(_ fonts: [TextFont], for languages: [String]?) {
    let alphabets = [.common] + (languages ?? Alphabet.languagesOfUser).compactMap(Alphabet.init)
    for font in fonts {
      for alphabet in alphabets {
        let known = knowledge.fonts.first { $0.font == font }
        if let known, known.alphabets.contains(alphabet.name) { continue }
        // Pango opens its fonts and dictionaries.
        _ = prepare(AttributedText(alphabet.sample, font: font))
        var preparation = TextPreparation(AttributedText("", font: font), self)
        preparation.learn(alphabet)
      }
    }
  }
}

extension TextPreparation {
  /// Learns the faces and pairs of an alphabet in the font of the first run, and gives them to the library.
  mutating func learn(_ alphabet: Alphabet) {
    defer { finish() }
    let font = font(of: 0)
    for (script, scalars) in alphabet.characters {
      var members: [Int: [SimpleCharacter]] = [:]
      for scalar in scalars where scalar != 0x20 {
        guard let face = face(of: scalar, font, script), knowledge.fonts[font][script].faces[face].hasPairs
        else { continue }
        // A space has the face of the characters beside it.
        members[face, default: [SimpleCharacter(0x20)]].append(SimpleCharacter(scalar))
      }
      for (face, members) in members {
        // Alone, a character has the advance from which kerned ones differ.
        let single = members.map { [$0] }
        // Each stands before and behind each other one.
        let rows = members.indices.map { row in
          members[row...].flatMap { [members[row], $0] } + [members[row]]
        }
        for var row in single + rows {
          let item = Item(range: row.indices, run: 0, font: font, script: script, face: face)
          row.withUnsafeMutableBufferPointer { _ = findWidths(of: item, $0) }
        }
      }
    }
    learn { knowledge, _ in _ = knowledge.fonts[font].alphabets.insert(alphabet.name) }
  }
}
#endif

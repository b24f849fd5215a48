#if Text && canImport(CPango)
import CPango
import LayoutSpecs

extension TextPreparation {
  /// Writes the advances of an item's characters; returns false if only Pango can find them.
  mutating func findWidths(
    of item: Item, _ characters: UnsafeMutableBufferPointer<SimpleCharacter>
  ) -> Bool {
    let known = knowledge.fonts[item.font].scripts[Int(item.script.rawValue)].faces[item.face]
    if known.hasPairs
      && known.pairs.writeAdvances(of: item.range, itemEnd: item.range.upperBound, in: characters)
    {
      return true
    }
    let face = FaceKey(font: knowledge.fonts[item.font].font, script: item.script, position: known.position)
    if known.hasPairs {
      switch findWords(of: item, face, characters) {
      case .found: return true
      case .unknown: return false
      case .noPairs: break
      }
    }
    guard let shaped = takeShaper().shape(characters[item.range], face) else { return false }
    for (index, character) in zip(item.range, shaped) { characters[index].width = character.advance }
    return true
  }

  private enum Finding {
    case found
    /// Pango may shape the characters otherwise.
    case unknown
    /// The face turned out to have no pairs.
    case noPairs
  }

  /// Finds the advances in an item's words that have an unknown or a complex pair.
  private mutating func findWords(
    of item: Item, _ face: FaceKey, _ characters: UnsafeMutableBufferPointer<SimpleCharacter>
  ) -> Finding {
    var place = item.range.lowerBound
    while place < item.range.upperBound {
      guard characters[place].width <= AdvancePairs.complex else {
        place += 1
        continue
      }
      // A word with the space before it, whose advance a ligature behind it may change.
      func isSpace(_ index: Int) -> Bool { characters[index].scalar == 0x20 }
      var start = place
      while start > item.range.lowerBound && !isSpace(start) { start -= 1 }
      var end = place + 1
      while end < item.range.upperBound && !isSpace(end) { end += 1 }
      let finding = findWord(start..<end, of: item, face, characters)
      if finding != .found { return finding }
      place = end
    }
    return .found
  }

  /// Finds the advances in a word that has an unknown or a complex pair. A word shaped with the spaces beside it has the
  /// advances that it has in the item.
  private mutating func findWord(
    _ word: Range<Int>, of item: Item, _ face: FaceKey,
    _ characters: UnsafeMutableBufferPointer<SimpleCharacter>
  ) -> Finding {
    let whole = characters[word.lowerBound..<min(word.upperBound + 1, item.range.upperBound)]
    let key = ShapedWord(face: face, scalars: whole.map(\.scalar))
    let isComplex = !characters[word].contains { $0.width == AdvancePairs.unknown }
    if isComplex, let advances = pool.pieces.advances(of: key) {
      for (index, advance) in zip(word, advances) { characters[index].width = advance }
      return .found
    }
    guard let shaped = takeShaper().shape(whole, face) else { return .unknown }
    // If more than the next character changes the advance of a space, words are not shaped as they are in the item.
    let hasPlainSpaces = zip(whole, shaped).allSatisfy { $0.scalar != 0x20 || $1.isPlain }
    let hasPairs = learn { knowledge, _ in
      knowledge.withScript(item.script, ofFont: item.font) { known in
        known.withFace(item.face) { face in
          if !hasPlainSpaces { face.removePairs() }
          for (index, character) in zip(word, shaped) {
            let next = index + 1 < item.range.upperBound ? characters[index + 1].scalar : 0
            face.learn(
              character.isOfPair ? character.advance : AdvancePairs.complex, of: characters[index].scalar,
              before: next)
          }
          return face.hasPairs
        }
      }
    }
    guard hasPairs else { return .noPairs }
    for (index, character) in zip(word, shaped) { characters[index].width = character.advance }
    if shaped.prefix(word.count).contains(where: { !$0.isOfPair }) {
      pool.pieces.insert(shaped.prefix(word.count).map(\.advance), of: key)
    }
    return .found
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

#if Text && canImport(CPango)
import CPango
import LayoutSpecs

extension TextPreparation {
  private typealias Characters = UnsafeMutableBufferPointer<SimpleCharacter>

  /// How advances were sought.
  private enum Finding {
    case found
    /// Pango may shape the characters otherwise.
    case needsPango
    /// The face has no pairs after all, or more than are kept.
    case needsItem
  }

  /// Writes the advances of an item's characters; returns false if only Pango can find them.
  mutating func findWidths(
    of item: Item, _ characters: UnsafeMutableBufferPointer<SimpleCharacter>
  ) -> Bool {
    let known = face(of: item)
    if known.hasPairs && known.pairs.writeAdvances(of: item.range, in: characters) { return true }
    let key = ScriptFonts.FaceKey(
      font: knowledge.fonts[item.font].font, script: item.script, position: known.position)
    if known.hasPairs {
      switch findPairs(of: item, key, characters) {
      case .found: return true
      case .needsPango: return false
      case .needsItem: break
      }
    }
    return findPiece(item.range, of: item, key, characters, [])
  }

  private func face(of item: Item) -> KnownFace {
    knowledge.fonts[item.font].scripts[Int(item.script.rawValue)].faces[item.face]
  }

  /// Finds the advances in an item with unknown or complex pairs.
  private mutating func findPairs(of item: Item, _ face: ScriptFonts.FaceKey, _ characters: Characters)
    -> Finding
  {
    let unknownCount = characters[item.range].count { $0.width == AdvancePairs.unknown }
    var whole: [ShapedCharacter] = []
    // In a face's first texts, where much is unknown, items are shaped whole: it shows whether the face has pairs.
    if unknownCount * 4 > item.range.count {
      let finding = learnPairs(of: Array(characters[item.range]), item, face, &whole)
      if finding != .found { return finding }
      if self.face(of: item).pairs.writeAdvances(of: item.range, in: characters) { return .found }
    }
    let unknown = unknownPairs(in: item.range, characters)
    if !unknown.isEmpty {
      var shaped: [ShapedCharacter] = []
      let finding = learnPairs(of: unknown, item, face, &shaped)
      if finding != .found { return finding }
      if self.face(of: item).pairs.writeAdvances(of: item.range, in: characters) { return .found }
    }
    return findPieces(of: item, face, characters, whole)
  }

  /// Returns the characters of the pairs that are unknown, with a space behind each row of them.
  private func unknownPairs(in range: Range<Int>, _ characters: Characters) -> [SimpleCharacter] {
    var pairs: [SimpleCharacter] = []
    var end = range.lowerBound
    for index in range where characters[index].width == AdvancePairs.unknown {
      if index >= end {
        if !pairs.isEmpty { pairs.append(SimpleCharacter(0x20)) }
        pairs.append(characters[index])
      }
      if index + 1 < range.upperBound { pairs.append(characters[index + 1]) }
      end = index + 2
    }
    return pairs
  }

  /// Learns the advances of characters that are shaped as an item.
  private mutating func learnPairs(
    of characters: [SimpleCharacter], _ item: Item, _ face: ScriptFonts.FaceKey,
    _ result: inout [ShapedCharacter]
  ) -> Finding {
    var characters = characters
    for index in characters.indices { characters[index].width = AdvancePairs.unknown }
    let shaper = takeShaper()
    guard let shaped = characters.withUnsafeMutableBufferPointer({ shaper.shape($0[...], face) }) else {
      return .needsPango
    }
    result = shaped
    learn { knowledge, _ in
      knowledge.withFace(item.face, of: item.script, ofFont: item.font) { face in
        for (index, own) in shaped.enumerated() {
          if own.pair == .unknown { continue }
          face.learn(
            own.pair == .simple ? own.advance : AdvancePairs.complex, of: characters[index].scalar,
            before: index + 1 < characters.count ? characters[index + 1].scalar : 0)
        }
      }
    }
    return self.face(of: item).hasPairs ? .found : .needsItem
  }

  /// Finds the advances around complex pairs: of their characters, and of the one before them.
  ///
  /// - Parameter shaped: How the item was shaped; empty if it was not.
  private mutating func findPieces(
    of item: Item, _ face: ScriptFonts.FaceKey, _ characters: Characters, _ shaped: [ShapedCharacter]
  ) -> Finding {
    let end = item.range.upperBound
    var place = item.range.lowerBound
    while place < end {
      guard characters[place].width <= AdvancePairs.complex else {
        place += 1
        continue
      }
      if characters[place].width == AdvancePairs.unknown { return .needsItem }
      // Two ligatures in a row change each other.
      var last = place
      while let next = (last + 1..<min(last + 3, end)).first(where: {
        characters[$0].width <= AdvancePairs.complex
      }) {
        last = next
      }
      let piece = max(place - 1, item.range.lowerBound)..<min(last + 2, end)
      if !findPiece(piece, of: item, face, characters, shaped) { return .needsPango }
      place = piece.upperBound
    }
    return .found
  }

  /// Finds the advances of a part of an item, of which the character behind it changes the last; returns false if only
  /// Pango can.
  private mutating func findPiece(
    _ range: Range<Int>, of item: Item, _ face: ScriptFonts.FaceKey, _ characters: Characters,
    _ shaped: [ShapedCharacter]
  ) -> Bool {
    let end = item.range.upperBound
    let whole = characters[range.lowerBound..<min(range.upperBound + 1, end)]
    let piece = ShapedPiece(face: face, scalars: whole.map(\.scalar), endsItem: range.upperBound == end)
    if let advances = pool.pieces.advances(of: piece) {
      for (index, advance) in zip(range, advances) { characters[index].width = advance }
      return true
    }
    var own = shaped.dropFirst(range.lowerBound - item.range.lowerBound).prefix(range.count)
    if own.isEmpty {
      guard let shaped = takeShaper().shape(whole, face) else { return false }
      own = shaped.prefix(range.count)
    }
    for (index, character) in zip(range, own) { characters[index].width = character.advance }
    pool.pieces.insert(own.map(\.advance), of: piece)
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
      builder.setMetrics(face(of: item).metrics)
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

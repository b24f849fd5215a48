#if Text && canImport(CPango)
import CPango
import LayoutSpecs

extension TextPreparation {
  /// Writes the advances of an item's characters; returns false if only Pango can find them.
  mutating func findWidths(of item: Item, _ characters: Characters) -> Bool {
    if writeKnownWidths(of: item, characters) { return true }
    func isUnknown(_ character: SimpleCharacter) -> Bool { character.width == AdvancePairs.unknown }
    let fonts = ScriptFonts.Key(font: knowledge.fonts[item.font].font, script: item.script)
    let key = ScriptFonts.FaceKey(fonts: fonts, position: self[item].position)
    var whole: [ShapedCharacter] = []
    // In a face's first texts, where much is unknown, items are shaped whole: it shows whether the face has pairs.
    if self[item].hasPairs, characters[item.range].count(where: isUnknown) * 4 > item.range.count {
      guard let shaped = learnPairs(of: characters[item.range].map(\.scalar), item, key) else { return false }
      whole = shaped
      if writeKnownWidths(of: item, characters) { return true }
    }
    if self[item].hasPairs, characters[item.range].contains(where: isUnknown) {
      guard learnPairs(of: unknownPairs(in: item.range, characters), item, key) != nil else { return false }
      if writeKnownWidths(of: item, characters) { return true }
    }
    // The face has no pairs after all, or more than are kept.
    if characters[item.range].contains(where: isUnknown) {
      return findPiece(item.range, of: item, key, characters, [])
    }
    return findPieces(of: item, key, characters, whole)
  }

  /// Writes the advances that are known; returns true if all are, and none is complex.
  private func writeKnownWidths(of item: Item, _ characters: Characters) -> Bool {
    // In place: a copy of the face counts a reference to each of its arrays.
    knowledge.fonts[item.font].scripts[Int(item.script.rawValue)].faces[item.face].pairs
      .writeAdvances(of: item.range, in: characters)
  }

  /// Returns the characters of the pairs that are unknown, with a space behind each row of them.
  private func unknownPairs(in range: Range<Int>, _ characters: Characters) -> [UInt16] {
    var pairs: [UInt16] = []
    var end = range.lowerBound
    for index in range where characters[index].width == AdvancePairs.unknown {
      if index >= end {
        if !pairs.isEmpty { pairs.append(0x20) }
        pairs.append(characters[index].scalar)
      }
      if index + 1 < range.upperBound { pairs.append(characters[index + 1].scalar) }
      end = index + 2
    }
    return pairs
  }

  /// Shapes characters as an item, and learns their advances; nil if Pango may shape them otherwise.
  private mutating func learnPairs(
    of scalars: [UInt16], _ item: Item, _ face: ScriptFonts.FaceKey
  ) -> [ShapedCharacter]? {
    learn { knowledge, shaper in
      guard let shaped = shaper.shape(scalars, face, isLearning: true) else { return nil }
      for (index, own) in shaped.enumerated() {
        guard let advance = own.pairAdvance else { continue }
        knowledge.fonts[item.font][item.script].faces[item.face].learn(
          advance, of: scalars[index], before: index + 1 < scalars.count ? scalars[index + 1] : 0)
      }
      return shaped
    }
  }

  /// Finds the advances around complex pairs: of their characters, and of the one before them; returns false if only Pango
  /// can.
  ///
  /// - Parameter shaped: How the item was shaped; empty if it was not.
  private mutating func findPieces(
    of item: Item, _ face: ScriptFonts.FaceKey, _ characters: Characters, _ shaped: [ShapedCharacter]
  ) -> Bool {
    func isComplex(_ place: Int) -> Bool { characters[place].width == AdvancePairs.complex }
    let end = item.range.upperBound
    var place = item.range.lowerBound
    while let first = (place..<end).first(where: isComplex) {
      // Two ligatures in a row change each other.
      var last = first
      while let next = (last + 1..<min(last + 3, end)).first(where: isComplex) { last = next }
      let piece = max(first - 1, item.range.lowerBound)..<min(last + 2, end)
      if !findPiece(piece, of: item, face, characters, shaped) { return false }
      place = piece.upperBound
    }
    return true
  }

  /// Finds the advances of a part of an item, of which the character behind it changes the last; returns false if only
  /// Pango can.
  private mutating func findPiece(
    _ range: Range<Int>, of item: Item, _ face: ScriptFonts.FaceKey, _ characters: Characters,
    _ shaped: [ShapedCharacter]
  ) -> Bool {
    let end = item.range.upperBound
    let scalars = characters[range.lowerBound..<min(range.upperBound + 1, end)].map(\.scalar)
    let piece = ShapedPiece(face: face, scalars: scalars, endsItem: range.upperBound == end)
    var advances = pool.pieces[piece]
    if advances == nil {
      var own = shaped.dropFirst(range.lowerBound - item.range.lowerBound).prefix(range.count)
      if own.isEmpty {
        guard let shaped = takeShaper().shape(scalars, face) else { return false }
        own = shaped.prefix(range.count)
      }
      let found = own.map(\.advance)
      pool.pieces.insert(found, of: piece, byteCount: 160 + found.count * 6)
      advances = found
    }
    for (index, advance) in zip(range, advances ?? []) { characters[index].width = advance }
    return true
  }

  /// Adds the characters of a paragraph to the text, with the places where lines may end.
  ///
  /// - Parameter lineBreakCount: The number of scalars of the paragraph's line break; 0 for the last paragraph.
  func add(
    _ characters: UnsafeBufferPointer<SimpleCharacter>, _ lineBreakCount: Int,
    to builder: inout PreparedText.Builder
  ) {
    var breaks = SimpleLineBreaks()
    let last = characters.count - 1
    let ending: PreparedText.Break = lineBreakCount > 0 ? .required : .none
    builder.reserveCapacity(clusterCount: characters.count)
    _ = breaks.add(characters[0].traits.lineClass, next: SimpleLineBreaks.letter)
    for item in items {
      builder.setMetrics(self[item].metrics)
      let spacing = PangoShaper.units(text.runs[item.run].letterSpacing)
      for index in item.range {
        let width = characters[index].width &+ spacing
        let breakAfter: PreparedText.Break? =
          if index == last { ending } else {
            breaks.add(
              characters[index + 1].traits.lineClass,
              next: index + 1 < last ? characters[index + 2].traits.lineClass : SimpleLineBreaks.letter)
              ? .allowed : nil
          }
        if characters[index].traits.isSpace && !(index == last && lineBreakCount > 0) {
          builder.endSegment(
            space: Double(width) / Double(PANGO_SCALE), breakAfter: breakAfter ?? .none, scalarCount: 1)
          continue
        }
        builder.addCluster(units: width)
        if let breakAfter {
          builder.endSegment(breakAfter: breakAfter, scalarCount: index == last ? lineBreakCount : 0)
        }
      }
    }
  }
}
#endif

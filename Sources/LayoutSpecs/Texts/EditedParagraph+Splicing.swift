// A long paragraph is prepared near a change alone, between cuts: see `LocalTextMetrics`.
//
//     … words | of a | long | paragr‸aph that | is | edited …
//             start  first                    last end
//
// The segments between `first` and `last` take the place of the old ones. The width of the space before `first` depends on the
// word behind it, so that word does not change; and the words from `start` and up to `end` are the context of the others.
// In a row of ideographs each is as a word.
extension EditedParagraph {
  /// Shorter paragraphs are prepared whole, in UTF-16 code units.
  static let leastSplicedCount = 800
  /// How far away a cut may be.
  private static let reach = 200

  /// Returns this paragraph with other characters in a range of offsets, prepared near them alone; nil if it has to be
  /// prepared whole.
  ///
  /// - Complexity: linear in the length of the paragraph, of which nearly all is copied.
  func replacing(_ range: Range<Int>, with new: [TextRun]) -> EditedParagraph? {
    let added = CharacterKinds(new)
    guard contentCount >= Self.leastSplicedCount, range.upperBound <= contentCount,
      contentCount - range.count >= Self.leastSplicedCount,
      let metrics = content.metrics as? any LocalTextMetrics,
      kinds.isDisjoint(with: .rightToLeft), added.isDisjoint(with: [.rightToLeft, .lineBreak])
    else { return nil }
    let old = content.text.runs
    let (head, tail) = (old.part(0..<range.lowerBound), old.part(range.upperBound..<contentCount))
    var runs = head
    for run in new + tail { runs.append(joining: run) }
    // The first font of a text gives it tab stops and marks.
    guard runs[0].font == old[0].font else { return nil }
    let before = head.part(max(0, range.lowerBound - Self.reach)..<range.lowerBound)
    let behind = tail.part(0..<Self.reach)
    guard
      let low = Self.cuts(
        before, count: 3, isBehind: false, isWhole: range.lowerBound <= Self.reach, metrics),
      let high = Self.cuts(
        behind, count: 2, isBehind: true, isWhole: range.upperBound + Self.reach >= contentCount, metrics)
    else { return nil }
    let (first, start, last, end) = (low[1], low[2], high[0], high[1])
    var near: [TextRun] = []
    let beforeCount = before.utf16Length
    for run in before.part(beforeCount - start.units..<beforeCount) { near.append(joining: run) }
    for run in new + behind.part(0..<end.units) { near.append(joining: run) }
    let removed = range.isEmpty ? [] : old.part(range)
    // A bracket may have the script, and so the font, of one that is far away.
    if kinds.union(added).hasSeveralScripts, (near + removed).contains(where: \.mayHaveBrackets) {
      return nil
    }
    if let run = near.first, run.font != old[0].font { near.insert(TextRun(emptied: old[0]), at: 0) }
    guard let prepared = metrics.preparedText(of: AttributedText(near)) else { return nil }

    let place = scalarCount(before: range.lowerBound)
    let (removedCount, newCount) = (removed.scalarCount, new.scalarCount)
    let isEnd = range.upperBound + last.units == contentCount
    let startPlace = start.scalars - first.scalars
    guard
      let spliced = content.prepared.replacing(
        place - first.scalars..<(isEnd ? .max : place + removedCount + last.scalars),
        with: startPlace..<(isEnd ? .max : start.scalars + newCount + last.scalars), of: prepared)
    else { return nil }
    return EditedParagraph(
      Paragraph(AttributedText(runs), style: content.style, metrics: metrics, prepared: spliced),
      lineBreak: lineBreak, kinds.union(added))
  }

  /// The distance of a cut from a change.
  private struct Distance {
    var units = 0
    var scalars = 0
  }

  /// Returns the nearest cuts beside a change; nil if there are too few.
  ///
  /// - Parameters:
  ///   - runs: The runs on one side of the change.
  ///   - isWhole: True if these are all on that side. The paragraph's end counts as all further cuts.
  private static func cuts(
    _ runs: [TextRun], count: Int, isBehind: Bool, isWhole: Bool, _ metrics: any LocalTextMetrics
  ) -> [Distance]? {
    var cuts: [Distance] = []
    var place = Distance()
    for run in isBehind ? runs : runs.reversed() {
      let scalars = run.string.unicodeScalars.map { $0 }
      for number in scalars.indices {
        let index = isBehind ? number : scalars.count - 1 - number
        let own = scalars[index]
        let other = isBehind ? index + 2 : index - 2
        if run.attachment == nil, scalars.indices.contains(other), scalars[(index + other) / 2] == " ",
          metrics.isCut(
            between: isBehind ? own : scalars[other], and: isBehind ? scalars[other] : own, in: run.font)
        {
          let passed = isBehind ? 2 : 1
          cuts.append(
            Distance(units: place.units + UTF16.width(own) + passed - 1, scalars: place.scalars + passed))
          if cuts.count == count { return cuts }
        }
        place.units += UTF16.width(own)
        place.scalars += 1
        let neighbour = isBehind ? index + 1 : index - 1
        if own.isIdeograph, scalars.indices.contains(neighbour), scalars[neighbour].isIdeograph,
          metrics.isCut(
            betweenIdeographs: isBehind ? own : scalars[neighbour],
            and: isBehind ? scalars[neighbour] : own, in: run.font)
        {
          cuts.append(place)
          if cuts.count == count { return cuts }
        }
      }
    }
    if !isWhole { return nil }
    return cuts + repeatElement(place, count: count - cuts.count)
  }

  /// Returns the number of scalars before an offset.
  private func scalarCount(before offset: Int) -> Int {
    kinds.contains(.supplementary) ? content.text.runs.part(0..<offset).scalarCount : offset
  }
}

extension [TextRun] {
  fileprivate var scalarCount: Int { reduce(0) { $0 + $1.string.unicodeScalars.count } }
  fileprivate var utf16Length: Int { reduce(0) { $0 + $1.string.utf16Length } }
}

extension Unicode.Scalar {
  /// True for the ideographs that Chinese, Japanese and Korean share, of the first plane.
  fileprivate var isIdeograph: Bool { (0x4E00...0x9FFF).contains(value) || (0x3400...0x4DBF).contains(value) }
}

extension TextRun {
  fileprivate var mayHaveBrackets: Bool {
    string.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation: true
      default: scalar == "<" || scalar == ">"
      }
    }
  }
}

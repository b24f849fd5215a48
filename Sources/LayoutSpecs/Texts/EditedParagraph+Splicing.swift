// A long paragraph is prepared near a change alone, between cuts: see `LocalTextMetrics`.
//
//     … words | of a | long | paragr‸aph that | is | edited …
//             start  first                    last end
//
// The segments between `first` and `last` take the place of the old ones. The width of the space before `first` may depend on
// the word behind it, so that word does not change; and the words from `start` and up to `end` are the context of the others.
// In a row of ideographs eight are as a word.
//
// A letter that is read from the right depends on the letters before and behind it, on the direction of the paragraph, and
// on brackets. A cut lies between two letters of one direction, so that the parts agree on what is beside them. The
// direction of the paragraph decides where letters of both directions meet, and at the paragraph's end: there the part has
// to have the same one, which is that of its first letter.
extension EditedParagraph {
  /// Shorter paragraphs are prepared whole, in UTF-16 code units.
  static let leastSplicedCount = 800
  /// How far away the first cut of each side is at least, and the second one at most: near ones are sought first.
  private static let reaches: [(least: Int, most: Int)] = [(0, 64), (0, 160), (40, 400)]

  /// Returns this paragraph with other characters in a range of offsets, prepared near them alone; nil if it has to be
  /// prepared whole.
  ///
  /// - Complexity: linear in the length of the paragraph, of which nearly all is copied.
  func replacing(_ range: Range<Int>, with new: [TextRun]) -> EditedParagraph? {
    let added = CharacterKinds(new)
    let allKinds = kinds.union(added)
    guard contentCount >= Self.leastSplicedCount, range.upperBound <= contentCount,
      contentCount - range.count >= Self.leastSplicedCount,
      let metrics = content.metrics as? any LocalTextMetrics,
      allKinds.isDisjoint(with: [.direction, .lineBreak])
    else { return nil }
    let old = content.text.runs
    let (head, tail) = (old.part(0..<range.lowerBound), old.part(range.upperBound..<Int.max))
    var runs = head
    for run in new + tail { runs.append(joining: run) }
    // The first font of a text gives it tab stops and marks.
    guard runs[0].font == old[0].font else { return nil }
    let removed = range.isEmpty ? [] : old.part(range)
    for reach in Self.reaches {
      let low = max(0, range.lowerBound - reach.most)
      let (before, behind) = (head.last(range.lowerBound - low), tail.part(0..<reach.most))
      let isEnd = range.upperBound + reach.most >= contentCount
      guard let (first, start) = Self.cuts(before, isBehind: false, isWhole: low == 0, reach.least, metrics),
        let (last, end) = Self.cuts(behind, isBehind: true, isWhole: isEnd, reach.least, metrics)
      else { continue }
      let part = Part(
        before: before.last(start.units), old: removed, new: new, behind: behind.part(0..<end.units),
        isEnd: range.upperBound + last.units == contentCount)
      guard part.dependsOnNone(of: old, runs, allKinds) else { continue }
      var near = part.runs(with: new)
      if let run = near.first, run.font != old[0].font { near.insert(TextRun(emptied: old[0]), at: 0) }
      guard let prepared = metrics.preparedText(of: AttributedText(near)) else { return nil }
      let place = scalarCount(before: range.lowerBound)
      let startPlace = start.scalars - first.scalars
      guard
        let spliced = content.prepared.replacing(
          place - first.scalars..<(part.isEnd ? .max : place + removed.scalarCount + last.scalars),
          with: startPlace..<(part.isEnd ? .max : start.scalars + new.scalarCount + last.scalars),
          of: prepared)
      else { return nil }
      return EditedParagraph(
        Paragraph(AttributedText(runs), style: content.style, metrics: metrics, prepared: spliced),
        lineBreak: lineBreak, (contentCount - range.count + new.utf16Length, allKinds))
    }
    return nil
  }

  /// The part of a paragraph that is prepared: a change, and the text beside it, from a cut to another one.
  private struct Part {
    let before: [TextRun]
    let old: [TextRun]
    let new: [TextRun]
    let behind: [TextRun]
    /// True if the part goes to the paragraph's end.
    let isEnd: Bool

    func runs(with changed: [TextRun]) -> [TextRun] {
      var runs: [TextRun] = []
      for run in before + changed + behind { runs.append(joining: run) }
      return runs
    }

    /// Returns true if the part is prepared in the same way alone as in the whole, before the change and behind it.
    ///
    /// - Parameter kinds: The kinds of all characters.
    func dependsOnNone(of oldWhole: [TextRun], _ whole: [TextRun], _ kinds: CharacterKinds) -> Bool {
      if kinds.hasSeveralScripts {
        let brackets = [BracketNesting(before, old, behind), BracketNesting(before, new, behind)]
        if brackets.contains(where: \.hasBrackets),
          !brackets.allSatisfy(\.isComplete) || BracketNesting(whole).depth > BracketNesting.mostDepth
        {
          return false
        }
      }
      if kinds.isDisjoint(with: .rightToLeft) { return true }
      let direction = CharacterKinds.isRightToLeft(whole)
      guard direction != nil, direction == CharacterKinds.isRightToLeft(oldWhole) else { return false }
      let needsDirection = isEnd || CharacterKinds(before + old + new + behind).hasBothDirections
      return !needsDirection || direction == CharacterKinds.isRightToLeft(runs(with: new))
    }
  }

  /// The distance of a cut from a change.
  private struct Distance {
    var units = 0
    var scalars = 0
  }

  /// Returns the first cut of which the text beside a change does not depend, and the next one; nil if there are too few.
  ///
  /// - Parameters:
  ///   - runs: The runs on one side of the change.
  ///   - isWhole: True if these are all on that side. The paragraph's end counts as all further cuts.
  ///   - least: How many scalars are before the first cut at least.
  private static func cuts(
    _ runs: [TextRun], isBehind: Bool, isWhole: Bool, _ least: Int, _ metrics: any LocalTextMetrics
  ) -> (near: Distance, far: Distance)? {
    for isShaped in [false, true] {
      // A cut beside a word that changes is none.
      let (count, distance) = isShaped ? (2, 8) : (isBehind ? 2 : 3, 0)
      var (cuts, place) = ([Distance](), Distance())
      for run in isBehind ? runs : runs.reversed() {
        let scalars = Array(run.string.unicodeScalars)
        let shaped = isShaped && run.attachment == nil ? metrics.cuts(in: scalars, run.font) : []
        for number in scalars.indices {
          let index = isBehind ? number : scalars.count - 1 - number
          place.units += UTF16.width(scalars[index])
          place.scalars += 1
          let cut = isBehind ? index + 1 : index
          guard run.attachment == nil, cut > 1, cut < scalars.count else { continue }
          let least = cuts.last.map { $0.scalars + distance } ?? max(least, distance)
          guard place.scalars >= least else { continue }
          let isCut =
            isShaped
            ? shaped[cut]
            : scalars[cut - 1] == " "
              && metrics.isCut(between: scalars[cut - 2], and: scalars[cut], in: run.font)
          if isCut { cuts.append(place) }
          if cuts.count == count { return (cuts[count - 2], cuts[count - 1]) }
        }
      }
      if isWhole {
        cuts += repeatElement(place, count: count - cuts.count)
        return (cuts[count - 2], cuts[count - 1])
      }
    }
    return nil
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

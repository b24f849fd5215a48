/// A paragraph of an `EditableText`, and its lines in the width that was asked for last.
final class EditedParagraph: Equatable, @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  private var lock: NodeLock { NodeLock(of: self) }

  /// The paragraph without its line break, with at least one run, which may be empty.
  let content: Paragraph
  /// The runs of the line break: none at the end of the text.
  let lineBreak: [TextRun]
  /// The number of UTF-16 code units without the line break, and with it.
  let contentCount: Int
  let utf16Count: Int

  /// The characters of a long paragraph: those of a short one are not asked for.
  let kinds: CharacterKinds
  private var knownKinds: CharacterKinds? { contentCount < Self.leastSplicedCount ? nil : kinds }

  private var guardedSize: (width: Double, size: Size)?
  private var guardedLines: MappedLines?

  /// - Parameter known: The number of UTF-16 code units without the line break and the kinds of the characters, if they are
  ///   known.
  init(_ content: Paragraph, lineBreak: [TextRun], _ known: (count: Int, kinds: CharacterKinds)? = nil) {
    (self.content, self.lineBreak) = (content, lineBreak)
    let runs = content.text.runs
    contentCount = known?.count ?? runs.reduce(0) { $0 + $1.string.utf16Length }
    kinds = known?.kinds ?? (contentCount < Self.leastSplicedCount ? [] : CharacterKinds(runs))
    utf16Count = lineBreak.reduce(contentCount) { $0 + $1.string.utf16Length }
  }

  static func == (a: EditedParagraph, b: EditedParagraph) -> Bool {
    a === b || (a.content == b.content && a.lineBreak == b.lineBreak)
  }

  /// The runs that have characters, with the line break.
  var runs: [TextRun] { (content.text.runs + lineBreak).filter { !$0.string.isEmpty } }

  /// True if a line feed behind the paragraph would be a part of its line break.
  var endsInReturn: Bool { lineBreak.last?.string == "\r" }

  /// Returns the size in lines of at most this width.
  func size(maxWidth: Double) -> Size {
    lock.withLock {
      if let (width, size) = guardedSize, width == maxWidth { return size }
      let size = content.prepared.size(maxWidth: maxWidth, style: content.style)
      guardedSize = (maxWidth, size)
      return size
    }
  }

  /// Returns lines in a width, and where their characters are.
  ///
  /// - Parameters:
  ///   - isRightToLeft: True if a paragraph without letters is read from the right.
  ///   - numbers: Chooses the lines.
  /// - Complexity: linear in the length of the paragraph for another width than the last time; else in the length of the lines
  ///   that were not asked for before.
  func lines(
    in width: Double, isRightToLeft: Bool, _ numbers: (MappedLines) -> Range<Int>
  ) -> [MappedLine] {
    lock.withLock {
      if guardedLines?.width != width || guardedLines?.isRightToLeft != isRightToLeft {
        guardedLines = MappedLines(
          content, width: width, isRightToLeft: isRightToLeft, utf16Count: contentCount, knownKinds)
      }
      return guardedLines.map(numbers).map { guardedLines?.mapped($0) ?? [] } ?? []
    }
  }

  // MARK: Characters. Offsets count from the paragraph's beginning.

  /// The run whose look a character gets that is inserted at an offset.
  func typingRun(at offset: Int) -> TextRun {
    var end = 0
    let run = (content.text.runs + lineBreak).first {
      end += $0.string.utf16Place(offset - end).offset
      return end >= offset
    }
    return TextRun(emptied: run ?? content.text.runs[0])
  }

  /// Returns the offset, or the one before it if it cuts a character in two.
  func scalarBoundary(before offset: Int) -> Int { cutsScalar(offset) ? offset - 1 : offset }

  /// Returns the offset, or the one behind it if it cuts a character in two.
  func scalarBoundary(behind offset: Int) -> Int { cutsScalar(offset) ? offset + 1 : offset }

  private func cutsScalar(_ offset: Int) -> Bool {
    offset > 0 && offset < contentCount && knownKinds?.contains(.supplementary) != false
      && content.text.string.utf16Place(offset).offset > offset
  }

  /// Returns the offsets of the `Character` around an offset; an empty range at the end of the text.
  func cluster(around offset: Int) -> Range<Int> {
    guard offset < contentCount else { return contentCount..<utf16Count }
    var start = 0
    for character in content.text.string {
      let end = start + character.utf16.count
      if end > offset { return start..<end }
      start = end
    }
    return start..<start
  }
}

extension TextRun {
  /// The look of a run, without characters and without its attachment.
  init(emptied run: TextRun) {
    self = run
    (string, attachment) = ("", nil)
  }
}

extension [TextRun] {
  /// Appends a run, to the last one if they look the same; nothing if it has no characters.
  mutating func append(joining run: TextRun) {
    if run.string.isEmpty { return }
    // Without a copy of the last run, whose string would be copied with each part that joins it.
    if !isEmpty, self[count - 1].joins(run) {
      self[count - 1].string += run.string
    } else {
      append(run)
    }
  }

  /// The parts of the runs between two offsets in UTF-16, the second of which may lie behind the end.
  func part(_ range: Range<Int>) -> [TextRun] {
    var start = 0
    return compactMap { run -> TextRun? in
      if run.string.isEmpty { return run }
      // Behind the range nothing is counted, nor up to its end if that is the end of all.
      if start >= range.upperBound { return nil }
      if range.upperBound == .max, start >= range.lowerBound { return run }
      let (low, lowCount) = run.string.utf16Place(range.lowerBound - start)
      let high: String.Index
      if range.upperBound == .max {
        (high, start) = (run.string.endIndex, start + lowCount)
      } else {
        let (end, count) = run.string.utf16Place(range.upperBound - start)
        (high, start) = (end, start + count)
      }
      if low == run.string.startIndex && high == run.string.endIndex { return run }
      if low >= high { return nil }
      var piece = run
      piece.string = String(run.string[low..<high])
      return piece
    }
  }

  /// The last parts of the runs, with so many UTF-16 code units or one more.
  func last(_ count: Int) -> [TextRun] {
    var (parts, rest) = ([TextRun](), count)
    for run in reversed() where rest > 0 || run.string.isEmpty {
      let scalars = run.string.unicodeScalars
      var low = scalars.endIndex
      while low > scalars.startIndex, rest > 0 {
        low = scalars.index(before: low)
        rest -= UTF16.width(scalars[low])
      }
      var piece = run
      if low > scalars.startIndex { piece.string = String(scalars[low...]) }
      parts.append(piece)
    }
    return parts.reversed()
  }
}

// Wrapping texts: a plain text in monospace metrics, with one space between words, by the rules of `TextParameters`; any
// other text by the rules of `PreparedText`.

extension LayoutPass {
  /// Returns the text's size in this width: its longest line's width and its lines' height.
  ///
  /// A line of width `w` has `floor((w + tolerance) / advance)` characters, and at least one. A paragraph's advance is
  /// its unit.
  func textSize(_ index: Int, maxWidth: Double) -> Size {
    let text = texts + index
    let characters = (maxWidth + PreparedText.tolerance) / text.pointee.advance
    let length = Double(text.pointee.longestLine)
    if characters >= length {
      wraps[index].noteUnwrapped()
      return Size(length * text.pointee.advance, text.pointee.lineHeight)
    }
    if characters >= 1 { return wrappedSize(index, charactersPerLine: UInt32(characters)) }
    return narrowOrLongSize(index, maxWidth: maxWidth)
  }

  /// Returns the size of a text in lines of one character, or of a paragraph whose lines may be too long for
  /// a `WrapRow`, which is broken anew each time.
  @inline(never)
  private func narrowOrLongSize(_ index: Int, maxWidth: Double) -> Size {
    let text = texts + index
    guard text.pointee.advance.isNaN else { return wrappedSize(index, charactersPerLine: 1) }
    scratch.pointee.counters.textMeasurements += 1
    let record = tables.pointee.paragraphs.address + (Int(text.pointee.paragraph) - 1)
    return record.pointee.paragraph.extent(maxWidth: maxWidth).size
  }

  /// Returns the size of a text of several lines. Not inlined, so that the size of a text of one line is found
  /// without saving registers.
  @inline(never)
  private func wrappedSize(_ index: Int, charactersPerLine: UInt32) -> Size {
    let text = texts + index
    if !wraps[index].holds(for: charactersPerLine) {
      scratch.pointee.counters.textMeasurements &+= 1
      if text.pointee.paragraph != 0 {
        wrapParagraph(index, limit: charactersPerLine)
      } else {
        let lines = text.pointee.wrapped(wordLengths, charactersPerLine: charactersPerLine)
        wraps[index].set(
          narrowest: lines.longestLine, widest: charactersPerLine,
          height: Double(lines.lineCount) * text.pointee.lineHeight)
      }
    }
    return Size(Double(wraps[index].narrowest) * text.pointee.advance, wraps[index].height)
  }

  /// Breaks a paragraph into lines. Not inlined: most texts are plain.
  @inline(never)
  private func wrapParagraph(_ index: Int, limit: UInt32) {
    let text = texts + index
    let (longestLine, height): (UInt32, Double)
    if text.pointee.hasPreparedWords,
      let size = PreparedText.wrapped(
        copiedParts: wordLengths + Int(text.pointee.firstWord), limit: limit)
    {
      (longestLine, height) = size
    } else {
      let record = tables.pointee.paragraphs.address + (Int(text.pointee.paragraph) - 1)
      (longestLine, height) = ParagraphRecord.wrapped(record, limit: limit)
    }
    wraps[index].set(narrowest: longestLine, widest: limit, height: height)
  }
}

extension TextRecord {
  /// Breaks the words of a plain text into lines.
  @inline(__always)
  func wrapped(_ wordLengths: UnsafePointer<UInt8>, charactersPerLine: UInt32) -> MonospaceLines {
    let words = UnsafeBufferPointer(start: wordLengths + Int(firstWord), count: Int(wordCount))
    return hasLongWords
      ? MonospaceLines(WordLengths.Decoded(bytes: words.makeIterator()), limit: charactersPerLine)
      : wrapWords(words, charactersPerLine: charactersPerLine)
  }
}

/// Breaks words of fewer than 255 scalars each into lines.
@inline(__always)
package func wrapWords(_ lengths: UnsafeBufferPointer<UInt8>, charactersPerLine: UInt32) -> MonospaceLines {
  MonospaceLines(lengths.lazy.map { UInt32($0) }, limit: charactersPerLine)
}

/// Lines with as many words as fit. A word that is longer than a line starts a new line and is cut; its rest,
/// which is never empty, is the current line.
package struct MonospaceLines {
  /// The number of characters in a line.
  private let limit: UInt32
  package private(set) var lineCount: UInt32 = 1
  private var longest: UInt32 = 0
  /// The characters of the current line; -1, as `UInt32.max`, before its first word, which has no space before it.
  private var used = UInt32.max

  /// Breaks words of these lengths.
  @inline(__always)
  init(_ words: some Sequence<UInt32>, limit: UInt32) {
    self.limit = limit
    for word in words { append(word) }
  }

  @inline(__always)
  private mutating func append(_ word: UInt32) {
    let end = used &+ 1 &+ word
    if end <= limit { used = end } else { beginLine(with: word) }
  }

  /// Appends a word that has no room in the current line.
  @inline(__always)
  private mutating func beginLine(with word: UInt32) {
    if used != .max {
      longest = max(longest, used)
      lineCount += 1
    }
    used = word
    if word > limit {
      let cuts = (word - 1) / limit
      longest = limit
      lineCount += cuts
      used -= cuts * limit
    }
  }

  /// The characters of the longest line.
  package var longestLine: UInt32 { used == .max ? longest : max(longest, used) }
}

extension MonospaceMetrics {
  /// - Complexity: linear in the length of the text.
  public func size(of text: String, maxWidth: Double) -> Size {
    prepared(AttributedText(text)).extent(maxWidth: maxWidth).size
  }
}

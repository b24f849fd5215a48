// Wrapping texts in monospace metrics; see `TextParameters`.

extension LayoutPass {
  /// Returns the text's size in this width: its longest line's width and its lines' height.
  ///
  /// A line of width `w` has `floor(w / advance)` characters, and at least one.
  func textSize(_ index: Int, maxWidth: Double) -> Size {
    let text = texts + index
    if text.pointee.paragraph != 0 { return paragraphSize(text.pointee.paragraph, maxWidth: maxWidth) }
    let characters = maxWidth / text.pointee.advance
    let length = Double(text.pointee.scalarCount)
    if characters >= length { return Size(length * text.pointee.advance, text.pointee.lineHeight) }
    let charactersPerLine = characters >= 1 ? UInt32(characters) : 1
    if !wraps[index].holds(for: charactersPerLine) {
      scratch.pointee.counters.textMeasurements += 1
      let words = UnsafeBufferPointer(
        start: wordLengths + Int(text.pointee.firstWord), count: Int(text.pointee.wordCount))
      wraps[index] =
        text.pointee.hasLongWords
        ? wrapLongWords(words, charactersPerLine: charactersPerLine)
        : wrapWords(words, charactersPerLine: charactersPerLine)
    }
    let row = wraps[index]
    return Size(Double(row.narrowest) * text.pointee.advance, Double(row.lineCount) * text.pointee.lineHeight)
  }
}

extension LayoutPass {
  /// Returns the size of a text that is not plain. Not inlined: most texts are.
  @inline(never)
  fileprivate func paragraphSize(_ number: UInt32, maxWidth: Double) -> Size {
    scratch.pointee.counters.textMeasurements += 1
    return tables.pointee.paragraphs[Int(number) - 1].extent(maxWidth: maxWidth).size
  }
}

/// Breaks words into lines, if each has less than 255 scalars.
package func wrapWords(_ lengths: UnsafeBufferPointer<UInt8>, charactersPerLine limit: UInt32) -> WrapRow {
  var lines = LineBreaking(limit: limit)
  var index = 0
  while index < lengths.count {
    lines.append(UInt32(lengths[index]))
    index += 1
  }
  return lines.row
}

/// Breaks words of any length into lines.
func wrapLongWords(_ lengths: UnsafeBufferPointer<UInt8>, charactersPerLine limit: UInt32) -> WrapRow {
  var lines = LineBreaking(limit: limit)
  for length in WordLengths.Decoded(bytes: lengths.makeIterator()) { lines.append(length) }
  return lines.row
}

/// Lines with as many words as fit. A word that is longer than a line starts a new line and is cut; its rest,
/// which is never empty, is the current line.
struct LineBreaking {
  /// The number of characters in a line.
  let limit: UInt32
  private var lineCount: UInt32 = 1
  private var longest: UInt32 = 0
  private var used: UInt32 = 0
  private var isLineEmpty = true

  init(limit: UInt32) { self.limit = limit }

  @inline(always)
  mutating func append(_ word: UInt32) {
    if !isLineEmpty && used + 1 + word <= limit {
      used += 1 + word
      return
    }
    var length = word
    if !isLineEmpty {
      longest = max(longest, used)
      lineCount += 1
    }
    isLineEmpty = false
    if length > limit {
      let cuts = (length - 1) / limit
      longest = limit
      lineCount += cuts
      length -= cuts * limit
    }
    used = length
  }

  var row: WrapRow { WrapRow(narrowest: max(longest, used), widest: limit, lineCount: lineCount) }
}

/// The last line breaks of a text, and the widths for which they are valid. All zero: none.
///
/// In lines of at most `widest` characters, the longest line has `narrowest`. Every width between the two
/// breaks the text at the same places.
package struct WrapRow {
  package var narrowest: UInt32 = 0
  var widest: UInt32 = 0
  package var lineCount: UInt32 = 0

  /// A line has at least one character, so this is false for a text that was not wrapped.
  func holds(for charactersPerLine: UInt32) -> Bool {
    narrowest <= charactersPerLine && charactersPerLine <= widest
  }
}

extension MonospaceMetrics {
  /// - Complexity: linear in the length of the text.
  public func size(of text: String, maxWidth: Double) -> Size {
    if text.unicodeScalars.contains(where: AttributedText.isLineBreak) {
      return prepared(AttributedText(text)).extent(maxWidth: maxWidth).size
    }
    let words = text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
    let lengths = words.map { UInt32($0.count) }
    let scalarCount = lengths.reduce(0, +) + UInt32(words.count - 1)
    let characters = maxWidth / advance
    if characters >= Double(scalarCount) { return Size(Double(scalarCount) * advance, lineHeight) }
    let limit = characters >= 1 ? UInt32(characters) : 1
    var lines = LineBreaking(limit: limit)
    for length in lengths { lines.append(length) }
    let row = lines.row
    return Size(Double(row.narrowest) * advance, Double(row.lineCount) * lineHeight)
  }
}

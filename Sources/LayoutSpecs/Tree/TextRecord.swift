/// A text as the engine reads it.
struct TextRecord: Sendable {
  /// The words' lengths in the tree's table: the first entry, the capacity and the number of entries. For a
  /// prepared text, the bytes that `PreparedText.copyParts(to:)` copies, or nothing.
  var firstWord: UInt32
  var wordCapacity: UInt32 = 0
  var wordCount: UInt32 = 0
  /// The text's bytes in the tree's table: the first byte, the capacity and the number of bytes.
  var firstByte: UInt32
  var byteCapacity: UInt32 = 0
  var byteCount: UInt32 = 0
  /// The length of the longest line in an infinite width, in advances.
  var longestLine: UInt32 = 0
  /// The index of a paragraph or, for a plain text, the widths that it was measured in, and the results; the highest two
  /// bits are `longWords` and `isParagraph`. Fields of their own would add eight bytes to every text.
  private var bits: UInt32 = 0
  /// The width of a character; for a paragraph, its unit, or NaN if it has lines of 2³⁰ units or more.
  var advance: Double
  /// The height of a line; for a paragraph, its height in an infinite width.
  var lineHeight: Double

  init(firstWord: UInt32, firstByte: UInt32, advance: Double, lineHeight: Double) {
    (self.firstWord, self.firstByte) = (firstWord, firstByte)
    (self.advance, self.lineHeight) = (advance, lineHeight)
  }

  /// The text's index in the tree's table of paragraphs, counted from 1; 0 for a plain text.
  var paragraph: UInt32 {
    get { bits & TextRecord.isParagraph == 0 ? 0 : bits & TextRecord.number }
    set { bits = bits & TextRecord.longWords | (newValue == 0 ? 0 : newValue | TextRecord.isParagraph) }
  }

  /// The widths in which the layout that is kept with the tree measured a plain text, and the results.
  struct Asked {
    /// True if the text was measured in a width with room for all of it.
    let isUnwrapped: Bool
    /// The characters of a line if the text was measured in widths that break it, all at the same places; else 0.
    let limit: UInt32
    /// The longest line, and the number of lines, in those widths.
    let longestLine: UInt32
    let lineCount: UInt32
  }

  /// nil if nothing is known, and for texts that are not plain, which have a `ParagraphRecord`.
  var asked: Asked? {
    let known = bits & TextRecord.isParagraph == 0 ? bits & TextRecord.number : 0
    if known == 0 { return nil }
    let limit = known & 0xFFF
    return Asked(
      isUnwrapped: known & TextRecord.unwrapped != 0, limit: limit, longestLine: limit - known >> 20 & 0x1FF,
      lineCount: known >> 12 & 0xFF)
  }

  /// Records the widths that a text was measured in, and the results, if there is room for them: for up to 255 lines of up
  /// to 4,095 characters, if the longest line leaves less than 512 of these empty.
  ///
  /// - Precondition: the text is plain.
  mutating func noteAsked(_ wraps: WrapRow) {
    bits &= TextRecord.longWords
    guard let limit = wraps.askedLimit else { return }
    var known: UInt32 = wraps.wasAskedUnwrapped ? TextRecord.unwrapped : 0
    if limit > 0 {
      let count = (wraps.height / lineHeight).rounded()
      guard limit <= 0xFFF, wraps.narrowest <= limit, limit - wraps.narrowest <= 0x1FF, count <= 0xFF,
        count * lineHeight == wraps.height
      else { return }
      known |= limit | UInt32(count) << 12 | (limit - wraps.narrowest) << 20
    }
    bits |= known
  }

  /// True if a word takes more than one entry.
  var hasLongWords: Bool {
    get { bits & TextRecord.longWords != 0 }
    set { bits = bits & ~TextRecord.longWords | (newValue ? TextRecord.longWords : 0) }
  }

  /// True for a prepared text whose parts are stored in place of words.
  var hasPreparedWords: Bool { wordCount > 0 && byteCount == 0 }

  private static let longWords: UInt32 = 1 << 31
  private static let isParagraph: UInt32 = 1 << 30
  private static let unwrapped: UInt32 = 1 << 29
  private static let number = isParagraph - 1
}

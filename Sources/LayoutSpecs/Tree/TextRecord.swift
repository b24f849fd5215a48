/// A text as the engine reads it.
struct TextRecord: Sendable {
  /// The words' lengths in the tree's table: the first entry, the capacity and the number of entries. Of a prepared
  /// text, what `PreparedText.copyParts(to:)` copies, or nothing.
  var firstWord: UInt32
  var wordCapacity: UInt32 = 0
  var wordCount: UInt32 = 0
  /// The text's bytes in the tree's table: the first byte, the capacity and the number of bytes.
  var firstByte: UInt32
  var byteCapacity: UInt32 = 0
  var byteCount: UInt32 = 0
  /// The length of the longest line in a width without end, in advances.
  var longestLine: UInt32 = 0
  /// The index of a paragraph, or how a plain text was asked; the highest two bits are `longWords` and `isParagraph`. In
  /// fields of their own these would take eight bytes more of every text.
  private var bits: UInt32 = 0
  /// The width of a character; of a paragraph, its unit, or undefined if it has lines of 2^30 units and more.
  var advance: Double
  /// The height of a line; of a paragraph, in a width without end.
  var lineHeight: Double

  init(firstWord: UInt32, firstByte: UInt32, advance: Double, lineHeight: Double) {
    (self.firstWord, self.firstByte) = (firstWord, firstByte)
    (self.advance, self.lineHeight) = (advance, lineHeight)
  }

  /// The text in the tree's table of paragraphs, counted from 1; 0 for a plain one.
  var paragraph: UInt32 {
    get { bits & TextRecord.isParagraph == 0 ? 0 : bits & TextRecord.number }
    set { bits = bits & TextRecord.longWords | (newValue == 0 ? 0 : newValue | TextRecord.isParagraph) }
  }

  /// How a plain text was asked for its size in the layout that the tree is kept with, and what it answered.
  struct Asked {
    /// True if it was asked with room for all of it.
    let isUnwrapped: Bool
    /// The characters of a line if it was asked in widths that broke it, all at the same places; 0 if it was not.
    let limit: UInt32
    /// The longest line, and the number of lines, in those widths.
    let longestLine: UInt32
    let lineCount: UInt32
  }

  /// Nil if nothing is known, and for texts that are not plain: those have a `ParagraphRecord`.
  var asked: Asked? {
    let known = bits & TextRecord.isParagraph == 0 ? bits & TextRecord.number : 0
    if known == 0 { return nil }
    let limit = known & 0xFFF
    return Asked(
      isUnwrapped: known & TextRecord.unwrapped != 0, limit: limit, longestLine: limit - known >> 20 & 0x1FF,
      lineCount: known >> 12 & 0xFF)
  }

  /// Notes how a text was asked, and what it answered, if there is room for it: lines of up to 4,095 characters, less than
  /// 512 of them empty, and 255 lines.
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

  /// True for a prepared text whose parts are in the place of words.
  var hasPreparedWords: Bool { wordCount > 0 && byteCount == 0 }

  private static let longWords: UInt32 = 1 << 31
  private static let isParagraph: UInt32 = 1 << 30
  private static let unwrapped: UInt32 = 1 << 29
  private static let number = isParagraph - 1
}

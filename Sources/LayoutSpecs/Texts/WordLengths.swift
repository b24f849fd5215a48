/// The lengths of a text's words, in Unicode scalars, a byte each: nearly all words are short.
///
/// A length of 255 or more is written as all bytes of 255 that it contains, then the rest, which may be 0.
enum WordLengths {
  /// The byte of a word that continues in the next byte.
  static let goesOn = UInt8.max

  /// Writes the lengths of the words between single spaces. Returns the number of scalars of the text,
  /// including spaces, the number of entries written, whether some word takes more than one, and whether there are
  /// line breaks or tabs, so that the text is more than its words.
  ///
  /// - Parameter lengths: Room for one entry more than there are bytes.
  @inline(__always)
  static func write(
    of bytes: UnsafeBufferPointer<UInt8>, to lengths: UnsafeMutablePointer<UInt8>
  ) -> (scalarCount: UInt32, entryCount: Int, hasLongWords: Bool, isParagraph: Bool) {
    var writer = Writer(lengths: lengths)
    var index = 0
    // Eight bytes at a time, as long as all are ASCII and no control characters.
    let lastEight = bytes.count &- 8
    while index <= lastEight {
      let eight = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped + index)
        .loadUnaligned(as: UInt64.self).littleEndian
      // A byte's high bit is set if it was a control character or began a character that is not ASCII. Borrows
      // come from such bytes alone.
      let aboveSpace = eight &- eightSpaces
      if aboveSpace & highBits != 0 { break }
      // A byte's high bit is set if it is a space: no carry leaves a byte below 0x80.
      var spaces = ~(aboveSpace &+ (highBits - ones)) & highBits
      while spaces != 0 {
        writer.endWord(at: index &+ spaces.trailingZeroBitCount >> 3)
        spaces &= spaces &- 1
      }
      index &+= 8
    }
    var mayBeParagraph = false
    // From here on positions are counted in scalars.
    var scalarCount = index
    for byte in bytes[index...] {
      if byte == UInt8(ascii: " ") { writer.endWord(at: scalarCount) }
      // 0xE2 begins the line separator and the paragraph separator.
      if byte < 0x20 || byte == 0xE2 { mayBeParagraph = true }
      // Every byte but a continuation byte begins a Unicode scalar.
      if byte & 0xC0 != 0x80 { scalarCount &+= 1 }
    }
    writer.endWord(at: scalarCount)
    return (UInt32(scalarCount), writer.count, writer.hasLongWords, mayBeParagraph && isParagraph(bytes))
  }

  /// Returns true if the text has a line break or a tab; not inlined, because most texts have no such byte.
  @inline(never)
  private static func isParagraph(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t") {
        return true
      }
      if byte == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x80, bytes[index + 2] & 0xFE == 0xA8 {
        return true
      }
    }
    return false
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }
  private static var eightSpaces: UInt64 { 0x2020_2020_2020_2020 }

  private struct Writer {
    let lengths: UnsafeMutablePointer<UInt8>
    var count = 0
    var hasLongWords = false
    private var wordStart = 0

    init(lengths: UnsafeMutablePointer<UInt8>) { self.lengths = lengths }

    /// Writes the length of the word up to `end`, a position in the text; the next begins after that space.
    @inline(__always)
    mutating func endWord(at end: Int) {
      let length = end &- wordStart
      if length < Int(goesOn) {
        lengths[count] = UInt8(truncatingIfNeeded: length)
        count &+= 1
      } else {
        count &+= Writer.writeLongWord(length, to: lengths + count)
        hasLongWords = true
      }
      wordStart = end &+ 1
    }

    /// Writes the length of a word that takes several entries, and returns their number. Not inlined, so that
    /// a loop over short words keeps its state in registers.
    @inline(never)
    private static func writeLongWord(_ length: Int, to lengths: UnsafeMutablePointer<UInt8>) -> Int {
      let (fullCount, rest) = length.quotientAndRemainder(dividingBy: Int(goesOn))
      lengths.update(repeating: goesOn, count: fullCount)
      lengths[fullCount] = UInt8(rest)
      return fullCount + 1
    }
  }

  /// The words' lengths, one by one, including long words.
  struct Decoded: Sequence, IteratorProtocol {
    var bytes: UnsafeBufferPointer<UInt8>.Iterator

    mutating func next() -> UInt32? {
      guard var byte = bytes.next() else { return nil }
      var length = UInt32(byte)
      while byte == goesOn, let more = bytes.next() {
        byte = more
        length += UInt32(more)
      }
      return length
    }
  }
}

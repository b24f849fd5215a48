/// The lengths of a text's words, in Unicode scalars, a byte each: nearly all words are short.
///
/// A length of 255 or more is written as one byte of 255 for each 255 that it contains, then the rest, which may be 0.
enum WordLengths {
  /// The byte of a word that continues in the next byte.
  static let goesOn = UInt8.max

  /// Writes the lengths of the words between single spaces. Returns the number of scalars of the text, including
  /// spaces, the number of entries written, whether some word takes more than one entry, and whether the text is
  /// more than its words, because there are line breaks, tabs, or spaces that are not between two words.
  ///
  /// - Parameter lengths: Room for one entry more than there are bytes.
  @inline(__always)
  static func write(
    of bytes: UnsafeBufferPointer<UInt8>, to lengths: UnsafeMutablePointer<UInt8>
  ) -> (scalarCount: UInt32, entryCount: Int, hasLongWords: Bool, isParagraph: Bool) {
    var writer = Writer(bytes, lengths: lengths)
    while writer.index &+ 64 <= bytes.count { writer.addBlock(ofEights: 8) }
    writer.addBlock(ofEights: (bytes.count &- writer.index) &>> 3)
    writer.addBytes(upTo: bytes.count)
    writer.endWord(at: writer.scalarCount)
    return (
      UInt32(writer.scalarCount), writer.count, writer.hasLongWords,
      writer.mayBeParagraph && isParagraph(bytes)
    )
  }

  /// Returns true if the text has a line break, a tab, or a space that is not between two words; not inlined, because
  /// most texts have none.
  @inline(never)
  private static func isParagraph(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isBehindWord = false
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: " ") && !isBehindWord { return true }
      isBehindWord = byte != UInt8(ascii: " ")
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t") {
        return true
      }
      if byte == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x80, bytes[index + 2] & 0xFE == 0xA8 {
        return true
      }
    }
    return !isBehindWord && !bytes.isEmpty
  }

  private struct Writer {
    let bytes: UnsafeBufferPointer<UInt8>
    let lengths: UnsafeMutablePointer<UInt8>
    /// The next byte, and the scalars before it.
    private(set) var index = 0
    private(set) var scalarCount = 0
    private(set) var count = 0
    private(set) var hasLongWords = false
    private(set) var mayBeParagraph = false
    private var wordStart = 0

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }
    private static var eightSpaces: UInt64 { 0x2020_2020_2020_2020 }

    init(_ bytes: UnsafeBufferPointer<UInt8>, lengths: UnsafeMutablePointer<UInt8>) {
      (self.bytes, self.lengths) = (bytes, lengths)
    }

    /// Adds at most eight times eight bytes.
    ///
    /// If all are ASCII and none is a control character, the spaces are gathered first, a bit each: branches on the
    /// number of words in eight bytes would be unpredictable.
    @inline(__always)
    mutating func addBlock(ofEights eights: Int) {
      var spaces: UInt64 = 0
      var others: UInt64 = 0
      for number in 0..<eights {
        let eight = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped + (index &+ 8 &* number))
          .loadUnaligned(as: UInt64.self).littleEndian
        // A byte's high bit is set if it was a control character or began a character that is not ASCII. Borrows
        // come from such bytes alone.
        let aboveSpace = eight &- Writer.eightSpaces
        others |= aboveSpace & Writer.highBits
        // A byte's high bit is set if it is a space: no carry leaves a byte below 0x80.
        let marks = ~(aboveSpace &+ (Writer.highBits - Writer.ones)) & Writer.highBits
        // The product has the high bits of all bytes in its highest byte.
        spaces |= ((marks &* 0x0002_0408_1020_4081) &>> 56) &<< UInt64(truncatingIfNeeded: 8 &* number)
      }
      let end = index &+ 8 &* eights
      guard others == 0 else { return addBytes(upTo: end) }
      while spaces != 0 {
        endWord(at: scalarCount &+ spaces.trailingZeroBitCount)
        spaces &= spaces &- 1
      }
      scalarCount &+= end &- index
      index = end
    }

    /// Adds bytes of any characters, and the rest of a character that begins in them.
    @inline(__always)
    mutating func addBytes(upTo end: Int) {
      while index < end || index < bytes.count && bytes[index] & 0xC0 == 0x80 {
        let byte = bytes[index]
        if byte == UInt8(ascii: " ") { endWord(at: scalarCount) }
        // 0xE2 begins the line separator and the paragraph separator.
        if byte < 0x20 || byte == 0xE2 { mayBeParagraph = true }
        // Every byte but a continuation byte begins a Unicode scalar.
        if byte & 0xC0 != 0x80 { scalarCount &+= 1 }
        index &+= 1
      }
    }

    /// Writes the length of the word up to `end`, a position in the text; the next word begins after the space there.
    @inline(__always)
    mutating func endWord(at end: Int) {
      let length = end &- wordStart
      // From 1 to 254: 0 less 1 is the largest number.
      if UInt(bitPattern: length &- 1) < UInt(goesOn) - 1 {
        lengths[count] = UInt8(truncatingIfNeeded: length)
        count &+= 1
      } else {
        count &+= Writer.writeRareWord(length, to: lengths + count)
        if length == 0 { mayBeParagraph = true } else { hasLongWords = true }
      }
      wordStart = end &+ 1
    }

    /// Writes the length of a word that is empty or takes several entries, and returns the number of entries. Not
    /// inlined, so that a loop over short words keeps its state in registers.
    @inline(never)
    private static func writeRareWord(_ length: Int, to lengths: UnsafeMutablePointer<UInt8>) -> Int {
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

/// The lengths of a text's words, in Unicode scalars, a byte each: nearly all words are short.
///
/// A word of 255 or more is written as as many bytes of 255 as go into it, and then the rest, which may be 0.
package enum WordLengths {
  /// What stands for a word that goes on in the next byte.
  package static let goesOn = UInt8.max

  /// Writes the lengths of the words between single spaces, and says how many scalars the text has, spaces included, how many
  /// entries were written, and whether some word takes more than one.
  ///
  /// - Parameter lengths: Room for an entry more than there are bytes.
  @inline(__always)
  static func write(
    of bytes: UnsafeBufferPointer<UInt8>, to lengths: UnsafeMutablePointer<UInt8>
  ) -> (scalarCount: UInt32, entryCount: Int, hasLongWords: Bool) {
    var writer = Writer(lengths: lengths)
    var index = 0
    // Eight bytes at a time, where all are ASCII: then a word's length is the distance of two spaces.
    while index + 8 <= bytes.count {
      let eight = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped + index)
        .loadUnaligned(as: UInt64.self).littleEndian
      if eight & highBits != 0 { break }
      // A byte's high bit is set where it is a space: no carry leaves a byte below 0x80.
      var spaces = ~((eight ^ eightSpaces) + (highBits - ones)) & highBits
      var start = 0
      while spaces != 0 {
        let end = spaces.trailingZeroBitCount >> 3
        writer.add(end - start)
        writer.endWord()
        start = end + 1
        spaces &= spaces - 1
      }
      writer.add(8 - start)
      index += 8
    }
    var scalarCount = index
    for byte in bytes[index...] {
      if byte == UInt8(ascii: " ") {
        writer.endWord()
        scalarCount += 1
      } else if byte & 0xC0 != 0x80 {
        // Every byte but a continuation byte begins a Unicode scalar.
        writer.add(1)
        scalarCount += 1
      }
    }
    writer.endWord()
    return (UInt32(scalarCount), writer.count, writer.hasLongWords)
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }
  private static var eightSpaces: UInt64 { 0x2020_2020_2020_2020 }

  private struct Writer {
    let lengths: UnsafeMutablePointer<UInt8>
    var count = 0
    var hasLongWords = false
    private var length = 0

    init(lengths: UnsafeMutablePointer<UInt8>) { self.lengths = lengths }

    @inline(__always)
    mutating func add(_ scalarCount: Int) { length += scalarCount }

    @inline(__always)
    mutating func endWord() {
      while length >= Int(goesOn) {
        lengths[count] = goesOn
        count += 1
        length -= Int(goesOn)
        hasLongWords = true
      }
      lengths[count] = UInt8(truncatingIfNeeded: length)
      count += 1
      length = 0
    }
  }

  /// The words' lengths, one by one, long words among them.
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

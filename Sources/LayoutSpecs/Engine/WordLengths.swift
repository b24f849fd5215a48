/// The lengths of a text's words, in Unicode scalars, a byte each: nearly all words are short.
///
/// A word of 255 or more is written as as many bytes of 255 as go into it, and then the rest, which may be 0.
package enum WordLengths {
  /// What stands for a word that goes on in the next byte.
  package static let goesOn = UInt8.max

  /// Adds the lengths of the words between single spaces.
  ///
  /// - Returns: How many scalars the text has, spaces included, and whether some word takes more than a byte.
  @inline(__always)
  static func append(
    of bytes: UnsafeBufferPointer<UInt8>, to lengths: inout [UInt8]
  ) -> (scalarCount: UInt32, hasLongWords: Bool) {
    var scalarCount: UInt32 = 0
    var length: UInt8 = 0
    var hasLongWords = false
    for byte in bytes {
      if byte == UInt8(ascii: " ") {
        lengths.append(length)
        length = 0
        scalarCount += 1
      } else if byte & 0xC0 != 0x80 {
        // Every byte but a continuation byte begins a Unicode scalar.
        length += 1
        scalarCount += 1
        if length == goesOn {
          lengths.append(goesOn)
          length = 0
          hasLongWords = true
        }
      }
    }
    lengths.append(length)
    return (scalarCount, hasLongWords)
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

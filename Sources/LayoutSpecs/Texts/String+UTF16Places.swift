extension String {
  /// The number of UTF-16 code units.
  var utf16Length: Int { utf16Place(.max).offset }

  /// Returns the first place between two scalars that has so many UTF-16 code units before it, or more, and their number;
  /// the string's end if there are fewer.
  ///
  /// The standard library's view of a string that is not ASCII makes a table of all its places first, which takes twenty times
  /// as long as to count: too long for a string that is another one after each keystroke.
  ///
  /// - Complexity: linear in the length of the string before the place, about one instruction a byte.
  func utf16Place(_ offset: Int) -> (index: Index, offset: Int) {
    if offset <= 0 { return (startIndex, 0) }
    if let place = utf8.withContiguousStorageIfAvailable({ Self.place(offset, in: $0) }) {
      return (utf8.index(startIndex, offsetBy: place.byte), place.offset)
    }
    var index = utf16.index(startIndex, offsetBy: offset, limitedBy: endIndex) ?? endIndex
    // Behind the first half of a surrogate pair.
    if index < endIndex, UTF16.isTrailSurrogate(utf16[index]) { index = utf16.index(after: index) }
    return (index, utf16.distance(from: startIndex, to: index))
  }

  private static func place(_ offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (byte: Int, offset: Int) {
    /// A scalar's first byte counts, and that of a surrogate pair twice.
    @inline(__always)
    func units(_ byte: UInt8) -> UInt8 { (byte & 0xC0 != 0x80 ? 1 : 0) &+ (byte >= 0xF0 ? 1 : 0) }
    var (byte, passed) = (0, 0)
    // The number of units in a block is a byte, so that the compiler counts many bytes at once.
    let block = 128
    while byte + block <= bytes.count {
      var count: UInt8 = 0
      for index in byte..<byte + block { count &+= units(bytes[index]) }
      if passed + Int(count) > offset { break }
      passed += Int(count)
      byte += block
    }
    while byte < bytes.count {
      let own = Int(units(bytes[byte]))
      if own > 0 && passed >= offset { break }
      passed += own
      byte += 1
    }
    return (byte, passed)
  }
}

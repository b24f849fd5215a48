#if Text && canImport(CPango)
/// A number of 8 bits for each simple character, 0 at first.
struct CharacterNumbers: Equatable, Sendable {
  /// Pages of 64 bytes. The first ones say which page has the numbers of each 64 characters, and the page behind them is of
  /// characters whose numbers are all 0. One array, since each copy counts a reference.
  private var bytes: [UInt8]

  /// All are 0: the tables share this until they have others.
  static let none = CharacterNumbers()

  private init() {
    let first = (CharacterTraits.all.count >> 6) >> 6 + 1
    bytes = Array(repeating: UInt8(first), count: first << 6) + Array(repeating: 0, count: 64)
  }

  subscript(scalar: UInt16) -> UInt8 {
    @inline(__always) get { bytes[Int(bytes[Int(scalar >> 6)]) << 6 | Int(scalar & 0x3F)] }
    set {
      if bytes[Int(scalar >> 6)] == Self.none.bytes[0] {
        bytes[Int(scalar >> 6)] = UInt8(bytes.count >> 6)
        bytes += repeatElement(0, count: 64)
      }
      bytes[Int(bytes[Int(scalar >> 6)]) << 6 | Int(scalar & 0x3F)] = newValue
    }
  }
}
#endif

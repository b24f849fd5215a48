#if Text && canImport(CPango)
/// A number of 8 bits for each simple character, 0 at first.
struct CharacterNumbers: Equatable, Sendable {
  /// The page of each 64 characters; page 0 is that of characters whose numbers are all 0.
  private var pages: [UInt8]
  private var numbers: [UInt8]

  /// All are 0: the tables share this until they have others.
  static let none = CharacterNumbers()

  private init() {
    pages = Array(repeating: 0, count: CharacterTraits.all.count >> 6 + 1)
    numbers = Array(repeating: 0, count: 64)
  }

  subscript(scalar: UInt16) -> UInt8 {
    @inline(__always) get { numbers[Int(pages[Int(scalar >> 6)]) << 6 | Int(scalar & 0x3F)] }
    set {
      let page = Int(scalar >> 6)
      if pages[page] == 0 {
        pages[page] = UInt8(numbers.count >> 6)
        numbers.append(contentsOf: repeatElement(0, count: 64))
      }
      numbers[Int(pages[page]) << 6 | Int(scalar & 0x3F)] = newValue
    }
  }
}
#endif

#if Text && canImport(CPango)
/// The advances of characters before others in one face, in Pango's units: kerning reaches one neighbour.
struct AdvancePairs: Sendable {
  /// Pairs beyond this are shaped each time. A table of as many takes 64 KB.
  static let most = 4_096
  /// Stands for an advance that no one has asked for.
  static let unknown = Int32.min
  /// Stands for the advance of a character that is shaped together with others, as in a ligature.
  static let complex = Int32.min + 1

  private(set) var count = 0
  /// A pair's key and its advance; 0 for a free slot. There is a power of 2 of them, half of them free.
  private var slots: [UInt64] = Array(repeating: 0, count: 64)

  /// - Parameter second: 0 at an item's end.
  @inline(__always)
  private static func key(_ first: UInt16, _ second: UInt16) -> UInt32 {
    UInt32(first) << 16 | UInt32(second)
  }

  /// Writes the advances of an item's characters.
  ///
  /// - Returns: True if all are known and none is complex.
  @inline(__always)
  func writeAdvances(
    of range: Range<Int>, in characters: UnsafeMutableBufferPointer<SimpleCharacter>
  ) -> Bool {
    slots.withUnsafeBufferPointer { slots in
      let mask = UInt32(truncatingIfNeeded: slots.count &- 1)
      var least = Int32.max
      for index in range {
        let next = index &+ 1 < range.upperBound ? characters[index &+ 1].scalar : 0
        let key = Self.key(characters[index].scalar, next)
        var slot = Self.firstSlot(of: key, mask)
        var advance = Self.unknown
        while true {
          let found = slots[Int(slot)]
          if found >> 32 == UInt64(key) {
            advance = Int32(truncatingIfNeeded: found)
            break
          }
          if found == 0 { break }
          slot = (slot &+ 1) & mask
        }
        characters[index].width = advance
        least = min(least, advance)
      }
      return least > Self.complex
    }
  }

  @inline(__always)
  private static func firstSlot(of key: UInt32, _ mask: UInt32) -> UInt32 {
    (key &* 0x9E37_79B1) &>> 16 & mask
  }

  /// Adds an advance unless there are too many, and returns false if the pair has had another one.
  ///
  /// A pair that is complex once is complex.
  mutating func insert(_ advance: Int32, of first: UInt16, before second: UInt16) -> Bool {
    insert(advance, Self.key(first, second))
  }

  private mutating func insert(_ advance: Int32, _ key: UInt32) -> Bool {
    let mask = UInt32(truncatingIfNeeded: slots.count - 1)
    var slot = Self.firstSlot(of: key, mask)
    while slots[Int(slot)] != 0 && slots[Int(slot)] >> 32 != UInt64(key) { slot = (slot + 1) & mask }
    let new = UInt64(key) << 32 | UInt64(UInt32(bitPattern: advance))
    let old = slots[Int(slot)]
    if old != 0 {
      let oldAdvance = Int32(truncatingIfNeeded: old)
      if advance == Self.complex { slots[Int(slot)] = new }
      return oldAdvance == advance || oldAdvance == Self.complex || advance == Self.complex
    }
    guard count < Self.most else { return true }
    slots[Int(slot)] = new
    count += 1
    if count * 2 > slots.count {
      let full = slots
      slots = Array(repeating: 0, count: full.count * 2)
      count = 0
      for slot in full where slot != 0 { _ = insert(Int32(truncatingIfNeeded: slot), UInt32(slot >> 32)) }
    }
    return true
  }

  /// Adds the advances of another table, and returns false if a pair has two.
  mutating func merge(_ other: AdvancePairs) -> Bool {
    var agrees = true
    for slot in other.slots where slot != 0 {
      if !insert(Int32(truncatingIfNeeded: slot), UInt32(slot >> 32)) { agrees = false }
    }
    return agrees
  }
}
#endif

#if Text && canImport(CPango)
/// The advances of characters before others in one face, in Pango's units: kerning reaches one neighbour.
///
/// Few pairs are kerned, by few lengths: the table has an advance for each character, a list of lengths, and for each pair
/// a byte.
struct AdvancePairs: Equatable, Sendable {
  /// Pairs of further characters are shaped each time. A table of as many takes 64 KB.
  static let mostCharacters = 254
  /// Stands for an advance that no one has asked for.
  static let unknown = Int32.min
  /// Stands for the advance of a character that is shaped together with others, as in a ligature.
  static let complex = Int32.min + 1

  /// The characters' rows and columns in `codes`. An item's end is the character 0. Row and column 0 are of characters
  /// that have none.
  private var rows = CharacterNumbers.none
  private var scalars: [UInt16] = [0]
  /// The advance of each row's character, which kerning changes.
  private var advances: [Int32] = [Self.unknown]
  /// The place of each pair's kerning in `kerning`.
  private var codes: [UInt8] = [0]
  private var stride = 1
  private var kerning: [Int32] = [Self.unknown, Self.complex, 0]

  /// Writes the advances of an item's characters.
  ///
  /// - Returns: True if all are known and none is complex.
  @inline(__always)
  func writeAdvances(
    of range: Range<Int>, in characters: UnsafeMutableBufferPointer<SimpleCharacter>
  ) -> Bool {
    var least = Int32.max
    var second = Int(rows[0])
    for index in range.reversed() {
      let first = Int(rows[characters[index].scalar])
      let advance = advance(first, second)
      characters[index].width = advance
      least = min(least, advance)
      second = first
    }
    return least > Self.complex
  }

  /// Returns true if a character's advance before another one is known, and depends on no others.
  func hasAdvance(of first: UInt16, before second: UInt16) -> Bool {
    advance(Int(rows[first]), Int(rows[second])) > Self.complex
  }

  @inline(__always)
  private func advance(_ first: Int, _ second: Int) -> Int32 {
    let kern = kerning[Int(codes[first &* stride &+ second])]
    return kern > Self.complex ? advances[first] &+ kern : kern
  }

  /// Adds an advance unless there are too many, and returns false if the pair has had another one.
  ///
  /// A pair that is complex once is complex.
  ///
  /// - Parameter second: 0 at an item's end.
  mutating func insert(_ advance: Int32, of first: UInt16, before second: UInt16) -> Bool {
    guard let first = row(of: first), let second = row(of: second) else { return true }
    let old = self.advance(first, second)
    if advance == old || old == Self.complex { return true }
    if old != Self.unknown && advance != Self.complex { return false }
    var kern = advance
    if advance != Self.complex {
      if advances[first] == Self.unknown { advances[first] = advance }
      kern = advance &- advances[first]
    }
    guard let code = kerning.firstIndex(of: kern) ?? (kerning.count < 256 ? kerning.count : nil) else {
      return true
    }
    if code == kerning.count { kerning.append(kern) }
    codes[first * stride + second] = UInt8(code)
    return true
  }

  /// Returns a character's row, which is added if there is none; nil if there are too many.
  private mutating func row(of scalar: UInt16) -> Int? {
    if rows[scalar] > 0 { return Int(rows[scalar]) }
    let row = scalars.count
    guard row <= Self.mostCharacters + 1 else { return nil }
    rows[scalar] = UInt8(row)
    scalars.append(scalar)
    advances.append(Self.unknown)
    if row >= stride {
      var wider: [UInt8] = []
      for first in 0..<row {
        wider += codes[first * stride..<(first + 1) * stride]
        wider += repeatElement(0, count: row + 8 - stride)
      }
      (codes, stride) = (wider, row + 8)
    }
    codes += repeatElement(0, count: stride)
    return row
  }

  /// Adds the advances of another table, and returns false if a pair has two.
  mutating func merge(_ other: AdvancePairs) -> Bool {
    // Tables that a text did not change share their memory, and are found equal at once.
    if self == other { return true }
    var agrees = true
    for (row, first) in other.scalars.enumerated() {
      for (column, second) in other.scalars.enumerated() {
        let advance = other.advance(row, column)
        if advance != Self.unknown, !insert(advance, of: first, before: second) { agrees = false }
      }
    }
    return agrees
  }
}
#endif

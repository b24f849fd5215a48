import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Places in strings, in UTF-16")
struct UTF16PlaceTests {
  @Test(arguments: 0..<40)
  func `Places are those of the standard library, and behind a pair where they would cut it`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let scalars: [Unicode.Scalar] = ["a", "é", "字", "😀", "\u{301}"]
    let kinds = seed % 5 == 0 ? 0..<1 : 0..<scalars.count
    let count = [0, 1, 127, 128, 129, 400][Int.random(in: 0..<6, using: &random)]
    let string = String(
      String.UnicodeScalarView((0..<count).map { _ in scalars[Int.random(in: kinds, using: &random)] }))
    let units = string.utf16
    #expect(string.utf16Length == units.count)
    for offset in [-1, units.count + 1, Int.max] {
      let place = string.utf16Place(offset)
      #expect(place == (offset < 0 ? (string.startIndex, 0) : (string.endIndex, units.count)))
    }
    for offset in 0...units.count {
      let index = units.index(units.startIndex, offsetBy: offset)
      let isInside = index < string.endIndex && UTF16.isTrailSurrogate(units[index])
      let place = string.utf16Place(offset)
      #expect(place.offset == (isInside ? offset + 1 : offset), "\(offset) in \(string.debugDescription)")
      #expect(units.distance(from: units.startIndex, to: place.index) == place.offset)
    }
  }
}

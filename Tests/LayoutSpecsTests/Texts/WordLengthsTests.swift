import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Lengths of words")
struct WordLengthsTests {
  /// Texts of up to 200 bytes: the words of 64 are found together, if all are ASCII.
  @Test(arguments: 0..<400 as Range<UInt64>)
  func `Words of any characters have the lengths that splitting at spaces gives`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let rest = ["", "é", "語", "🦉", "\t", "\u{2028}", "\u{2027}", "\u{7F}", "\0"]
    let share = Int.random(in: 0...3, using: &random)
    var text = ""
    while text.utf8.count < Int(seed / 2) {
      let isLetter = share == 0 || Int.random(in: 0..<60, using: &random) >= share
      text +=
        isLetter ? ["a", "~", "!", " "].randomElement(using: &random)! : rest.randomElement(using: &random)!
      if seed.isMultiple(of: 50) { text += String(repeating: "x", count: 300) }
    }
    let words = text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false).map(\.count)
    var lengths = [UInt8](repeating: 0, count: text.utf8.count + 1)
    let written = text.withUTF8 { bytes in
      lengths.withUnsafeMutableBufferPointer { WordLengths.write(of: bytes, to: $0.baseAddress!) }
    }
    lengths[..<written.entryCount].withUnsafeBufferPointer { entries in
      let decoded = IteratorSequence(WordLengths.Decoded(bytes: entries.makeIterator())).map { Int($0) }
      #expect(decoded == words)
    }
    #expect(Int(written.scalarCount) == text.unicodeScalars.count)
    #expect(written.hasLongWords == words.contains { $0 >= 255 })
    #expect(written.isParagraph == text.unicodeScalars.contains { $0 == "\t" || $0 == "\u{2028}" })
  }
}

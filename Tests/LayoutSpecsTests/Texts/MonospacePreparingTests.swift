import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Texts prepared in monospace metrics")
struct MonospacePreparingTests {
  private let metrics = MonospaceMetrics(advance: 8, lineHeight: 20)

  private func extent(_ runs: TextRun..., in width: Double = .infinity) throws -> TextExtent {
    try #require(metrics.preparedText(of: AttributedText(runs))).extent(maxWidth: width)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `A text without line breaks has the size of its plain form, bit for bit`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let advances: [Double] = [8, 7.3, 0.1]
    let metrics = MonospaceMetrics(advance: advances.randomElement(using: &random) ?? 8, lineHeight: 20.1)
    let pieces = ["a", "bc", " ", "  ", "é", "👩‍👩‍👧", "wwwwwwwwwwwwwwwwwww", "\u{AD}", "\u{A0}", "-", "\t"]
    // Some words have more characters than a record.
    let words = pieces + (seed.isMultiple(of: 3) ? [130, 300].map { String(repeating: "x", count: $0) } : [])
    let string = (0..<Int.random(in: 0...30, using: &random))
      .map { _ in words.randomElement(using: &random) ?? "" }.joined()
    let text = try #require(metrics.preparedText(of: AttributedText(string)))
    for characters in [0, 1, 2.5, 3, 7, 10, 40, 100, 129.9, .infinity] as [Double] {
      let width = characters * metrics.advance
      #expect(
        text.extent(maxWidth: width).size == metrics.size(of: string, maxWidth: width),
        "seed \(seed): \(string)")
    }
  }

  @Test func `Every kind of line break ends a line, and a return with a line feed is one`() throws {
    for string in ["ab\ncde", "ab\r\ncde", "ab\rcde", "ab\u{2028}cde", "ab\u{2029}cde"] {
      #expect(try extent(TextRun(string)).size == Size(24, 40), "\(string.debugDescription)")
    }
    #expect(try extent(TextRun("a\r"), TextRun("\nb")).lineCount == 2)
    #expect(try extent(TextRun("a\r"), TextRun(attachment: Size(8, 8)), TextRun("\n")).lineCount == 3)
    #expect(try extent(TextRun("\n")).size == Size(0, 40))
    #expect(try extent().size == Size(0, 20))
  }

  @Test func `Runs have characters of their font's size, with the spacing between letters`() throws {
    #expect(try extent(TextRun("ab"), TextRun("cd", font: TextFont(size: 32))).size == Size(48, 40))
    #expect(try extent(TextRun("ab", letterSpacing: 2)).size == Size(20, 20))
    #expect(try extent(TextRun("ab", letterSpacing: -100)).size == Size(0, 20))
    // A word of two runs is not broken between them.
    let word = [TextRun("x a"), TextRun("b", font: TextFont(size: 32))]
    #expect(try extent(word[0], word[1], in: 31).size == Size(24, 60))
  }

  @Test func `An attachment has its size, and stands on the baseline`() throws {
    let small = try extent(TextRun("ab"), TextRun(attachment: Size(30, 10)))
    #expect(small.size == Size(46, 20) && small.firstBaseline == 16)
    let large = try extent(TextRun("ab"), TextRun(attachment: Size(30, 50)))
    #expect(large.size == Size(46, 54) && large.firstBaseline == 50)
  }

  @Test("Lines have their ascender above the baseline, and four fifths of their height without one")
  func baselines() throws {
    #expect(try extent(TextRun("a\nb")).lastBaseline == 36)
    let text = MonospaceMetrics(ascender: 12).preparedText(of: AttributedText("a\nb"))
    #expect(text?.extent(maxWidth: 100).lastBaseline == 32)
  }
}

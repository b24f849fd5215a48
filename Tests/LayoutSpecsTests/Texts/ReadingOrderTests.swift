import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("The order in which a line's characters are seen")
struct ReadingOrderTests {
  /// Cases of Unicode's BidiCharacterTest 15.0 (© 2022 Unicode, Inc., https://www.unicode.org/terms_of_use.html): the
  /// characters; whether the paragraph is read from the right; and their levels, with `x` for marks without one.
  private static let cases: [(characters: [UInt32], isRightToLeft: Bool, levels: String)] = [
    ([0x61, 0x28, 0x62, 0x29, 0x63], true, "22222"),
    ([0x61, 0x28, 0x62, 0x29, 0x5D0], true, "22221"),
    ([0x5D0, 0x28, 0x5D1, 0x29, 0x5D2], false, "11111"),
    ([0x61, 0x28, 0x5D0, 0x29, 0x5D1], false, "00101"),
    ([0x61, 0x28, 0x62, 0x29, 0x331], true, "22222"),
    ([0x661, 0x28, 0x332, 0x662, 0x29, 0x333], false, "211211"),
    ([0x41, 0x200F, 0x5B, 0x5D0, 0x5D, 0x200D, 0x20D6], false, "01111x1"),
  ]

  @Test func `Levels are those of Unicode's cases`() throws {
    for test in Self.cases {
      let scalars = try test.characters.map { try #require(Unicode.Scalar($0)) }
      let order = ReadingOrder(scalars[...], isRightToLeft: test.isRightToLeft)
      let levels = zip(order.levels(ofLine: scalars.indices), test.levels)
        .map { $1 == "x" ? "x" : "\($0)" }
      #expect(levels.joined() == test.levels, "\(test.characters)")
    }
  }

  /// The characters of a line as they stand beside each other from the left, in runs of one character.
  private func seen(_ string: String, isRightToLeft: Bool = false, in width: Double = .infinity) throws
    -> [String]
  {
    let runs = string.map { TextRun(String($0)) }
    let paragraph = Paragraph(AttributedText(runs), monospace: MonospaceMetrics(advance: 10))
    return paragraph.contents(of: paragraph.lines(in: width, isRightToLeft: isRightToLeft)).map { line in
      let order = line.runs.indices.sorted { line.runOrigins[$0] < line.runOrigins[$1] }
      #expect(order.map { line.runOrigins[$0] } == order.indices.map { Double($0 * 10) }, "\(string)")
      return order.map { line.runs[$0].string }.joined()
    }
  }

  @Test func `Words from the right are seen from the right, numbers and Latin words in them from the left`()
    throws
  {
    // Written as they are read: א is the first letter.
    #expect(try seen("abc אבג def") == ["abc גבא def"])
    #expect(try seen("אבג abc דהו") == ["והד abc גבא"])
    #expect(try seen("אבג 12 דהו") == ["והד 12 גבא"])
    #expect(try seen("abc אב 12, דה") == ["abc הד ,12 בא"])
    #expect(try seen("אב (cd)") == [")cd( בא"])
    #expect(try seen("سلام 12+3") == ["3+12 مالس"])
    // The paragraph's direction is the first letter's, and else the one that is given.
    #expect(try seen("1-2 + 3") == ["1-2 + 3"])
    #expect(try seen("1-2 + 3", isRightToLeft: true) == ["3 + 1-2"])
    #expect(try seen("a אב.", isRightToLeft: true) == ["a בא."])
    // Numbers in circles have none.
    #expect(try seen("① אב") == ["בא ①"] && seen("❷ אב") == ["בא ❷"])
    // Each line on its own, and each paragraph.
    #expect(try seen("אב גד הו abc", in: 50) == ["דג בא", "וה", "abc"])
    #expect(try seen("אב.\nab.") == [".בא", "ab."])
  }

  @Test func `A run whose direction changes is several, each with its place and its width`() throws {
    let text = AttributedText([TextRun("ab אב"), TextRun("גד cd")])
    let paragraph = Paragraph(text, monospace: MonospaceMetrics(advance: 10))
    let line = try #require(paragraph.contents(of: paragraph.lines(in: .infinity)).first)
    #expect(line.runs.map(\.string) == ["ab ", "אב", "גד", " cd"])
    #expect(line.runOrigins == [0, 50, 30, 70] && line.runWidths == [30, 20, 20, 30])
    #expect(line.runLevels == [0, 1, 1, 0])
  }

  @Test func `What stands at the end of a line from the right is at its left`() throws {
    let style = ParagraphStyle(maximumLineCount: 1)
    let paragraph = Paragraph(
      AttributedText([TextRun("אבג "), TextRun("דהוז")]), style: style,
      monospace: MonospaceMetrics(advance: 10))
    let line = try #require(paragraph.contents(of: paragraph.lines(in: 70)).first)
    #expect(line.string == "אבג דה" && line.runOrigins == [30, 10] && line.runWidths == [40, 20])
  }

  @Test func `What is read from the right is reversed, level by level`() {
    #expect(ReadingOrder.visualOrder(of: [0, 1, 2, 1, 0]) == [0, 3, 2, 1, 4])
    #expect(ReadingOrder.visualOrder(of: [1, 2, 2, 1]) == [3, 1, 2, 0])
    #expect(ReadingOrder.visualOrder(of: []).isEmpty)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `Runs of any directions cover their line, whatever its characters`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let pieces = [
      "a", "אב", "سل", "12", "٣", ".", " ", ", ", "(", ")", "\t", "\u{301}", "\u{200F}", "\u{2067}", "+", "%",
      "\n",
    ]
    let runs = (0..<8).map { _ in
      TextRun(
        (0..<Int.random(in: 0...6, using: &random))
          .map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
    }
    let paragraph = Paragraph(AttributedText(runs))
    for width in [8, 40, 100, Double.infinity] {
      for isRightToLeft in [false, true] {
        let lines = paragraph.lines(in: width, isRightToLeft: isRightToLeft)
        for (line, content) in zip(lines, paragraph.contents(of: lines)) {
          var x = 0.0
          for index in content.runs.indices.sorted(by: { content.runOrigins[$0] < content.runOrigins[$1] })
          where content.runWidths[index] > 0 {
            #expect(content.runOrigins[index] == x, "seed \(seed), in \(width)")
            x += content.runWidths[index]
          }
          #expect(x == line.frame.size.width, "seed \(seed), in \(width)")
        }
      }
    }
  }
}

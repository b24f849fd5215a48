import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Tabs")
struct TabTests {
  /// A text in a width, both in characters: the lines, each with its length.
  private struct Case {
    let text: String
    let width: Double
    let lines: [(string: String, length: Double)]
  }

  private let cases = [
    // Stops are at every eighth character.
    Case(text: "a\tb", width: .infinity, lines: [("a\tb", 9)]),
    Case(text: "\tb", width: .infinity, lines: [("\tb", 9)]),
    Case(text: "1234567\tb", width: .infinity, lines: [("1234567\tb", 9)]),
    Case(text: "12345678\tb", width: .infinity, lines: [("12345678\tb", 17)]),
    Case(text: "a\t\tb\tc", width: .infinity, lines: [("a\t\tb\tc", 25)]),
    Case(text: "a \t b", width: .infinity, lines: [("a \t b", 10)]),
    // A tab at the end of the text counts, as a space does, and one before a line break does not.
    Case(text: "a\t", width: .infinity, lines: [("a\t", 8)]),
    Case(text: "a\t\nb\t\tc", width: .infinity, lines: [("a\t", 8), ("b\t\tc", 17)]),
    // Where a line ends, the last tab vanishes, and a tab never goes beyond the line.
    Case(text: "a\tb", width: 8, lines: [("a", 1), ("b", 1)]),
    Case(text: "a\tb", width: 9, lines: [("a\tb", 9)]),
    Case(text: "a\t\tb", width: 5, lines: [("a\t", 5), ("b", 1)]),
    Case(text: "a\t", width: 5, lines: [("a\t", 5)]),
    // Stops are counted from where a line begins, also where one that was cut goes on.
    Case(text: "fours five\tb", width: 9, lines: [("fours", 5), ("five\tb", 9)]),
    Case(text: "four five\tb", width: 8, lines: [("four", 4), ("five", 4), ("b", 1)]),
    Case(text: "abcdefghijk\tb", width: 10, lines: [("abcdefghij", 10), ("k\tb", 9)]),
  ]

  @Test("Tab stops are at every eighth character of a line, in a plain text, in runs and in a layout")
  func stops() throws {
    for advance in [8, 7.3, 12.1] {
      for test in cases {
        let metrics = MonospaceMetrics(advance: advance)
        let width = test.width * advance
        let size = Size((test.lines.map(\.length).max() ?? 0) * advance, Double(20 * test.lines.count))
        let comment: Comment = "\(test.text.debugDescription) in \(test.width) of \(advance)"
        #expect(metrics.size(of: test.text, maxWidth: width) == size, comment)
        let runs = test.text.map { TextRun(String($0)) }
        let paragraph = Paragraph(AttributedText(runs), monospace: metrics)
        #expect(paragraph.extent(maxWidth: width).size == size, comment)
        let lines = paragraph.lines(in: width)
        #expect(lines.map(\.frame.size.width) == test.lines.map { $0.length * advance }, comment)
        #expect(paragraph.contents(of: lines).map(\.string) == test.lines.map(\.string), comment)
        let range = SizeRange(width: 0...width, height: 0...Double.infinity)
        let layout = TextNode(test.text, metrics: metrics).layoutThatFits(range)
        #expect(layout.textLines(of: layout.element)?.count == test.lines.count, comment)
        let plain = LayoutTree.element(.text(TextParameters(test.text, advance: advance)))
        #expect(plain.layoutThatFits(range).frame == layout.frame, comment)
      }
    }
  }

  @Test("The interval is that of the first font, and runs behind tabs begin at stops, wherever lines lie")
  func runs() throws {
    let text = AttributedText([
      TextRun("wordswordswordswor a", font: TextFont(size: 32)), TextRun("\tb"),
      TextRun("\tc", letterSpacing: 3),
    ])
    for alignment in ParagraphStyle.Alignment.allCases {
      for isRightToLeft in [false, true] {
        let paragraph = Paragraph(text, style: ParagraphStyle(alignment: alignment))
        let lines = paragraph.lines(in: 300, isRightToLeft: isRightToLeft)
        // Behind the space the line ends; from there on stops are 128 points apart.
        #expect(lines.map(\.frame.size.width) == [288, 267])
        try #require(lines.count == 2)
        let contents = paragraph.contents(of: lines)
        #expect(contents.map(\.string) == ["wordswordswordswor", "a\tb\tc"])
        #expect(contents[1].runOrigins == [0, 16, 136])
      }
    }
  }

  @Test func `An ellipsis stands in the place of a tab before it, and cuts one that is longer`() {
    func line(_ string: String, _ width: Double) -> (String, Double) {
      let paragraph = Paragraph(
        AttributedText(string), style: ParagraphStyle(maximumLineCount: 1),
        monospace: MonospaceMetrics(advance: 1))
      let lines = paragraph.lines(in: width)
      return (paragraph.contents(of: lines)[0].string, lines[0].frame.size.width)
    }
    #expect(line("a\tbcd efg", 11) == ("a\tbc", 11))
    #expect(line("a\tbcd efg", 9) == ("a", 2))
    #expect(line("a\t\tbcd", 6) == ("a\t", 6))
  }

  @Test func `A line that a tab did not let go on says how much room is left behind the tab`() {
    let paragraph = Paragraph(AttributedText("a\tbcd\tefghi"), monospace: MonospaceMetrics(advance: 1))
    guard case .nextWord(_, let width, let room) = paragraph.lines(in: 20)[0].reason else {
      Issue.record("\(paragraph.lines(in: 20))")
      return
    }
    #expect(width == 5 && room == 4)
  }

  @Test func `A tab whose interval is no length is stopped`() async {
    await #expect(processExitsWith: .failure) {
      var builder = PreparedText.Builder(metrics: .init(ascender: 15, descender: 5))
      builder.endSegment(tabInterval: .nan, breakAfter: .allowed)
    }
  }
}

import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("The characters of lines")
struct TextLineContentTests {
  private func contents(
    _ text: AttributedText, in width: Double, metrics: any TextMetrics = MonospaceMetrics(advance: 10)
  ) throws -> [TextLineContent] {
    let paragraph = try #require(Paragraph(text, metrics: metrics))
    return paragraph.contents(of: paragraph.lines(in: width))
  }

  private func reasons(
    _ string: String, in width: Double, style: ParagraphStyle = ParagraphStyle()
  ) -> [TextLine.Reason] {
    Paragraph(AttributedText(string), style: style, monospace: MonospaceMetrics(advance: 10))
      .lines(in: width).map(\.reason)
  }

  @Test func `A line has its words, without the space or the line break behind them`() throws {
    let lines = try contents(AttributedText("one two\nthree  four\r\n\r\n five"), in: 60)
    #expect(lines.map(\.string) == ["one", "two", "three", "four", "", " five"])
    #expect(lines.map(\.range) == [0..<3, 4..<7, 8..<13, 15..<19, 21..<21, 23..<28])
    #expect(lines.map(\.nextWord) == ["two", "", "four", "", "", ""])
  }

  @Test func `A line has the parts of runs that are on it, in their looks`() throws {
    let bold = TextFont(weight: 700)
    let text = AttributedText([
      TextRun("one tw"), TextRun("o thr", font: bold), TextRun(attachment: Size(10, 10)), TextRun("ee"),
    ])
    let lines = try contents(text, in: 70)
    #expect(lines[0].runs == [TextRun("one tw"), TextRun("o", font: bold)])
    #expect(
      lines[1].runs == [TextRun("thr", font: bold), TextRun(attachment: Size(10, 10)), TextRun("ee")])
    #expect(lines.count == 2 && lines[1].range == 8..<14)
    #expect(lines.map(\.runOrigins) == [[0, 60], [0, 30, 40]])
  }

  @Test func `In metrics of characters, all spaces behind a word are none of its line's`() throws {
    let text = AttributedText("né👩‍👩‍👧  cafe\u{301}\tx \r\ny")
    let lines = try contents(text, in: 50, metrics: CharacterMetrics())
    #expect(lines.map(\.string) == ["né👩‍👩‍👧", "cafe\u{301}", "x", "y"])
  }

  @Test func `A line says why it ends`() throws {
    let lines = reasons("one three\nabcdefg", in: 50)
    guard case .nextWord(let word, let width, let room) = lines[0] else {
      Issue.record("\(lines[0])")
      return
    }
    #expect(word.lowerBound == .init(segment: 1, cluster: 0) && word.upperBound.segment == 2)
    // A character's room is left, and a space takes it.
    #expect(width == 50 && room == 10)
    #expect(lines.dropFirst() == [.lineBreak, .cut, .textEnd])
    #expect(reasons("", in: 50) == [.textEnd])
    let limited = reasons("one two three four", in: 80, style: ParagraphStyle(maximumLineCount: 2))
    #expect(limited.last == .limit)
  }

  @Test func `Lines have all characters but spaces and line breaks, in order, in random texts`() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let pieces = [
        "a", "bc", " ", "  ", "\n", "\r\n", "\r", "\t", "é", "e\u{301}", "สำ", "क्षि", "한글", "\u{AD}", "👩‍👩‍👧",
        "wwwwwwwwwwwwwww", "-", "שלום", "سلام", "12", "(",
      ]
      func piece() -> String { pieces.randomElement(using: &random) ?? "" }
      let fonts = [TextFont(), TextFont(size: 20), TextFont(weight: 700)]
      let text = AttributedText(
        (0..<Int.random(in: 0...4, using: &random)).map { number in
          TextRun(
            (0..<Int.random(in: 0...9, using: &random)).map { _ in piece() }.joined(), font: fonts[number % 3]
          )
        })
      let scalars = Array(text.string.unicodeScalars)
      for width in [0, 25, 60, 111, .infinity] {
        let lines = try contents(text, in: width)
        #expect(
          lines.allSatisfy { Array($0.string.unicodeScalars) == Array(scalars[$0.range]) }, "seed \(seed)")
        var end = 0
        for line in lines {
          let between = scalars[end..<line.range.lowerBound]
          #expect(
            between.allSatisfy { $0 == " " || $0 == "\t" || AttributedText.isLineBreak($0) }, "seed \(seed)")
          end = line.range.upperBound
          #expect(line.runOrigins.count == line.runs.count)
          // From the left one lies behind the other, in the order of reading if all are read from the left.
          let edges = zip(line.runOrigins, line.runWidths).map { ($0, $0 + $1) }.sorted { $0 < $1 }
          #expect(edges.first?.0 ?? 0 == 0, "seed \(seed)")
          #expect(zip(edges, edges.dropFirst()).allSatisfy { abs($0.1 - $1.0) < 1e-6 }, "seed \(seed)")
          let isOrdered = line.runOrigins == line.runOrigins.sorted()
          #expect(isOrdered || line.runLevels.contains { $0 > 0 }, "seed \(seed)")
        }
        #expect(end == scalars.count, "seed \(seed)")
      }
    }
  }

  @Test
  func `A paragraph lies where its letters are read from, and one without letters where its node begins`()
    throws
  {
    let node = TextNode("one two three\nשלום\r\n\n1 2\n")
    let root = DisplayNode { _, _ in InsetLayoutSpec(insets: .zero, child: node) }
    for direction in Traits.LayoutDirection.allCases {
      root.traitOverrides.layoutDirection = direction
      let layout = root.layoutThatFits(SizeRange(width: 80))
      let lines = try #require(layout.element(of: node).flatMap { layout.textLines(of: $0) })
      let (empty, digits) = direction == .leftToRight ? (0.0, 0.0) : (80, 56)
      #expect(lines.map(\.frame.minX) == [0, 0, 48, empty, digits, empty], "\(direction)")
      #expect(lines.map(\.isRightToLeft) == [false, false, true] + Array(repeating: empty > 0, count: 3))
    }
  }
}

/// Metrics in which what a reader takes for a character is 10 points wide, and all spaces between words are 5.
private struct CharacterMetrics: TextMetrics {
  func size(of text: String, maxWidth: Double) -> Size { Size(7, 7) }

  func preparedText(of text: AttributedText) -> PreparedText? {
    var builder = PreparedText.Builder(metrics: .init(ascender: 15, descender: 5))
    var isInSpace = false
    for character in text.string {
      if character == " " || character == "\t" {
        isInSpace = true
        continue
      }
      if character.isNewline {
        builder.endSegment(breakAfter: .required)
        isInSpace = false
        continue
      }
      if isInSpace { builder.endSegment(space: 5, breakAfter: .allowed) }
      isInSpace = false
      builder.addCluster(10)
    }
    return builder.finish()
  }
}

@Suite("Tabs")
struct TabTests {
  /// Texts in widths, both in characters, and their lines, each with its length.
  private let cases: [(text: String, width: Double, lines: [(string: String, length: Double)])] = [
    // Stops are at every eighth character.
    ("a\tb", .infinity, [("a\tb", 9)]),
    ("\tb", .infinity, [("\tb", 9)]),
    ("1234567\tb", .infinity, [("1234567\tb", 9)]),
    ("12345678\tb", .infinity, [("12345678\tb", 17)]),
    ("a\t\tb\tc", .infinity, [("a\t\tb\tc", 25)]),
    ("a \t b", .infinity, [("a \t b", 10)]),
    // A tab at the end of the text counts, as a space does, and one before a line break does not.
    ("a\t", .infinity, [("a\t", 8)]),
    ("a\t\nb\t\tc", .infinity, [("a\t", 8), ("b\t\tc", 17)]),
    // Where a line ends, the last tab vanishes, and a tab never goes beyond the line.
    ("a\tb", 8, [("a", 1), ("b", 1)]),
    ("a\tb", 9, [("a\tb", 9)]),
    ("a\t\tb", 5, [("a\t", 5), ("b", 1)]),
    ("a\t", 5, [("a\t", 5)]),
    // Stops are counted from where a line begins, also where one that was cut goes on.
    ("fours five\tb", 9, [("fours", 5), ("five\tb", 9)]),
    ("four five\tb", 8, [("four", 4), ("five", 4), ("b", 1)]),
    ("abcdefghijk\tb", 10, [("abcdefghij", 10), ("k\tb", 9)]),
  ]

  @Test func `Tab stops are at every eighth character, in a plain text, in runs and a layout`() throws {
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

  @Test func `The interval is the first font's, and runs behind tabs begin at stops in all lines`() throws {
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
}

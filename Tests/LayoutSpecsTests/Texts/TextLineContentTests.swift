import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("The characters of lines")
struct TextLineContentTests {
  private func contents(
    _ text: AttributedText, in width: Double, style: ParagraphStyle = ParagraphStyle(),
    metrics: any TextMetrics = MonospaceMetrics(advance: 10)
  ) throws -> [TextLineContent] {
    let paragraph = try #require(Paragraph(text, style: style, metrics: metrics))
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
    #expect(lines.map(\.string) == ["one", "two", "three ", "four", "", " five"])
    #expect(lines.map(\.range) == [0..<3, 4..<7, 8..<14, 15..<19, 21..<21, 23..<28])
    #expect(lines.map(\.nextWord) == ["two", "", "four", "", "", ""])
  }

  @Test("A word that is cut goes on in the next line, also if it has more characters than a record")
  func cutWords() throws {
    let word = String(repeating: "abcdefghij", count: 30)
    let lines = try contents(AttributedText("a \(word) b"), in: 70)
    #expect(lines.map(\.string).joined(separator: "") == "a\(word) b".filter { $0 != " " })
    #expect(lines[1].string == "abcdefg" && lines[2].string == "hijabcd")
    #expect(lines[0].nextWord == word)
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

  @Test func `A text that is truncated has the characters before the ellipsis`() throws {
    let style = ParagraphStyle(maximumLineCount: 2)
    let lines = try contents(AttributedText("one two three four"), in: 80, style: style)
    #expect(lines.map(\.string) == ["one two", "three f"])
    #expect(reasons("one two three four", in: 80, style: style).last == .limit)
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
  }

  @Test func `Lines have all characters but spaces and line breaks, in order, in random texts`() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let pieces = [
        "a", "bc", " ", "  ", "\n", "\r\n", "\r", "\t", "é", "e\u{301}", "สำ", "क्षि", "한글", "\u{AD}", "👩‍👩‍👧",
        "wwwwwwwwwwwwwww", "-",
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
          #expect(line.runOrigins.count == line.runs.count && line.runOrigins == line.runOrigins.sorted())
        }
        #expect(end == scalars.count, "seed \(seed)")
      }
    }
  }

  @Test(
    "Lines have the characters of their clusters, whatever a cluster is, and runs begin where they stand",
    arguments: 0..<50 as Range<UInt64>)
  func clusters(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let text = PlainText.random(&random, widest: 20)
    let scalars = Array(text.string.unicodeScalars)
    let cuts = (0..<3).map { _ in Int.random(in: 0...scalars.count, using: &random) }
    let ends = cuts.sorted() + [scalars.count]
    let runs = zip([0] + ends, ends).map { TextRun(String(String.UnicodeScalarView(scalars[$0..<$1]))) }
    let paragraph = try #require(
      Paragraph(AttributedText(runs), metrics: PlainText.Metrics(prepared: text.prepared)))
    for limit in [7, 40, 111, 1_000, 100_000] {
      let lines = text.lines(limit: limit)
      let contents = paragraph.contents(of: paragraph.lines(in: Double(limit)))
      try #require(contents.count == lines.count)
      for (content, line) in zip(contents, lines) {
        let comment: Comment = "seed \(seed), in \(limit)"
        let expected = Array(line.string.unicodeScalars)
        #expect(Array(content.string.unicodeScalars) == expected, comment)
        try #require(Array(scalars[content.range]) == expected, comment)
        let starts = content.range.filter { $0 == content.range.lowerBound || ends.contains($0) }
        let origins = starts.map { Double(line.positions[$0 - content.range.lowerBound]) }
        #expect(content.runOrigins == origins, comment)
      }
    }
  }

  @Test func `Texts in nodes that are laid out right to left lie at the right`() throws {
    let node = TextNode("one two three")
    let root = DisplayNode { _, _ in InsetLayoutSpec(insets: .zero, child: node) }
    for direction in Traits.LayoutDirection.allCases {
      root.traitOverrides.layoutDirection = direction
      let layout = root.layoutThatFits(SizeRange(width: 80))
      let lines = try #require(layout.element(of: node).flatMap { layout.textLines(of: $0) })
      #expect(lines.map(\.frame.minX) == (direction == .leftToRight ? [0, 0] : [24, 40]))
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

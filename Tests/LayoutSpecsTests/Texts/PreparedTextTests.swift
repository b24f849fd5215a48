import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Prepared texts")
struct PreparedTextTests {
  @Test(arguments: 0..<(SlowTests.areOn ? 100 : 50) as Range<UInt64>)
  func `Lines are those of the plainest way to break them, with their characters`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    // Narrow enough for the places of clusters to be exact.
    let text = PlainText.random(&random, widest: seed % 3 == 0 ? 2 : 20)
    let prepared = text.prepared
    let scalars = Array(text.string.unicodeScalars)
    let cuts = (0..<3).map { _ in Int.random(in: 0...scalars.count, using: &random) }
    let ends = cuts.sorted() + [scalars.count]
    let runs = zip([0] + ends, ends).map { TextRun(String(String.UnicodeScalarView(scalars[$0..<$1]))) }
    let paragraph = try #require(
      Paragraph(AttributedText(runs), metrics: PlainText.Metrics(prepared: prepared)))
    for _ in 0..<20 {
      let limit =
        [0, 1, 5, 13, 40, 99, 254, 1_000, 30_000, 100_000, 5_000_000_000].randomElement(using: &random) ?? 0
      let lines = prepared.lines(maxWidth: Double(limit))
      let plain = text.lines(limit: max(limit, 1))
      let expected = plain.map(\.width)
      let comment: Comment = "seed \(seed), in \(limit)"
      #expect(lines.map { Int($0.frame.size.width) } == expected, comment)
      let contents = paragraph.contents(of: lines)
      // An expectation for each of thousands of lines would take most of the test's time.
      let isSame = zip(contents, plain).allSatisfy { $1.isSaid(by: $0, of: scalars, runEnds: ends) }
      #expect(contents.count == plain.count && isSame, comment)
      let extent = prepared.extent(maxWidth: Double(limit))
      #expect(extent.lineCount == expected.count && extent.size.width == Double(expected.max() ?? 0))
      #expect(lines.map(\.frame.size.height) == plain.map(\.metrics.height), comment)
      #expect(extent.size.height == plain.reduce(0) { $0 + $1.metrics.height }, comment)
      #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.content.upperBound == $1.content.lowerBound })
      // Every width between the longest line and the limit has the same lines, with less room beside them.
      let narrower = prepared.lines(maxWidth: extent.size.width)
      let hasSameLines =
        narrower.map(\.content) == lines.map(\.content) && narrower.map(\.frame) == lines.map(\.frame)
      #expect(extent.size.width > Double(max(limit, 1)) || hasSameLines, "seed \(seed), in \(limit)")
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `The size that a layout finds is that of the lines, in any style`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let allMetrics = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      PreparedText.LineMetrics(
        ascender: Double.random(in: 8...16, using: &random),
        descender: Double.random(in: 2...6, using: &random))
    }
    var builder = PreparedText.Builder(metrics: allMetrics[0], hyphenWidth: 4.1)
    // Where a tab is cut by the line's end, a text has another size in each width: too many to list them.
    let hasTabs = seed % 4 == 0
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      if Int.random(in: 0..<4, using: &random) == 0 {
        builder.setMetrics(allMetrics.randomElement(using: &random) ?? allMetrics[0])
      }
      // Most are short, few are wider than a record.
      let widest = Int.random(in: 0..<20, using: &random) == 0 ? 100.0 : 9
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        builder.addCluster(Double.random(in: 0...widest, using: &random))
      }
      let space = [0, 0, 4.5, Double.random(in: 0...90, using: &random)].randomElement(using: &random) ?? 0
      let breaks: [PreparedText.Break] = [.none, .allowed, .allowed, .allowed, .hyphen, .required]
      let breakAfter = breaks.randomElement(using: &random) ?? .none
      if hasTabs && Bool.random(using: &random) {
        builder.endSegment(tabInterval: 33.3, breakAfter: breakAfter)
      } else {
        builder.endSegment(space: space, breakAfter: breakAfter)
      }
    }
    let text = builder.finish()
    for style in [ParagraphStyle(), ParagraphStyle(lineSpacing: 3.3), ParagraphStyle(maximumLineCount: 2)] {
      let sizes = hasTabs || style.maximumLineCount > 0 ? [] : text.sizes(style: style)
      for width in [0, 1, 5, 20, 100.0 / 3, 64, 200.0 / 3, 250, 1000, 4_194_304, 9_999_999, Double.infinity] {
        let limit = max(1, Int(min(width / text.unit, 1e15)))
        let size = text.wrapped(limit: limit, style: style)
        let extent = text.extent(maxWidth: width, style: style)
        if let known = sizes.first(where: { $0.width <= width }) {
          #expect(known == extent.size, "seed \(seed), in \(width)")
        }
        #expect(
          Size(Double(size.longestLine) * text.unit, size.height) == extent.size,
          "seed \(seed), in \(width)")
      }
      // They are all sizes above the first width that is too narrow.
      if let narrowest = sizes.last, narrowest.width > 0 {
        let width = narrowest.width - text.unit
        #expect(
          width < text.unit || text.extent(maxWidth: width, style: style).size.width > width, "seed \(seed)")
      }
    }
  }

  /// Words of characters of 10 points with spaces of 5, `-` for a soft hyphen and `|` for a line break. From `^` on lines
  /// are 40 points high, and from `_` on 20 again.
  private func text(_ string: String, ellipsis: Double = 10) -> PreparedText {
    var builder = PreparedText.Builder(
      metrics: .init(ascender: 15, descender: 5), ellipsisWidth: ellipsis, hyphenWidth: 6)
    for character in string {
      switch character {
      case " ": builder.endSegment(space: 5, breakAfter: .allowed)
      case "-": builder.endSegment(breakAfter: .hyphen)
      case "|": builder.endSegment(breakAfter: .required)
      case "^": builder.setMetrics(.init(ascender: 30, descender: 10))
      case "_": builder.setMetrics(.init(ascender: 15, descender: 5))
      default: builder.addCluster(10)
      }
    }
    return builder.finish()
  }

  @Test func `A width that is undefined, negative or 0 has a cluster on each line`() {
    let widths: [Double] = [0, -5, .nan, -.infinity]
    for width in widths { #expect(text("abc de").extent(maxWidth: width).size == Size(10, 100), "\(width)") }
    #expect(text("abc de").extent(maxWidth: .infinity).size == Size(55, 20))
  }

  @Test func `A soft hyphen is seen where a line ends at it, and takes its room there alone`() {
    let word = text("ab-cd")
    #expect(word.extent(maxWidth: 40).size == Size(40, 20))
    #expect(word.lines(maxWidth: 39).map(\.ending) == [.hyphen, .none])
    #expect(word.extent(maxWidth: 39).size == Size(26, 40))
    // No room for the hyphen after "cd": the line ends before it.
    #expect(text("a b-cd-ef").lines(maxWidth: 50).map(\.frame.size.width) == [31, 40])
    #expect(text("a b-cd-ef").lines(maxWidth: 45).map(\.ending) == [.hyphen, .none])
  }

  @Test func `A text of more lines than it may have ends in an ellipsis that fits`() {
    let style = ParagraphStyle(maximumLineCount: 2)
    let long = text("ab cd efg hi")
    #expect(!long.extent(maxWidth: 60, style: style).isTruncated)
    let extent = long.extent(maxWidth: 50, style: style)
    #expect(
      extent
        == TextExtent(
          size: Size(45, 40), lineCount: 2, isTruncated: true, firstBaseline: 15, lastBaseline: 35))
    let last = long.lines(maxWidth: 50, style: style)[1]
    #expect(last.ending == .ellipsis && last.frame.size.width == 40)
    // In the middle of a word, and with the ellipsis alone.
    let one = ParagraphStyle(maximumLineCount: 1)
    #expect(long.lines(maxWidth: 45, style: one)[0].frame.size.width == 45)
    #expect(long.lines(maxWidth: 44, style: one)[0].frame.size.width == 30)
    #expect(long.lines(maxWidth: 12, style: one)[0].frame.size.width == 10)
    #expect(long.extent(maxWidth: 3, style: one).size == Size(10, 20))
    // A line break truncates the lines below it; an empty line has only an ellipsis.
    #expect(text("ab|cd").lines(maxWidth: 99, style: one)[0].frame.size.width == 30)
    #expect(text("|cd").lines(maxWidth: 99, style: one).map(\.ending) == [.ellipsis])
    // The space before the ellipsis vanishes.
    #expect(text("ab cdefg").lines(maxWidth: 38, style: one)[0].frame.size.width == 30)
    let clipped = ParagraphStyle(maximumLineCount: 2, truncation: .clip)
    #expect(long.extent(maxWidth: 50, style: clipped).size == Size(45, 40))
    #expect(long.lines(maxWidth: 50, style: clipped)[1].ending == .none)
    #expect(text("").extent(maxWidth: 0, style: one).isTruncated == false)
  }

  @Test func `Lines have the highest ascender and the lowest descender of what is on them`() {
    var builder = PreparedText.Builder(metrics: .init(ascender: 10, descender: 2))
    let words: [(ascender: Double, descender: Double, PreparedText.Break)] = [
      (10, 2, .allowed), (20, 1, .allowed), (10, 2, .required),
    ]
    for (ascender, descender, breakAfter) in words {
      builder.setMetrics(.init(ascender: ascender, descender: descender))
      for _ in 0..<2 { builder.addCluster(10) }
      builder.endSegment(space: 5, breakAfter: breakAfter)
    }
    let text = builder.finish()
    #expect(text.lines(maxWidth: 100).map(\.frame.size.height) == [22, 12])
    #expect(text.lines(maxWidth: 30).map(\.frame.size.height) == [12, 21, 12, 12])
    let extent = text.extent(maxWidth: 50, style: ParagraphStyle(lineSpacing: 3))
    #expect(extent.size == Size(45, 22 + 3 + 12 + 3 + 12))
    #expect(extent.firstBaseline == 20 && extent.lastBaseline == 22 + 3 + 12 + 3 + 10)
    #expect(text.firstLineMetrics.ascender == 10 && text.outerBaselines == (20, -2))
  }

  @Test func `Of more heights than a text keeps, the last ones are as high as the highest of them`() {
    var builder = PreparedText.Builder(metrics: .init(ascender: 1, descender: 2))
    var heights: [Double] = []
    for number in 0..<300 {
      let metrics = PreparedText.LineMetrics(
        ascender: Double(20 + number), descender: number % 2 == 0 ? 2 : 4)
      builder.setMetrics(metrics)
      builder.addCluster(10)
      builder.endSegment(breakAfter: .required)
      heights.append(number < 254 ? metrics.height : 323)
    }
    builder.setMetrics(.init(ascender: 20, descender: 2))
    #expect(builder.finish().lines(maxWidth: 100).map(\.frame.size.height) == heights + [22])
  }

  @Test func `Alignment moves lines within the text's width, and changes no size`() {
    let lines = text("abcd ef")
    func x(_ alignment: ParagraphStyle.Alignment, isRightToLeft: Bool = false) -> [Double] {
      lines.lines(
        maxWidth: 50, in: 60, style: ParagraphStyle(alignment: alignment), isRightToLeft: isRightToLeft
      ).map(\.frame.minX)
    }
    #expect(x(.natural) == [0, 0] && x(.left, isRightToLeft: true) == [0, 0])
    #expect(x(.center) == [10, 20])
    #expect(x(.right) == [20, 40] && x(.natural, isRightToLeft: true) == [20, 40])
    // In an infinite width the lines lie within the width of the longest line, as they do if no width is given.
    for alignment in ParagraphStyle.Alignment.allCases {
      for isRightToLeft in [false, true] {
        func lines(in width: Double?) -> [TextLine] {
          text("abcd|ef").lines(
            maxWidth: .infinity, in: width, style: ParagraphStyle(alignment: alignment),
            isRightToLeft: isRightToLeft)
        }
        #expect(lines(in: .infinity) == lines(in: 40) && lines(in: nil) == lines(in: 40), "\(alignment)")
        #expect(lines(in: .nan) == lines(in: 40))
      }
    }
  }

  @Test func `Clusters and spaces of any width are kept: none, very wide, undefined`() {
    var builder = PreparedText.Builder(metrics: .init(ascender: 0, descender: 0))
    let widths: [Double] = [5_000, 0, -3, .nan, 0.5]
    for width in widths {
      builder.addCluster(width)
      builder.endSegment(space: 100, breakAfter: .allowed)
    }
    let text = builder.finish()
    #expect(text.naturalWidth == 5_000.5 + 500)
    #expect(text.lines(maxWidth: 99).map(\.frame.size.width) == [5_000, 0, 0, 0, 0.5])
    #expect(text.extent(maxWidth: 1e300).size == Size(5_500.5, 0))
  }

  @Test func `A text takes one and a half times its bytes, and 64 more`() {
    let words = "Everybody has the right to life, liberty and the security of person; no one shall be held."
      .split(separator: " ")
    for count in [1, 2, 5, words.count] {
      var builder = PreparedText.Builder(metrics: .init(ascender: 15, descender: 5))
      for word in words.prefix(count) {
        for scalar in word.unicodeScalars { builder.addCluster(Double(5 + scalar.value % 7)) }
        builder.endSegment(space: 4, breakAfter: .allowed)
      }
      let bytes = words.prefix(count).joined(separator: " ").utf8.count
      let text = builder.finish()
      #expect(Double(text.byteCount) <= 1.5 * Double(bytes) + 64, "\(text.byteCount) for \(bytes)")
    }
  }

  @Test func `Texts of equal segments are equal`() {
    #expect(text("ab cd") == text("ab cd"))
    #expect(Set([text("ab cd"), text("ab cd"), text("ab-cd")]).count == 2)
    #expect(text("ab") != text("ab", ellipsis: 11))
  }

  @Test func `Metrics that are set behind all clusters are those of an empty last line`() {
    for (string, lineCount, height) in [("a|^", 2, 60.0), ("a ^", 1, 40), ("a^", 1, 40)] {
      let extent = text(string).extent(maxWidth: 100)
      #expect(extent.lineCount == lineCount && extent.size.height == height, "\(string)")
      #expect(text(string).wrapped(limit: 100_000, style: ParagraphStyle()).height == height, "\(string)")
      #expect(text(string).lines(maxWidth: 100).count == lineCount)
    }
  }

  @Test func `An ellipsis and a hyphen may be as wide as those of large fonts`() {
    var builder = PreparedText.Builder(
      metrics: .init(ascender: 150, descender: 50), ellipsisWidth: 100, hyphenWidth: 80)
    for _ in 0..<20 { builder.addCluster(50) }
    builder.endSegment(breakAfter: .hyphen)
    builder.addCluster(50)
    let text = builder.finish()
    #expect(text.extent(maxWidth: 200, style: ParagraphStyle(maximumLineCount: 1)).size.width == 200)
    #expect(text.extent(maxWidth: 1_049).size == Size(1_000, 400))
    #expect(text.extent(maxWidth: 1_050).size == Size(1_050, 200))
  }

  @Test func `A line with only its ellipsis is as high as the first character it replaces`() {
    let text = text("a|^b _c d", ellipsis: 15)
    for (lineCount, height) in [(1, 20.0), (2, 60)] {
      let style = ParagraphStyle(maximumLineCount: lineCount)
      for width in stride(from: 5.0, through: 40, by: 2.5) {
        let extent = text.extent(maxWidth: width, style: style)
        #expect(extent.size.height == height, "\(lineCount) lines in \(width)")
      }
    }
  }
}

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
    let parameters = TextParameters(string, advance: metrics.advance, lineHeight: metrics.lineHeight)
    var builder = LayoutTreeBuilder()
    var context = LayoutContext()
    builder.add(.text(parameters))
    let tree = builder.finish()
    for characters in [0, 1, 2.5, 3, 7, 10, 40, 100, 129.9, .infinity] as [Double] {
      let width = characters * metrics.advance
      let size = text.extent(maxWidth: width).size
      #expect(size == metrics.size(of: string, maxWidth: width), "seed \(seed): \(string)")
      // The layout stays in its range, and rounds up to pixels.
      context.layout(tree, in: SizeRange(width: 0...width, height: 0...Double.infinity))
      let pixels = Size(PixelGrid().ceil(min(size.width, width)), PixelGrid().ceil(size.height))
      #expect(context.frame(of: tree.root)?.size == pixels, "seed \(seed): \(string)")
    }
  }

  @Test func `A return with a line feed is one line break, in two runs too`() throws {
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

  @Test func `Lines have their ascender above the baseline, or four fifths of their height`() throws {
    #expect(try extent(TextRun("a\nb")).lastBaseline == 36)
    let text = MonospaceMetrics(ascender: 12).preparedText(of: AttributedText("a\nb"))
    #expect(text?.extent(maxWidth: 100).lastBaseline == 32)
  }
}

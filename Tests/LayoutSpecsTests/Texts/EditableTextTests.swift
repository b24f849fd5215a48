import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Texts that are edited")
struct EditableTextTests {
  /// Characters of one, two and four bytes, of two code units, with marks, from the right, and all kinds of line breaks.
  private static let pieces = [
    "a", "bc def", " ", "  ", "\n", "\r\n", "\r", "\n", "\t", "é", "e\u{301}", "\u{301}", "한글", "👩‍👩‍👧", "𝄞",
    "wwwwwwwwwwwwwww", "-", "שלום", "سلام", "12", "(", "\u{2028}", "\u{2029}", "",
  ]
  private static let looks = [TextFont(), TextFont(size: 20), TextFont(weight: 700)]
  private static let widths = [0, 25, 61.5, 200, .infinity]

  private static func randomText(_ count: Range<Int>, using random: inout SeededRandom) -> AttributedText {
    AttributedText(
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        if Int.random(in: 0..<12, using: &random) == 0 { return TextRun(attachment: Size(12, 30)) }
        let string = (0..<Int.random(in: count, using: &random)).map { _ in
          pieces.randomElement(using: &random) ?? ""
        }
        return TextRun(string.joined(), font: looks.randomElement(using: &random) ?? TextFont())
      })
  }

  private func places(_ text: EditableText) -> ClosedRange<Int> { 0...text.utf16Count }

  // MARK: Editing

  @Test func `After any edits a text is what it would be if it were made of its characters`() {
    for seed in 0..<400 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var text = EditableText(Self.randomText(0..<12, using: &random))
      var model = text.string.unicodeScalars.map { $0 }
      for step in 0..<8 {
        let low = Int.random(in: 0...model.count, using: &random)
        let high = Int.random(in: low...min(model.count, low + [0, 1, 5, 40][step % 4]), using: &random)
        func place(_ scalar: Int) -> Int { model[..<scalar].reduce(0) { $0 + UTF16.width($1) } }
        let new = Self.randomText(0..<6, using: &random)
        text.replace(place(low)..<place(high), with: new)
        model.replaceSubrange(low..<high, with: new.string.unicodeScalars)

        let comment = "seed \(seed), step \(step)" as Comment
        #expect(Array(text.string.unicodeScalars) == model, comment)
        #expect(text.utf16Count == text.string.utf16.count, comment)
        // Where no character is left, the look that was there stays.
        guard !model.isEmpty else { continue }
        let fresh = EditableText(text.text)
        #expect(fresh == text, comment)
        let width = Self.widths.randomElement(using: &random) ?? 0
        let (map, freshMap) = (text.map(in: width), fresh.map(in: width))
        #expect(map.size == freshMap.size, comment)
        for place in places(text) {
          #expect(text.cluster(around: place) == fresh.cluster(around: place), comment)
          for affinity in TextMap.Affinity.allCases {
            #expect(
              map.caret(at: place, affinity: affinity) == freshMap.caret(at: place, affinity: affinity),
              comment)
          }
        }
      }
    }
  }

  /// Scalars that count the steps through them.
  private struct CountedScalars: Collection {
    final class Count: @unchecked Sendable { var value = 0 }
    let scalars: String.UnicodeScalarView
    let count = Count()
    var startIndex: String.Index { scalars.startIndex }
    var endIndex: String.Index { scalars.endIndex }
    subscript(index: String.Index) -> Unicode.Scalar { scalars[index] }
    func index(after index: String.Index) -> String.Index {
      count.value += 1
      return scalars.index(after: index)
    }
  }

  @Test func `A text is split into lines, and joined, in steps and copies linear in its length`() throws {
    let line = String(repeating: "word ", count: 12) + "\n"
    for count in [1, 100, 10_000] {
      let string = String(repeating: line, count: count)
      let scalars = CountedScalars(scalars: string.unicodeScalars)
      #expect(AttributedText.parts(of: scalars).count == 2 * count)
      #expect(scalars.count.value <= 3 * string.utf8.count)
      let metrics = CountingTexts()
      let text = try #require(EditableText(AttributedText(string), metrics: metrics))
      #expect(metrics.scalarCount == string.utf8.count - count)
      // A string that grows moves as seldom as an array.
      var (runs, address, moveCount) = ([TextRun](), 0, 0)
      for _ in 0..<count {
        runs.append(joining: TextRun(line))
        let next =
          runs[0].string.utf8.withContiguousStorageIfAvailable { Int(bitPattern: $0.baseAddress) } ?? 0
        if next != address { (address, moveCount) = (next, moveCount + 1) }
      }
      #expect(moveCount <= 20 && runs == text.text.runs)
    }
  }

  @Test func `A change prepares the paragraphs that it touches, and no others`() throws {
    let metrics = CountingTexts()
    let string = (0..<50).map { "paragraph \($0)" }.joined(separator: "\n")
    var text = try #require(EditableText(AttributedText(string), metrics: metrics))
    _ = text.map(in: 80)
    func count(_ edit: () -> Void) -> Int {
      let before = metrics.count.value
      edit()
      return metrics.count.value - before
    }
    #expect(count { text.replace(3..<3, with: "x") } == 1)
    #expect(count { text.replace(3..<4, with: "") } == 1)
    // A line break makes two of one, and its removal one of two.
    #expect(count { text.replace(9..<9, with: "\n") } == 2)
    #expect(count { text.replace(9..<10, with: "") } == 1)
    #expect(count { _ = text.map(in: 40).caret(at: 200) } == 0)
    #expect(text.string == string)
  }

  /// Words, and now and then one of the pieces, but no line breaks.
  private static func longText(_ count: Int, using random: inout SeededRandom) -> AttributedText {
    let words = ["a", "line", "breaks", "where", "its", "width", "ends"]
    let pieces = pieces.filter { !$0.unicodeScalars.contains(where: AttributedText.isLineBreak) }
    let isMixed = Bool.random(using: &random)
    var runs: [TextRun] = []
    var length = 0
    while length < count {
      let string = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        let isWord = !isMixed || Int.random(in: 0..<8, using: &random) > 0
        return (isWord ? words : pieces).randomElement(using: &random) ?? ""
      }
      let font = isMixed ? looks.randomElement(using: &random) ?? TextFont() : TextFont()
      runs.append(TextRun(string.joined(separator: " ") + " ", font: font))
      if isMixed, Int.random(in: 0..<9, using: &random) == 0 {
        runs.append(TextRun(attachment: Size(12, 30)))
      }
      length += runs[runs.count - 1].string.utf16.count
    }
    return AttributedText(runs)
  }

  @Test func `After any edits a long paragraph is what it would be if it were made of its characters`() throws
  {
    for seed in 0..<120 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let metrics = CountingTexts(isLocal: true)
      var text = try #require(EditableText(Self.longText(1_600, using: &random), metrics: metrics))
      for step in 0..<12 {
        let low = step % 5 == 4 ? 0 : Int.random(in: 0...text.utf16Count, using: &random)
        let high = min(text.utf16Count, low + [0, 1, 5, 40][step % 4])
        text.replace(low..<high, with: Self.randomText(0..<3, using: &random))
        let fresh = try #require(EditableText(text.text, metrics: CountingTexts()))
        let isEqual = fresh == text && fresh.map(in: 90).size == text.map(in: 90).size
        #expect(isEqual, "seed \(seed), step \(step), at \(low)")
      }
    }
  }

  @Test func `An edit prepares the words beside it, however long the paragraph is`() throws {
    let word = "paragraph "
    for count in [100, 1_000, 10_000] {
      let metrics = CountingTexts(isLocal: true)
      let string = String(repeating: word, count: count)
      var text = try #require(EditableText(AttributedText(string), metrics: metrics))
      #expect(metrics.scalarCount == string.utf8.count)
      for place in [0, 5, string.utf8.count / 2, string.utf8.count - 1, string.utf8.count] {
        let before = metrics.scalarCount
        text.replace(place..<place, with: "x")
        text.replace(place..<place + 1, with: "")
        #expect(metrics.scalarCount - before < 2 * 6 * word.count, "\(count) words, at \(place)")
      }
      // A letter that is read from the right changes those beside it, but first of all it changes the direction of all.
      for (place, isAll) in [(50, false), (0, true)] {
        let before = metrics.scalarCount
        text.replace(place..<place, with: "ש")
        #expect((metrics.scalarCount - before > string.utf8.count) == isAll)
      }
      #expect(text == EditableText(text.text, metrics: CountingTexts()))
    }
  }

  @Test func `A carriage return and a line feed are one line break wherever they come from`() {
    var text = EditableText(AttributedText("a\nb"))
    text.replace(1..<1, with: "\r")
    #expect(text.map(in: 100).size.height == 40 && text.cluster(around: 1) == 1..<3)
    // Text between them parts them.
    text.replace(2..<2, with: "x")
    #expect(text.string == "a\rx\nb" && text.map(in: 100).size.height == 60)
    // And without it they come together again.
    text.replace(2..<3, with: "")
    #expect(text.string == "a\r\nb" && text.map(in: 100).size.height == 40)
    // A line feed in front of one stands alone.
    text = EditableText(AttributedText("a\r"))
    text.replace(1..<1, with: "\n")
    #expect(text.map(in: 100).size.height == 60)
  }

  @Test func `A return and a line feed come together if half of a character between them is removed`() {
    var text = EditableText(AttributedText("a\r𝄞\nb"))
    text.replace(3..<4, with: "")
    #expect(text == EditableText(AttributedText("a\r\nb")))
    #expect(text.map(in: 100).size.height == 40 && text.cluster(around: 1) == 1..<3)
  }

  @Test func `Half a surrogate pair stands for its character`() {
    var text = EditableText(AttributedText("a𝄞b"))
    #expect(text.utf16Count == 4 && text.cluster(around: 2) == 1..<3)
    #expect(text.map(in: 100).caret(at: 2) == text.map(in: 100).caret(at: 1))
    text.replace(2..<2, with: "")
    #expect(text.string == "ab")
    text = EditableText(AttributedText("a𝄞b"))
    #expect(text.map(in: 100).rects(of: 2..<2).isEmpty && text.map(in: 100).rects(of: 1..<2).count == 1)
    text.replace(0..<2, with: "x")
    #expect(text.string == "xb")
  }

  @Test func `What is typed looks like the character before it, and in an empty text like what was there`() {
    let (bold, large) = (TextFont(weight: 700), TextFont(size: 32))
    var text = EditableText(
      AttributedText([
        TextRun("ab", font: bold), TextRun(attachment: Size(9, 9), font: large), TextRun("cd\n"),
      ]))
    text.replace(2..<2, with: "x")
    text.replace(0..<0, with: "y")
    text.replace(5..<5, with: "z")
    #expect(text.text.runs.map(\.string) == ["yabx", "\u{FFFC}", "z", "cd\n"])
    #expect(text.text.runs.map(\.font) == [bold, large, large, TextFont()])
    #expect(text.text.runs[2].attachment == nil)
    text.replace(0..<text.utf16Count, with: "")
    #expect(text.string.isEmpty && text.map(in: 10).size == Size(0, 20))
    text.replace(0..<0, with: "q")
    #expect(text.text.runs == [TextRun("q", font: bold)])
  }

  @Test func `What is typed within a line break, or for half a character, looks like what is before it`() {
    let (bold, large) = (TextFont(weight: 700), TextFont(size: 32))
    var text = EditableText(AttributedText([TextRun("a", font: bold), TextRun("𝄞\r\n", font: large)]))
    text.replace(4..<4, with: "x")
    #expect(text.text.runs == [TextRun("a", font: bold), TextRun("𝄞\rx\n", font: large)])
    text.replace(2..<3, with: "y")
    #expect(text.text.runs == [TextRun("ay", font: bold), TextRun("\rx\n", font: large)])
  }

  @Test func `An empty text has one line, as high as its font`() {
    let text = EditableText(AttributedText("", font: TextFont(size: 32)))
    let map = text.map(in: .nan)
    #expect(text.utf16Count == 0 && map.size == Size(0, 40))
    #expect(map.caret(at: 0) == Rect(x: 0, y: 0, width: 0, height: 40) && map.line(of: 0).range == 0..<0)
    #expect(map.offset(at: Point(5, 900)) == (0, .downstream) && map.rects(of: 0..<0).isEmpty)
    #expect(text.cluster(around: 0) == 0..<0)
  }

  @Test func `Metrics that have only sizes make no text that can be edited`() {
    #expect(EditableText(metrics: OnlySizes()) == nil)
  }

  // MARK: Lines

  @Test func `A text has the lines of the same text in one paragraph`() {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      // In one font, since an empty line has a rule of its own here, and without spaces before line breaks, which have no
      // width in one paragraph.
      let string = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random) ?? ""
      }.joined().replacing(#/[ \t]+(?=[\r\n\u{2028}\u{2029}])/#.matchingSemantics(.unicodeScalar), with: "")
      let style = ParagraphStyle(
        maximumLineCount: 0, lineSpacing: Double(seed % 3),
        alignment: ParagraphStyle.Alignment.allCases.randomElement(using: &random) ?? .left)
      let text = EditableText(AttributedText(string), style: style)
      let whole = Paragraph(AttributedText(string), style: style)
      for width in Self.widths {
        let isRightToLeft = Bool.random(using: &random)
        let map = text.map(in: width, isRightToLeft: isRightToLeft)
        var (place, lines) = (0, [TextMap.Line]())
        repeat {
          lines.append(map.line(of: place))
          place = lines[lines.count - 1].range.upperBound
        } while place < text.utf16Count
        // A line break at the end has an empty line behind it.
        if lines[lines.count - 1].range != map.line(of: place).range { lines.append(map.line(of: place)) }
        let expected = whole.lines(in: width, isRightToLeft: isRightToLeft)
        let comment = "seed \(seed) in \(width)" as Comment
        #expect(lines.count == expected.count, comment)
        for (line, expected) in zip(lines, expected) {
          #expect(line.frame.size == expected.frame.size && line.baseline == expected.baseline, comment)
          #expect(abs(line.frame.minX - expected.frame.minX) < 1e-9, comment)
          #expect(abs(line.frame.minY - expected.frame.minY) < 1e-9, comment)
          #expect(line.isRightToLeft == expected.isRightToLeft, comment)
        }
        #expect(abs(map.size.height - whole.extent(maxWidth: width).size.height) < 1e-9, comment)
        #expect(map.size.width == whole.extent(maxWidth: width).size.width, comment)
        #expect(lines.map(\.range.count).reduce(0, +) == text.utf16Count, comment)
      }
    }
  }

  @Test func `A place between two lines is on the next one, and upstream at the end of the first`() {
    let text = EditableText(AttributedText("one two\nab"), monospace: MonospaceMetrics(advance: 10))
    let map = text.map(in: 50)
    #expect(map.caret(at: 3) == Rect(x: 30, y: 0, width: 0, height: 20))
    // The space vanished at the line's end.
    #expect(
      map.caret(at: 4) == Rect(x: 0, y: 20, width: 0, height: 20)
        && map.caret(at: 4, affinity: .upstream) == Rect(x: 30, y: 0, width: 0, height: 20))
    #expect(map.line(of: 4).range == 4..<8 && map.line(of: 4, affinity: .upstream).range == 0..<4)
    // A line break parts them for good.
    #expect(
      map.caret(at: 7) == Rect(x: 30, y: 20, width: 0, height: 20)
        && map.caret(at: 8) == Rect(x: 0, y: 40, width: 0, height: 20))
    #expect(map.caret(at: 8, affinity: .upstream) == Rect(x: 0, y: 40, width: 0, height: 20))
    #expect(
      map.offset(at: Point(49, 5)) == (4, .upstream) && map.offset(at: Point(49, 25)) == (7, .downstream))
  }

  @Test func `Carets stand in the direction of the characters beside them`() {
    // The letters are shown as "ab םולש cd".
    let text = EditableText(AttributedText("ab שלום cd"), monospace: MonospaceMetrics(advance: 10))
    let map = text.map(in: 300)
    func x(_ place: Int, _ affinity: TextMap.Affinity = .downstream) -> Double {
      map.caret(at: place, affinity: affinity).minX
    }
    #expect((0...10).map { x($0) } == [0, 10, 20, 70, 60, 50, 40, 70, 80, 90, 100])
    // Before the first Hebrew letter and behind the last one.
    #expect(x(3, .upstream) == 30 && x(7, .upstream) == 30)
    #expect(
      map.rects(of: 2..<5) == [
        Rect(x: 20, y: 0, width: 10, height: 20), Rect(x: 50, y: 0, width: 20, height: 20),
      ])
    #expect(map.rects(of: 0..<10) == [Rect(x: 0, y: 0, width: 100, height: 20)])
    #expect(
      map.offset(at: Point(69, 0)) == (3, .downstream) && map.offset(at: Point(31, 0)) == (7, .upstream))
    // A paragraph that is read from the right ends at the left.
    let hebrew = EditableText(AttributedText("שלום"), monospace: MonospaceMetrics(advance: 10)).map(in: 100)
    #expect((0...4).map { hebrew.caret(at: $0).minX } == [100, 90, 80, 70, 60])
    #expect(
      hebrew.offset(at: Point(-5, 0)) == (4, .downstream)
        && hebrew.offset(at: Point(200, 0)) == (0, .downstream))
    // A Latin word at its end is a piece of its own; the caret behind it, where reading goes on.
    let mixed = EditableText(AttributedText("של ab"), monospace: MonospaceMetrics(advance: 10)).map(in: 50)
    #expect(mixed.caret(at: 5).minX == 0 && mixed.caret(at: 5, affinity: .upstream).minX == 20)
  }

  @Test(arguments: [Double.nan, -5])
  func `A width that is undefined or negative counts as 0`(width: Double) {
    let text = EditableText(AttributedText("a\n\nbc"), style: ParagraphStyle(alignment: .center))
    let (map, expected) = (text.map(in: width), text.map(in: 0))
    #expect(map.width == 0 && map.size == expected.size)
    for place in places(text) { #expect(map.caret(at: place) == expected.caret(at: place)) }
  }

  @Test func `A coordinate that is undefined counts as the beginning`() {
    let text = EditableText(AttributedText("one\ntwo\nשלום"), monospace: MonospaceMetrics(advance: 10))
    for (point, place) in [(Point(0, .nan), 0), (Point(.nan, 25), 4), (Point(.nan, 45), 8)] {
      #expect(text.map(in: 100).offset(at: point) == (place, .downstream), "\(point)")
    }
  }

  @Test func `A point finds the place whose caret is nearest, in random texts`() {
    for seed in 0..<150 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let text = EditableText(Self.randomText(0..<10, using: &random))
      for width in Self.widths {
        let map = text.map(in: width)
        let carets = places(text).flatMap { place in
          TextMap.Affinity.allCases.map { map.caret(at: place, affinity: $0) }
        }
        for place in places(text) {
          let line = map.line(of: place)
          let point = Point(
            line.frame.minX + Double.random(in: -5...line.frame.size.width + 5, using: &random),
            line.frame.minY + line.frame.size.height / 2)
          let found = map.offset(at: point)
          let caret = map.caret(at: found.place, affinity: found.affinity)
          let comment = "seed \(seed) in \(width) at \(point)" as Comment
          #expect(caret.minY == line.frame.minY, comment)
          guard (line.frame.minX..<line.frame.maxX).contains(point.x) else { continue }
          let nearest = carets.filter { $0.minY == line.frame.minY }.map { abs($0.minX - point.x) }.min()
          #expect(abs(abs(caret.minX - point.x) - (nearest ?? 0)) < 1e-6, comment)
        }
      }
    }
  }

  @Test func `A selection is as wide as its characters, and the whole text's is all lines, in random texts`()
  {
    for seed in 0..<150 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let text = EditableText(Self.randomText(0..<10, using: &random))
      for width in Self.widths {
        let map = text.map(in: width)
        let comment = "seed \(seed) in \(width)" as Comment
        func area(_ rects: [Rect]) -> Double { rects.reduce(0) { $0 + $1.size.width * $1.size.height } }
        let all = map.rects(of: 0..<text.utf16Count)
        #expect(all.allSatisfy { $0.size.width > 0 }, comment)
        // No two cover each other.
        for (a, b) in zip(all, all.dropFirst()) {
          #expect(a.minY < b.minY || a.minY == b.minY && a.maxX <= b.minX + 1e-9, comment)
        }
        // Cut at a character, the parts make up the whole.
        let cut = text.cluster(around: Int.random(in: places(text), using: &random)).lowerBound
        let parts = area(map.rects(of: 0..<cut)) + area(map.rects(of: cut..<text.utf16Count))
        #expect(abs(parts - area(all)) < 1e-6, comment)
        let lines = Set(places(text).map { map.line(of: $0) })
        #expect(abs(area(all) - area(lines.map(\.frame))) < 1e-6, comment)
      }
    }
  }

  @Test func `A caret finds the characters of its line alone, as they are found on all lines together`()
    throws
  {
    for seed in 0..<20 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let content = Paragraph(Self.longText(seed % 2 == 0 ? 300 : 900, using: &random))
      for width in Self.widths {
        let (all, single) = (EditedParagraph(content, lineBreak: []), EditedParagraph(content, lineBreak: []))
        let expected = all.lines(in: width, isRightToLeft: false) { 0..<$0.lines.count }
        for (count, number) in expected.indices.shuffled(using: &random).enumerated() {
          var knownCount: Int?
          let line = single.lines(in: width, isRightToLeft: false) { lines in
            knownCount = (Mirror(reflecting: lines).descendant("known") as? [MappedLine?])?.count {
              $0 != nil
            }
            return number..<number + 1
          }[0]
          let comment = "seed \(seed) in \(width), line \(number)" as Comment
          #expect(knownCount == count, comment)
          #expect(line.range == expected[number].range && line.isLast == expected[number].isLast, comment)
          for offset in line.range.lowerBound...line.range.upperBound {
            for isUpstream in [false, true] {
              #expect(
                line.caret(at: offset, isUpstream: isUpstream)
                  == expected[number].caret(at: offset, isUpstream: isUpstream), comment)
            }
          }
        }
        // The lines have all characters, each on its own line.
        #expect(expected.first?.range.lowerBound == 0 && expected.last?.range.upperBound == all.contentCount)
        #expect(zip(expected, expected.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound })
      }
    }
  }

  // MARK: Nodes

  @Test func `A node is as large as its text, and grows as one types`() throws {
    let node = EditableTextNode()
    let root = DisplayNode { _, _ in InsetLayoutSpec(insets: .zero, child: node) }
    func size() -> Size? { root.layoutThatFits(SizeRange(width: 80)).frame(of: node)?.size }
    node.editableText = EditableText(AttributedText("one"))
    #expect(size() == Size(80, 20))
    node.editableText?.replace(3..<3, with: " two three")
    #expect(size() == Size(80, 40))
    node.editableText?.replace(3..<3, with: "\n\n")
    #expect(size() == Size(80, 60))
    // The host's size counts without a text.
    node.setContentSize(Size(30, 7))
    #expect(size() == Size(80, 60))
    node.editableText = nil
    #expect(size()?.height == 7)
  }

  @Test func `A node whose text is taken away is as large as one that never had a text`() {
    let (title, node) = (TextNode("title"), EditableTextNode())
    let root = DisplayNode { _, _ in
      StackLayoutSpec(direction: .vertical, alignItems: .start) {
        title
        node
      }
    }
    node.editableText = EditableText(AttributedText("one two three"))
    #expect(root.layoutThatFits(SizeRange(width: 80)).frame(of: node)?.size == Size(56, 40))
    node.editableText = nil
    #expect(root.layoutThatFits(SizeRange(width: 80)).frame(of: node)?.size == .zero)
  }

  @Test func `A node's text has the metrics that were set last, which may measure what is there alike`() {
    let node = EditableTextNode()
    for width in [5.0, 50] { node.editableText = EditableText(metrics: WideMetrics(width: width)) }
    node.editableText?.replace(0..<0, with: "abc")
    #expect(node.layoutThatFits(.unconstrained).size == Size(150, 20))
  }
}

/// Characters of one width, and an ellipsis of another.
private struct WideMetrics: TextMetrics {
  let width: Double

  func preparedText(of text: AttributedText) -> PreparedText? {
    var builder = PreparedText.Builder(metrics: .init(ascender: 15, descender: 5), ellipsisWidth: 12)
    for _ in text.string { builder.addCluster(width) }
    return builder.finish()
  }

  func size(of text: String, maxWidth: Double) -> Size { .zero }
}

/// Monospace metrics that count the texts that they prepare, and their scalars.
private struct CountingTexts: LocalTextMetrics {
  final class Count: @unchecked Sendable { var value = 0 }
  let count = Count()
  private let scalars = Count()
  /// True if they prepare words one by one.
  var isLocal = false
  var scalarCount: Int { scalars.value }

  init(isLocal: Bool = false) { self.isLocal = isLocal }

  func size(of text: String, maxWidth: Double) -> Size {
    MonospaceMetrics().size(of: text, maxWidth: maxWidth)
  }

  func preparedText(of text: AttributedText) -> PreparedText? {
    count.value += 1
    scalars.value += text.string.unicodeScalars.count
    return MonospaceMetrics().preparedText(of: text)
  }

  func isCut(between first: Unicode.Scalar, and second: Unicode.Scalar, in font: TextFont) -> Bool {
    isLocal && MonospaceMetrics().isCut(between: first, and: second, in: font)
  }
}

private struct OnlySizes: TextMetrics {
  func size(of text: String, maxWidth: Double) -> Size { .zero }
}

import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Texts with runs, line breaks and limits")
struct ParagraphTests {
  private func size(_ content: ElementContent, width: Double = .infinity) -> Size {
    LayoutTree.element(content).layoutThatFits(.upTo(width: width)).size
  }

  @Test func `A line break ends a line, in a plain text and in runs, however long the text is before it`() {
    for start in ["", "ab", String(repeating: "word ", count: 60), String(repeating: "w", count: 300), "日本"] {
      for lineBreak in ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}"] {
        let text = TextParameters(start + lineBreak + "ab")
        #expect(size(.text(text)).height == 40, "\(start.prefix(9))\(lineBreak.debugDescription)")
        #expect(size(.text(text)) == MonospaceMetrics().size(of: text.string, maxWidth: .infinity))
        let paragraph = Paragraph(AttributedText([TextRun(text.string)]))
        #expect(paragraph.extent(maxWidth: .infinity).size == size(.text(text)))
      }
    }
    // These are characters like others.
    for other in ["\u{1}", "\u{2027}", "\u{2030}", "–"] {
      #expect(size(.text(TextParameters("ab" + other + "ab"))) == Size(40, 20), "\(other.debugDescription)")
    }
    #expect(size(.text(TextParameters("one two\nthree")), width: 40) == Size(40, 60))
  }

  @Test func `A tree gives back the texts that were written, before and after edits, copies and rewriting`() {
    let paragraph = Paragraph(
      AttributedText([TextRun("a"), TextRun("b", font: TextFont(size: 32))]),
      style: ParagraphStyle(maximumLineCount: 3))
    let contents: [ElementContent] = [
      .text(TextParameters("plain")), .text(TextParameters("two\nlines", advance: 7, lineHeight: 30)),
      .paragraph(paragraph), .paragraph(Paragraph(AttributedText([]))),
    ]
    func expect(_ tree: LayoutTree, _ id: ElementID, _ content: ElementContent, _ step: String) {
      switch (tree.content(of: id), content) {
      case (.text(let a), .text(let b)): #expect(a == b, "\(step)")
      case (.paragraph(let a), .paragraph(let b)): #expect(a == b, "\(step)")
      default: Issue.record("\(step): \(tree.content(of: id)) for \(content)")
      }
      for width in [1.0, 24, 50, 1_000] {
        let frame = tree.layoutThatFits(.upTo(width: width)).frame(of: id)
        #expect(frame?.size == self.size(content, width: width), "\(step), in \(width)")
      }
    }
    for first in contents {
      for second in contents {
        let column = ElementContent.stack(StackParameters(direction: .vertical, alignItems: .start))
        var tree = LayoutTree.element(column, around: [first, .text(TextParameters("other\ntext"))])
        expect(tree, ElementID(1), first, "written")
        tree.setContent(second, of: ElementID(1))
        expect(tree, ElementID(1), second, "edited")
        expect(tree, ElementID(2), .text(TextParameters("other\ntext")), "beside")
        expect(tree.detached(), ElementID(1), second, "detached")
        var rewritten = tree
        rewritten.tables.rewriteTables()
        expect(rewritten, ElementID(1), second, "rewritten")
        var adopting = LayoutTree.element(column, around: [.paragraph(paragraph)])
        let id = adopting.insertSubtree(tree, in: adopting.root, at: 1)
        expect(adopting, ElementID(id.index + 1), second, "adopted")
        expect(adopting, ElementID(1), .paragraph(paragraph), "before the adopted")
      }
    }
  }

  @Test func `Lines and truncation of a text can be asked of its layout`() {
    let words = AttributedText("one two three")
    let style = ParagraphStyle(maximumLineCount: 2, alignment: .right)
    let layout = LayoutTree.element(.paragraph(Paragraph(words, style: style)))
      .layoutThatFits(.upTo(width: 40))
    #expect(layout.size == Size(32, 40) && layout.isTruncated(ElementID(0)))
    let lines = layout.textLines(of: ElementID(0))
    #expect(lines?.map(\.frame.minX) == [8, 0] && lines?[1].ending == .ellipsis)

    let cut = LayoutTree.element(.text(TextParameters("one two three")))
      .layoutThatFits(SizeRange(max: Size(40, 30)))
    #expect(cut.isTruncated(ElementID(0)) && cut.textLines(of: ElementID(0))?.count == 3)
    let whole = cut.tree.layoutThatFits(SizeRange(width: 0...200, height: 0...30))
    #expect(!whole.isTruncated(ElementID(0)))
    let none = LayoutTree.element(.node).layoutThatFits(SizeRange(max: Size(9, 9)))
    #expect(none.textLines(of: ElementID(0)) == nil && !none.isTruncated(ElementID(0)))
  }

  @Test func `Stacks align texts by their fonts' baselines, unless a style says others`() {
    func tops(_ metrics: MonospaceMetrics, style: Style = .default) -> [Double?] {
      let texts = [16.0, 32].map { size in
        let text = AttributedText("x", font: TextFont(size: size))
        return Branch(.paragraph(Paragraph(text, monospace: metrics)), style: style)
      }
      let row = StackParameters(direction: .horizontal, alignItems: .baselineFirst)
      let layout = Branch(.stack(row), texts).tree.layoutThatFits(SizeRange(width: 0...99, height: 0...99))
      return [1, 2].map { layout.frame(of: ElementID($0))?.minY }
    }
    #expect(tops(MonospaceMetrics(ascender: 15)) == [15, 0])
    #expect(tops(MonospaceMetrics()) == [0, 0])
    #expect(tops(MonospaceMetrics(ascender: 15), style: Style { $0.ascender = 5 }) == [0, 0])
  }

  @Test
  func `A text of several fonts has the first baseline of its first line, and the last of its last one`() {
    let (small, large) = (TextRun("a "), TextRun("b", font: TextFont(size: 32)))
    func baselines(_ runs: [TextRun]) -> [Double] {
      let paragraph = Paragraph(AttributedText(runs), monospace: MonospaceMetrics(ascender: 15))
      let other = paragraph.with(ParagraphStyle(maximumLineCount: 1))
      return [paragraph.ascender, paragraph.descender, other.ascender, other.descender]
    }
    #expect(baselines([small]) == [15, -5, 15, -5])
    #expect(baselines([small, large]) == [30, -10, 30, -10])
    #expect(baselines([large, small]) == [30, -10, 30, -10])
    #expect(baselines([small, TextRun("\n"), large]) == [15, -10, 15, -10])
    #expect(baselines([large, TextRun("\n"), small, TextRun(attachment: Size(9, 40))]) == [30, -5, 30, -5])
  }
}

@Suite("Text nodes with runs and styles")
struct FormattedTextNodeTests {
  private let range = SizeRange(width: 0...40, height: 0...Double.infinity)

  @Test func `A node has the size of its text with its runs, its limit of lines and its spacing`() {
    let node = TextNode("one two three")
    #expect(node.layoutThatFits(range).size == Size(40, 60) && !node.isTruncated)
    node.maximumLineCount = 2
    #expect(node.layoutThatFits(range).size == Size(32, 40))
    #expect(node.isTruncated)
    node.paragraphStyle.lineSpacing = 5
    #expect(node.layoutThatFits(range).size == Size(32, 45))
    node.attributedText = AttributedText([TextRun("a"), TextRun("b", font: TextFont(size: 32))])
    #expect(node.text == "ab" && node.layoutThatFits(range).size == Size(24, 40))
    node.text = "x\ny"
    #expect(node.attributedText == AttributedText("x\ny") && node.layoutThatFits(range).size == Size(8, 45))
    node.paragraphStyle = ParagraphStyle()
    #expect(node.layoutThatFits(range).size == Size(8, 40))
  }

  @Test func `A node without a text is one line; an empty one with a font is a text`() {
    let node = TextNode()
    #expect(node.attributedText == nil && node.layoutThatFits(range).size == Size(0, 20))
    node.attributedText = AttributedText("a")
    #expect(node.attributedText?.string == "a" && node.text == "a")
    node.attributedText = nil
    #expect(node.attributedText == nil && node.text == "" && node.layoutThatFits(range).size == Size(0, 20))
    node.attributedText = AttributedText("", font: TextFont(size: 32))
    #expect(node.attributedText != nil && node.layoutThatFits(range).size == Size(0, 40))
    node.text = ""
    #expect(node.attributedText == nil && node.layoutThatFits(range).size == Size(0, 20))
  }

  @Test func `A text is prepared once, until it changes: not for other widths, other styles or a relayout`() {
    let preparations = LockedValue(0)
    let metrics = PreparingMetrics { preparations.withLock { $0 += 1 } }
    let node = TextNode("one two three", metrics: metrics)
    let parent = DisplayNode { _, _ in InsetLayoutSpec(insets: EdgeInsets(1), child: node) }
    for width in [40.0, 80, 20] { _ = parent.layoutThatFits(SizeRange(width: 0...width, height: 0...500)) }
    node.setNeedsLayout()
    _ = parent.layoutThatFits(range)
    node.maximumLineCount = 1
    _ = parent.layoutThatFits(range)
    #expect(preparations.withLock { $0 } == 1)
    node.text = "other"
    _ = parent.layoutThatFits(range)
    _ = parent.layoutThatFits(SizeRange(width: 0...10, height: 0...500))
    #expect(preparations.withLock { $0 } == 2)
  }

  @Test func `Another style asks the metrics nothing: they are user code, and may use the node`() {
    let questions = LockedValue(0)
    let node = TextNode("one two three", metrics: AskedMetrics { questions.withLock { $0 += 1 } })
    #expect(node.layoutThatFits(range).size == Size(40, 60))
    let count = questions.withLock { $0 }
    node.maximumLineCount = 1
    #expect(questions.withLock { $0 } == count)
    #expect(node.layoutThatFits(range).size.height == 20)
  }

  @Test func `A style that is set while the text is prepared is in the next layout`() {
    let node = TextNode("one")
    node.metrics = PreparingMetrics { [unowned node] in node.style.width = .points(77) }
    let parent = DisplayNode { _, _ in StackLayoutSpec(direction: .vertical, children: [node]) }
    _ = parent.layoutThatFits(.upTo(width: 200))
    parent.setNeedsLayout()
    #expect(parent.layoutThatFits(.upTo(width: 200)).frame(of: node)?.size.width == 77)
    #expect(node.layoutThatFits(.upTo(width: 200)).size.width == 77)
  }

  @Test func `A text with line breaks in monospace metrics is prepared once, until it changes`() throws {
    let node = TextNode("one\ntwo")
    func prepared() throws -> PreparedText {
      node.setNeedsLayout()
      let layout = node.layoutThatFits(range)
      return try #require(layout.tree.paragraph(of: layout.element)).prepared
    }
    let first = try prepared()
    #expect(try prepared().storage === first.storage)
    node.text = "one\nthree"
    #expect(try prepared().storage !== first.storage && prepared().naturalWidth == 40)
    node.text = "one"
    #expect(node.layoutThatFits(range).size == Size(24, 20))
  }

  @Test func `The lines of a frame are those of the layout, whatever a character's width`() throws {
    let wide = SizeRange(width: 0...500, height: 0...Double.infinity)
    for (advance, count) in [(9.8, 15), (8.8, 15), (8.3, 30), (0.1, 3)] {
      let text = String(repeating: "a", count: count)
      let node = TextNode(text, metrics: MonospaceMetrics(advance: advance))
      let layout = StackLayoutSpec(direction: .horizontal, children: [node]).layoutThatFits(wide)
      let element = try #require(layout.tree.children(of: layout.element).first { _ in true })
      #expect(layout.textLines(of: element)?.count == 1 && !layout.isTruncated(element), "\(advance)")
    }
    let high = TextNode(
      Array(repeating: "a", count: 15).joined(separator: "\n"), metrics: MonospaceMetrics(lineHeight: 16.6))
    _ = high.layoutThatFits(wide)
    #expect(!high.isTruncated)
    _ = high.layoutThatFits(SizeRange(width: 0...500, height: 0...248))
    #expect(high.isTruncated)
  }

  @Test func `A text that is asked again in its own size has the same size and lines, for any advance`() {
    let words = String(repeating: "a", count: 60)
    // A product that is rounded to pixels may be less than itself: 81.00000003 is 81 pixels.
    let nearPixels = (2...60).map { (81 + 1.1e-7) / Double($0) }
    for scale in [1, 1.25, 1.5, 2, 2.625, 2.75, 3] {
      let grid = PixelGrid(scale: scale)
      var builder = LayoutTreeBuilder(pixelGrid: grid)
      builder.add(.text(TextParameters("")))
      var tree = builder.finish()
      var context = LayoutContext()
      for advance in stride(from: 500, through: 1_200, by: SlowTests.areOn ? 1 : 7).map({ Double($0) / 100 })
        + [5.4, 5.44, 5.9, 8.3] + nearPixels
      {
        for count in 2...60 {
          let text = String(words.prefix(count))
          tree.setContent(.text(TextParameters(text, advance: advance)), of: tree.root)
          context.layout(tree, in: .unconstrained)
          let size = context.frame(of: tree.root)?.size ?? .zero
          context.layout(tree, in: SizeRange(width: 0...size.width, height: 0...Double.infinity))
          guard context.frame(of: tree.root)?.size == size else {
            Issue.record("\(count) characters of \(advance) at scale \(scale)")
            continue
          }
          guard count % 10 == 5 else { continue }
          let paragraph = Paragraph(
            AttributedText(text), style: ParagraphStyle(maximumLineCount: 1),
            monospace: MonospaceMetrics(advance: advance))
          #expect(!paragraph.extent(maxWidth: size.width).isTruncated)
          #expect(paragraph.lines(in: size.width).count == 1)
        }
      }
    }
  }

  @Test func `Changing a text to one without line breaks and back keeps no paragraphs`() {
    var tree = LayoutTree.element(.text(TextParameters("a")))
    for _ in 0..<2_000 {
      tree.setContent(.text(TextParameters("a\nb")), of: tree.root)
      tree.setContent(.text(TextParameters("a b")), of: tree.root)
    }
    #expect(tree.tables.paragraphs.count < 20)
  }

  @Test func `A layout breaks lines of 2^32 units and more where the paragraph does`() {
    // Each word is wider than 3,900,000 points.
    let text = AttributedText([TextRun(String(repeating: "xxxx ", count: 6), letterSpacing: 9_999_999)])
    for style in [ParagraphStyle(), ParagraphStyle(maximumLineCount: 2)] {
      let paragraph = Paragraph(text, style: style)
      let tree = LayoutTree.element(.paragraph(paragraph))
      var context = LayoutContext()
      for width in [100, 4_194_303, 4_194_304, 9_999_999, .infinity, 9_000_000, 4_194_303, 10_000_000.0 / 3] {
        context.layout(tree, in: SizeRange(width: 0...width, height: 0...Double.infinity))
        let extent = paragraph.extent(maxWidth: width)
        let size = Size(min(extent.size.width.rounded(.up), width), extent.size.height)
        #expect(context.frame(of: tree.root)?.size == size, "\(width)")
        #expect(extent.size.height == Double(paragraph.lines(in: width).count * 20), "\(width)")
      }
    }
  }
}

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
    let hasBreaks = text.unicodeScalars.contains { $0 == "\t" || $0 == "\u{2028}" }
    #expect(written.isParagraph == (hasBreaks || !text.isEmpty && words.contains(0)))
  }
}

/// Metrics that tell when somebody asks whether they are monospace.
private struct AskedMetrics: TextMetrics {
  let body: @Sendable () -> Void

  var monospace: MonospaceMetrics? {
    body()
    return nil
  }

  func preparedText(of text: AttributedText) -> PreparedText? { MonospaceMetrics().preparedText(of: text) }
  func size(of text: String, maxWidth: Double) -> Size { .zero }
}

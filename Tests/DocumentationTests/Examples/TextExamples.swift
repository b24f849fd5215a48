import LayoutSpecs
import Testing

// MARK: - Texts

extension DocumentedExamples {
  @Test func `Where lines break in the default metrics`() {
    /// The lines of a text that is at most nine characters wide.
    func lines(of text: String) -> [String] {
      let paragraph = Paragraph(AttributedText(text))
      return paragraph.contents(of: paragraph.lines(in: 72)).map(\.string)
    }
    #expect(lines(of: "one, two, three") == ["one, two,", "three"])
    #expect(lines(of: "A stop it.  The next \nline") == ["A stop", "it.  The", "next", "line"])
    // A hyphen is a character like others: the word is cut where the line is full.
    #expect(lines(of: "a mother-in-law") == ["a", "mother-in", "-law"])
    #expect(lines(of: "10\u{A0}000 francs") == ["10\u{A0}000", "francs"])
    #expect(lines(of: "吾輩は猫である。名前はまだ無い。") == ["吾輩は猫である。名", "前はまだ無い。"])
  }

  @Test func `A limit of lines, and where lines lie`() throws {
    let title = TextNode("Poems of the sea,\nand of those who live from it")
    let teaser = TextNode("All that was ever written about waves, harbours and the long way home")
    teaser.paragraphStyle = ParagraphStyle(maximumLineCount: 2, lineSpacing: 4, alignment: .center)
    let card = StackLayoutSpec(direction: .vertical, spacing: 8, children: [title, teaser])
    let layout = card.layoutThatFits(SizeRange(width: 200))
    // The line break is a line's end, and two lines have 4 points between them.
    #expect(layout.frame(of: title) == Rect(x: 0, y: 0, width: 200, height: 60))
    #expect(layout.frame(of: teaser) == Rect(x: 0, y: 68, width: 200, height: 44))
    try draw(layout)
  }

  @Test func `Runs and attachments`() throws {
    let price = TextNode(
      attributedText: AttributedText([
        TextRun("12", font: TextFont(size: 32, weight: 700)),
        TextRun(" a month, with "),
        TextRun(attachment: Size(28, 28)),
        TextRun(" included", color: TextColor(red: 0, green: 100, blue: 160)),
      ]))
    let layout = price.layoutThatFits(SizeRange(width: 160))
    // The largest run decides the first line's height, the attachment and the letters beside it the second's.
    #expect(layout.textLines(of: layout.element)?.map(\.frame.size.height) == [40, 32])
    try draw(layout)
  }

  @Test func `Which characters are on which line?`() throws {
    let node = TextNode("All that was ever written about waves")
    node.maximumLineCount = 2
    let layout = node.layoutThatFits(SizeRange(width: 120))
    let paragraph = try #require(layout.tree.paragraph(of: layout.element))
    let lines = try #require(layout.textLines(of: layout.element))
    #expect(paragraph.contents(of: lines).map(\.string) == ["All that was", "ever written a"])
    #expect(lines.map(\.ending) == [.none, .ellipsis] && node.isTruncated)
    #expect(lines.map(\.frame.minY) == [0, 20])
  }

  @Test func `Baselines are those of the metrics`() throws {
    let metrics = MonospaceMetrics(advance: 8, lineHeight: 20, ascender: 15)
    let large = AttributedText("12", font: TextFont(size: 32))
    let row = StackLayoutSpec(spacing: 4, alignItems: .baselineFirst) {
      TextNode(attributedText: large, metrics: metrics)
      TextNode("a month", metrics: metrics)
    }
    let layout = row.layoutThatFits(SizeRange(width: 120))
    // 30 points above the baseline in the one, and 15 in the other.
    #expect(layout.sublayouts.map(\.position.y) == [0, 15])
    try draw(layout)
  }

  @Test func `What a text field needs`() throws {
    let node = EditableTextNode()
    node.editableText = EditableText(AttributedText("Dear Ada,\nhow is the engine?"))
    let size = SizeRange(width: 80)
    #expect(node.layoutThatFits(size).size == Size(80, 60))
    // Typing prepares and breaks the paragraph that it is in, and no other.
    node.editableText?.replace(28..<28, with: " Yours, Charles")
    #expect(node.layoutThatFits(size).size == Size(80, 100))

    let text = try #require(node.editableText)
    let map = text.map(in: 80)
    #expect(map.caret(at: 13) == Rect(x: 24, y: 20, width: 0, height: 20))
    // A line ends before "engine": its end is another caret of this place.
    #expect(map.caret(at: 21) == Rect(x: 0, y: 40, width: 0, height: 20))
    #expect(map.caret(at: 21, affinity: .upstream) == Rect(x: 80, y: 20, width: 0, height: 20))
    #expect(map.offset(at: Point(85, 30)) == (21, .upstream))
    #expect(
      map.rects(of: 5..<13) == [
        Rect(x: 40, y: 0, width: 32, height: 20), Rect(x: 0, y: 20, width: 24, height: 20),
      ])
    // What a backspace behind an emoji removes.
    #expect(EditableText(AttributedText("👩‍👩‍👧")).cluster(around: 0) == 0..<8)
  }

  @Test func `A text is prepared once`() {
    let text = AttributedText("All that was ever written about waves, harbours and the long way home")
    let paragraph = Paragraph(text)
    #expect(paragraph.extent(maxWidth: 200).size == Size(200, 60))
    #expect(paragraph.extent(maxWidth: 320).lineCount == 2)
    // Another style prepares nothing.
    let short = paragraph.with(ParagraphStyle(maximumLineCount: 1))
    #expect(short.extent(maxWidth: 200).isTruncated)
  }

  @Test func `Metrics of one's own`() throws {
    /// Letters that are wide or narrow.
    struct ProportionalMetrics: TextMetrics {
      func preparedText(of text: AttributedText) -> PreparedText? {
        var builder = PreparedText.Builder(metrics: .init(ascender: 15, descender: 5), ellipsisWidth: 12)
        for character in text.string {
          switch character {
          case "\n": builder.endSegment(breakAfter: .required)
          case " ": builder.endSegment(space: 5, breakAfter: .allowed)
          case "i", "l", "t", ",": builder.addCluster(4)
          default: builder.addCluster(9)
          }
        }
        return builder.finish()
      }

      func size(of text: String, maxWidth: Double) -> Size {
        preparedText(of: AttributedText(text))?.extent(maxWidth: maxWidth).size ?? .zero
      }
    }
    let node = TextNode("still little,\nand wide", metrics: ProportionalMetrics())
    let layout = node.layoutThatFits(.unconstrained)
    #expect(layout.size == Size(63, 40))
    // Stacks read the baselines of the prepared text.
    #expect(layout.tree.paragraph(of: layout.element)?.ascender == 15)
  }

  @Test func `Texts in the size that the user wants`() {
    final class NameNode: DisplayNode, @unchecked Sendable {
      let name = TextNode("Ada Lovelace")
      let born = TextNode("Born in 1815")

      override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
        let isLarge = traits.contentSizeCategory.isAccessibilityCategory
        return StackLayoutSpec(direction: isLarge ? .vertical : .horizontal, spacing: 8) {
          name
          born
        }
      }

      func setContentSizeCategory(_ category: Traits.ContentSizeCategory) {
        traitOverrides.contentSizeCategory = category
        for (text, size) in [(name, 17.0), (born, 13.0)] {
          let font = TextFont(size: size * category.bodyScale)
          text.attributedText = AttributedText(text.text, font: font)
        }
      }
    }

    let node = NameNode()
    node.setContentSizeCategory(.large)
    #expect(node.layoutThatFits(.unconstrained).size == Size(188, 22))
    node.setContentSizeCategory(.accessibilityLarge)
    #expect(node.layoutThatFits(.unconstrained).size == Size(198, 82))
  }
}

import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Changes of prepared texts")
struct PreparedTextChangeTests {
  /// A cell of texts that are asked in one width, in two, and beside others by their baselines.
  private final class Cell: DisplayNode, @unchecked Sendable {
    let texts: [TextNode]

    init(_ texts: [TextNode]) { self.texts = texts }

    override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
      StackLayoutSpec(direction: .vertical, alignItems: .start) {
        StackLayoutSpec(alignItems: .baselineFirst) {
          texts[0].flexShrink()
          texts[1]
        }
        StackLayoutSpec(alignItems: .baselineLast) {
          InsetLayoutSpec(insets: EdgeInsets(1), child: texts[2])
          texts[3].flexShrink()
          texts[4].flexGrow()
        }
        texts[5]
      }
    }
  }

  @Test func `A cell whose texts were changed has the frames of a new one, bit for bit`() {
    let words = ["one", "two", "three", "il", "mm", "99", "1", "a\nb", "", "  "]
    let styles = [ParagraphStyle(), ParagraphStyle(maximumLineCount: 2), ParagraphStyle(lineSpacing: 3)]
    let metrics: [any TextMetrics] = [
      MonospaceMetrics(), ShapedMetrics(), ShapedMetrics(TextFont(size: 12)),
      MonospaceMetrics(advance: 5.4, lineHeight: 17, ascender: 13),
    ]
    var keptCount = 0
    let seeds = SlowTests.areOn ? 20_000 : 400
    for seed in 0..<seeds {
      var random = SeededRandom(seed: UInt64(seed))
      func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &random)! }
      func text() -> AttributedText {
        let runCount = Int.random(in: 1...2, using: &random)
        return AttributedText(
          (0..<runCount).map { _ in
            let string = (0..<Int.random(in: 1...4, using: &random)).map { _ in pick(words) }
            var run = TextRun(string.joined(separator: " "))
            run.font.isItalic = pick([false, false, true])
            run.font.size = pick([16, 16, 16, 24])
            return run
          })
      }
      func change(_ node: TextNode) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: node.paragraphStyle = pick(styles)
        case 1: node.metrics = pick(metrics)
        case 2..<6: node.text = text().string
        case 6: node.attributedText = node.attributedText
        // Other characters, mostly as wide as those that they replace.
        case 7..<10: node.text = String(node.text.map { $0 == "1" || $0 == "n" ? "9" : $0 == "9" ? "1" : $0 })
        default: node.attributedText = text()
        }
      }
      let nodes = (0..<6).map { _ in TextNode("one") }
      let cell = Cell(nodes)
      for node in nodes { for _ in 0..<3 { change(node) } }
      let range = SizeRange.upTo(width: pick([40, 90, 200]))
      for step in 0..<8 {
        if step > 0 { change(pick(nodes)) }
        let work = LayoutWork { _ = cell.layoutThatFits(range) }
        if step > 0, work.questionCount > 0, work.counters.measurements == 0 { keptCount += 1 }
        let fresh = Cell(
          nodes.map { node in
            let copy = TextNode(node.text, metrics: node.metrics)
            if let text = node.attributedText, text != AttributedText(text.string) {
              copy.attributedText = text
            }
            copy.paragraphStyle = node.paragraphStyle
            return copy
          })
        // Not like an earlier one of its class: in a thread's first layout of a class there is none.
        ThreadState.current.takeUnretainedValue().shapes = LayoutShapes()
        let (layout, expected) = (cell.layoutThatFits(range), fresh.layoutThatFits(range))
        #expect(layout.nodeFrames == expected.nodeFrames, "seed \(seed), step \(step)")
        #expect(
          layout.tree.elementIDs.map { layout.textLines(of: $0) }
            == expected.tree.elementIDs.map { expected.textLines(of: $0) }, "seed \(seed), step \(step)")
      }
    }
    // Many of the changes answer as before, so that nothing was laid out.
    #expect(keptCount > seeds / 2, "\(keptCount) of \(seeds)")
  }

  @Test func `A text as large as before with another baseline moves what stands beside it`() {
    func row(_ first: TextNode) -> DisplayNode {
      let second = TextNode("b", metrics: ShapedMetrics(TextFont(size: 32)))
      return DisplayNode { _, _ in
        StackLayoutSpec(alignItems: .baselineFirst) {
          first
          second
        }
      }
    }
    let text = TextNode(attributedText: AttributedText("a"), metrics: ShapedMetrics())
    let node = row(text)
    #expect(node.layoutThatFits(.unconstrained).frame(of: text)?.minY == 15)
    text.attributedText = AttributedText("a", font: TextFont(isItalic: true))
    #expect(node.layoutThatFits(.unconstrained).frame(of: text) == Rect(x: 0, y: 17, width: 9, height: 20))
  }

  @Test func `A text that needs other lines in the width in which it was broken is laid out`() {
    let text = TextNode("99 mm", metrics: ShapedMetrics())
    let node = DisplayNode { _, _ in StackLayoutSpec(direction: .vertical) { text } }
    for (string, size) in [
      // Two lines, two others of the same lengths, one line, and three.
      ("99 mm", Size(26, 40)), ("19 mm", Size(26, 40)), ("99 m", Size(36, 20)), ("99 mm 9", Size(40, 40)),
      ("mm 999 mm", Size(27, 60)),
    ] {
      text.text = string
      let layout = node.layoutThatFits(.upTo(width: 40))
      #expect(layout.frame(of: text)?.size == size, "\(string)")
    }
  }

  // MARK: Sameness

  @Test func `Texts that Swift calls equal and that have other scalars are other texts`() {
    let (one, two) = ("\u{E9}", "e\u{301}")
    #expect(one == two && AttributedText(one) != AttributedText(two) && TextRun(one) == TextRun(one))
    for metrics in [MonospaceMetrics(), ShapedMetrics()] as [any TextMetrics] {
      let (text, runs) = (TextNode(two, metrics: metrics), TextNode(metrics: metrics))
      runs.attributedText = AttributedText(two, font: TextFont(size: 17))
      let row = DisplayNode { _, _ in StackLayoutSpec(children: [text, runs]) }
      let wide = row.layoutThatFits(.unconstrained).size.width
      text.text = one
      runs.attributedText = AttributedText(one, font: TextFont(size: 17))
      #expect(row.layoutThatFits(.unconstrained).size.width < wide)
      #expect(text.text.unicodeScalars.count == 1 && runs.text.unicodeScalars.count == 1)
      row.debugName = two
      row.debugName = one
      #expect(row.debugName?.unicodeScalars.count == 1)
    }
  }

  /// A cell that sets its title in each layout, always to the same.
  private final class Titled: DisplayNode, @unchecked Sendable {
    let title = TextNode()
    private let set: @Sendable (TextNode) -> Void

    init(_ set: @escaping @Sendable (TextNode) -> Void) {
      self.set = set
      super.init()
      automaticallyManagesSubnodes = true
    }

    override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
      set(title)
      return title
    }
  }

  private static let settings: [@Sendable (TextNode) -> Void] = [
    {
      $0.text = "a title that is longer than its cell is wide"
      $0.maximumLineCount = 1
    },
    {
      $0.attributedText = AttributedText("a title that is longer than its cell is wide")
      $0.paragraphStyle = ParagraphStyle(maximumLineCount: 1)
    },
    {
      $0.metrics = ShapedMetrics()
      $0.text = "a title that is longer than its cell is wide"
      $0.paragraphStyle = ParagraphStyle(maximumLineCount: 1)
    },
  ]

  @Test(arguments: settings.indices)
  func `A title that its cell sets in each layout is truncated, however the cell was measured`(number: Int) {
    let cell = Titled(Self.settings[number])
    let holder = DisplayNode { _, _ in cell }.managingSubnodes()
    _ = holder.layoutThatFits(.upTo(width: 100))
    _ = cell.layoutThatFits(.upTo(width: 300))
    holder.layoutIfNeeded()
    #expect(cell.title.frame.size.width <= 100 && cell.title.isTruncated)
    #expect(cell.title.calculatedLayout?.size == cell.title.frame.size)
  }

  @Test func `Measured in a wider range, a shown text is truncated as before`() {
    for metrics in [MonospaceMetrics(), ShapedMetrics()] as [any TextMetrics] {
      let text = TextNode("a title that is longer than its cell is wide", metrics: metrics)
      text.maximumLineCount = 1
      let cell = DisplayNode { _, _ in text }.managingSubnodes()
      _ = cell.layoutThatFits(.upTo(width: 100))
      #expect(!text.isTruncated)
      cell.layoutIfNeeded()
      #expect(text.isTruncated)
      #expect(text.layoutThatFits(.upTo(width: 1000)).size.width > 100)
      #expect(text.isTruncated)
      // It goes by the present text.
      text.text = "a title"
      #expect(!text.isTruncated)
      text.text = "a title that is as long as it was"
      #expect(text.isTruncated)
    }
  }

  @Test func `A frame that the app sets counts before any layout, and after one`() {
    let text = TextNode("two words", metrics: ShapedMetrics())
    #expect(!text.isTruncated)
    text.frame = Rect(x: 0, y: 0, width: 60, height: 20)
    #expect(text.isTruncated)
    text.layoutIfNeeded()
    #expect(text.isTruncated)
    text.frame = Rect(x: 0, y: 0, width: 60, height: 40)
    #expect(!text.isTruncated)
  }

  // MARK: Buttons

  @Test func `A button's title keeps its font in every state, and comes back with it`() throws {
    for metrics in [MonospaceMetrics(), ShapedMetrics()] as [any TextMetrics] {
      let button = ButtonNode(title: "Follow")
      let title = try #require(button.titleNode)
      title.metrics = metrics
      func font() -> TextFont? { title.attributedText?.runs.first?.font }
      title.attributedText = AttributedText("Follow", font: TextFont(size: 34))
      button.setTitle("Following", for: .selected)
      let height = button.layoutThatFits(.unconstrained).size.height
      button.isSelected = true
      #expect(title.text == "Following" && font() == TextFont(size: 34))
      #expect(button.layoutThatFits(.unconstrained).size.height == height)
      button.isSelected = false
      #expect(title.text == "Follow" && font() == TextFont(size: 34))
      // Another size: the normal title first.
      button.setAttributedTitle(AttributedText("Follow", font: TextFont(size: 17)))
      button.setTitle("Following", for: .selected)
      #expect(font() == TextFont(size: 17))
      button.isSelected = true
      #expect(font() == TextFont(size: 17) && button.layoutThatFits(.unconstrained).size.height < height)
      // A state may have a look of its own.
      let bold = AttributedText("Following", font: TextFont(size: 17, weight: 700))
      button.setAttributedTitle(bold, for: .selected)
      #expect(title.attributedText == bold && button.attributedTitle(for: .selected) == bold)
      button.setAttributedTitle(nil, for: .selected)
      #expect(title.text == "Follow" && button.title(for: .selected) == nil)
    }
  }

  @Test func `A title without a look of its own is a text without runs`() {
    let button = ButtonNode(title: "A", imageSize: Size(9, 9))
    #expect(button.title(for: .normal) == "A" && button.title(for: .selected) == nil)
    #expect(button.imageSize(for: .normal) == Size(9, 9) && button.imageSize(for: .selected) == nil)
    #expect(ButtonNode().title(for: .normal) == nil && ButtonNode().imageSize(for: .normal) == nil)
    button.setTitle("B")
    let layout = button.layoutThatFits(.unconstrained)
    #expect(button.title(for: .normal) == "B" && button.attributedTitle(for: .normal) == AttributedText("B"))
    guard let element = button.titleNode.flatMap(layout.element(of:)),
      case .text = layout.tree.content(of: element)
    else {
      Issue.record("It has runs")
      return
    }
  }

  @Test func `A title of other scalars takes the place of one that Swift calls equal`() {
    let button = ButtonNode(title: "e\u{301} ab")
    button.setTitle("\u{E9} ab")
    #expect(button.layoutThatFits(.unconstrained).size.width == 32)
    #expect(button.titleNode?.text.unicodeScalars.count == 4)
  }
}

#if Text && canImport(CPango)
import LayoutSpecs
import LayoutTestSupport
import LayoutText
import Testing

/// A row and a paragraph, whose texts are measured with a library of fonts.
private final class Row: DisplayNode, @unchecked Sendable {
  let time: TextNode
  let body: TextNode
  let counter: TextNode

  init(_ text: (String) -> TextNode) {
    time = text("09:41")
    body = text("It weaves algebraic patterns just as the loom weaves flowers and leaves")
    counter = text("12")
    super.init()
    automaticallyManagesSubnodes = true
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(direction: .vertical, spacing: 4) {
      StackLayoutSpec(spacing: 8, alignItems: .baselineFirst) {
        LayoutSpec().flexGrow()
        counter
        time
      }
      InsetLayoutSpec(insets: EdgeInsets(8), child: body)
    }
  }
}

@Suite("Changes of texts in real fonts")
struct FontTextChangeTests {
  private let fonts = FontLibrary.system.with(TextFont("DejaVu Sans", size: 12))
  private let range = SizeRange.tableCell(width: 320)

  @Test
  func `A counter that goes from 12 to 13 and a minute later move nothing, in one line or beside several`() {
    for size in [12.0, 17] {
      func attributed(_ text: String) -> AttributedText { AttributedText(text, font: TextFont(size: size)) }
      for hasRuns in [false, true] {
        let metrics = fonts.with(TextFont("DejaVu Sans", size: size))
        func set(_ text: String, of node: TextNode) {
          if hasRuns { node.attributedText = attributed(text) } else { node.text = text }
        }
        func row() -> Row {
          Row { text in
            let node = TextNode("", metrics: metrics)
            set(text, of: node)
            return node
          }
        }
        let cell = row()
        let first = cell.layoutThatFits(range).nodeFrames
        for (node, text) in [
          (cell.time, "09:42"), (cell.counter, "13"),
          (cell.body, "It weaves algebraic patterns just as the loom weaves flowers and leaues"),
          (cell.time, "10:35"), (cell.counter, "99"),
        ] {
          set(text, of: node)
          let work = LayoutWork { #expect(cell.layoutThatFits(range).nodeFrames == first) }
          // In a proportional font "v" and "u" differ; a text that is wider by less than a line's rest changes no line.
          if node === cell.body { continue }
          #expect(work.counters.measurements == 0 && work.counters.computations == 0, "\(text) \(size)")
        }
        let fresh = row()
        set("10:35", of: fresh.time)
        set("99", of: fresh.counter)
        set(cell.body.text, of: fresh.body)
        #expect(cell.layoutThatFits(range).nodeFrames == fresh.layoutThatFits(range).nodeFrames)
      }
    }
  }

  @Test func `A title is truncated as long as its frame is, and keeps that if the same is set again`() {
    let row = Row { TextNode($0, metrics: self.fonts) }
    row.body.maximumLineCount = 1
    _ = row.layoutThatFits(range)
    row.layoutIfNeeded()
    #expect(row.body.isTruncated && !row.time.isTruncated)
    _ = row.body.layoutThatFits(.upTo(width: 2_000))
    row.body.metrics = FontLibrary.system.with(TextFont("DejaVu Sans", size: 12))
    row.body.text = row.body.text
    #expect(row.body.isTruncated && row.calculatedLayout != nil)
    row.body.metrics = fonts.with(TextFont("DejaVu Sans", size: 13))
    #expect(row.calculatedLayout == nil)
  }

  @Test func `Libraries tell their font, and are equal if they have the same fonts and font`() throws {
    #expect(fonts.defaultFont == TextFont("DejaVu Sans", size: 12))
    #expect(fonts == FontLibrary.system.with(TextFont("DejaVu Sans", size: 12)))
    #expect(fonts != fonts.with(TextFont("DejaVu Sans", size: 13)))
    #expect(try FontLibrary(files: [FontLibraryTests.file]) != fonts)
  }

  @Test func `A button's title keeps its font in every state`() throws {
    let button = ButtonNode(title: "Follow")
    let title = try #require(button.titleNode)
    title.metrics = fonts
    button.setAttributedTitle(AttributedText("Follow", font: TextFont(size: 34)))
    button.setTitle("Following", for: .selected)
    let height = button.layoutThatFits(.unconstrained).size.height
    button.isSelected = true
    #expect(button.layoutThatFits(.unconstrained).size.height == height && height > 34)
  }
}
#endif

import LayoutSpecs
import LayoutTestSupport
import LayoutWorkloads
import Testing

@Suite("The change that is measured as an edit")
struct WorkloadEditTests {
  private func edit(_ nodes: [any LayoutElement]) -> WorkloadEdit? {
    WorkloadEdit(
      of: StackLayoutSpec(direction: .vertical, children: nodes).layoutThatFits(.unconstrained).tree)
  }

  private func strings(_ edit: WorkloadEdit?) -> [String] {
    (edit?.contents ?? []).compactMap {
      switch $0 {
      case .text(let text): text.string
      case .paragraph(let paragraph): paragraph.text.string
      default: nil
      }
    }
  }

  @Test func `A prepared text repeats its words, in the look of its last run`() throws {
    let runs = [TextRun("Ada ", font: TextFont(size: 20)), TextRun("Lovelace", font: TextFont(size: 12))]
    for metrics in [MonospaceMetrics(), ShapedMetrics()] as [any TextMetrics] {
      let node = TextNode(attributedText: AttributedText(runs), metrics: metrics)
      node.paragraphStyle.lineSpacing = 3
      let edit = try #require(self.edit([ImageNode(imageSize: Size(9, 9)), node]))
      #expect(strings(edit) == ["Ada Lovelace", "Ada Lovelace Ada Lovelace"])
      guard case .paragraph(let longer) = edit.contents[1] else {
        Issue.record("It is no paragraph")
        return
      }
      #expect(longer.text.runs.map(\.font.size) == [20, 12] && longer.style.lineSpacing == 3)
    }
    let shaped = TextNode("Ada", metrics: ShapedMetrics())
    #expect(strings(edit([shaped])) == ["Ada", "Ada Ada"])
  }

  @Test
  func
    `Plain texts go before prepared ones, these without a limit of lines before others, and both before nodes`()
  {
    let (plain, prepared) = (TextNode("plain"), TextNode("prepared", metrics: ShapedMetrics()))
    let (limited, image) = (TextNode("limited"), ImageNode(imageSize: Size(9, 9)))
    limited.maximumLineCount = 1
    var nodes: [any LayoutElement] = [plain, prepared, limited, image]
    for text in ["plain", "prepared", "limited"] {
      #expect(strings(edit(nodes)).first == text)
      nodes.removeFirst()
    }
    #expect(edit(nodes)?.contents.count == 2 && strings(edit(nodes)).isEmpty)
    #expect(edit([DisplayNode()]) == nil)
  }
}

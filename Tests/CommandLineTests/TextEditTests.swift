import LayoutSpecs
import LayoutTestSupport
import LayoutWorkloads
import Testing

@testable import LayoutBenchmark

@Suite("Changes of a cell's own texts")
struct TextEditTests {
  /// A cell with texts of one kind beside nodes, some in nodes of their own.
  private final class Cell: DisplayNode, @unchecked Sendable {
    private let texts: [TextNode]
    private let image = ImageNode(imageSize: Size(20, 20))
    private let inner: DisplayNode

    init(_ text: @Sendable (String) -> TextNode) {
      texts = ["09:41", "It weaves algebraic patterns just as the loom weaves flowers"].map(text)
      let name = text("Ada")
      inner = DisplayNode { _, _ in InsetLayoutSpec(insets: EdgeInsets(4), child: name) }
    }

    override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
      StackLayoutSpec(direction: .vertical) {
        image
        inner
        for text in texts { text }
      }
    }
  }

  private func input(_ text: @escaping @Sendable (String) -> TextNode) throws -> BenchmarkInput {
    let workload = BenchmarkWorkload.nodes("cell") { _, _ in Cell(text) }
    return BenchmarkInput(try Workload(parsing: "cell", among: [workload.family]), seed: 1)
  }

  @Test
  func `Whatever metrics a cell's texts have, one of them is changed, and its frames are those of the tree`()
    throws
  {
    let kinds: [@Sendable (String) -> TextNode] = [
      { TextNode($0) }, { TextNode($0, metrics: ShapedMetrics()) },
      { TextNode(attributedText: AttributedText($0, font: TextFont(size: 17))) },
      { TextNode(attributedText: AttributedText([TextRun($0), TextRun("!")]), metrics: ShapedMetrics()) },
      // A plain text beside prepared ones.
      { $0 == "Ada" ? TextNode($0) : TextNode($0, metrics: ShapedMetrics()) },
    ]
    for kind in kinds {
      let input = try self.input(kind)
      for name in ["spec.edit", "node.edit", "node.change"] {
        let subject = try Catalogue.subject(named: name)
        try subject.check(input)
        var worker = try subject.makeWorker(for: input)
        let checksum = worker.resultChecksum()
        worker.run(job: 0)
        let other = worker.resultChecksum()
        #expect(other == checksum)
      }
    }
  }

  @Test func `A workload of nodes is measured with a change of its texts`() {
    let workload = BenchmarkWorkload.nodes("cell") { _, _ in DisplayNode() }
    #expect(workload.subjects.contains("node.change") && workload.subjects.contains("node.edit"))
  }
}

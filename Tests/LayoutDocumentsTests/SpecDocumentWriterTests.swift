import Foundation
import LayoutDocuments
import LayoutSpecs
import LayoutSpecsTesting
import LayoutTestSupport
import StrictJSON
import Testing

@Suite("Writing documents")
struct SpecDocumentWriterTests {
  @Test(arguments: [SpecDocumentWriter.Form.compact, .indented])
  func `What is written reads back equal`(form: SpecDocumentWriter.Form) throws {
    let writer = SpecDocumentWriter(form: form)
    var kinds: Set<String> = []
    for seed in 0..<400 as Range<UInt64> {
      var random = RandomTree(seed: 71_000 + seed)
      let tree = random.tree(depth: 6)
      let document = SpecDocument(
        name: random.pick([nil, "", "a \"name\"\u{1F}\\"]), constrainedSize: random.range(), tree: tree)
      let bytes = try writer.bytes(of: document)
      let copy = try SpecDocument(parsing: bytes, file: "seed \(seed)")
      let difference = firstDifference(document, copy)
      #expect(difference == nil, "seed \(seed): \(difference ?? "")")
      #expect(try writer.bytes(of: copy) == bytes, "seed \(seed)")
      // Keys come in any order.
      let sorted = try JSONSerialization.data(
        withJSONObject: try JSONSerialization.jsonObject(with: Data(bytes)), options: .sortedKeys)
      let other = try SpecDocument(parsing: [UInt8](sorted), file: "seed \(seed), sorted")
      #expect(firstDifference(document, other) == nil, "seed \(seed)")
      for id in tree.elementIDs { kinds.insert(tree.kind(of: id).typeName) }
    }
    #expect(kinds.count == 13, "every type is among \(kinds.sorted())")
  }

  @Test func `The compact form has no spaces or defaults, and the indented one a line an element`() throws {
    let snapshots = try [SpecDocumentWriter.Form.compact, .indented].map { form in
      Snapshot(name: "sample-\(form).txt", text: try SpecDocumentWriter(form: form).text(of: try sample()))
    }
    expectRecorded(snapshots)
  }

  private func sample() throws -> SpecDocument {
    var builder = LayoutTreeBuilder(pixelGrid: PixelGrid(scale: 2.75))
    let style = Style {
      $0.width = "7%"
      $0.flexGrow = 1
    }
    builder.begin(.stack(StackParameters(direction: .horizontal, spacing: 4)), style: style, name: "all")
    builder.add(.wrapper)
    builder.begin(.overlay)
    builder.add(.node)
    builder.begin(.inset(EdgeInsets(top: .infinity, left: -1, right: 0.1)))
    builder.add(.text(TextParameters("hé\n")))
    builder.end()
    builder.end()
    builder.end()
    return SpecDocument(
      name: "a \"name\"",
      constrainedSize: SizeRange(min: Size(0, 0.5), max: Size(320, .infinity)), tree: builder.finish())
  }

  @Test func `What a document cannot say is an error that names the element`() {
    struct Fixed: LeafMeasurement { func calculateSizeThatFits(_ constrainedSize: Size) -> Size { .zero } }
    struct Fixing: LayoutAlgorithm {
      func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
        .zero
      }
    }
    for content in [ElementContent.measured(Fixed()), .custom(Fixing())] {
      let reason = "a document has no \"\(content.kind.typeName)\", which only user code can lay out"
      let tree = LayoutTree.element(.wrapper, around: [.node, content])
      let document = SpecDocument(constrainedSize: .unconstrained, tree: tree)
      var bytes: [UInt8] = [1, 2]
      #expect {
        try SpecDocumentWriter().write(document, to: &bytes)
      } throws: { error in
        "\(error)" == "root.children[1]: cannot be written: \(reason)"
      }
      #expect(bytes == [1, 2], "nothing is written")
    }
  }

  @Test func `A prepared text is no document's, and its members have its words, runs and style`() throws {
    let run = TextRun("Ada ", font: TextFont(size: 20))
    for (text, expected) in [
      (AttributedText("Ada"), #"{"type":"text","text":"Ada","maximumLineCount":2}"#),
      (
        AttributedText([run, TextRun("Lovelace")]),
        #"{"type":"text","runs":[{"text":"Ada ","size":20},{"text":"Lovelace"}],"maximumLineCount":2}"#
      ),
    ] {
      let style = ParagraphStyle(maximumLineCount: 2)
      let paragraph = try #require(Paragraph(text, style: style, metrics: ShapedMetrics()))
      let tree = LayoutTree.element(.paragraph(paragraph))
      var json = JSONWriter(isCompact: true)
      SpecDocumentWriter.writeMembers(of: tree.root, in: tree, to: &json)
      #expect(String(decoding: json.takeBytes(), as: UTF8.self) == expected + "\n")
      #expect {
        try SpecDocumentWriter().bytes(of: SpecDocument(constrainedSize: .unconstrained, tree: tree))
      } throws: { error in
        "\(error)" == "root: cannot be written: a document has no text in other than monospace metrics"
      }
    }
  }

  @Test func `16 points that a run asks for are written, and those of no font are not`() throws {
    let fonts = [TextFont(), TextFont(size: 16), TextFont(weight: 700), TextFont("a")]
    let runs = fonts.map { TextRun("word", font: $0) }
    for runs in runs.map({ [$0] }) + [runs] {
      let tree = LayoutTree.element(.paragraph(Paragraph(AttributedText(runs))))
      let bytes = try SpecDocumentWriter().bytes(
        of: SpecDocument(constrainedSize: .unconstrained, tree: tree))
      let copy = try SpecDocument(parsing: bytes, file: "runs").tree
      #expect(copy.paragraph(of: copy.root)?.text.runs == runs)
    }
  }

  @Test func `What takes 512 levels of arrays and objects is written, 513 refused at its element`() throws {
    func document(wrappers: Int, _ leaf: ElementContent) -> SpecDocument {
      SpecDocument(constrainedSize: .unconstrained, tree: .chain(of: wrappers, .wrapper, around: leaf))
    }
    let deepest = document(wrappers: 255, .node)
    let bytes = try SpecDocumentWriter().bytes(of: deepest)
    #expect(try SpecDocument(parsing: bytes, file: "copy").tree.elementCount == 256)
    for tooDeep in [document(wrappers: 255, .sizedNode(Size(1, 1))), document(wrappers: 100_000, .node)] {
      let error = #expect(throws: UnwritableDocumentError.self) {
        try SpecDocumentWriter().bytes(of: tooDeep)
      }
      #expect(error?.path.hasPrefix("root.children[0].children[0].") == true)
      #expect(
        error?.reason
          == "a document has at most 512 arrays and objects inside each other: "
          + "suites measure deeper trees as workloads, such as deep(1000)")
    }
  }

  @Test func `A size range that no document can say is an error`() {
    var document = SpecDocument(constrainedSize: .unconstrained, tree: .element(.node))
    document.constrainedSize.max.width = -1
    #expect {
      _ = try SpecDocumentWriter().bytes(of: document)
    } throws: { error in
      "\(error)" == "cannot be written: its size range is {{0, 0}, {-1, inf}}"
    }
  }
}

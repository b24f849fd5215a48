import LayoutDocuments
import LayoutSpecs
import LayoutTestSupport
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
      for id in tree.elementIDs { kinds.insert(tree.kind(of: id).typeName) }
    }
    #expect(kinds.count == 13, "every type is among \(kinds.sorted())")
  }

  @Test func `The compact form has no spaces and no defaults`() throws {
    #expect(
      try SpecDocumentWriter(form: .compact).text(of: try sample()) == """
        {"format":"layout-spec","version":1,"name":"a \\"name\\"","scale":2.75,\
        "constrainedSize":{"min":[0,0.5],"max":[320,null]},\
        "root":{"type":"stack","name":"all","spacing":4,"style":{"width":"7%","flexGrow":1},"children":[\
        {"type":"wrapper","children":[]},\
        {"type":"overlay","child":{"type":"node"},\
        "overlay":{"type":"inset","insets":["inf",-1,0,0.1],"child":{"type":"text","text":"hé\\n"}}}]}}

        """)
  }

  @Test func `The indented form has a line for each element`() throws {
    #expect(
      try SpecDocumentWriter().text(of: try sample()) == """
        {
          "format": "layout-spec",
          "version": 1,
          "name": "a \\"name\\"",
          "scale": 2.75,
          "constrainedSize": { "min": [0, 0.5], "max": [320, null] },
          "root": {
            "type": "stack", "name": "all", "spacing": 4, "style": { "width": "7%", "flexGrow": 1 },
            "children": [
              { "type": "wrapper", "children": [] },
              {
                "type": "overlay",
                "child": { "type": "node" },
                "overlay": {
                  "type": "inset", "insets": ["inf", -1, 0, 0.1],
                  "child": { "type": "text", "text": "hé\\n" }
                }
              }
            ]
          }
        }

        """)
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

import LayoutDocuments
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Reading documents")
struct SpecDocumentTests {
  private static func text(_ root: String, before: String = "") -> String {
    """
    {\(before) "format": "layout-spec", "version": 1,
     "constrainedSize": {"min": [0, 0], "max": [320, null]}, "root": \(root)}
    """
  }

  private func document(_ root: String, before: String = "") throws -> SpecDocument {
    try SpecDocument(json: Self.text(root, before: before), file: "document")
  }

  @Test func `What is left out has its default`() throws {
    let node = #"{"type": "node"}"#
    let document = try document(
      """
      {"type": "wrapper", "children": [{"type": "stack", "children": []}, {"type": "center", "child": \(node)},
       {"type": "relative", "child": \(node)}, {"type": "absolute", "children": []},
       {"type": "corner", "child": \(node), "corner": \(node)}, {"type": "text", "text": "a"}]}
      """)
    let contents = document.tree.elementIDs.map { "\(document.tree.content(of: $0))" }
    let expected: [ElementContent] = [
      .wrapper, .stack(StackParameters()), .center(CenterParameters()), .node,
      .relative(RelativeParameters()),
      .node, .absolute(.default), .corner(CornerParameters()), .node, .node, .text(TextParameters("a")),
    ]
    #expect(contents == expected.map { "\($0)" })
    #expect(document.tree.elementIDs.allSatisfy { document.tree.style(of: $0) == .default })
    #expect(document.name == nil)
    #expect(document.pixelGrid == PixelGrid(scale: 1))
    #expect(document.constrainedSize == .upTo(width: 320))
  }

  @Test func `A center spec centres on both axes, and on neither if a document says so or it is a case's`()
    throws
  {
    let icon = #"{"type": "node", "intrinsicSize": [20, 10]}"#
    let positions = try ["", #", "centering": "none""#, #", "centering": "xy""#].map { member -> Point? in
      var document = try document(#"{"type": "center"\#(member), "child": \#(icon)}"#)
      document.constrainedSize = SizeRange(exactly: Size(100, 50))
      // Written and read again, it is the same document.
      let copy = try SpecDocument(parsing: SpecDocumentWriter().bytes(of: document), file: "copy")
      #expect(firstDifference(document, copy) == nil, "\(member)")
      return document.tree.layoutThatFits(document.constrainedSize).sublayouts[0].position
    }
    #expect(positions == [Point(40, 20), .zero, Point(40, 20)])
    let testCase = """
      {"format": "layout-spec-cases", "version": 1, "cases": [{"id": "1", "constrainedSize": {"min": [100, 50],
       "max": [100, 50]}, "root": {"type": "center", "child": \(icon)},
       "expected": [[0, 0, 100, 50], [0, 0, 100, 50]], "nodeFrames": [null, [0, 0, 100, 50]]}]}
      """
    #expect(try CaseFile(parsing: Array(testCase.utf8), file: "cases").cases[0].differences() == [])
  }

  @Test func `A range whose maximum was set to 10,000,000 points or more is written as one without an end`()
    throws
  {
    var document = try document(#"{"type": "node"}"#)
    document.constrainedSize.max = Size(320, .greatestFiniteMagnitude)
    let copy = try SpecDocument(parsing: SpecDocumentWriter().bytes(of: document), file: "copy")
    #expect(copy.constrainedSize == SizeRange(max: Size(320, .infinity)))
  }

  @Test("Dimensions")
  func dimensions() throws {
    let document = try document(
      #"{"type": "node", "style": {"width": "7%", "height": "70pt", "minWidth": "auto", "maxWidth": 0.5, "flexBasis": "100%"}}"#
    )
    let style = document.tree.style(of: document.tree.root)
    #expect([style.width, style.height, style.minWidth] == ["7%", 70, .auto])
    #expect([style.maxWidth, style.flexBasis] == [0.5, .fraction(1)])
  }

  /// A leaf in so many wrappers. Each is an object with an array, below the object of the document.
  private static func chain(_ wrappers: Int, _ leaf: String) -> String {
    String(repeating: #"{"type":"wrapper","children":["#, count: wrappers) + leaf
      + String(repeating: "]}", count: wrappers)
  }

  @Test func `A text of 512 levels is read, and one of 513 is refused`() throws {
    let document = try document(Self.chain(255, #"{"type":"node"}"#))
    #expect(document.tree.depth == 256)
    let leaves = [
      #"{"type":"node","intrinsicSize":[1,1]}"#, Self.chain(1, #"{"type":"node"}"#), Self.chain(100_000, ""),
    ]
    for leaf in leaves {
      let error = #expect(throws: DocumentError.self) { try self.document(Self.chain(255, leaf)) }
      let text = try #require(error?.description)
      #expect(text.contains(": root.children[0].children[0]."))
      #expect(
        text.hasSuffix(
          ": more than 512 arrays and objects inside each other; "
            + "expected fewer: suites measure deeper trees as workloads, such as deep(1000)"))
      #expect(text.utf8.count < 500)
    }
  }

  @Test func `A thread with a stack of 512 KiB reads and writes a chain of insets in 512 levels`() throws {
    let text = Self.text(
      String(repeating: #"{"type":"inset","insets":[1,1,1,1],"child":"#, count: 510) + #"{"type":"node"}"#
        + String(repeating: "}", count: 510))
    let counts = onSmallStack { () -> [Int] in
      guard let document = try? SpecDocument(json: text, file: "f"),
        let bytes = try? SpecDocumentWriter().bytes(of: document),
        let copy = try? SpecDocument(parsing: bytes, file: "copy")
      else { return [] }
      return [document.tree.depth, copy.tree.depth]
    }
    #expect(counts == [511, 511])
  }

  /// A document with every kind of token.
  private static let sample = Array(
    #"""
    {"format": "layout-spec", "version": 1, "name": "a\n\u00e9\ud83d\ude00é", "scale": 2.75,
     "constrainedSize": {"min": [0, 1e1], "max": [320, null]}, "root": {"type": "corner", "wrapsCorner": true,
     "child": {"type": "stack", "concurrent": false, "children": [{"type": "node", "intrinsicSize": [5, 0.5]}]},
     "corner": {"type": "inset", "insets": ["inf", -1, 0, 2], "style": {"width": "50%"},
                "child": {"type": "text", "text": "x y"}}}}
    """#.utf8)

  @Test func `A document that ends early is refused, wherever it ends`() throws {
    _ = try SpecDocument(parsing: Self.sample, file: "whole")
    for length in 0..<Self.sample.count {
      #expect(throws: DocumentError.self, "\(length) bytes") {
        try SpecDocument(parsing: Array(Self.sample[..<length]), file: "part")
      }
    }
  }

  @Test func `No damage to a document makes reading or laying out trap`() {
    let seed: UInt64 = 7
    var numbers = SeededRandom(seed: seed)
    var context = LayoutContext()
    var read = 0
    var refused = 0
    for _ in 0..<20_000 {
      var bytes = Self.sample
      for _ in 0...numbers.next() % 3 {
        let place = Int(numbers.next() % UInt64(bytes.count))
        switch numbers.next() % 4 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(Self.sample[Int(numbers.next() % UInt64(Self.sample.count))], at: place)
        default: bytes[place] = Array("0123456789-eE.\"{}[],:\\".utf8)[Int(numbers.next() % 22)]
        }
      }
      do throws(DocumentError) {
        let document = try SpecDocument(parsing: bytes, file: "seed \(seed)")
        context.layout(document.tree, in: document.constrainedSize)
        read += 1
      } catch {
        #expect(!error.description.contains("\n"))
        refused += 1
      }
    }
    #expect(read > 100 && refused > 1000, "both happen: \(read) read, \(refused) refused")
  }
}

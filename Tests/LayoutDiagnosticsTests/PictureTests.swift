import Foundation
import LayoutSpecs
import LayoutSpecsTesting
import LayoutTestSupport
import Testing

@testable import LayoutDiagnostics

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("Pictures of layouts")
struct PictureTests {
  /// A layout that is drawn, and its purpose.
  struct Example: Sendable, CustomStringConvertible {
    let description: String
    var range = SizeRange(width: 240)
    let element: @Sendable () -> any LayoutElement

    var layout: Layout { element().layoutThatFits(range) }
  }

  static let examples: [Example] = [
    Example(description: "feed-item") {
      StackLayoutSpec(direction: .vertical, spacing: 4) {
        StackLayoutSpec(spacing: 4, alignItems: .center) {
          ImageNode(imageSize: Size(50, 50)).named("poster image")
          StackLayoutSpec(direction: .vertical, spacing: 2) {
            TextNode("John Smith").named("poster name")
            TextNode("Engineer at a company of layouts").named("poster headline")
          }.flexGrow().flexShrink().named("poster text")
        }.named("poster")
        DisplayNode { _, _ in
          StackLayoutSpec(justifyContent: .spaceBetween) { for word in ["Like", "Share"] { TextNode(word) } }
        }.named("social actions")
      }.named("feed item")
    },
    Example(description: "wrapped-stack") {
      InsetLayoutSpec(
        insets: EdgeInsets(8),
        child: StackLayoutSpec(spacing: 6, flexWrap: .wrap, lineSpacing: 6) {
          TextNode("swift").named("a")
          TextNode("a < b && \"c\"\u{7}\n").named("odd\u{1} name")
          ImageNode(imageSize: Size(120, 40)).named("a node with quite a long name")
          TextNode("benchmarks  of words")
        }.named("tags"))
    },
    Example(description: "overflow") {
      StackLayoutSpec(spacing: 8, alignItems: .start) {
        ImageNode(imageSize: Size(40, 40)).named("picture")
        TextNode("a text that does not shrink").named("title")
      }.named("row")
    },
    Example(description: "texts") {
      StackLayoutSpec(direction: .vertical, spacing: 8) {
        TextNode("One two three four five six seven, and eight")
        TextNode(
          attributedText: AttributedText([
            TextRun(
              "Big ", font: TextFont("Inter", size: 24, weight: 700),
              color: TextColor(red: 192, green: 0, blue: 32)),
            TextRun("and small, beside "), TextRun(attachment: Size(30, 30)),
            TextRun(" a picture", font: TextFont("no';font", isItalic: true)),
          ])
        ).alignment(.center)
        TextNode("A line,\nand of the next one only as much as there is room for").alignment(
          .right, lineCount: 2)
        TextNode("of two lines one is cut, for the frame is low").height(30)
      }
    },
    Example(description: "absolute", range: SizeRange(exactly: Size(200, 120))) {
      AbsoluteLayoutSpec {
        ImageNode(imageSize: Size(60, 60)).layoutPosition(20, 20).named("icon")
        ImageNode(imageSize: Size(20, 20)).minSize(Size(40, 20)).height(20).layoutPosition(180, -10).named(
          "badge")
        CornerLayoutSpec(
          child: ImageNode(imageSize: Size(40, 40)).named("face"),
          corner: ImageNode(imageSize: Size(14, 14)).named("dot"), location: .bottomRight
        ).layoutPosition(100, 30)
        DisplayNode().width(100).height(0).layoutPosition(20, 110).named("line")
        DisplayNode().width(0).height(0).layoutPosition(150, 110).named("nothing")
      }.named("canvas")
    },
  ]

  @Test func `A node that is laid out right to left is drawn as its subnodes lie, at any depth`() {
    let leaves = (0..<3).map { DisplayNode().preferredSize(Size(Double($0 * 10 + 10), 10)) }
    let inner = DisplayNode { _, _ in
      InsetLayoutSpec(
        insets: EdgeInsets(4), child: StackLayoutSpec(spacing: 2, children: [leaves[1], leaves[2]]))
    }
    let root = DisplayNode { _, _ in
      InsetLayoutSpec(insets: EdgeInsets(left: 7), child: StackLayoutSpec(children: [leaves[0], inner]))
    }
    for direction in Traits.LayoutDirection.allCases {
      root.traitOverrides.layoutDirection = direction
      let layout = root.layoutThatFits(SizeRange(width: 240))
      let boxes = Dictionary(uniqueKeysWithValues: layout.pictureBoxes.map { ($0.id, $0.frame) })
      func origin(_ node: DisplayNode) -> Point? { layout.element(of: node).flatMap { boxes[$0]?.origin } }
      for (node, around) in [(leaves[0], root), (inner, root), (leaves[1], inner), (leaves[2], inner)] {
        let (frame, start) = (layout.frame(of: node) ?? .zero, origin(around) ?? .zero)
        #expect(origin(node) == Point(frame.minX + start.x, frame.minY + start.y), "\(direction)")
      }
      #expect(layout.svg().contains("at {\(direction == .leftToRight ? 7 : 223), 0}"))
    }
  }

  @Test(arguments: examples)
  func `Pictures are as recorded, and XML`(_ example: Example) {
    expectLayout(of: example.element(), in: [example.range], named: "picture-\(example)")
    #expect(XMLParser(data: Data(example.layout.svg().utf8)).parse())
  }

  @Test func `What sticks out is marked with by how much, and lies within the picture`() throws {
    let layout = Self.examples[2].layout
    let boxes = layout.pictureBoxes
    #expect(boxes.map(\.kind) == [.spec, .node, .text])
    #expect(boxes.map { $0.overflows.map(\.points) } == [[], [], [24]])
    #expect(boxes[2].overflows[0].area == Rect(x: 240, y: 0, width: 24, height: 20))
    let svg = layout.svg(title: "wide")
    #expect(svg.contains(#">+24 right</text>"#) && svg.contains(#"class="overflow""#))
    #expect(svg.contains("TextNode &quot;title&quot; sticks out by 24 points (right)"))
    // 264 points at 720 / 264 pixels, and the margins.
    #expect(svg.contains(#"viewBox="0 0 742.08 "#))
    // A badge on a corner is meant to reach out; the absolute spec's child that lies too far right is not.
    let marked = Self.examples[4].layout.pictureBoxes.filter { !$0.overflows.isEmpty }
    #expect(marked.flatMap(\.overflows).map(\.edge) == [.right, .top])
  }

  @Test func `What is drawn behind is drawn first, and a part of a layout is drawn alone`() throws {
    let spec = InsetLayoutSpec(
      insets: EdgeInsets(10),
      child: BackgroundLayoutSpec(
        child: TextNode("x").named("front"), background: DisplayNode().named("back")))
    let layout = spec.layoutThatFits(.unconstrained)
    #expect(layout.pictureBoxes.map { layout.tree.name(of: $0.id) } == [nil, nil, "back", "front"])
    let part = layout.sublayouts[0]
    #expect(part.pictureBoxes.map(\.frame.origin) == [.zero, .zero, .zero])
    #expect(part.svg().contains("<title>BackgroundLayoutSpec: 8 × 20 points</title>"))
  }

  @Test func `Elements without a layout, and places that no picture has, are left out`() {
    let spec = StackLayoutSpec(alignItems: .start) {
      ImageNode(imageSize: Size(400, 10))
      StackLayoutSpec { TextNode("x") }.flexGrow().flexShrink()
    }
    let layout = spec.layoutThatFits(SizeRange(exactly: Size(300, 20)))
    #expect(layout.pictureBoxes.map(\.id) == [ElementID(0), ElementID(1), ElementID(2)])
  }

  @Test func `Control characters are shown, and what XML reserves is escaped`() {
    #expect(xmlText("a<b>&\"\n\u{0}\u{7F}\u{85}\u{FFFE}ü日") == "a&lt;b&gt;&amp;&quot;␊␀␡\u{FFFD}\u{FFFD}ü日")
    #expect(xmlText("a\u{202E}b\u{200F}") == "a&#x202E;b&#x200F;")
    #expect(hundredths(-0.001) == "0" && hundredths(1.0 / 3) == "0.33")
  }

  @Test func `Parts of lines lie in the frames of the engine's lines, beside each other, in random trees`() {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomTree(seed: 41_000 + seed)
      let layout = random.tree(depth: 4).layoutThatFits(random.range())
      for id in layout.tree.elementIDs {
        let texts = layout.pictureTexts(of: id)
        for line in layout.textLines(of: id) ?? [] {
          let parts = texts.filter { $0.baseline == line.frame.minY + line.baseline }
          guard let first = parts.first, let last = parts.last else { continue }
          #expect(first.x == line.frame.minX, "seed \(seed), \(id)")
          #expect(abs(last.x + last.width - line.frame.maxX) < 1e-6, "seed \(seed), \(id)")
          #expect(
            zip(parts, parts.dropFirst()).allSatisfy { abs($0.x + $0.width - $1.x) < 1e-6 },
            "seed \(seed), \(id)")
        }
      }
    }
  }

  @Test func `Runs that are read from the right are drawn from the right, with the ellipsis at the left`()
    throws
  {
    func parts(_ runs: [TextRun]) -> [String] {
      let paragraph = Paragraph(AttributedText(runs), style: ParagraphStyle(maximumLineCount: 1))
      let layout = LayoutTree.element(.paragraph(paragraph)).layoutThatFits(
        SizeRange(width: 0...80, height: 0...100))
      let svg = layout.svg()
      let texts = layout.pictureTexts(of: ElementID(0))
      #expect(
        svg.components(separatedBy: "direction=\"rtl\" text-anchor=\"end\"").count == 1
          + texts.count { $0.isRightToLeft })
      return texts.map { "\($0.string) \(Int($0.x)) \(Int($0.width))" }
    }
    #expect(parts([TextRun("שלום "), TextRun("עולם")]) == ["שלום  32 40", "עולם 0 32"])
    #expect(parts([TextRun("שלום "), TextRun("עולםאבג")]) == ["שלום  40 40", "עולם 8 32", "… 0 8"])
    #expect(
      parts([TextRun("ab אב"), TextRun("גד ef")]) == ["ab  0 24", "אב 40 16", "גד 24 16", " ef 56 24"])
    let truncated = parts([TextRun("ab אב"), TextRun("גדהוזח")])
    #expect(truncated == ["ab  0 24", "אב 56 16", "גדהו 24 32", "… 72 8"])
  }

  @Test func `A truncated text ends in an ellipsis, also behind a picture and alone`() throws {
    func strings(_ runs: [TextRun], width: Double) -> [String] {
      let paragraph = Paragraph(AttributedText(runs), style: ParagraphStyle(maximumLineCount: 1))
      let layout = LayoutTree.element(.paragraph(paragraph))
        .layoutThatFits(SizeRange(width: 0...width, height: 0...100))
      return layout.pictureTexts(of: ElementID(0)).map(\.string)
    }
    #expect(strings([TextRun("one two three")], width: 80) == ["one two t…"])
    #expect(strings([TextRun("one two three")], width: 8) == ["…"])
    #expect(strings([TextRun(attachment: Size(30, 30)), TextRun("two")], width: 40) == ["", "…"])
    #expect(strings([TextRun("one\ntwo")], width: 80) == ["one…"])
  }

  @Test func `A label is compared with a few thousand rectangles at most, however many overlap`() {
    var labels = PictureLabels()
    let frames = (0..<3_000).map { Rect(x: Double($0 % 7), y: Double($0 % 5), width: 300, height: 9_000) }
    for frame in frames { labels.avoid(frame, .box) }
    for frame in frames { _ = labels.place(["n 300 × 9000", "n"], in: frame) }
    #expect(labels.comparisonCount < 3_000 * 10_000)
    // Far from them there is room.
    #expect(labels.place(["far"], in: Rect(x: 1e8, y: 0, width: 300, height: 30)) != nil)
  }

  /// Of user code that answers NaN and infinity too, and of lengths of almost 10,000,000 points.
  @Test func `Random trees are drawn as XML, without a number that is none, and no two labels overlap`()
    throws
  {
    let label = /<text class="label[^"]*" x="([-\d.]+)" y="([-\d.]+)">([^<]*)<\/text>/
    for seed in 0..<90 as Range<UInt64> {
      var random = RandomTree(seed: seed, hasUserCode: seed % 3 == 0)
      let svg = random.tree(depth: 5).layoutThatFits(random.range()).svg()
      #expect(XMLParser(data: Data(svg.utf8)).parse(), "seed \(seed)")
      #expect(!svg.contains(/"-?(inf|nan)/), "seed \(seed)")
      let rects = try svg.matches(of: label).map { match in
        let text = match.3.replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
        return try Rect(
          x: #require(Double(match.1)), y: #require(Double(match.2)) - 9.5,
          width: Double(text.unicodeScalars.count) * PictureLabels.characterWidth,
          height: PictureLabels.lineHeight)
      }
      for (number, a) in rects.enumerated() {
        for b in rects[..<number] {
          // Places are written to a hundredth.
          let isApart =
            a.minX > b.maxX - 0.02 || b.minX > a.maxX - 0.02 || a.minY > b.maxY - 0.02
            || b.minY > a.maxY - 0.02
          #expect(isApart, "seed \(seed): \(a) and \(b)")
        }
      }
    }
  }

  @Test func `A tree of more than 20,000 boxes is drawn as boxes alone`() {
    let nodes = Array(repeating: Branch(.sizedNode(Size(10, 10)), name: "node"), count: 20_001)
    let svg = Branch(.stack(StackParameters(direction: .vertical)), nodes).tree.layoutThatFits(.screen).svg()
    #expect(!svg.contains("class=\"label") && !svg.contains("<title>Display"))
    #expect(svg.split(separator: "<rect class=\"node\"").count == 20_003)
  }
}

extension TextNode {
  /// The node with lines at this place, and so many of them at most.
  fileprivate func alignment(_ alignment: ParagraphStyle.Alignment, lineCount: Int = 0) -> TextNode {
    paragraphStyle = ParagraphStyle(maximumLineCount: lineCount, alignment: alignment)
    return self
  }
}

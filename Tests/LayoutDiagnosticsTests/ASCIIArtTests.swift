import LayoutSpecs
import LayoutSpecsTesting
import LayoutTestSupport
import Testing

@testable import LayoutDiagnostics

@Suite("Pictures in characters")
struct ASCIIArtTests {
  private func expectPictures(_ pictures: String..., named name: String) {
    expectRecorded([
      Snapshot(name: name, text: pictures.map { "\($0)\n" }.joined(separator: "\n"))
    ])
  }

  @Test func `Nested boxes, as in the documentation`() {
    let columns = (0..<2).map { _ in
      StackLayoutSpec(direction: .vertical, children: (0..<2).map { _ in ImageNode(imageSize: Size(10, 10)) })
    }
    let row = StackLayoutSpec(direction: .horizontal, children: columns)
    expectPictures(row.asciiArtString, named: "art-boxes.txt")
  }

  @Test func `A node shows what its layout holds; without one it says so, and shows its subnodes`() {
    let (title, photo) = (TextNode("x").named("title"), ImageNode(imageSize: Size(9, 9)))
    let card = DisplayNode { _, _ in
      InsetLayoutSpec(insets: .zero, child: StackLayoutSpec { [photo, title] as [any LayoutElement] })
    }.named("card")
    let empty = card.asciiArtString
    card.addSubnode(photo)
    card.addSubnode(title)
    let notLaidOut = card.asciiArtString
    _ = card.layoutThatFits(.unconstrained)
    expectPictures(empty, notLaidOut, card.asciiArtString, named: "art-node.txt")
    // As any element.
    #expect((card as any LayoutElement).asciiArtString == card.asciiArtString)
    card.setNeedsLayout()
    #expect(card.asciiArtString == notLaidOut)
    // A node without content of its own holds its subnodes alone, laid out or not.
    let plain = DisplayNode()
    plain.addSubnode(TextNode("x"))
    #expect(plain.asciiArtString.hasPrefix("-----DisplayNode-----"))
  }

  @Test func `A node within another one shows its own part of that one's layout`() {
    let text = TextNode("x")
    let inner = DisplayNode { _, _ in WrapperLayoutSpec(text) }
    let outer = DisplayNode { _, _ in
      StackLayoutSpec { [ImageNode(imageSize: Size(5, 5)), inner, DisplayNode()] as [any LayoutElement] }
    }
    for node in [outer, inner] { node.automaticallyManagesSubnodes = true }
    outer.layOut(in: .unconstrained)
    expectPictures(inner.asciiArtString, text.asciiArtString, named: "art-inner-node.txt")
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `A picture's size is known before it is drawn, and is what is drawn`(seed: UInt64) {
    var random = RandomTree(seed: 24_000 + seed)
    let tree = random.tree(depth: 6)
    let picture = ASCIIArt(of: tree)
    let lines = picture.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == picture.height && lines.allSatisfy { $0.count == picture.width }, "seed \(seed)")
  }

  @Test func `The size of the picture of a tree of 100,000 levels is known without drawing it`() {
    let picture = ASCIIArt(of: .chain(of: 100_000, .inset(.zero), around: .node))
    #expect(picture.height == 200_001 && picture.width > 600_000)
  }
}

@Suite("Texts of others in what is printed")
struct OneLineTests {
  /// Everything that breaks a line, tells a terminal what to do or turns the direction of reading.
  static let controls: [Unicode.Scalar] =
    (Array(0...0x1F) + Array(0x7F...0x9F) + [0x2028, 0x2029, 0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E)
    + Array(0x2066...0x2069)).map { Unicode.Scalar($0)! }

  static let name = "a\"b\\c " + String(String.UnicodeScalarView(controls)) + " ü日👩‍👧"

  static func isHarmless(_ line: some StringProtocol) -> Bool {
    !line.unicodeScalars.contains { controls.contains($0) }
  }

  @Test func `Control characters stand as escapes, and all others as they are`() {
    #expect(
      oneLine("a\nb\t\u{1B}[31m\u{7F}\u{9B}\u{2028}\u{202E}")
        == #"a\nb\t\u{1B}[31m\u{7F}\u{009B}\u{2028}\u{202E}"#)
    #expect(oneLine("ü日👩‍👧 \"\\") == "ü日👩‍👧 \"\\")
    #expect(quoted("a\"b\\\n") == #""a\"b\\\n""#)
    #expect(Self.isHarmless(oneLine(Self.name)) && Self.isHarmless(quoted(Self.name)))
  }

  private var tree: LayoutTree {
    let node = Branch(.sizedNode(Size(10, 10)), style: Style { $0.flexGrow = 1 }, name: Self.name)
    let text = Branch(.text(TextParameters(Self.name)), name: Self.name)
    return Branch(
      .stack(StackParameters(direction: .vertical)), name: Self.name,
      [Branch(.inset(.zero), name: Self.name, [node]), text]
    ).tree
  }

  @Test func `Descriptions have a line an element, whatever the names`() {
    let layout = tree.layoutThatFits(.screen)
    let lines = layout.recursiveDescription.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4 && lines.allSatisfy(Self.isHarmless))
    #expect(Self.isHarmless(layout.description))
    let explanation = layout.explain(ElementID(2)).description.split(separator: "\n")
    #expect(explanation.count == 9 && explanation.allSatisfy(Self.isHarmless))
    #expect(tree.asciiArtString.split(separator: "\n").allSatisfy(Self.isHarmless))
    let spec = InsetLayoutSpec(insets: .zero, child: TextNode("x").named(Self.name)).named(Self.name)
    #expect(Self.isHarmless(spec.asciiArtName) && spec.asciiArtString.split(separator: "\n").count == 3)
    for finding in tree.lint(in: .screen) { #expect(Self.isHarmless(finding.description)) }
  }

  @Test func `Lines are indented for 50 levels at most, so that descriptions grow linearly`() {
    func byteCount(levels: Int) -> Int {
      let chain = LayoutTree.chain(of: levels, .inset(.zero), around: .node)
      return chain.layoutThatFits(.screen).recursiveDescription.utf8.count
    }
    let (half, whole) = (byteCount(levels: 2_000), byteCount(levels: 4_000))
    #expect(whole <= half + 2_000 * 200)
  }
}

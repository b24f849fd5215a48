import LayoutDiagnostics
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Pictures in characters")
struct ASCIIArtTests {
  private let spec = StackLayoutSpec(direction: .horizontal) {
    StackLayoutSpec(direction: .vertical) {
      ImageNode(imageSize: Size(10, 10))
      ImageNode(imageSize: Size(10, 10))
    }
    StackLayoutSpec(direction: .vertical) {
      ImageNode(imageSize: Size(10, 10))
      ImageNode(imageSize: Size(10, 10))
    }
  }

  @Test func `Nested boxes, as in the documentation`() {
    #expect(
      spec.asciiArtString == """
        ----------------------StackLayoutSpec---------------------
        |  -----StackLayoutSpec-----  -----StackLayoutSpec-----  |
        |  |       ImageNode       |  |       ImageNode       |  |
        |  |       ImageNode       |  |       ImageNode       |  |
        |  -------------------------  -------------------------  |
        ----------------------------------------------------------
        """)
  }

  @Test func `A name stands in brackets behind the type`() {
    let spec = InsetLayoutSpec(insets: .zero, child: TextNode("x").named("title")).named("cell")
    #expect(spec.asciiArtName == "InsetLayoutSpec (cell)")
    #expect(
      spec.asciiArtString == """
        -----InsetLayoutSpec (cell)-----
        |       TextNode (title)       |
        --------------------------------
        """)
    #expect(TextNode("x").asciiArtString == "TextNode")
  }

  @Test func `A node shows what its layout holds; without one it says so, and shows its subnodes`() {
    let (title, photo) = (TextNode("x").named("title"), ImageNode(imageSize: Size(9, 9)))
    let card = DisplayNode { _, _ in
      InsetLayoutSpec(insets: .zero, child: StackLayoutSpec { [photo, title] as [any LayoutElement] })
    }.named("card")
    #expect(card.asciiArtString == "DisplayNode (card), not laid out")
    card.addSubnode(photo)
    card.addSubnode(title)
    #expect(
      card.asciiArtString == """
        -----DisplayNode (card), not laid out-----
        |                ImageNode               |
        |            TextNode (title)            |
        ------------------------------------------
        """)
    _ = card.layoutThatFits(.unconstrained)
    #expect(
      card.asciiArtString == """
        --------------DisplayNode (card)-------------
        |  ------------InsetLayoutSpec------------  |
        |  |  ---------StackLayoutSpec---------  |  |
        |  |  |  ImageNode  TextNode (title)  |  |  |
        |  |  ---------------------------------  |  |
        |  ---------------------------------------  |
        ---------------------------------------------
        """)
    card.setNeedsLayout()
    #expect(card.asciiArtString.hasPrefix("-----DisplayNode (card), not laid out-----"))
    // A node without content of its own holds its subnodes alone, laid out or not.
    let plain = DisplayNode()
    plain.addSubnode(TextNode("x"))
    #expect(plain.asciiArtString.hasPrefix("-----DisplayNode-----"))
    // As any element.
    #expect((card as any LayoutElement).asciiArtString == card.asciiArtString)
  }

  @Test func `A node within another one shows its own part of that one's layout`() {
    let text = TextNode("x")
    let inner = DisplayNode { _, _ in WrapperLayoutSpec(text) }
    let outer = DisplayNode { _, _ in
      StackLayoutSpec { [ImageNode(imageSize: Size(5, 5)), inner, DisplayNode()] as [any LayoutElement] }
    }
    for node in [outer, inner] { node.automaticallyManagesSubnodes = true }
    _ = outer.layoutThatFits(.unconstrained)
    outer.layoutIfNeeded()
    #expect(
      inner.asciiArtString == """
        -----------DisplayNode-----------
        |  -----WrapperLayoutSpec-----  |
        |  |         TextNode        |  |
        |  ---------------------------  |
        ---------------------------------
        """)
    #expect(text.asciiArtString == "TextNode")
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
    var builder = LayoutTreeBuilder()
    for _ in 0..<100_000 { builder.begin(.inset(.zero)) }
    builder.add(.node)
    for _ in 0..<100_000 { builder.end() }
    let picture = ASCIIArt(of: builder.finish())
    #expect(picture.height == 200_001 && picture.width > 600_000)
  }
}

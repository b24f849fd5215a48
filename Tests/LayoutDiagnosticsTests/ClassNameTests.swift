import LayoutDiagnostics
import LayoutSpecs
import LayoutTestSupport
import Testing

/// An element of each way to be something else than one of the Layout API's own specs and plain nodes.
private final class CardNode: DisplayNode, @unchecked Sendable {
  let photo = NetworkImageNode().named("photo")
  let button = ButtonNode(title: "More")

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(direction: .vertical, alignItems: .start) {
      photo
      ImageNode(imageSize: Size(40, 30))
      Badge()
      LayeredSpec(
        children: [TextNode("plain"), TextNode("fancy", metrics: FancyMetrics()), BoldTextNode("bold")])
      button
      DisplayNode().preferredSize(Size(5, 5))
      SquareNode<Int>()
    }
  }
}

private final class BoldTextNode: TextNode, @unchecked Sendable {}

private final class SquareNode<Side>: DisplayNode, @unchecked Sendable {
  override func calculateSizeThatFits(_ constrainedSize: Size) -> Size { Size(9, 9) }
}

private struct FancyMetrics: TextMetrics {
  func size(of text: String, maxWidth: Double) -> Size { Size(11, 22) }
}

private struct Badge: LeafElement {
  var style = Style()
  var debugName: String?
  var measurement: any LeafMeasurement { BadgeMeasurement() }

  struct BadgeMeasurement: LeafMeasurement {
    func calculateSizeThatFits(_ constrainedSize: Size) -> Size { Size(10, 10) }
  }
}

@Suite("What diagnostics call elements")
struct ClassNameTests {
  private let cell = SizeRange.upTo(width: 100)

  private func names(_ tree: LayoutTree) -> [String] { tree.elementIDs.map { tree.className(of: $0) } }

  private static let cardNames = [
    "CardNode", "StackLayoutSpec", "NetworkImageNode", "ImageNode", "Badge", "LayeredSpec", "TextNode",
    "TextNode",
    "BoldTextNode", "ButtonNode", "InsetLayoutSpec", "StackLayoutSpec", "TextNode", "DisplayNode",
    "SquareNode<Int>",
  ]

  @Test func `Elements are called by their classes, and by nothing that these are made of`() {
    let layout = CardNode().layoutThatFits(cell)
    #expect(names(layout.tree) == ClassNameTests.cardNames)
    // Within another layout, and a second time, when the card's own layout is known.
    let card = CardNode()
    for _ in 0..<2 {
      let around = DisplayNode { _, _ in InsetLayoutSpec(insets: .zero, child: card) }.layoutThatFits(cell)
      #expect(names(around.tree) == ["DisplayNode", "InsetLayoutSpec"] + ClassNameTests.cardNames)
      #expect(card.layoutThatFits(cell).tree.className(of: ElementID(0)) == "CardNode")
    }
  }

  @Test func `What was written through a builder is called as the Layout API does`() {
    let tree = LayoutTree.element(
      .custom(LayeredSpec.Layered()), around: [.sizedNode(Size(1, 1)), .measured(Badge.BadgeMeasurement())])
    #expect(names(tree) == ["Layered", "DisplayNode", "BadgeMeasurement"])
  }

  @Test func `Profiles call kinds by their class`() {
    let tree = CardNode().layoutThatFits(cell).tree
    var context = LayoutContext()
    var trace = LayoutTrace()
    context.layout(tree, in: cell, recording: &trace)
    var profile = LayoutProfile(of: tree)
    profile.add(trace)
    #expect(
      profile.kinds.mapValues(\.elementCount) == [
        "CardNode": 1, "stack": 2, "NetworkImageNode": 1, "ImageNode": 1, "Badge": 1, "LayeredSpec": 1,
        "text": 2,
        "TextNode": 1, "BoldTextNode": 1, "ButtonNode": 1, "inset": 1, "node": 1, "SquareNode<Int>": 1,
      ])
    #expect(profile.kinds["LayeredSpec"]?.counters.computations == 1)
    #expect(tree.label(of: ElementID(2)) == "NetworkImageNode \"photo\"")
  }

  @Test func `Trees that are changed, put together and taken apart keep the names`() throws {
    let card = CardNode().layoutThatFits(cell).tree
    var tree = try #require(
      StackLayoutSpec {
        VideoNode()
        ImageNode(imageSize: Size(1, 2))
      }.compiled())
    let copy = tree
    #expect(tree.insertSubtree(card, in: tree.root, at: 1) == ElementID(2))
    tree.setContent(.sizedNode(Size(3, 4)), of: ElementID(tree.elementCount - 1))
    tree.setStyle(Style { $0.flexGrow = 1 }, of: ElementID(1))
    #expect(names(tree) == ["StackLayoutSpec", "VideoNode"] + ClassNameTests.cardNames + ["ImageNode"])
    tree.replaceSubtree(
      of: ElementID(1), with: try #require(LayeredSpec(children: [EditableTextNode()]).compiled()))
    #expect(names(tree).prefix(4) == ["StackLayoutSpec", "LayeredSpec", "EditableTextNode", "CardNode"])
    // Until the tables are written anew.
    for _ in 0..<10 {
      tree.removeSubtree(of: ElementID(3))
      tree.insertSubtree(card, in: tree.root, at: 1)
    }
    tree.removeSubtree(of: ElementID(1))
    #expect(names(tree) == ["StackLayoutSpec"] + ClassNameTests.cardNames + ["ImageNode"])
    tree.replaceSubtree(of: tree.root, with: card)
    #expect(names(tree) == ClassNameTests.cardNames)
    #expect(names(copy) == ["StackLayoutSpec", "VideoNode", "ImageNode"])
  }
}

import LayoutSpecs
import Testing

// This is the example of the page "Nodes"; change both.
final class CommentNode: DisplayNode, @unchecked Sendable {
  let avatar = ImageNode(imageSize: Size(32, 32))
  let author: TextNode
  let body: TextNode

  init(author: String, body: String) {
    self.author = TextNode(author)
    self.body = TextNode(body)
    super.init()
    automaticallyManagesSubnodes = true
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    InsetLayoutSpec(
      insets: EdgeInsets(8),
      child: StackLayoutSpec(spacing: 8, alignItems: .start) {
        avatar
        StackLayoutSpec(direction: .vertical, spacing: 2) {
          author
          body
        }.flexGrow().flexShrink()
      })
  }
}

@Suite("The page on nodes")
struct NodeDocumentationTests {
  @Test func `Its example gives what it says`() async throws {
    let comment = CommentNode(author: "Ada", body: "It weaves algebraic patterns")
    let layout = comment.layoutThatFits(.tableCell(width: 200))
    comment.layoutIfNeeded()
    #expect("\(layout.size) \(comment.body.frame)" == "{200, 78} {{48, 30}, {144, 40}}")
    #expect(comment.subnodes.count == 3)
    #expect(try await comment.layout(thatFits: .tableCell(width: 320)).size.width > 200)
  }
}

private final class CardNode: DisplayNode, @unchecked Sendable {}

private final class SquareNode<Content>: DisplayNode, @unchecked Sendable {}

@Suite("Nodes as texts")
struct NodeDescriptionTests {
  @Test func `A node is one line: its own class, its name and its frame`() {
    #expect("\(ImageNode())" == "<ImageNode; frame = {{0, 0}, {0, 0}}>")
    let card = CardNode().named("first")
    card.frame = Rect(x: 0, y: 12, width: 320, height: 44.5)
    #expect("\(card)" == "<CardNode \"first\"; frame = {{0, 12}, {320, 44.5}}>")
    #expect("\(SquareNode<Int>())" == "<SquareNode<Int>; frame = {{0, 0}, {0, 0}}>")
    // As it is printed, and as part of a list.
    #expect(String(describing: card) == card.description)
    #expect("\([card as DisplayNode])" == "[\(card)]")
  }

  @Test func `A name that would break the line, or control a terminal, is escaped`() {
    #expect("\(CardNode().named("a\nb\"\u{1B}"))".hasPrefix("<CardNode \"a\\nb\\\"\\u{1B}\"; frame"))
    #expect("\(CardNode().named(""))" == "<CardNode \"\"; frame = {{0, 0}, {0, 0}}>")
  }
}

@Suite("README")
struct ReadmeTests {
  @Test func `The library's example gives what the README says`() throws {
    let avatar = ImageNode(imageSize: Size(40, 40))
    let name = TextNode("Ada Lovelace")
    let time = TextNode("30m")

    let header = InsetLayoutSpec(
      insets: EdgeInsets(12),
      child: StackLayoutSpec(direction: .horizontal, spacing: 8, alignItems: .center) {
        avatar
        name.flexShrink()
        LayoutSpec().flexGrow()
        time
      })
    let layout = header.layoutThatFits(SizeRange(width: 320))
    #expect("\(layout.size) \(layout.frame(of: time)!)" == "{320, 64} {{284, 22}, {24, 20}}")

    var tree = try #require(header.compiled())
    var context = LayoutContext()
    let sizes = [320.0, 375, 414].map { context.layout(tree, in: .tableCell(width: $0)) }
    #expect(sizes.map(\.height) == [64, 64, 64])
    #expect(context.frame(of: tree.root)?.size == sizes[2])

    tree.setContent(.text(TextParameters("31m")), of: ElementID(5))
    context.relayout(tree, in: .tableCell(width: 414))
    #expect(context.frame(of: ElementID(5))?.size == Size(24, 20))
  }
}

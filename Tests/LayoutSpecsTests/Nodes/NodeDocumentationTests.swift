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

// So is this one.
final class ArticleNode: DisplayNode, @unchecked Sendable {
  let summary = TextNode("In short")
  let body = TextNode("At length, with all that there is to say")
  private let expansion = NodeState(false)

  var isExpanded: Bool {
    get { self[expansion] }
    set { self[expansion] = newValue }
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    isExpanded ? body : summary
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

  @Test func `Its example of a state lays out what the state says`() {
    let article = ArticleNode()
    #expect(article.layoutThatFits(SizeRange(width: 160)).size == Size(160, 20))
    article.isExpanded = true
    #expect(article.layoutThatFits(SizeRange(width: 160)).size == Size(160, 40))
  }
}

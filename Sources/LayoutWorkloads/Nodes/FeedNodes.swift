import LayoutSpecs

/// The feed as an app has it: posts, and a node for each.
public struct FeedNodes: NodeWorkload {
  private let posts: [PostTexts]

  /// A feed of so many posts, with the texts that `feed(N)` draws from this seed.
  public init(postCount: Int, seed: UInt64 = Workload.defaultSeed) {
    var random = SplitMix64(seed: seed)
    posts = (0..<postCount).map { _ in PostTexts(&random) }
  }

  public func makeNodes() -> DisplayNode {
    CellListNode(posts.map { PostNode($0) })
  }

  /// One post.
  private final class PostNode: DisplayNode, @unchecked Sendable {
    private let avatar = ImageNode(imageSize: Size(40, 40))
    private let title: TextNode
    private let body: TextNode
    private let icons = (0..<3).map { _ in ImageNode(imageSize: Size(24, 24)) }
    private let meta: TextNode

    init(_ post: PostTexts) {
      title = TextNode(post.title)
      body = TextNode(post.body)
      meta = TextNode(post.meta)
    }

    override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
      InsetLayoutSpec(
        insets: EdgeInsets(12),
        child: StackLayoutSpec(spacing: 8, alignItems: .start) {
          avatar
          StackLayoutSpec(direction: .vertical, spacing: 4) {
            title
            body
            StackLayoutSpec(spacing: 6, alignItems: .center) {
              icons
              LayoutSpec().flexGrow()
              meta
            }
          }.flexGrow().flexShrink()
        })
    }
  }
}

import LayoutSpecs

/// The feed as an app has it: a node for each post.
public struct FeedNodes: NodeWorkload {
  private let posts: [PostTexts]

  /// A feed with the texts that `feed(N)` draws from this seed.
  public init(postCount: Int, seed: UInt64 = Workload.defaultSeed) {
    var random = SplitMix64(seed: seed)
    posts = (0..<postCount).map { _ in PostTexts(&random) }
  }

  public var cellCount: Int { posts.count }

  public func makeCell(_ index: Int) -> DisplayNode { PostNode(posts[index]) }

  /// Without the posts' own nodes, which the compiled feed does not have.
  public func makeElement() -> (any LayoutElement)? {
    StackLayoutSpec(direction: .vertical) {
      posts.map { post in
        PostNode.spec(
          avatar: PostNode.makeAvatar(), title: TextNode(post.title), body: TextNode(post.body),
          icons: PostNode.makeIcons(), meta: TextNode(post.meta))
      }
    }
  }

  public func makeHandWritten(_ cell: DisplayNode) -> (any HandWrittenCell)? {
    (cell as? PostNode).map(HandWrittenPost.init)
  }
}

/// One post.
final class PostNode: DisplayNode, @unchecked Sendable {
  let avatar = PostNode.makeAvatar()
  let title: TextNode
  let body: TextNode
  let icons = PostNode.makeIcons()
  let meta: TextNode

  convenience init(_ post: PostTexts) {
    self.init(title: TextNode(post.title), body: TextNode(post.body), meta: TextNode(post.meta))
  }

  init(title: TextNode, body: TextNode, meta: TextNode) {
    (self.title, self.body, self.meta) = (title, body, meta)
  }

  static func makeAvatar() -> ImageNode { ImageNode(imageSize: Size(40, 40)) }

  static func makeIcons() -> [ImageNode] { (0..<3).map { _ in ImageNode(imageSize: Size(24, 24)) } }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    PostNode.spec(avatar: avatar, title: title, body: body, icons: icons, meta: meta)
  }

  static func spec(
    avatar: ImageNode, title: TextNode, body: TextNode, icons: [ImageNode], meta: TextNode
  ) -> some LayoutElement {
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

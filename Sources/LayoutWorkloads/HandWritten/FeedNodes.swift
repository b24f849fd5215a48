import LayoutSpecs

/// The feed as an app has it: a node for each post.
public struct FeedNodes: NodeWorkload {
  let posts: [PostTexts]

  /// A feed with the texts that `feed(N)` draws from this seed.
  public init(postCount: Int, seed: UInt64 = Workload.defaultSeed) {
    var random = SplitMix64(seed: seed)
    posts = (0..<postCount).map { _ in PostTexts(&random) }
  }

  public var cellCount: Int { posts.count }

  public func makeCell(_ index: Int) -> DisplayNode { PostNode(posts[index]) }

  /// The posts' specs without the posts' own nodes, which the compiled feed does not have.
  public func makeElement() -> (any LayoutElement)? {
    StackLayoutSpec(direction: .vertical) {
      posts.map { post in
        PostNode.spec(
          avatar: PostNode.makeAvatar(), title: TextNode(post.title), body: TextNode(post.body),
          icons: PostNode.makeIcons(), meta: TextNode(post.meta))
      }
    }
  }

  public func makeHandWritten(_ cell: DisplayNode) -> (any HandWrittenCell)? { (cell as? PostNode)?.byHand() }

  public func makeHandWrittenLeaves(_ index: Int) -> (any HandWrittenCell)? {
    let post = posts[index]
    return HandWrittenPost(
      avatar: PostNode.makeAvatar(), title: TextNode(post.title), body: TextNode(post.body),
      icons: PostNode.makeIcons(), meta: TextNode(post.meta))
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

  /// Returns code for the frames of these nodes.
  func byHand(hasRealFonts: Bool = false) -> HandWrittenPost {
    HandWrittenPost(
      avatar: avatar, title: title, body: body, icons: icons, meta: meta, hasRealFonts: hasRealFonts)
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

// MARK: - Feed items

/// The list of feed items as an app has it: for each item a node, whose parts are nodes with specs of their
/// own.
public struct FeedItemNodes: NodeWorkload {
  let items: [FeedItemTexts]

  /// A list of items with the texts that `feedItem(N)` draws from this seed.
  public init(itemCount: Int, seed: UInt64 = Workload.defaultSeed) {
    var random = SplitMix64(seed: seed)
    items = (0..<itemCount).map { _ in FeedItemTexts(&random) }
  }

  public var cellCount: Int { items.count }

  public func makeCell(_ index: Int) -> DisplayNode { FeedItemNode(items[index]) }

  public func makeManagedCell(_ index: Int) -> DisplayNode {
    let item = FeedItemNode(items[index])
    item.automaticallyManagesSubnodes = true
    item.topBar.automaticallyManagesSubnodes = true
    item.profile.automaticallyManagesSubnodes = true
    item.content.automaticallyManagesSubnodes = true
    item.socialActions.automaticallyManagesSubnodes = true
    item.comment.automaticallyManagesSubnodes = true
    return item
  }

  /// The items' specs without the items' own nodes, which the compiled list does not have.
  public func makeElement() -> (any LayoutElement)? {
    StackLayoutSpec(direction: .vertical) { items.map { FeedItemNode($0).spec } }
  }

  public func makeHandWritten(_ cell: DisplayNode) -> (any HandWrittenCell)? {
    (cell as? FeedItemNode).map { item in
      let (bar, profile, content) = (item.topBar, item.profile, item.content)
      return HandWrittenFeedItem(
        images: [profile.image, content.image, item.comment.image],
        labels: [bar.action, bar.options] + profile.labels + [content.domain] + item.socialActions.labels
          + [item.comment.label],
        profileComment: profile.comment, title: content.title)
    }
  }

  public func makeHandWrittenLeaves(_ index: Int) -> (any HandWrittenCell)? {
    let item = items[index]
    let labels = [
      item.action, "...", item.name, item.headline, item.time, item.domain, "Like", "Comment", "Share",
      item.comment,
    ]
    return HandWrittenFeedItem(
      images: [Size(50, 50), Size(350, 200), Size(50, 50)].map { ImageNode(imageSize: $0) },
      labels: labels.map { TextNode($0) }, profileComment: TextNode(item.profileComment),
      title: TextNode(item.title))
  }
}

/// One item: five parts below each other.
final class FeedItemNode: DisplayNode, @unchecked Sendable {
  let topBar: TopBarNode
  let profile: ProfileNode
  let content: ContentNode
  let socialActions = SocialActionsNode()
  let comment: CommentNode

  init(_ item: FeedItemTexts) {
    topBar = TopBarNode(item)
    profile = ProfileNode(item)
    content = ContentNode(item)
    comment = CommentNode(item)
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? { spec }

  var spec: some LayoutElement {
    StackLayoutSpec(direction: .vertical, spacing: 4, justifyContent: .spaceBetween) {
      topBar
      profile
      content
      socialActions
      comment
    }
  }
}

final class TopBarNode: DisplayNode, @unchecked Sendable {
  let action: TextNode
  let options = TextNode("...")

  init(_ item: FeedItemTexts) { action = TextNode(item.action).flexGrow() }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(alignItems: .start) {
      action
      options
    }
  }
}

final class ProfileNode: DisplayNode, @unchecked Sendable {
  let image = ImageNode(imageSize: Size(50, 50))
  /// The name, the headline and the time.
  let labels: [TextNode]
  let comment: TextNode

  init(_ item: FeedItemTexts) {
    labels = [item.name, item.headline, item.time].map { TextNode($0) }
    comment = TextNode(item.profileComment)
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    InsetLayoutSpec(
      insets: EdgeInsets(right: 4),
      child: StackLayoutSpec(direction: .vertical, spacing: 3) {
        StackLayoutSpec(spacing: 4, justifyContent: .spaceBetween, alignItems: .center) {
          image
          StackLayoutSpec(direction: .vertical, spacing: 2, justifyContent: .spaceBetween, children: labels)
            .flexGrow()
        }
        comment
      })
  }
}

final class ContentNode: DisplayNode, @unchecked Sendable {
  let image = ImageNode(imageSize: Size(350, 200))
  let title: TextNode
  let domain: TextNode

  init(_ item: FeedItemTexts) {
    title = TextNode(item.title)
    domain = TextNode(item.domain)
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(direction: .vertical, justifyContent: .spaceBetween) {
      image
      title
      domain
    }
  }
}

final class SocialActionsNode: DisplayNode, @unchecked Sendable {
  let labels = ["Like", "Comment", "Share"].map { TextNode($0) }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(justifyContent: .spaceBetween, alignItems: .start, children: labels)
  }
}

final class CommentNode: DisplayNode, @unchecked Sendable {
  let image = ImageNode(imageSize: Size(50, 50))
  let label: TextNode

  init(_ item: FeedItemTexts) { label = TextNode(item.comment).flexGrow() }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(spacing: 4, justifyContent: .spaceBetween, alignItems: .center) {
      image
      label
    }
  }
}

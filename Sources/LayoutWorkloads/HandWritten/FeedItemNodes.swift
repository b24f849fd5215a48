import LayoutSpecs

/// The list of feed items as an app has it: for each item a node, whose parts are nodes with specs of their
/// own.
public struct FeedItemNodes: NodeWorkload {
  private let items: [FeedItemTexts]

  /// A list of items with the texts that `feedItem(N)` draws from this seed.
  public init(itemCount: Int, seed: UInt64 = Workload.defaultSeed) {
    var random = SplitMix64(seed: seed)
    items = (0..<itemCount).map { _ in FeedItemTexts(&random) }
  }

  public var cellCount: Int { items.count }

  public func makeCell(_ index: Int) -> DisplayNode { FeedItemNode(items[index]) }

  /// Without the items' own nodes, which the compiled list does not have.
  public func makeElement() -> (any LayoutElement)? {
    StackLayoutSpec(direction: .vertical) { items.map { FeedItemNode($0).spec } }
  }

  public func makeHandWritten(_ cell: DisplayNode) -> (any HandWrittenCell)? {
    (cell as? FeedItemNode).map(HandWrittenFeedItem.init)
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

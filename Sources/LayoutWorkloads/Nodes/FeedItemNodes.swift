import LayoutSpecs

/// The list of feed items as an app has it: items, and six nodes that arrange others for each.
public struct FeedItemNodes: NodeWorkload {
  private let items: [FeedItemTexts]

  /// A list of so many items, with the texts that `feedItem(N)` draws from this seed.
  public init(itemCount: Int, seed: UInt64 = Workload.defaultSeed) {
    var random = SplitMix64(seed: seed)
    items = (0..<itemCount).map { _ in FeedItemTexts(&random) }
  }

  public func makeNodes() -> DisplayNode {
    CellListNode(items.map { FeedItemNode($0) })
  }
}

/// One item: five parts below each other.
private final class FeedItemNode: DisplayNode, @unchecked Sendable {
  private let parts: [DisplayNode]

  init(_ item: FeedItemTexts) {
    parts = [TopBarNode(item), ProfileNode(item), ContentNode(item), SocialActionsNode(), CommentNode(item)]
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(direction: .vertical, spacing: 4, justifyContent: .spaceBetween, children: parts)
  }
}

private final class TopBarNode: DisplayNode, @unchecked Sendable {
  private let action: TextNode
  private let options = TextNode("...")

  init(_ item: FeedItemTexts) {
    action = TextNode(item.action).flexGrow()
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(alignItems: .start) {
      action
      options
    }
  }
}

private final class ProfileNode: DisplayNode, @unchecked Sendable {
  private let image = ImageNode(imageSize: Size(50, 50))
  private let labels: [TextNode]
  private let comment: TextNode

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

private final class ContentNode: DisplayNode, @unchecked Sendable {
  private let image = ImageNode(imageSize: Size(350, 200))
  private let title: TextNode
  private let domain: TextNode

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

private final class SocialActionsNode: DisplayNode, @unchecked Sendable {
  private let actions = ["Like", "Comment", "Share"].map { TextNode($0) }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(justifyContent: .spaceBetween, alignItems: .start, children: actions)
  }
}

private final class CommentNode: DisplayNode, @unchecked Sendable {
  private let image = ImageNode(imageSize: Size(50, 50))
  private let comment: TextNode

  init(_ item: FeedItemTexts) {
    comment = TextNode(item.comment).flexGrow()
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(spacing: 4, justifyContent: .spaceBetween, alignItems: .center) {
      image
      comment
    }
  }
}

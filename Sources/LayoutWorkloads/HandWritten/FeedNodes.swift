import LayoutSpecs

/// A workload as an app has it: nodes, each with a `layoutSpecThatFits(_:)` of its own.
///
/// The root and each cell are nodes. In the compiled workload they are the specs that these nodes return, so
/// the nodes' layout has another element for each of them.
public protocol NodeWorkload: Sendable {
  /// Creates the nodes, and returns the one that contains the cells.
  func makeNodes() -> DisplayNode
}

extension NodeWorkload {
  /// The frames of a layout of the nodes, in the order of the compiled workload: a cell's spec fills its
  /// node.
  ///
  /// - Complexity: linear in the number of elements.
  public func frames(of layout: Layout) -> [Rect?] {
    let tree = layout.tree
    guard let list = Array(tree.children(of: tree.root)).first else { return [] }
    var frames = [layout.frame(of: tree.root)]
    for cell in tree.children(of: list) {
      frames.append(layout.frame(of: cell))
      // Everything after the cell and its spec.
      for index in tree.subtree(of: cell).dropFirst(2) {
        frames.append(layout.frame(of: ElementID(index)))
      }
    }
    return frames
  }
}

/// A node with cells below each other.
private final class CellListNode: DisplayNode, @unchecked Sendable {
  private let cells: [DisplayNode]

  init(_ cells: [DisplayNode]) { self.cells = cells }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(direction: .vertical, children: cells)
  }
}

// MARK: - The feed

/// The feed as an app has it: posts, and a node for each.
public struct FeedNodes: NodeWorkload {
  private let posts: [PostTexts]

  /// A feed with the texts that `feed(N)` draws from this seed.
  public init(postCount: Int, seed: UInt64 = Workload.defaultSeed) {
    var random = SplitMix64(seed: seed)
    posts = (0..<postCount).map { _ in PostTexts(&random) }
  }

  public func makeNodes() -> DisplayNode { CellListNode(posts.map { PostNode($0) }) }

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

// MARK: - Feed items

/// The list of feed items as an app has it: six nodes that arrange others for each item.
public struct FeedItemNodes: NodeWorkload {
  private let items: [FeedItemTexts]

  /// A list of items with the texts that `feedItem(N)` draws from this seed.
  public init(itemCount: Int, seed: UInt64 = Workload.defaultSeed) {
    var random = SplitMix64(seed: seed)
    items = (0..<itemCount).map { _ in FeedItemTexts(&random) }
  }

  public func makeNodes() -> DisplayNode { CellListNode(items.map { FeedItemNode($0) }) }
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

  init(_ item: FeedItemTexts) { action = TextNode(item.action).flexGrow() }

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

  init(_ item: FeedItemTexts) { comment = TextNode(item.comment).flexGrow() }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(spacing: 4, justifyContent: .spaceBetween, alignItems: .center) {
      image
      comment
    }
  }
}

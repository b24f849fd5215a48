import LayoutSpecsTexture

// Cells of a feed, as an app on Texture has them.

struct Post {
  var author = "Ada Lovelace"
  var handle = "@ada"
  var text = "The engine weaves algebraic patterns"
  var photoURL: URL?
  var photoRatio: CGFloat = 0.5
  var likes = 0
}

enum FeedStyle {
  static func title(_ string: String) -> NSAttributedString {
    NSAttributedString(
      string: string,
      attributes: [.font: UIFont.boldSystemFont(ofSize: 16), .foregroundColor: UIColor.black])
  }

  static func subtitle(_ string: String) -> NSAttributedString {
    NSAttributedString(
      string: string, attributes: [.font: UIFont.systemFont(ofSize: 16), .foregroundColor: UIColor.gray])
  }
}

final class PostCellNode: ASCellNode, @unchecked Sendable {
  private let post: Post
  let avatarNode = ASNetworkImageNode()
  let nameNode = ASTextNode()
  let handleNode = ASTextNode()
  let textNode = ASTextNode()
  let photoNode = ASNetworkImageNode()
  let likeButton = ASButtonNode()
  let separatorNode = ASDisplayNode()

  init(post: Post) {
    self.post = post
    super.init()
    automaticallyManagesSubnodes = true
    backgroundColor = .white
    selectionStyle = .none

    avatarNode.url = URL(string: "https://example.org/\(post.handle).png")
    avatarNode.backgroundColor = ASDisplayNodeDefaultPlaceholderColor()
    avatarNode.cornerRadius = 20
    avatarNode.cornerRoundingType = .precomposited
    avatarNode.style.preferredSize = CGSize(width: 40, height: 40)

    nameNode.attributedText = FeedStyle.title(post.author)
    nameNode.maximumNumberOfLines = 1
    nameNode.truncationMode = .byTruncatingTail
    handleNode.attributedText = FeedStyle.subtitle(post.handle)
    handleNode.maximumNumberOfLines = 1
    textNode.attributedText = NSAttributedString(string: post.text)

    photoNode.url = post.photoURL
    photoNode.contentMode = .scaleAspectFill
    photoNode.clipsToBounds = true
    photoNode.placeholderColor = .lightGray

    likeButton.setTitle("\(post.likes) likes", with: .systemFont(ofSize: 16), with: .darkGray, for: .normal)
    likeButton.setImage(UIImage(named: "heart"), for: .normal)
    likeButton.contentSpacing = 4
    likeButton.addTarget(self, action: "didTapLike", forControlEvents: .touchUpInside)
    separatorNode.backgroundColor = .separator
    separatorNode.style.height = ASDimensionMake(1)
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let names = ASStackLayoutSpec(
      direction: .vertical, spacing: 2, justifyContent: .start, alignItems: .start,
      children: [nameNode, handleNode])
    var header = ASStackLayoutSpec.horizontal()
    header.spacing = 10
    header.alignItems = .center
    header.children = [avatarNode, names]

    var body: [ASLayoutElement] = [header, textNode]
    if post.photoURL != nil {
      body.append(ASRatioLayoutSpec(ratio: post.photoRatio, child: photoNode))
    }
    body.append(likeButton)
    let content = ASStackLayoutSpec(
      direction: .vertical, spacing: 8, justifyContent: .start, alignItems: .stretch, children: body)
    let inset = ASInsetLayoutSpec(
      insets: UIEdgeInsets(top: 12, left: 16, bottom: 12, right: 16), child: content)
    return ASStackLayoutSpec(
      direction: .vertical, spacing: 0, justifyContent: .start, alignItems: .stretch,
      children: [inset, separatorNode])
  }
}

final class LinkPreviewNode: ASDisplayNode, @unchecked Sendable {
  let thumbnailNode = ASNetworkImageNode()
  let titleNode = ASTextNode()
  let hostNode = ASTextNode()

  init(title: String, host: String, imageURL: URL?) {
    super.init()
    automaticallyManagesSubnodes = true
    borderWidth = 1
    borderColor = UIColor.separator.cgColor
    cornerRadius = 8
    clipsToBounds = true
    titleNode.attributedText = FeedStyle.title(title)
    titleNode.maximumNumberOfLines = 2
    hostNode.attributedText = FeedStyle.subtitle(host)
    thumbnailNode.url = imageURL
    thumbnailNode.defaultImage = UIImage(named: "link")
    thumbnailNode.style.preferredSize = CGSize(width: 80, height: 80)
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    var texts = ASStackLayoutSpec(
      direction: .vertical, spacing: 4, justifyContent: .center, alignItems: .stretch,
      children: [titleNode, hostNode])
    texts.style.flexShrink = 1
    texts.style.flexGrow = 1
    let padded = ASInsetLayoutSpec(
      insets: UIEdgeInsets(top: 8, left: 12, bottom: 8, right: 12), child: texts)
    var flexible = ASWrapperLayoutSpec(layoutElement: padded)
    flexible.style.flexShrink = 1
    flexible.style.flexGrow = 1
    return ASStackLayoutSpec(
      direction: .horizontal, spacing: 0, justifyContent: .start, alignItems: .center,
      children: [thumbnailNode, flexible])
  }
}

final class CommentCellNode: ASCellNode, @unchecked Sendable {
  let depth: Int
  let lineNode = ASDisplayNode()
  let bodyNode = ASTextNode()

  init(depth: Int, body: String) {
    self.depth = depth
    super.init()
    automaticallyManagesSubnodes = true
    lineNode.backgroundColor = .systemBlue
    lineNode.style.width = ASDimensionMake(2)
    bodyNode.attributedText = NSAttributedString(string: body)
    bodyNode.style.flexShrink = 1
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    var children: [ASLayoutElement] = []
    if depth > 0 {
      lineNode.style.spacingBefore = CGFloat(depth - 1) * 16
      children.append(lineNode)
    }
    children.append(bodyNode)
    let row = ASStackLayoutSpec(
      direction: .horizontal, spacing: 8, justifyContent: .start, alignItems: .stretch, children: children)
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 6, left: 12, bottom: 6, right: 12), child: row)
  }
}

final class PollOptionNode: ASControlNode, @unchecked Sendable {
  let barNode = ASDisplayNode()
  let nameNode = ASTextNode()
  let percentNode = ASTextNode()
  let share: CGFloat

  init(name: String, share: CGFloat) {
    self.share = share
    super.init()
    automaticallyManagesSubnodes = true
    barNode.backgroundColor = UIColor.systemBlue.withAlphaComponent(0.2)
    barNode.isLayerBacked = true
    nameNode.attributedText = NSAttributedString(string: name)
    percentNode.attributedText = NSAttributedString(string: "\(Int(share * 100)) %")
    style.height = ASDimensionMake(36)
    isAccessibilityElement = true
    accessibilityLabel = name
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    barNode.style.width = ASDimensionMakeWithFraction(share)
    barNode.style.height = ASDimensionMakeWithFraction(1)
    let texts = ASStackLayoutSpec(
      direction: .horizontal, spacing: 0, justifyContent: .spaceBetween, alignItems: .center,
      children: [nameNode, percentNode])
    let inset = ASInsetLayoutSpec(insets: UIEdgeInsets(top: 0, left: 12, bottom: 0, right: 12), child: texts)
    let bar = ASAbsoluteLayoutSpec(children: [barNode])
    return ASBackgroundLayoutSpec(child: inset, background: bar)
  }
}

final class StoryNode: ASCellNode, @unchecked Sendable {
  let ringNode = ASImageNode()
  let pictureNode = ASNetworkImageNode()
  let nameNode = ASTextNode2()

  init(name: String) {
    super.init()
    automaticallyManagesSubnodes = true
    ringNode.image = UIImage(named: "ring")
    ringNode.imageModificationBlock = ASImageNodeTintColorModificationBlock(.systemRed)
    pictureNode.imageModificationBlock = ASImageNodeRoundBorderModificationBlock(2, .white)
    pictureNode.style.preferredSize = CGSize(width: 56, height: 56)
    nameNode.attributedText = NSAttributedString(string: name)
    nameNode.maximumNumberOfLines = 1
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let picture = ASCenterLayoutSpec(centeringOptions: .XY, sizingOptions: .minimumXY, child: pictureNode)
    ringNode.style.preferredSize = CGSize(width: 64, height: 64)
    let ring = ASOverlayLayoutSpec(child: ringNode, overlay: picture)
    let column = ASStackLayoutSpec(
      direction: .vertical, spacing: 4, justifyContent: .start, alignItems: .center,
      children: [ring, nameNode])
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 8, left: 6, bottom: 8, right: 6), child: column)
  }
}

final class LoadingCellNode: ASCellNode, @unchecked Sendable {
  let spinnerNode: ASDisplayNode
  let textNode = ASTextNode()

  override init() {
    spinnerNode = ASDisplayNode(
      viewBlock: { SpinnerView() }, didLoad: { $0.isUserInteractionEnabled = false })
    super.init()
    addSubnode(spinnerNode)
    addSubnode(textNode)
    spinnerNode.style.preferredSize = CGSize(width: 20, height: 20)
    textNode.attributedText = NSAttributedString(string: "Loading")
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let stack = ASStackLayoutSpec(
      direction: .horizontal, spacing: 8, justifyContent: .center, alignItems: .center,
      children: [spinnerNode, textNode])
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 16, left: 0, bottom: 16, right: 0), child: stack)
  }
}

/// Stands for a view of the app.
final class SpinnerView {}

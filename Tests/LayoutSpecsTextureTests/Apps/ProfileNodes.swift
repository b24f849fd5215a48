import LayoutSpecsTexture

// The top of a profile, and what is below it.

final class ProfileHeaderNode: ASCellNode, @unchecked Sendable {
  let bannerNode = ASNetworkImageNode()
  let avatarNode = ASNetworkImageNode()
  let nameNode = ASTextNode()
  let bioNode = ASTextNode()
  let followButton = ASButtonNode()
  let statNodes: [StatNode]

  init(name: String, bio: String, stats: [(String, Int)]) {
    statNodes = stats.map { StatNode(title: $0.0, count: $0.1) }
    super.init()
    automaticallyManagesSubnodes = true
    bannerNode.contentMode = .scaleAspectFill
    bannerNode.url = URL(string: "https://example.org/banner.png")
    avatarNode.imageModificationBlock = { image, _ in image }
    avatarNode.borderWidth = 3
    avatarNode.borderColor = UIColor.white.cgColor
    avatarNode.shadowOpacity = 0.2
    avatarNode.shadowRadius = 4
    avatarNode.style.preferredSize = CGSize(width: 80, height: 80)
    nameNode.attributedText = NSAttributedString(string: name)
    bioNode.attributedText = NSAttributedString(string: bio)
    followButton.setTitle("Follow", with: .systemFont(ofSize: 16), with: .white, for: .normal)
    followButton.setTitle("Following", with: .systemFont(ofSize: 16), with: .systemBlue, for: .selected)
    followButton.setBackgroundImage(UIImage(named: "button"), for: .normal)
    followButton.contentEdgeInsets = UIEdgeInsets(top: 8, left: 16, bottom: 8, right: 16)
    followButton.titleNode.maximumNumberOfLines = 1
    followButton.titleNode.truncationMode = .byTruncatingTail
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    bannerNode.style.preferredSize = CGSize(width: constrainedSize.max.width, height: 120)
    let avatar = ASRelativeLayoutSpec(
      horizontalPosition: .start, verticalPosition: .end, sizingOption: [],
      child: ASInsetLayoutSpec(
        insets: UIEdgeInsets(top: 0, left: 16, bottom: -40, right: 0), child: avatarNode))
    let top = ASOverlayLayoutSpec(child: bannerNode, overlay: avatar)

    var stats = ASStackLayoutSpec.horizontal()
    stats.justifyContent = .spaceAround
    stats.children = statNodes
    let texts = ASStackLayoutSpec(
      direction: .vertical, spacing: 6, justifyContent: .start, alignItems: .start,
      children: [nameNode, bioNode])
    let below = ASStackLayoutSpec(
      direction: .vertical, spacing: 12, justifyContent: .start, alignItems: .stretch,
      children: [
        ASRelativeLayoutSpec(
          horizontalPosition: .end, verticalPosition: .start, sizingOption: .minimumHeight,
          child: followButton), texts, stats,
      ])
    return ASStackLayoutSpec(
      direction: .vertical, spacing: 0, justifyContent: .start, alignItems: .stretch,
      children: [
        top, ASInsetLayoutSpec(insets: UIEdgeInsets(top: 8, left: 16, bottom: 16, right: 16), child: below),
      ])
  }
}

final class StatNode: ASDisplayNode, @unchecked Sendable {
  let countNode = ASTextNode()
  let titleNode = ASTextNode()

  init(title: String, count: Int) {
    super.init()
    automaticallyManagesSubnodes = true
    countNode.attributedText = NSAttributedString(
      string: "\(count)", attributes: [.font: UIFont.systemFont(ofSize: 16, weight: .semibold)])
    titleNode.attributedText = NSAttributedString(string: title)
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    ASStackLayoutSpec(
      direction: .vertical, spacing: 0, justifyContent: .start, alignItems: .center,
      children: [countNode, titleNode])
  }
}

final class BadgeNode: ASDisplayNode, @unchecked Sendable {
  let textNode = ASTextNode()
  let imageNode = ASImageNode()

  init(count: Int) {
    super.init()
    automaticallyManagesSubnodes = true
    textNode.attributedText = NSAttributedString(string: "\(count)")
    textNode.textContainerInset = UIEdgeInsets(top: 0, left: 6, bottom: 0, right: 6)
    textNode.backgroundColor = .systemRed
    textNode.cornerRadius = 10
    imageNode.image = UIImage(named: "bell")
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    ASCornerLayoutSpec(child: imageNode, corner: textNode, location: .topRight)
  }
}

final class BioTextNode: ASDisplayNode, ASTextNodeDelegate, @unchecked Sendable {
  let textNode = ASTextNode()
  let tapped = NodeState<String?>(nil, affectsLayout: false)

  init(text: String, linkRange: NSRange, url: String) {
    super.init()
    automaticallyManagesSubnodes = true
    isUserInteractionEnabled = true
    let string = NSMutableAttributedString(string: text)
    string.addAttribute(NSAttributedString.Key(rawValue: "ProfileLink"), value: url, range: linkRange)
    string.addAttributes([.foregroundColor: UIColor.systemBlue], range: linkRange)
    textNode.attributedText = string
    textNode.linkAttributeNames = ["ProfileLink"]
    textNode.passthroughNonlinkTouches = true
    textNode.highlightStyle = .dark
    textNode.truncationAttributedText = NSAttributedString(string: "… ")
    textNode.additionalTruncationMessage = NSAttributedString(string: "more")
    textNode.delegate = self
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    ASInsetLayoutSpec(insets: UIEdgeInsets(top: 5, left: 10, bottom: 5, right: 10), child: textNode)
  }

  func textNode(
    _ textNode: ASTextNode, tappedLinkAttribute attribute: String, value: Any, at point: CGPoint,
    textRange: NSRange
  ) {
    self[tapped] = value as? String
  }
}

final class MenuNode: ASDisplayNode, @unchecked Sendable {
  let buttons: [ASButtonNode]

  init(titles: [String]) {
    buttons = titles.map { title in
      let button = ASButtonNode()
      button.setTitle(title, with: nil, with: nil, for: .normal)
      button.laysOutHorizontally = false
      button.tintColor = .systemBlue
      return button
    }
    super.init()
    // swift-format-ignore: ReplaceForEachWithForLoop
    buttons.forEach { addSubnode($0) }
    // swift-format-ignore: ReplaceForEachWithForLoop
    buttons.forEach { $0.addTarget(self, action: "handleButtonClicked:", forControlEvents: .touchUpInside) }
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let width = constrainedSize.max.width / CGFloat(buttons.count)
    // swift-format-ignore: ReplaceForEachWithForLoop
    buttons.forEach { $0.style.preferredSize = CGSize(width: width, height: 44) }
    return ASStackLayoutSpec(
      direction: .horizontal, spacing: 0, justifyContent: .start, alignItems: .start, children: buttons)
  }
}

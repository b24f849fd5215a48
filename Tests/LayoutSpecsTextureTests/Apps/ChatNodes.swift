import LayoutSpecsTexture

// A chat: bubbles, dates, and the bar to write in.

class BubbleNode: ASDisplayNode, @unchecked Sendable {
  let textNode = ASTextNode()

  init(text: String, isOutgoing: Bool) {
    super.init()
    addSubnode(textNode)
    backgroundColor = isOutgoing ? .systemGreen : .secondarySystemBackground
    cornerRadius = 16
    let paragraph = NSMutableParagraphStyle()
    paragraph.lineSpacing = 2
    textNode.attributedText = NSAttributedString(
      string: text, attributes: [.paragraphStyle: paragraph, .foregroundColor: UIColor.label])
    textNode.linkAttributeNames = ["Link"]
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    ASInsetLayoutSpec(insets: UIEdgeInsets(top: 8, left: 12, bottom: 8, right: 12), child: textNode)
  }
}

final class MessageCellNode: ASCellNode, @unchecked Sendable {
  let isOutgoing: Bool
  let avatarNode = ASNetworkImageNode()
  let bubbleNode: BubbleNode
  let timeNode = ASTextNode()

  init(text: String, isOutgoing: Bool) {
    self.isOutgoing = isOutgoing
    bubbleNode = BubbleNode(text: text, isOutgoing: isOutgoing)
    super.init()
    automaticallyManagesSubnodes = true
    avatarNode.style.preferredSize = CGSize(width: 32, height: 32)
    avatarNode.cornerRadius = 16
    timeNode.attributedText = NSAttributedString(string: "9:41")
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    bubbleNode.style.maxWidth = ASDimensionMake(constrainedSize.max.width * 0.75)
    bubbleNode.style.flexShrink = 1
    let row = ASStackLayoutSpec(
      direction: .horizontal, spacing: 8, justifyContent: isOutgoing ? .end : .start, alignItems: .end,
      children: isOutgoing ? [timeNode, bubbleNode] : [avatarNode, bubbleNode, timeNode])
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 4, left: 12, bottom: 4, right: 12), child: row)
  }
}

final class DateHeaderNode: ASCellNode, @unchecked Sendable {
  let pillNode = ASDisplayNode()
  let textNode = ASTextNode()

  init(date: String) {
    super.init()
    automaticallyManagesSubnodes = true
    textNode.attributedText = NSAttributedString(string: date)
    textNode.textContainerInset = UIEdgeInsets(top: 2, left: 10, bottom: 2, right: 10)
    pillNode.backgroundColor = .systemGray
    pillNode.cornerRadius = 12
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let pill = ASBackgroundLayoutSpec(child: textNode, background: pillNode)
    return ASCenterLayoutSpec(centeringOptions: .X, sizingOptions: .minimumY, child: pill)
  }
}

final class PhotoMessageCellNode: ASCellNode, @unchecked Sendable {
  let photoNode = ASNetworkImageNode()
  let captionNode = ASTextNode()
  let photoSize: CGSize

  init(size: CGSize, caption: String?) {
    photoSize = size
    super.init()
    automaticallyManagesSubnodes = true
    photoNode.cornerRadius = 12
    photoNode.contentMode = .scaleAspectFill
    photoNode.shouldCacheImage = false
    if let caption { captionNode.attributedText = NSAttributedString(string: caption) }
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let scale = min(1, 200 / max(photoSize.width, photoSize.height))
    photoNode.style.preferredSize = CGSize(width: photoSize.width * scale, height: photoSize.height * scale)
    var stack = ASStackLayoutSpec.vertical()
    stack.spacing = 4
    stack.alignItems = .start
    stack.children = captionNode.attributedText == nil ? [photoNode] : [photoNode, captionNode]
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 4, left: 52, bottom: 4, right: 12), child: stack)
  }
}

final class ComposerNode: ASDisplayNode, ASEditableTextNodeDelegate, @unchecked Sendable {
  let plusButton = ASButtonNode()
  let fieldNode = ASEditableTextNode()
  let sendButton = ASButtonNode()
  let hasText = NodeState(false)

  override init() {
    super.init()
    automaticallyManagesSubnodes = true
    backgroundColor = .systemBackground
    plusButton.setImage(UIImage(named: "plus"), for: .normal)
    sendButton.setTitle("Send", with: .boldSystemFont(ofSize: 16), with: .systemBlue, for: .normal)
    sendButton.setTitle("Send", with: .boldSystemFont(ofSize: 16), with: .lightGray, for: .disabled)
    sendButton.isEnabled = false
    fieldNode.attributedPlaceholderText = NSAttributedString(string: "Message")
    fieldNode.typingAttributes = ["NSFont": UIFont.systemFont(ofSize: 16)]
    fieldNode.textContainerInset = UIEdgeInsets(top: 6, left: 10, bottom: 6, right: 10)
    fieldNode.maximumLinesToDisplay = 5
    fieldNode.autocapitalizationType = .sentences
    fieldNode.delegate = self
    fieldNode.style.flexGrow = 1
    fieldNode.style.flexShrink = 1
    fieldNode.style.minHeight = ASDimensionMake(32)
  }

  func editableTextNodeDidUpdateText(_ editableTextNode: ASEditableTextNode) {
    self[hasText] = !editableTextNode.isDisplayingPlaceholder
    sendButton.isEnabled = self[hasText]
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    var children: [ASLayoutElement] = [plusButton, fieldNode]
    if self[hasText] { children.append(sendButton) }
    let bar = ASStackLayoutSpec(
      direction: .horizontal, spacing: 8, justifyContent: .start, alignItems: .center, children: children)
    let bottom = 6 + safeAreaInsets.bottom
    return ASInsetLayoutSpec(
      insets: UIEdgeInsets(top: 6, left: 12, bottom: bottom, right: 12), child: bar)
  }
}

final class TypingNode: ASCellNode, @unchecked Sendable {
  let dots = (0..<3).map { _ in
    ASDisplayNodeWithBackgroundColor(.gray, CGSize(width: 8, height: 8))
  }

  override init() {
    super.init()
    automaticallyManagesSubnodes = true
    // swift-format-ignore: ReplaceForEachWithForLoop
    dots.forEach { $0.cornerRadius = 4 }
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let row = ASStackLayoutSpec(
      direction: .horizontal, spacing: 4, justifyContent: .start, alignItems: .center, children: dots)
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 12, left: 16, bottom: 12, right: 16), child: row)
  }
}

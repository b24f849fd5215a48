import LayoutSpecsTexture

// Mails and what is written into them, and the days of a calendar.

final class MailCellNode: ASCellNode, @unchecked Sendable {
  private let unreadNode = ASDisplayNode()
  private let senderNode = ASTextNode()
  private let dateNode = ASTextNode()
  private let subjectNode = ASTextNode()
  private let previewNode = ASTextNode()
  private let clipNode: ASImageNode?

  init(sender: String, subject: String, preview: String, isUnread: Bool, hasAttachment: Bool) {
    clipNode = hasAttachment ? ASImageNode() : nil
    super.init()
    automaticallyManagesSubnodes = true
    unreadNode.backgroundColor = isUnread ? .systemBlue : .clear
    unreadNode.cornerRadius = 5
    unreadNode.style.preferredSize = CGSize(width: 10, height: 10)
    clipNode?.image = UIImage(named: "clear")
    clipNode?.contentMode = .center
    senderNode.attributedText = NSAttributedString(
      string: sender, attributes: [.font: UIFont.systemFont(ofSize: 16, weight: isUnread ? .bold : .regular)])
    senderNode.maximumNumberOfLines = 1
    senderNode.truncationMode = .byTruncatingTail
    dateNode.attributedText = NSAttributedString(
      string: "9:41", attributes: [.foregroundColor: UIColor.secondaryLabel])
    subjectNode.attributedText = NSAttributedString(string: subject)
    subjectNode.maximumNumberOfLines = 1
    previewNode.attributedText = NSAttributedString(
      string: preview, attributes: [.foregroundColor: UIColor.gray])
    previewNode.maximumNumberOfLines = 2
    accessibilityValue = isUnread ? "unread" : nil
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    senderNode.style.flexShrink = 1
    var spacer: ASLayoutElement = ASLayoutSpec()
    spacer.style.flexGrow = 1
    var parts: [ASLayoutElement] = [senderNode, spacer]
    if let clipNode { parts.append(clipNode) }
    parts.append(dateNode)
    let top = ASStackLayoutSpec(
      direction: .horizontal, spacing: 6, justifyContent: .start, alignItems: .center, children: parts)
    var texts = ASStackLayoutSpec(
      direction: .vertical, spacing: 2, justifyContent: .start, alignItems: .stretch,
      children: [top, subjectNode, previewNode])
    texts.style.flexShrink = 1
    texts.style.flexGrow = 1
    unreadNode.style.spacingBefore = 5
    let row = ASStackLayoutSpec(
      direction: .horizontal, spacing: 8, justifyContent: .start, alignItems: .start,
      children: [unreadNode, texts])
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 10, left: 8, bottom: 10, right: 16), child: row)
  }
}

/// A file beside a mail: its picture with what it is called below, and a button at its corner that takes it away.
final class AttachmentNode: ASControlNode, @unchecked Sendable {
  let pictureNode = ASImageNode()
  let nameNode = ASTextNode()
  let removeButton = ASButtonNode()

  init(name: String) {
    super.init()
    automaticallyManagesSubnodes = true
    pictureNode.image = UIImage(named: "page")
    nameNode.attributedText = NSAttributedString(string: name)
    nameNode.maximumNumberOfLines = 1
    removeButton.setImage(UIImage(named: "clear"), for: .normal)
    removeButton.hitTestSlop = UIEdgeInsets(top: -10, left: -10, bottom: -10, right: -10)
    removeButton.addTarget(self, action: "remove", forControlEvents: .touchUpInside)
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    var picture = ASCornerLayoutSpec(child: pictureNode, corner: removeButton, location: .topRight)
    picture.offset = CGPoint(x: -4, y: 4)
    nameNode.style.maxWidth = ASDimensionMake(120)
    return ASStackLayoutSpec(
      direction: .vertical, spacing: 4, justifyContent: .start, alignItems: .center,
      children: [picture, nameNode])
  }
}

/// A mail that is written: the field grows as the host says, and its text view is set up once it is there.
final class MailEditorNode: ASDisplayNode, ASEditableTextNodeDelegate, @unchecked Sendable {
  let subjectField = ASEditableTextNode()
  let bodyField = ASEditableTextNode()
  let lineNode = ASDisplayNode()
  let attachmentNodes: [AttachmentNode]

  init(attachments: [String]) {
    attachmentNodes = attachments.map { AttachmentNode(name: $0) }
    super.init()
    automaticallyManagesSubnodes = true
    lineNode.backgroundColor = .separator
    lineNode.isLayerBacked = true
    subjectField.attributedPlaceholderText = NSAttributedString(string: "Subject")
    subjectField.returnKeyType = .next
    bodyField.delegate = self
    bodyField.typingAttributes = [NSAttributedString.Key.font.rawValue: UIFont.systemFont(ofSize: 16)]
    bodyField.scrollEnabled = false
  }

  override func didLoad() {
    super.didLoad()
    bodyField.textView.dataDetectorTypes = [.link, .phoneNumber]
    bodyField.textView.textContainerInset = UIEdgeInsets(top: 12, left: 0, bottom: 12, right: 0)
    bodyField.textView.text = "-- Ada"
    bodyField.selectedRange = NSRange(location: 0, length: 0)
    bodyField.textView.isEditable = subjectField.becomeFirstResponder()
  }

  func editableTextNodeDidUpdateText(_ editableTextNode: ASEditableTextNode) {
    bodyField.selectedRange.location = bodyField.attributedText?.length ?? 0
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    subjectField.style.height = ASDimensionMake(44)
    lineNode.style.height = ASDimensionMake(1)
    bodyField.style.minHeight = ASDimensionMake(120)
    let files = ASStackLayoutSpec(
      direction: .horizontal, spacing: 12, justifyContent: .start, alignItems: .start, flexWrap: .wrap,
      alignContent: .start, lineSpacing: 12, children: attachmentNodes)
    return ASStackLayoutSpec(
      direction: .vertical, spacing: 0, justifyContent: .start, alignItems: .stretch,
      children: [subjectField, lineNode, bodyField] + (attachmentNodes.isEmpty ? [] : [files]))
  }
}

final class EventCellNode: ASCellNode, @unchecked Sendable {
  let barNode = ASDisplayNode()
  let titleNode = ASTextNode()
  let placeNode = ASTextNode()
  let hours: CGFloat

  init(title: String, place: String?, hours: CGFloat) {
    self.hours = hours
    super.init()
    automaticallyManagesSubnodes = true
    backgroundColor = UIColor.systemBlue.withAlphaComponent(0.1)
    style.height = ASDimensionMake(hours * 48)
    barNode.backgroundColor = .systemBlue
    titleNode.attributedText = NSAttributedString(string: title)
    placeNode.attributedText = place.map { NSAttributedString(string: $0) }
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    barNode.style.preferredLayoutSize = ASLayoutSizeMake(ASDimensionMake(4), ASDimensionMake("100%"))
    let hasRoom = hours >= 1 && placeNode.attributedText != nil
    let texts = ASStackLayoutSpec(
      direction: .vertical, spacing: 0, justifyContent: .start, alignItems: .start,
      children: hasRoom ? [titleNode, placeNode] : [titleNode])
    let padded = ASInsetLayoutSpec(
      insets: UIEdgeInsets(top: 2, left: 12, bottom: 2, right: 8), child: texts)
    let bar = ASRelativeLayoutSpec(
      horizontalPosition: .start, verticalPosition: .start, sizingOption: [], child: barNode)
    return ASBackgroundLayoutSpec(child: padded, background: bar)
  }
}

/// The seven days of a week, of which one is chosen.
final class WeekNode: ASDisplayNode, @unchecked Sendable {
  let dayNodes: [ASButtonNode]
  let chosen = NodeState(0)

  override init() {
    dayNodes = ["M", "T", "W", "T", "F", "S", "S"].map { name in
      let button = ASButtonNode()
      button.setTitle(name, with: .systemFont(ofSize: 16), with: .black, for: .normal)
      button.setTitle(name, with: .boldSystemFont(ofSize: 16), with: .white, for: .selected)
      return button
    }
    super.init()
    automaticallyManagesSubnodes = true
    for button in dayNodes { button.addTarget(self, action: "choose:", forControlEvents: .touchUpInside) }
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let days = dayNodes.enumerated().map { index, button -> ASLayoutElement in
      button.isSelected = index == self[chosen]
      button.style.preferredSize = CGSize(width: 32, height: 32)
      var day = ASCenterLayoutSpec(centeringOptions: .X, sizingOptions: .minimumY, child: button)
      day.style.width = ASDimensionMakeWithFraction(1 / 7)
      return day
    }
    return ASStackLayoutSpec(
      direction: .horizontal, spacing: 0, justifyContent: .start, alignItems: .center, children: days)
  }
}

import LayoutSpecsTexture

// Searching, results and shops.

final class SearchBarNode: ASDisplayNode, @unchecked Sendable {
  let iconNode = ASImageNode()
  let fieldNode = ASEditableTextNode()
  let cancelButton = ASButtonNode()
  let backgroundNode = ASDisplayNode()
  let isActive = NodeState(false)

  override init() {
    super.init()
    automaticallyManagesSubnodes = true
    iconNode.image = UIImage(named: "search")
    backgroundNode.backgroundColor = .secondarySystemBackground
    backgroundNode.cornerRadius = 10
    cancelButton.setTitle("Cancel", with: .systemFont(ofSize: 16), with: nil, for: .normal)
    fieldNode.style.height = ASDimensionMake(20)
    fieldNode.style.flexGrow = 1
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let content = ASStackLayoutSpec(
      direction: .horizontal, spacing: 6, justifyContent: .start, alignItems: .center,
      children: [iconNode, fieldNode])
    let inset = ASInsetLayoutSpec(insets: UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8), child: content)
    var box = ASBackgroundLayoutSpec(child: inset, background: backgroundNode)
    box.style.flexGrow = 1
    box.style.flexShrink = 1
    let row = ASStackLayoutSpec(
      direction: .horizontal, spacing: 12, justifyContent: .start, alignItems: .center,
      children: self[isActive] ? [box, cancelButton] : [box])
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 8, left: 16, bottom: 8, right: 16), child: row)
  }
}

final class ResultCellNode: ASCellNode, @unchecked Sendable {
  let titleNode = ASTextNode()
  let snippetNode = ASTextNode()

  init(title: String, snippet: String, match: String) {
    super.init()
    automaticallyManagesSubnodes = true
    let text = NSMutableAttributedString(string: title)
    let range = NSString(string: title).range(of: match)
    if range.location != NSNotFound {
      text.addAttributes([.font: UIFont.boldSystemFont(ofSize: 16)], range: range)
    }
    titleNode.attributedText = text
    snippetNode.attributedText = NSAttributedString(
      string: snippet, attributes: [.foregroundColor: UIColor.secondaryLabel])
    snippetNode.maximumNumberOfLines = 2
    snippetNode.truncationMode = NSLineBreakMode.byTruncatingTail
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    var stack = ASStackLayoutSpec.vertical()
    stack.spacing = 4
    stack.children = [titleNode, snippetNode]
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 10, left: 16, bottom: 10, right: 16), child: stack)
  }
}

final class TagsNode: ASDisplayNode, @unchecked Sendable {
  let tagNodes: [ASTextNode]

  init(tags: [String]) {
    tagNodes = tags.map { tag in
      let node = ASTextNode()
      node.attributedText = NSAttributedString(string: tag)
      node.textContainerInset = UIEdgeInsets(top: 4, left: 8, bottom: 4, right: 8)
      node.backgroundColor = .secondarySystemBackground
      node.cornerRadius = 14
      return node
    }
    super.init()
    automaticallyManagesSubnodes = true
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    ASStackLayoutSpec(
      direction: .horizontal, spacing: 8, justifyContent: .start, alignItems: .start, flexWrap: .wrap,
      alignContent: .start, lineSpacing: 8, children: tagNodes)
  }
}

final class EmptyStateNode: ASDisplayNode, @unchecked Sendable {
  let imageNode = ASImageNode()
  let textNode = ASTextNode()
  let retryButton = ASButtonNode()

  init(message: String) {
    super.init()
    automaticallyManagesSubnodes = true
    imageNode.image = UIImage(named: "empty")
    imageNode.tintColor = .gray
    textNode.attributedText = NSAttributedString(string: message)
    retryButton.setTitle("Try again", with: nil, with: nil, for: .normal)
    retryButton.borderWidth = 1
    retryButton.contentEdgeInsets = UIEdgeInsets(top: 8, left: 12, bottom: 8, right: 12)
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let stack = ASStackLayoutSpec(
      direction: .vertical, spacing: 16, justifyContent: .center, alignItems: .center,
      children: [imageNode, textNode, retryButton])
    return ASCenterLayoutSpec(centeringOptions: .XY, sizingOptions: [], child: stack)
  }
}

final class ProductCellNode: ASCellNode, @unchecked Sendable {
  let photoNode = ASNetworkImageNode()
  let nameNode = ASTextNode()
  let priceNode = ASTextNode()
  let oldPriceNode = ASTextNode()
  let addButton = ASButtonNode()

  init(name: String, price: String, oldPrice: String?) {
    super.init()
    automaticallyManagesSubnodes = true
    photoNode.placeholderEnabled = true
    photoNode.placeholderFadeDuration = 0.2
    nameNode.attributedText = NSAttributedString(string: name)
    nameNode.maximumNumberOfLines = 2
    priceNode.attributedText = NSAttributedString(
      string: price, attributes: [.font: UIFont.systemFont(ofSize: 16, weight: .semibold)])
    oldPriceNode.attributedText = oldPrice.map {
      NSAttributedString(string: $0, attributes: [.strikethroughStyle: 1, .foregroundColor: UIColor.gray])
    }
    addButton.setImage(UIImage(named: "plus"), for: .normal)
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    var prices = ASStackLayoutSpec.horizontal()
    prices.spacing = 6
    prices.children = oldPriceNode.attributedText == nil ? [priceNode] : [priceNode, oldPriceNode]
    prices.style.flexGrow = 1
    let bottom = ASStackLayoutSpec(
      direction: .horizontal, spacing: 8, justifyContent: .spaceBetween, alignItems: .center,
      children: [prices, addButton])
    return ASStackLayoutSpec(
      direction: .vertical, spacing: 6, justifyContent: .start, alignItems: .stretch,
      children: [ASRatioLayoutSpec(ratio: 1, child: photoNode), nameNode, bottom])
  }
}

final class CartRowNode: ASCellNode, @unchecked Sendable {
  let photoNode = ASImageNode()
  let nameNode = ASTextNode()
  let minusButton = ASButtonNode()
  let countNode = ASTextNode()
  let plusButton = ASButtonNode()
  let count = NodeState(1)

  init(name: String) {
    super.init()
    automaticallyManagesSubnodes = true
    photoNode.style.preferredSize = CGSize(width: 60, height: 60)
    nameNode.attributedText = NSAttributedString(string: name)
    minusButton.setTitle("-", with: nil, with: nil, for: .normal)
    plusButton.setTitle("+", with: nil, with: nil, for: .normal)
    countNode.attributedText = NSAttributedString(string: "1")
  }

  func setCount(_ new: Int) {
    self[count] = new
    countNode.attributedText = NSAttributedString(string: "\(new)")
    setNeedsLayout()
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let stepper = ASStackLayoutSpec(
      direction: .horizontal, spacing: 12, justifyContent: .start, alignItems: .center,
      children: [minusButton, countNode, plusButton])
    var texts = ASStackLayoutSpec(
      direction: .vertical, spacing: 8, justifyContent: .center, alignItems: .start,
      children: self[count] > 0 ? [nameNode, stepper] : [nameNode])
    texts.style.flexShrink = 1
    let row = ASStackLayoutSpec(
      direction: .horizontal, spacing: 12, justifyContent: .start, alignItems: .center,
      children: [photoNode, texts])
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 8, left: 16, bottom: 8, right: 16), child: row)
  }
}

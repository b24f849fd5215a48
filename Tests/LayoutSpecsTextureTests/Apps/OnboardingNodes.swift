import LayoutSpecsTexture

// Pages to begin with, and what is around them.

final class OnboardingPageNode: ASCellNode, @unchecked Sendable {
  let imageNode = ASImageNode()
  let titleNode = ASTextNode()
  let detailNode = ASTextNode()

  init(image: String, title: String, detail: String) {
    super.init()
    automaticallyManagesSubnodes = true
    imageNode.image = UIImage(named: image)
    imageNode.contentMode = .scaleAspectFit
    let style = NSMutableParagraphStyle()
    style.alignment = .center
    titleNode.attributedText = NSAttributedString(
      string: title,
      attributes: [.font: UIFont.systemFont(ofSize: 16, weight: .bold), .paragraphStyle: style])
    detailNode.attributedText = NSAttributedString(string: detail, attributes: [.paragraphStyle: style])
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let texts = ASStackLayoutSpec(
      direction: .vertical, spacing: 12, justifyContent: .center, alignItems: .center,
      children: [titleNode, detailNode])
    var top = ASCenterLayoutSpec(centeringOptions: .XY, sizingOptions: [], child: imageNode)
    top.style.height = ASDimensionMake("60%")
    var bottom = ASInsetLayoutSpec(
      insets: UIEdgeInsets(top: 0, left: 32, bottom: 0, right: 32), child: texts)
    bottom.style.flexGrow = 1
    return ASStackLayoutSpec(
      direction: .vertical, spacing: 0, justifyContent: .start, alignItems: .stretch,
      children: [top, bottom])
  }
}

final class PageDotsNode: ASDisplayNode, @unchecked Sendable {
  let dotNodes: [ASDisplayNode]
  let current = NodeState(0)

  init(count: Int) {
    dotNodes = (0..<count).map { _ in ASDisplayNode() }
    super.init()
    automaticallyManagesSubnodes = true
    for dot in dotNodes {
      dot.isLayerBacked = true
      dot.cornerRadius = 3
    }
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    for (index, dot) in dotNodes.enumerated() {
      let isCurrent = index == self[current]
      dot.backgroundColor = isCurrent ? .systemBlue : .lightGray
      dot.style.preferredSize = CGSize(width: isCurrent ? 18 : 6, height: 6)
    }
    return ASStackLayoutSpec(
      direction: .horizontal, spacing: 6, justifyContent: .center, alignItems: .center, children: dotNodes)
  }
}

final class OnboardingNode: ASDisplayNode, ASPagerDataSource, ASPagerDelegate, @unchecked Sendable {
  let pagerNode = ASPagerNode()
  let dotsNode: PageDotsNode
  let nextButton = ASButtonNode()
  let titles: [String]

  init(titles: [String]) {
    self.titles = titles
    dotsNode = PageDotsNode(count: titles.count)
    super.init()
    automaticallyManagesSubnodes = true
    automaticallyRelayoutOnSafeAreaChanges = true
    pagerNode.setDataSource(self)
    pagerNode.setDelegate(self)
    pagerNode.style.flexGrow = 1
    pagerNode.style.flexShrink = 1
    nextButton.setTitle("Next", with: UIFont.boldSystemFont(ofSize: 16), with: UIColor.white, for: .normal)
    nextButton.backgroundColor = .systemBlue
    nextButton.style.preferredSize.height = 48
  }

  func numberOfPages(in pagerNode: ASPagerNode) -> Int { titles.count }

  func pagerNode(_ pagerNode: ASPagerNode, nodeBlockAt index: Int) -> ASCellNodeBlock {
    let title = titles[index]
    return { OnboardingPageNode(image: "page", title: title, detail: "About \(title)") }
  }

  func pagerNode(_ pagerNode: ASPagerNode, willDisplayItemWith node: ASCellNode) {
    guard let index = pagerNode.indexOfPage(with: node) else { return }
    dotsNode[dotsNode.current] = index
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let below = ASStackLayoutSpec(
      direction: .vertical, spacing: 16, justifyContent: .start, alignItems: .stretch,
      children: [dotsNode, nextButton])
    let insets = UIEdgeInsets(top: 8, left: 16, bottom: 16 + safeAreaInsets.bottom, right: 16)
    return ASInsetLayoutSpec(
      insets: UIEdgeInsets(top: safeAreaInsets.top, left: 0, bottom: 0, right: 0),
      child: ASStackLayoutSpec(
        direction: .vertical, spacing: 0, justifyContent: .start, alignItems: .stretch,
        children: [pagerNode, ASInsetLayoutSpec(insets: insets, child: below)]))
  }
}

final class LoginNode: ASScrollNode, @unchecked Sendable {
  let logoNode = ASImageNode()
  let nameField = ASEditableTextNode()
  let passwordField = ASEditableTextNode()
  let loginButton = ASButtonNode()
  let errorNode = ASTextNode()
  let showsError = NodeState(false)

  override init() {
    super.init()
    automaticallyManagesSubnodes = true
    logoNode.image = UIImage(named: "logo")
    errorNode.attributedText = NSAttributedString(
      string: "Wrong password", attributes: [.foregroundColor: UIColor.systemRed])
    passwordField.isSecureTextEntry = true
    for field in [nameField, passwordField] {
      field.style.height = ASDimensionMake(44)
      field.borderWidth = 1
      field.borderColor = UIColor.lightGray.cgColor
    }
    loginButton.setTitle("Log in", with: nil, with: nil, for: .normal)
    loginButton.style.minHeight = ASDimensionMake(44)
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    logoNode.style.alignSelf = .center
    logoNode.style.spacingAfter = 24
    var elements: [ASLayoutElement] = [logoNode, nameField, passwordField]
    if self[showsError] { elements.append(errorNode) }
    elements.append(loginButton)
    let form = ASStackLayoutSpec(
      direction: .vertical, spacing: 12, justifyContent: .start, alignItems: .stretch, children: elements)
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 48, left: 24, bottom: 24, right: 24), child: form)
  }
}

import LayoutSpecsTexture

// News, recipes, and a guide in pages.

/// What cells of news have in common: a margin around what a subclass has inside.
class NewsCellNode: ASCellNode, @unchecked Sendable {
  var margin: UIEdgeInsets { UIEdgeInsets(top: 16, left: 16, bottom: 16, right: 16) }

  override init() {
    super.init()
    automaticallyManagesSubnodes = true
    selectionStyle = .none
    neverShowPlaceholders = true
  }

  func contentSpec(_ constrainedSize: ASSizeRange) -> ASLayoutSpec { ASLayoutSpec() }

  final override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    ASInsetLayoutSpec(insets: margin, child: contentSpec(constrainedSize))
  }
}

final class ArticleHeadNode: NewsCellNode, @unchecked Sendable {
  let photoNode = ASNetworkImageNode()
  let shadeNode = ASDisplayNode()
  let titleNode = ASTextNode()
  let sectionNode = ASTextNode()

  override var margin: UIEdgeInsets { .zero }

  init(title: String, section: String) {
    super.init()
    photoNode.url = URL(string: "https://example.org/head.jpg")
    photoNode.style.preferredLayoutSize = ASLayoutSizeMake(ASDimensionMake("100%"), ASDimensionMake(180))
    shadeNode.backgroundColor = UIColor(white: 0, alpha: 0.4)
    titleNode.attributedText = NSAttributedString(
      string: title, attributes: [.foregroundColor: UIColor.white])
    sectionNode.attributedText = NSAttributedString(string: section)
    sectionNode.backgroundColor = .systemRed
  }

  override func contentSpec(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    let texts = ASStackLayoutSpec(
      direction: .vertical, spacing: 6, justifyContent: .end, alignItems: .start,
      children: [sectionNode, titleNode])
    let shaded = ASBackgroundLayoutSpec(
      child: ASInsetLayoutSpec(insets: UIEdgeInsets(top: 8, left: 16, bottom: 8, right: 16), child: texts),
      background: shadeNode)
    // At the bottom edge: the room above is without an end.
    let bottom = ASInsetLayoutSpec(
      insets: UIEdgeInsets(top: CGFloat.infinity, left: 0, bottom: 0, right: 0), child: shaded)
    return ASOverlayLayoutSpec(child: photoNode, overlay: bottom)
  }
}

final class QuoteNode: NewsCellNode, @unchecked Sendable {
  let markNode = ASTextNode()
  let textNode = ASTextNode()
  let nameNode = ASTextNode()

  init(text: String, name: String) {
    super.init()
    let style = NSMutableParagraphStyle()
    style.lineSpacing = 4
    style.alignment = .center
    markNode.attributedText = NSAttributedString(string: "\"")
    textNode.attributedText = NSAttributedString(
      string: text, attributes: [.paragraphStyle: style, .font: UIFont.italicSystemFont(ofSize: 16)])
    nameNode.attributedText = NSAttributedString(string: name, attributes: [.kern: 1])
  }

  override func contentSpec(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    textNode.style.maxWidth = ASDimensionMake(200)
    nameNode.style.alignSelf = .end
    nameNode.style.spacingBefore = 8
    var column = ASStackLayoutSpec.vertical()
    column.alignItems = .center
    column.children = [markNode, textNode, nameNode]
    return column
  }
}

/// What a recipe takes, in two columns, for a number of people.
final class IngredientsNode: ASDisplayNode, @unchecked Sendable {
  let people = NodeState(2)
  let amountNodes: [ASTextNode]
  let nameNodes: [ASTextNode]
  private let amounts: [Int]

  init(_ ingredients: [(amount: Int, name: String)]) {
    amounts = ingredients.map(\.amount)
    amountNodes = ingredients.map { _ in ASTextNode() }
    nameNodes = ingredients.map { ingredient in
      let node = ASTextNode()
      node.attributedText = NSAttributedString(string: ingredient.name)
      return node
    }
    super.init()
    automaticallyManagesSubnodes = true
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    for (node, amount) in zip(amountNodes, amounts) {
      node.attributedText = NSAttributedString(string: "\(amount * self[people]) g")
    }
    let amounts = ASStackLayoutSpec(
      direction: .vertical, spacing: 4, justifyContent: .start, alignItems: .end, children: amountNodes)
    let names = ASStackLayoutSpec(
      direction: .vertical, spacing: 4, justifyContent: .start, alignItems: .start, children: nameNodes)
    return ASStackLayoutSpec(
      direction: .horizontal, spacing: 12, justifyContent: .start, alignItems: .start,
      children: [amounts, names])
  }
}

/// A guide whose pages are as large as the screen.
final class GuideNode: ASDisplayNode, ASPagerDataSource, @unchecked Sendable {
  let pagerNode: ASPagerNode
  let titles: [String]

  init(titles: [String]) {
    self.titles = titles
    let layout = ASPagerFlowLayout()
    layout.scrollDirection = .horizontal
    layout.minimumLineSpacing = 0
    pagerNode = ASPagerNode(collectionViewLayout: layout)
    super.init()
    automaticallyManagesSubnodes = true
    pagerNode.allowsAutomaticInsetsAdjustment = true
    pagerNode.setDataSource(self)
  }

  func numberOfPages(in pagerNode: ASPagerNode) -> Int { titles.count }

  func pagerNode(_ pagerNode: ASPagerNode, nodeAt index: Int) -> ASCellNode {
    let node = ASCellNode()
    let textNode = ASTextNode()
    textNode.attributedText = NSAttributedString(string: titles[index])
    node.automaticallyManagesSubnodes = true
    node.layoutSpecBlock = { _, _ in
      ASCenterLayoutSpec(centeringOptions: .XY, sizingOptions: [], child: textNode)
    }
    return node
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    ASInsetLayoutSpec(insets: safeAreaInsets, child: pagerNode)
  }
}

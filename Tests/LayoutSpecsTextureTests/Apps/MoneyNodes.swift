import LayoutSpecsTexture

// An account, a match and its table, and a question with answers.

final class TransactionCellNode: ASCellNode, @unchecked Sendable {
  let iconNode = ASTextNode()
  let payeeNode = ASTextNode()
  let noteNode = ASTextNode()
  let amountNode = ASTextNode()

  convenience init(payee: String, cents: Int, note: String? = nil) {
    self.init()
    iconNode.attributedText = NSAttributedString(string: String(payee.prefix(1)))
    payeeNode.attributedText = NSAttributedString(string: payee)
    noteNode.attributedText = note.map {
      NSAttributedString(string: $0, attributes: [.foregroundColor: UIColor.gray])
    }
    amountNode.attributedText = NSAttributedString(
      string: "\(cents / 100)",
      attributes: [.foregroundColor: cents < 0 ? UIColor.label : UIColor.systemGreen])
  }

  override init() {
    super.init()
    automaticallyManagesSubnodes = true
    accessoryType = .disclosureIndicator
    iconNode.backgroundColor = .secondarySystemBackground
    iconNode.cornerRadius = 18
    iconNode.clipsToBounds = true
    iconNode.textContainerInset = UIEdgeInsets(top: 8, left: 14, bottom: 8, right: 14)
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    var texts = ASStackLayoutSpec.vertical()
    texts.justifyContent = .center
    texts.style.flexGrow = 1
    texts.style.flexShrink = 1
    texts.children = [payeeNode, noteNode].filter { $0.attributedText != nil }
    var row = ASStackLayoutSpec.horizontal()
    row.spacing = 12
    row.alignItems = .center
    row.children = [iconNode, texts, amountNode]
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 8, left: 16, bottom: 8, right: 16), child: row)
  }
}

/// The sum of an account; it can be hidden, and fades from one to the other.
final class BalanceNode: ASDisplayNode, @unchecked Sendable {
  let captionNode = ASTextNode()
  let sumNode = ASTextNode()
  let hiddenNode = ASDisplayNode()
  let isHiding = NodeState(false)

  init(sum: String) {
    super.init()
    automaticallyManagesSubnodes = true
    captionNode.attributedText = NSAttributedString(string: "Balance")
    sumNode.attributedText = NSAttributedString(
      string: sum, attributes: [.font: UIFont.systemFont(ofSize: 32, weight: .heavy)])
    hiddenNode.backgroundColor = .lightGray
    hiddenNode.cornerRadius = 6
  }

  func toggle() {
    self[isHiding].toggle()
    transitionLayout(withAnimation: true, shouldMeasureAsync: false)
  }

  override func animateLayoutTransition(_ context: ASContextTransitioning) {
    hiddenNode.alpha = self[isHiding] ? 0 : 1
    context.animate(
      withDuration: 0.3, animations: { hiddenNode.alpha = self[isHiding] ? 1 : 0 },
      completion: { context.completeTransition($0) })
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    hiddenNode.style.preferredSize = CGSize(width: 120, height: 40)
    return ASStackLayoutSpec(
      direction: .vertical, spacing: 4, justifyContent: .center, alignItems: .center,
      children: [captionNode, self[isHiding] ? hiddenNode : sumNode])
  }
}

final class MatchCellNode: ASCellNode, @unchecked Sendable {
  private let homeNode = ASTextNode()
  private let guestNode = ASTextNode()
  private let scoreNode = ASTextNode()
  private let crestNodes = [ASNetworkImageNode(), ASNetworkImageNode()]

  init(home: String, guest: String, score: String) {
    super.init()
    automaticallyManagesSubnodes = true
    let right = NSMutableParagraphStyle()
    right.alignment = .right
    homeNode.attributedText = NSAttributedString(string: home, attributes: [.paragraphStyle: right])
    guestNode.attributedText = NSAttributedString(string: guest)
    scoreNode.attributedText = NSAttributedString(string: score)
    for node in crestNodes {
      node.defaultImage = UIImage(named: "gear")
      node.placeholderFadeDuration = 0.1
    }
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    func side(_ children: [ASLayoutElement], _ justifyContent: ASStackLayoutJustifyContent) -> ASLayoutSpec {
      var side = ASStackLayoutSpec(
        direction: .horizontal, spacing: 8, justifyContent: justifyContent, alignItems: .center,
        children: children)
      side.style.flexBasis = ASDimensionMake("0pt")
      side.style.flexGrow = 1
      side.style.flexShrink = 1
      return side
    }
    homeNode.style.flexShrink = 1
    guestNode.style.flexShrink = 1
    return ASInsetLayoutSpec(
      insets: UIEdgeInsets(top: 12, left: 12, bottom: 12, right: 12),
      child: ASStackLayoutSpec(
        direction: .horizontal, spacing: 12, justifyContent: .start, alignItems: .center,
        children: [
          side([homeNode, crestNodes[0]], .end), scoreNode, side([crestNodes[1], guestNode], .start),
        ]))
  }
}

final class StandingsRowNode: ASCellNode, @unchecked Sendable {
  let columns: [(node: ASTextNode, width: CGFloat)]

  init(place: Int, team: String, numbers: [Int]) {
    func text(_ string: String) -> ASTextNode {
      let node = ASTextNode()
      node.attributedText = NSAttributedString(string: string)
      node.maximumNumberOfLines = 1
      return node
    }
    columns = [(text("\(place)"), 0.1), (text(team), 0.45)] + numbers.map { (text("\($0)"), 0.15) }
    super.init()
    automaticallyManagesSubnodes = true
    if place.isMultiple(of: 2) { backgroundColor = .secondarySystemBackground }
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    for (node, width) in columns { node.style.width = ASDimensionMake(.fraction, width) }
    var row = ASStackLayoutSpec.horizontal()
    row.children = columns.map(\.node)
    row.alignItems = .baselineLast
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 6, left: 0, bottom: 6, right: 0), child: row)
  }
}

/// A question with its answers, each a control, the chosen one with a border.
final class QuestionNode: ASDisplayNode, @unchecked Sendable {
  final class AnswerNode: ASControlNode, @unchecked Sendable {
    let textNode = ASTextNode()

    override var isSelected: Bool {
      didSet { borderWidth = isSelected ? 2 : 0 }
    }

    init(_ text: String) {
      super.init()
      automaticallyManagesSubnodes = true
      textNode.attributedText = NSAttributedString(string: text)
      borderColor = UIColor.systemGreen.cgColor
      layoutSpecBlock = { [textNode] _, _ in
        ASInsetLayoutSpec(insets: UIEdgeInsets(top: 12, left: 12, bottom: 12, right: 12), child: textNode)
      }
    }
  }

  let questionNode = ASTextNode()
  let answerNodes: [AnswerNode]

  init(question: String, answers: [String]) {
    answerNodes = answers.map { AnswerNode($0) }
    super.init()
    automaticallyManagesSubnodes = true
    questionNode.attributedText = NSAttributedString(string: question)
  }

  func choose(_ index: Int) {
    for (number, node) in answerNodes.enumerated() { node.isSelected = number == index }
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    questionNode.style.spacingAfter = 8
    // Two beside each other where there is room.
    let rows = stride(from: 0, to: answerNodes.count, by: 2).map { index -> ASLayoutElement in
      let pair = answerNodes[index..<min(index + 2, answerNodes.count)]
      for node in pair {
        node.style.flexBasis = ASDimensionMake("50%")
        node.style.flexShrink = 1
      }
      return ASStackLayoutSpec(
        direction: .horizontal, spacing: 8, justifyContent: .start, alignItems: .stretch,
        children: Array(pair))
    }
    return ASStackLayoutSpec(
      direction: .vertical, spacing: 8, justifyContent: .start, alignItems: .stretch,
      children: [questionNode] + rows)
  }
}

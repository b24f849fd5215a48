import LayoutSpecsTexture

// The rows of a page of settings.

final class SettingsRowNode: ASCellNode, @unchecked Sendable {
  struct Model {
    var icon: String?
    var title: String
    var value: String?
    var isLast = false
  }

  private let model: Model
  let iconNode = ASImageNode()
  let titleNode = ASTextNode()
  let valueNode = ASTextNode()
  let arrowNode = ASImageNode()
  let lineNode = ASDisplayNode()

  init(model: Model) {
    self.model = model
    super.init()
    automaticallyManagesSubnodes = true
    iconNode.image = model.icon.flatMap { UIImage(named: $0) }
    iconNode.style.preferredSize = CGSize(width: 24, height: 24)
    arrowNode.image = UIImage(named: "arrow")
    arrowNode.style.preferredSize = CGSize(width: 10, height: 14)
    titleNode.attributedText = NSAttributedString(
      string: model.title, attributes: [.font: UIFont.systemFont(ofSize: 16)])
    valueNode.attributedText = model.value.map { NSAttributedString(string: $0) }
    lineNode.backgroundColor = UIColor(white: 0, alpha: 0.1)
    accessoryType = .disclosureIndicator
    accessibilityIdentifier = "settings-\(model.title)"
  }

  override func didLoad() {
    super.didLoad()
    backgroundColor = .white
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    var spacer = ASLayoutSpec()
    spacer.style.flexGrow = 1.0

    var elements: [ASLayoutElement] = []
    if model.icon != nil { elements.append(iconNode) }
    elements.append(titleNode)
    elements.append(spacer)
    if model.value != nil { elements.append(valueNode) }
    elements.append(arrowNode)

    var stack = ASStackLayoutSpec.horizontal()
    stack.spacing = 12
    stack.alignItems = .center
    stack.children = elements
    stack.style.preferredSize = CGSize(width: constrainedSize.max.width, height: 56)
    let inset = ASInsetLayoutSpec(insets: UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 16), child: stack)
    guard !model.isLast else { return inset }
    lineNode.style.preferredSize = CGSize(width: constrainedSize.max.width - 16, height: 1)
    lineNode.style.layoutPosition = CGPoint(x: 16, y: 55)
    return ASAbsoluteLayoutSpec(sizing: .sizeToFit, children: [inset, lineNode])
  }
}

final class SwitchRowNode: ASCellNode, @unchecked Sendable {
  let titleNode = ASTextNode()
  let noteNode = ASTextNode()
  let switchNode = ASDisplayNode(viewBlock: { SpinnerView() })

  init(title: String, note: String) {
    super.init()
    automaticallyManagesSubnodes = true
    titleNode.attributedText = NSAttributedString(string: title)
    noteNode.attributedText = NSAttributedString(
      string: note, attributes: [.font: UIFont.systemFont(ofSize: 16), .foregroundColor: UIColor.gray])
    switchNode.style.preferredSize = CGSize(width: 51, height: 31)
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    var texts = ASStackLayoutSpec(
      direction: .vertical, spacing: 4, justifyContent: .start, alignItems: .stretch,
      children: [titleNode, noteNode])
    texts.style.flexGrow = 1
    texts.style.flexShrink = 1
    let row = ASStackLayoutSpec(
      direction: .horizontal, spacing: 12, justifyContent: .start, alignItems: .center,
      children: [texts, switchNode])
    return ASInsetLayoutSpec(insets: UIEdgeInsets(top: 10, left: 16, bottom: 10, right: 16), child: row)
  }
}

final class SectionHeaderNode: ASCellNode, @unchecked Sendable {
  let titleNode = ASTextNode()

  init(title: String) {
    super.init()
    addSubnode(titleNode)
    titleNode.attributedText = NSAttributedString(
      string: title.uppercased(), attributes: [.font: UIFont.systemFont(ofSize: 16), .kern: 1])
    backgroundColor = .secondarySystemBackground
    isUserInteractionEnabled = false
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    ASInsetLayoutSpec(insets: UIEdgeInsets(top: 20, left: 16, bottom: 8, right: 16), child: titleNode)
  }
}

final class ButtonRowNode: ASCellNode, @unchecked Sendable {
  private let button = ASButtonNode()
  private let insets: UIEdgeInsets
  var onTap: (() -> Void)?

  init(title: String, insets: UIEdgeInsets, action: (() -> Void)?) {
    self.insets = insets
    onTap = action
    super.init()
    automaticallyManagesSubnodes = true
    button.cornerRadius = 5
    button.backgroundColor = .systemBlue
    button.style.preferredSize.height = 50
    button.setAttributedTitle(
      NSAttributedString(string: title, attributes: [.foregroundColor: UIColor.white]), for: .normal)
    button.addTarget(self, action: "handleTap", forControlEvents: .touchUpInside)
  }

  func handleTap() { onTap?() }

  /// For the test.
  var tappedNode: ASButtonNode { button }

  override func layoutSpecThatFits(_: ASSizeRange) -> ASLayoutSpec {
    ASInsetLayoutSpec(insets: insets, child: button)
  }
}

final class TextFieldRowNode: ASCellNode, @unchecked Sendable {
  let fieldNode = ASEditableTextNode()
  let clearButton = ASButtonNode()

  init(placeholder: String, isSecure: Bool) {
    super.init()
    automaticallyManagesSubnodes = true
    fieldNode.attributedPlaceholderText = NSAttributedString(string: placeholder)
    fieldNode.isSecureTextEntry = isSecure
    fieldNode.keyboardType = .emailAddress
    fieldNode.autocapitalizationType = .none
    fieldNode.style.flexGrow = 1
    fieldNode.style.preferredSize.height = 40
    clearButton.setImage(UIImage(named: "clear"), for: .normal)
    clearButton.hitTestSlop = UIEdgeInsets(top: -10, left: -10, bottom: -10, right: -10)
  }

  @discardableResult
  func focus() -> Bool { fieldNode.becomeFirstResponder() }

  override func layoutSpecThatFits(_: ASSizeRange) -> ASLayoutSpec {
    ASInsetLayoutSpec(
      insets: UIEdgeInsets(top: 8, left: 16, bottom: 8, right: 16),
      child: ASStackLayoutSpec(
        direction: .horizontal, spacing: 8, justifyContent: .start, alignItems: .center,
        children: [fieldNode, clearButton]))
  }
}

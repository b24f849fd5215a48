import LayoutSpecsTexture

// Screens around a table: a thread of messages, and search results under headers.

final class ThreadNode: ASDisplayNode, ASTableDataSource, ASTableDelegate, @unchecked Sendable {
  let tableNode = ASTableNode(style: .plain)
  let composerNode = ComposerNode()
  var messages: [String]
  private(set) var selected: [IndexPath] = []

  init(messages: [String]) {
    self.messages = messages
    super.init()
    automaticallyManagesSubnodes = true
    tableNode.dataSource = self
    tableNode.delegate = self
    tableNode.inverted = true
    tableNode.contentInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
    tableNode.style.flexGrow = 1
    tableNode.style.flexShrink = 1
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    ASStackLayoutSpec(
      direction: .vertical, spacing: 0, justifyContent: .start, alignItems: .stretch,
      children: [tableNode, composerNode])
  }

  func send(_ text: String) {
    messages.append(text)
    tableNode.insertRows(at: [IndexPath(row: messages.count - 1, section: 0)], with: .automatic)
  }

  func tableNode(_ tableNode: ASTableNode, numberOfRowsInSection section: Int) -> Int { messages.count }

  func tableNode(_ tableNode: ASTableNode, nodeBlockForRowAt indexPath: IndexPath) -> ASCellNodeBlock {
    let message = messages[indexPath.row]
    return { MessageCellNode(text: message, isOutgoing: indexPath.row % 2 == 0) }
  }

  func tableNode(_ tableNode: ASTableNode, didSelectRowAt indexPath: IndexPath) {
    tableNode.deselectRow(at: indexPath, animated: true)
    selected.append(indexPath)
  }
}

final class ResultsNode: ASDisplayNode, ASTableDataSource, ASTableDelegate, @unchecked Sendable {
  let searchBarNode = SearchBarNode()
  let tableNode = ASTableNode()
  let emptyNode = EmptyStateNode(message: "No results")
  let isEmpty: NodeState<Bool>
  var sections: [(title: String, names: [String])]

  init(sections: [(title: String, names: [String])]) {
    self.sections = sections
    isEmpty = NodeState(sections.isEmpty)
    super.init()
    automaticallyManagesSubnodes = true
    tableNode.dataSource = self
    tableNode.delegate = self
    tableNode.style.flexGrow = 1
    tableNode.style.flexShrink = 1
    emptyNode.style.flexGrow = 1
  }

  override func layoutSpecThatFits(_ constrainedSize: ASSizeRange) -> ASLayoutSpec {
    ASStackLayoutSpec(
      direction: .vertical, spacing: 0, justifyContent: .start, alignItems: .stretch,
      children: [searchBarNode, self[isEmpty] ? emptyNode : tableNode])
  }

  func numberOfSections(in tableNode: ASTableNode) -> Int { sections.count }

  func tableNode(_ tableNode: ASTableNode, numberOfRowsInSection section: Int) -> Int {
    sections[section].names.count
  }

  func tableNode(_ tableNode: ASTableNode, nodeForRowAt indexPath: IndexPath) -> ASCellNode {
    let name = sections[indexPath.section].names[indexPath.row]
    return ResultCellNode(title: name, snippet: "About \(name)", match: "a")
  }

  func tableNode(_ tableNode: ASTableNode, nodeForHeaderInSection section: Int) -> ASCellNode? {
    SectionHeaderNode(title: sections[section].title)
  }

  func tableNode(_ tableNode: ASTableNode, constrainedSizeForRowAt indexPath: IndexPath) -> ASSizeRange {
    ASSizeRangeMake(CGSize(width: 0, height: 80), CGSize(width: CGFloat.infinity, height: 120))
  }
}

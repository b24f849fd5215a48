import LayoutSpecs

/// The longest text of a cell, which becomes longer by a word, and shorter again.
package struct EditedText {
  private let node: TextNode
  private let text: String
  private let attributedText: AttributedText?

  /// Nil for a cell without a text.
  package init?(of cell: DisplayNode) {
    func texts(in node: DisplayNode) -> [TextNode] {
      node.subnodes.flatMap { ($0 as? TextNode).map { [$0] } ?? texts(in: $0) }
    }
    let longest = texts(in: cell).max { $0.text.utf8.count < $1.text.utf8.count }
    guard let longest else { return nil }
    (node, text, attributedText) = (longest, longest.text, longest.attributedText)
  }

  package func change() {
    if let attributedText, let last = attributedText.runs.last {
      node.attributedText = AttributedText(attributedText.runs + [TextRun(" again", font: last.font)])
    } else {
      node.text = text + " again"
    }
  }

  func undo() {
    if let attributedText { node.attributedText = attributedText } else { node.text = text }
  }
}

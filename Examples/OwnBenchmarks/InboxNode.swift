import LayoutBenchmark
import LayoutSpecs

/// A message of the inbox.
struct Message: Codable {
  let sender: String
  let text: String

  /// A message with a text of 5 to 40 words.
  init(_ random: inout BenchmarkRandom) {
    sender = ["Ada Lovelace", "Grace Hopper", "Emmy Noether"].randomElement(using: &random) ?? ""
    text = Array(repeating: "engine", count: Int.random(in: 5...40, using: &random)).joined(separator: " ")
  }
}

/// Messages below each other.
final class InboxNode: DisplayNode, @unchecked Sendable {
  private let messages: [MessageNode]

  init(messages: [Message]) {
    self.messages = messages.map(MessageNode.init)
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    StackLayoutSpec(direction: .vertical, spacing: 1, children: messages)
  }
}

/// A picture beside the sender and a text that wraps.
final class MessageNode: DisplayNode, @unchecked Sendable {
  private let picture = ImageNode(imageSize: Size(48, 48))
  private let sender: TextNode
  private let text: TextNode

  init(_ message: Message) {
    sender = TextNode(message.sender)
    text = TextNode(message.text)
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    InsetLayoutSpec(
      insets: EdgeInsets(12),
      child: StackLayoutSpec(spacing: 12, alignItems: .start) {
        picture
        StackLayoutSpec(direction: .vertical, spacing: 4) {
          sender
          text
        }.flexGrow().flexShrink()
      })
  }
}

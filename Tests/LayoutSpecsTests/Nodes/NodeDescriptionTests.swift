import LayoutSpecs
import Testing

private final class CardNode: DisplayNode, @unchecked Sendable {}

private final class SquareNode<Content>: DisplayNode, @unchecked Sendable {}

@Suite("Nodes as texts")
struct NodeDescriptionTests {
  @Test func `A node is one line: its own class, its name and its frame`() {
    #expect("\(ImageNode())" == "<ImageNode; frame = {{0, 0}, {0, 0}}>")
    let card = CardNode().named("first")
    card.frame = Rect(x: 0, y: 12, width: 320, height: 44.5)
    #expect("\(card)" == "<CardNode \"first\"; frame = {{0, 12}, {320, 44.5}}>")
    #expect("\(SquareNode<Int>())" == "<SquareNode<Int>; frame = {{0, 0}, {0, 0}}>")
    // As it is printed, and as part of a list.
    #expect(String(describing: card) == card.description)
    #expect("\([card as DisplayNode])" == "[\(card)]")
  }

  @Test func `A name that would break the line, or control a terminal, is escaped`() {
    #expect("\(CardNode().named("a\nb\"\u{1B}"))".hasPrefix("<CardNode \"a\\nb\\\"\\u{1B}\"; frame"))
    #expect("\(CardNode().named(""))" == "<CardNode \"\"; frame = {{0, 0}, {0, 0}}>")
  }

  @Test func `A subclass MAY say more`() {
    final class Saying: DisplayNode, @unchecked Sendable {
      override var description: String { "\(super.description) and more" }
    }
    #expect("\(Saying() as DisplayNode)" == "<Saying; frame = {{0, 0}, {0, 0}}> and more")
  }
}

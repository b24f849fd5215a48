import LayoutSpecs
import LayoutSpecsTesting
import LayoutTestSupport
import Testing

/// A cell of a chat, whose texts are all in the same metrics.
private final class ChatCell: DisplayNode, @unchecked Sendable {
  let name: TextNode
  let time: TextNode
  let body: TextNode
  let badge: TextNode
  private let avatar = ImageNode(imageSize: Size(40, 40))
  private let bubble = DisplayNode()
  private let reactions: [DisplayNode]

  init(text: @Sendable (String) -> TextNode) {
    name = text("Ada Lovelace")
    time = text("09:41")
    body = text("It weaves algebraic patterns just as the loom weaves flowers and leaves")
    body.maximumLineCount = 3
    badge = text("12")
    reactions = ["1", "22", "3"].map { count in
      let label = text(count)
      return DisplayNode { _, _ in InsetLayoutSpec(insets: EdgeInsets(4), child: label) }
    }
  }

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    InsetLayoutSpec(insets: EdgeInsets(12)) {
      StackLayoutSpec(spacing: 8, alignItems: .start) {
        CornerLayoutSpec(child: avatar, corner: badge, location: .topRight)
        StackLayoutSpec(direction: .vertical, spacing: 4) {
          StackLayoutSpec(spacing: 8, alignItems: .baselineFirst) {
            name.flexShrink()
            LayoutSpec().flexGrow()
            time
          }
          BackgroundLayoutSpec(child: InsetLayoutSpec(insets: EdgeInsets(8), child: body), background: bubble)
          StackLayoutSpec(spacing: 6, flexWrap: .wrap, lineSpacing: 6) {
            for reaction in reactions { reaction }
          }
        }.flexGrow().flexShrink()
      }
    }
  }
}

@Suite("What a changed text costs")
struct TextChangeCostTests {
  /// How a text node is made.
  enum Making: CaseIterable {
    case plain
    case runs
    case shaped
    case shapedRuns

    func node(_ text: String) -> TextNode {
      let node = TextNode("", metrics: self == .plain || self == .runs ? MonospaceMetrics() : ShapedMetrics())
      set(text, of: node)
      return node
    }

    func set(_ text: String, of node: TextNode) {
      switch self {
      case .plain, .shaped: node.text = text
      case .runs, .shapedRuns: node.attributedText = AttributedText(text, font: TextFont(size: 17))
      }
    }
  }

  private let range = SizeRange.tableCell(width: 320)
  private let nothing = LayoutCost(measurements: 0, computations: 0, textMeasurements: 0)

  @Test(arguments: Making.allCases)
  func `A counter that goes from 12 to 13 moves nothing, whatever metrics it has`(making: Making) {
    let counter = making.node("12")
    let row = DisplayNode { _, _ in StackLayoutSpec { counter } }
    _ = row.layoutThatFits(range)
    for text in ["13", "14", "12"] {
      making.set(text, of: counter)
      #expect(cost(of: row, in: range) <= nothing)
    }
    making.set("1234", of: counter)
    #expect(!(cost(of: row, in: range) <= nothing))
    making.set("4321", of: counter)
    #expect(cost(of: row, in: range) <= nothing)
  }

  @Test(arguments: Making.allCases)
  func `In a cell of a chat a text of equal size costs nothing, in one line or in several`(making: Making) {
    let cell = ChatCell(text: making.node)
    _ = cell.layoutThatFits(range)
    making.set("09:42", of: cell.time)
    #expect(cost(of: cell, in: range) <= nothing)
    making.set("13", of: cell.badge)
    #expect(cost(of: cell, in: range) <= nothing)
    making.set("It weaves algebraic patterns just as the loom weaves flowers and leaven", of: cell.body)
    #expect(cost(of: cell, in: range) <= nothing)
    making.set("It weaves flowers", of: cell.body)
    #expect(!(cost(of: cell, in: range) <= nothing))
    let fresh = ChatCell(text: making.node)
    for (node, text) in [(fresh.time, "09:42"), (fresh.badge, "13"), (fresh.body, "It weaves flowers")] {
      making.set(text, of: node)
    }
    #expect(cell.layoutThatFits(range).nodeFrames == fresh.layoutThatFits(range).nodeFrames)
  }

  @Test func `The text that is set already costs nothing at all, and is the layout of before`() {
    for making in Making.allCases {
      let cell = ChatCell(text: making.node)
      _ = cell.layoutThatFits(range)
      making.set("09:41", of: cell.time)
      cell.body.maximumLineCount = 3
      cell.time.metrics = cell.time.metrics
      #expect(cell.calculatedLayout != nil, "\(making)")
      #expect(cost(of: cell, in: range) <= .init(measurements: 0, nodeQuestions: 0), "\(making)")
    }
  }
}

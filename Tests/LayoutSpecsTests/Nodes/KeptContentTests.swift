import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("What nodes answered is not asked again")
struct KeptContentTests {
  private let cell = SizeRange.upTo(width: 300)

  private func lists(_ count: Int) -> [ListNode] {
    (0..<count).map { ListNode([TextNode("text \($0) of some words"), ListNode([TextNode("within")])]) }
  }

  private static let rows = [
    StackParameters(direction: .vertical, alignItems: .start),
    // Asked for their length first, and for the final width then.
    StackParameters(direction: .horizontal, spacing: 4),
  ]

  @Test(
    "Nodes around which others come and go keep their content, in any direction",
    arguments: rows, [Traits.LayoutDirection.leftToRight, .rightToLeft])
  func surroundings(parameters: StackParameters, direction: Traits.LayoutDirection) {
    let items = lists(4)
    for item in items { item.style.flexShrink = 1 }
    let root = ListNode(Array(items.prefix(3)), parameters)
    root.traitOverrides.layoutDirection = direction
    for shown in [[0, 1, 2], [0, 1, 2, 3], [2, 0], [0, 1, 2], [3, 2, 1, 0]] {
      root.edit { $0.items = shown.map { items[$0] } }
      #expect(root.layoutThatFits(cell).nodeFrames == root.copy.layoutThatFits(cell).nodeFrames)
    }
    // In a column its range is always the same.
    if parameters.direction == .vertical { #expect(items[0].askedCount == 1) }
  }

  @Test func `A node that leaves and comes back is not asked again if its layout was applied`() {
    let items = lists(2)
    let root = ListNode(items).managingSubnodes()
    for shown in [items, [items[0]], [], items] {
      root.edit { $0.items = shown }
      root.layOut(in: cell)
    }
    #expect(items.map(\.askedCount) == [1, 1])
    #expect(root.calculatedLayout?.nodeFrames == root.copy.layoutThatFits(cell).nodeFrames)
  }

  @Test func `In another constraint nodes are not asked that get the range of before`() {
    let items = lists(2)
    items[0].style.width = 100
    let root = ListNode(items)
    _ = root.layoutThatFits(cell)
    let layout = root.layoutThatFits(.upTo(width: 200))
    #expect(items.map(\.askedCount) == [1, 2])
    #expect(layout.nodeFrames == root.copy.layoutThatFits(.upTo(width: 200)).nodeFrames)
  }

  @Test func `Nodes in a spec that is laid out by itself keep their content`() {
    let items = lists(2)
    for _ in 0..<3 {
      _ = StackLayoutSpec(direction: .vertical) {
        items[0]
        items[1]
      }.layoutThatFits(cell)
    }
    #expect(items.map(\.askedCount) == [1, 1])
  }

  @Test func `If a node is invalidated while it is laid out, those below keep their content`() {
    let items = lists(2)
    let root = ListNode(items)
    let isFirst = LockedValue(true)
    let last = DisplayNode { _, _ in
      if isFirst.withLock({ exchange(&$0, with: false) }) { root.setNeedsLayout() }
      return TextNode("last")
    }
    root.edit { $0.items.append(last) }
    _ = root.layoutThatFits(cell)
    #expect(root.calculatedLayout == nil)
    _ = root.layoutThatFits(cell)
    #expect(root.calculatedLayout != nil && root.askedCount == 2 && items.map(\.askedCount) == [1, 1])
  }
}

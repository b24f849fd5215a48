import Foundation
import LayoutSpecs
import LayoutTestSupport
import Testing

/// A layout that has one holder is changed in place; no other code may notice.
@Suite("Memory that layouts use again, in nodes and batches")
struct MemoryReuseNodeTests {
  /// A node with a node and a text in it.
  private static func makeCell() -> (node: ListNode, inner: ListNode, body: TextNode) {
    let (inner, body) = (ListNode([TextNode("title")]), TextNode("body").flexShrink())
    return (ListNode([inner, body], StackParameters(direction: .horizontal)), inner, body)
  }

  @Test func `A context lays out from scratch a tree that came into the memory of the one that it knows`() {
    let range = SizeRange.tableCell(width: 200)
    // Memory comes back after one layout, or after some.
    for period in 1...4 {
      var context = LayoutContext()
      let cell = Self.makeCell()
      for words in 1..<50 {
        cell.body.text = Array(repeating: "word", count: words).joined(separator: " ")
        // The trees of the last rounds are gone; this one may be in the place of one of them.
        let layout = cell.node.layoutThatFits(range)
        guard words % period == 0 else { continue }
        #expect(context.relayout(layout.tree, in: range) == layout.size)
        for id in layout.tree.elementIDs { #expect(context.frame(of: id) == layout.frame(of: id)) }
      }
    }
  }

  #if os(Linux)
  /// In a process of its own, because other tests allocate meanwhile.
  @Test(.disabled(if: Sanitizer.isOn))
  func `A cell that is invalidated and laid out again for ever takes no more memory`() async {
    await #expect(processExitsWith: .success) {
      let cell = MemoryReuseNodeTests.makeCell()
      let texts = (0..<7).map { Array(repeating: "word", count: 3 * $0).joined(separator: " ") }
      func layOutAgain(count: Int) {
        for step in 0..<count {
          cell.body.text = texts[step % texts.count]
          cell.inner.setNeedsLayout()
          _ = cell.node.layoutThatFits(.tableCell(width: 200))
        }
      }
      /// The second number in this file is the number of pages in memory.
      func residentPages() -> Int {
        let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
        return pages.flatMap { Int($0) } ?? 0
      }
      layOutAgain(count: 1_000)
      // Twice: the first reading loads code, of a hundred pages.
      _ = residentPages()
      let before = residentPages()
      layOutAgain(count: 20_000)
      let after = residentPages()
      // A leak of 32 bytes a layout would be 156 pages.
      precondition(before > 0 && after < before + 100, "\(before) pages became \(after)")
    }
  }
  #endif
}

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

  @Test(arguments: rows, [Traits.LayoutDirection.leftToRight, .rightToLeft])
  func `Nodes keep content beside changes`(parameters: StackParameters, direction: Traits.LayoutDirection) {
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

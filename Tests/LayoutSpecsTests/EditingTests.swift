import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Editing")
struct EditingTests {
  @Test("After any changes a warm context gives what a cold one gives, bit for bit", arguments: 0..<60)
  func edits(seed: UInt64) {
    var random = RandomTree(seed: 5000 + seed)
    var warm = LayoutContext()
    var cold = LayoutContext()
    for _ in 0..<6 {
      var tree = random.tree(depth: 6)
      var range = random.range()
      warm.layout(tree, in: range)
      for step in 0..<20 {
        for _ in 0..<(step % 5 == 4 ? 3 : 1) { random.change(&tree) }
        if random.chance(25) { range = random.range() }
        let size = warm.relayout(tree, in: range)
        #expect(size == cold.layout(tree, in: range))
        let difference = tree.elementIDs.first { warm.frame(of: $0) != cold.frame(of: $0) }
        #expect(difference == nil, "seed \(seed), step \(step), \(tree.elementCount) elements, in \(range)")
      }
    }
  }

  /// A column of rows, each a column of two texts beside a node.
  private func list(of count: Int) -> LayoutTree {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .vertical)))
    for row in 0..<count {
      builder.begin(.stack(StackParameters(direction: .horizontal)))
      builder.add(.sizedNode(Size(40, 40)))
      builder.begin(.stack(StackParameters(direction: .vertical)), style: Style { $0.flexShrink = 1 })
      builder.add(.text(TextParameters("row \(row)")))
      builder.add(.text(TextParameters("text of row \(row), which is wrapped")))
      builder.end()
      builder.end()
    }
    builder.end()
    return builder.finish()
  }

  @Test("A change computes the path to it and nothing else, however long the list")
  func path() {
    let range = SizeRange(width: 200...200, height: 0...(.infinity))
    var computations: [Int] = []
    for count in [10, 1000] {
      var tree = list(of: count)
      var context = LayoutContext()
      context.layout(tree, in: range)
      context.counters = LayoutCounters()
      tree.setContent(
        .text(TextParameters("another text, somewhat longer than before it was")), of: ElementID(6 * 5 + 5))
      context.relayout(tree, in: range)
      computations.append(context.counters.computations)
      #expect(context.counters.textMeasurements <= 1)
    }
    #expect(computations[0] == computations[1])
    #expect(computations[0] <= 6)
  }

  @Test("Nothing changed is answered at the root")
  func same() {
    let tree = list(of: 1000)
    let range = SizeRange(width: 200...200, height: 0...(.infinity))
    var context = LayoutContext()
    context.layout(tree, in: range)
    context.counters = LayoutCounters()
    context.relayout(tree, in: range)
    #expect(context.counters.measurements == 1 && context.counters.computations == 0)
  }

  @Test("Copies of a tree that are changed apart do not mix")
  func copies() {
    let range = SizeRange(width: 200...200, height: 0...(.infinity))
    let original = list(of: 3)
    var first = original
    var second = original
    first.setContent(.text(TextParameters("one two three four five six seven eight")), of: ElementID(5))
    second.setContent(.text(TextParameters("x")), of: ElementID(10))
    var warm = LayoutContext()
    for tree in [original, first, second, first, original, second] {
      warm.relayout(tree, in: range)
      #expect(warm.checksum == tree.layoutThatFits(range).checksum)
    }
  }

  @Test("A text that is changed again and again reads back as what it was changed to")
  func texts() {
    var tree = list(of: 1)
    let texts = ["a", "a text of several words", "two words"].map { ElementContent.text(TextParameters($0)) }
    for index in 0..<300 {
      tree.setContent(texts[index % 3], of: ElementID(5))
      if case .text(let text) = tree.content(of: ElementID(5)), case .text(let expected) = texts[index % 3] {
        #expect(text == expected)
      }
    }
    var context = LayoutContext()
    context.layout(tree, in: .tableCell(width: 100))
    #expect(context.frame(of: ElementID(5))?.size == Size(60, 40))
  }

  @Test("An element stays what it is")
  func kinds() async {
    await #expect(processExitsWith: .failure) {
      var builder = LayoutTreeBuilder()
      builder.add(.node)
      var tree = builder.finish()
      tree.setContent(.text(TextParameters("x")), of: ElementID(0))
    }
  }
}

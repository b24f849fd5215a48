import LayoutSpecs
import LayoutTestSupport
import Testing

/// Stacks in which a few children change, and the others are not measured.
@Suite("Edits of lists")
struct ListEditTests {
  @Test(
    "After any edits of lists the frames are those of a layout from scratch, and the changes are exact",
    arguments: 0..<80)
  func frames(seed: UInt64) {
    var random = RandomTree(seed: 11_000 + seed)
    for number in 0..<7 {
      let tree =
        number == 6 ? random.grid() : random.list(levels: 2 + number % 3, chain: number == 5 ? 40 : 0)
      var edited = EditedTree(
        tree, in: random.listRange(), deepestDescent: random.chance(30) ? random.pick([2, 3, 5, 9]) : nil)
      for step in 0..<24 {
        edited.edit(&random)
        if random.chance(8) { edited.range = random.listRange() }
        let failure = edited.layOut(tellsChanges: random.chance(60))
        #expect(failure == nil, "seed \(seed), tree \(number), step \(step)")
        if failure != nil { return }
      }
    }
  }

  @Test(arguments: [false, true])
  func `An edit measures and computes the path to it and nothing else, however long the list`(isExact: Bool) {
    var measurements: Set<Int> = []
    for count in [10, 1000] {
      var tree = LayoutTree.list(of: count)
      let height: ClosedRange<Double> = isExact ? 5000...5000 : 0...(.infinity)
      let range = SizeRange(width: 200...200, height: height)
      var context = LayoutContext()
      context.layout(tree, in: range)
      for text in ["a much longer text than it was before", "short", "short too"] {
        context.counters = LayoutCounters()
        tree.setContent(.text(TextParameters(text)), of: ElementID(6 * 5 + 5))
        context.relayout(tree, in: range)
        #expect(context.checksum == tree.layoutThatFits(range).checksum)
        measurements.insert(context.counters.measurements)
        #expect(context.counters.textMeasurements <= 1 && context.counters.computations <= 6)
      }
    }
    // The list, and the row with its node, column and two texts, in up to three constraints each.
    #expect((measurements.max() ?? .max) <= 12, "\(measurements)")
  }

  @Test("A leaf that keeps its size changes no frame, and one that grows moves only what is behind it")
  func changes() {
    var tree = LayoutTree.list(of: 100)
    let range = SizeRange(width: 200...200, height: 0...(.infinity))
    var context = LayoutContext()
    context.layout(tree, in: range)
    var changes: [ElementID] = []
    let text = ElementID(1 + 5 * 97 + 4)
    tree.setContent(.text(TextParameters("text of row 98, which is wrapped")), of: text)
    context.relayout(tree, in: range, changes: &changes)
    #expect(changes.isEmpty)
    tree.setContent(.text(TextParameters("a text of row 97, which takes more lines than it did")), of: text)
    context.relayout(tree, in: range, changes: &changes)
    // The list, the row with its node, column and text, and the two rows behind it.
    let row = text.index - 4
    #expect(changes.map(\.index) == [0, row, row + 1, row + 2, row + 4, row + 5, row + 10])
  }

  @Test func `Edits in a list that has no layout in between count when it has one again`() {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .horizontal, alignItems: .start)))
    builder.begin(
      .stack(StackParameters(direction: .vertical)),
      style: Style {
        $0.flexGrow = 1
        $0.flexShrink = 1
      })
    for _ in 0..<3 { builder.add(.sizedNode(Size(10, 10))) }
    builder.end()
    builder.add(.sizedNode(Size(30, 10)))
    builder.end()
    var tree = builder.finish()
    var context = LayoutContext()
    // In 30.5 points the column takes the whole points that are left, and there is none: it has no layout.
    for (step, width) in [100, 30.5, 100, 100, 30.5, 30.5, 100].enumerated() {
      let range = SizeRange(exactly: Size(width, 50))
      tree.setContent(.sizedNode(Size(10, Double(10 + step))), of: ElementID(3))
      context.relayout(tree, in: range)
      let fresh = tree.layoutThatFits(range)
      let difference = tree.elementIDs.first { context.frame(of: $0) != fresh.frame(of: $0) }
      #expect(difference == nil, "step \(step)")
    }
  }

  @Test func `Lengths below 0 of user code make children grow`() {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .vertical, alignItems: .start)))
    builder.add(.sizedNode(Size(10, 10)))
    builder.add(.custom(NegativeLayout()))
    builder.add(.sizedNode(Size(10, 10)), style: Style { $0.flexGrow = 1 })
    builder.end()
    var tree = builder.finish()
    let range = SizeRange(width: 0...200, height: 0...(.infinity))
    var context = LayoutContext()
    context.layout(tree, in: range)
    for height in [20, 5, 60, 5, 3] as [Double] {
      tree.setContent(.sizedNode(Size(10, height)), of: ElementID(1))
      context.relayout(tree, in: range)
      #expect(context.checksum == tree.layoutThatFits(range).checksum, "\(height)")
    }
  }

  @Test("A big list that is edited and laid out on several threads has the same frames", arguments: 0..<4)
  func split(seed: UInt64) {
    var random = RandomTree(seed: 12_000 + seed)
    var edited = EditedTree(.list(of: 2000), in: SizeRange(width: 200))
    for step in 0..<30 {
      edited.edit(&random)
      let failure = edited.layOut(tellsChanges: false, inBatches: step % 3 == 1)
      #expect(failure == nil, "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: 0..<8)
  func `Edits that wander through equal siblings, and are taken back, leave no wrong frame`(seed: UInt64) {
    var random = RandomTree(seed: 14_000 + seed)
    var builder = LayoutTreeBuilder()
    // A big tree can be split.
    Self.addLevel(0, of: seed < 2 ? 4 : 3, to: &builder)
    var edited = EditedTree(builder.finish(), in: SizeRange(width: seed % 4 == 3 ? 100 : 1000))
    var changed: [ElementID] = []
    for step in 0..<(seed < 2 ? 25 : 40) {
      for _ in 0..<random.pick([1, 1, 2]) {
        if changed.count > 2 || (!changed.isEmpty && random.chance(40)) {
          let last = changed.remove(at: Int(random.next() % UInt64(changed.count)))
          edited.tree.setContent(.sizedNode(Size(10, 10)), of: last)
        } else {
          let near = ElementID(Int(random.next() % 130) + random.pick([0, 0, 500]))
          guard case .sizedNode = edited.tree.content(of: near) else { continue }
          let size = Size(random.pick([10, 21, 40]), random.pick([10, 12, 33]))
          edited.tree.setContent(.sizedNode(size), of: near)
          changed.append(near)
        }
      }
      let failure = edited.layOut(tellsChanges: false, inBatches: random.chance(30))
      #expect(failure == nil, "seed \(seed), step \(step)")
      if failure != nil { return }
    }
  }

  /// Stacks in stacks, ten to each, which grow.
  private static func addLevel(_ level: Int, of depth: Int, to builder: inout LayoutTreeBuilder) {
    let style = level == 0 ? Style() : Style { $0.flexGrow = 1 }
    if level == depth {
      builder.add(.sizedNode(Size(10, 10)), style: style)
      return
    }
    let direction = level % 2 == 0 ? StackDirection.vertical : .horizontal
    builder.begin(.stack(StackParameters(direction: direction)), style: style)
    for _ in 0..<10 { addLevel(level + 1, of: depth, to: &builder) }
    builder.end()
  }
}

/// User code that returns a height below 0.
private struct NegativeLayout: LayoutAlgorithm {
  func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
    Size(10, -40)
  }
}

import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Edits of lists")
struct ListEditTests {
  @Test(arguments: 0..<80)
  func `After any edits of lists the frames are those of a new layout, changes exact`(seed: UInt64) {
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

  @Test func `Edits in a list that has no layout in between count when it has one again`() {
    let column = Branch(
      .stack(StackParameters(direction: .vertical)), style: .flexible,
      Array(repeating: Branch(.sizedNode(Size(10, 10))), count: 3))
    var tree = Branch(
      .stack(StackParameters(direction: .horizontal, alignItems: .start)),
      [column, Branch(.sizedNode(Size(30, 10)))]
    ).tree
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
}

@Suite("Memory of edits")
struct EditMemoryTests {
  private static let count = 1_000_000

  @Test func `A hundred thousand texts of one element, of all lengths, take a few times the longest`() {
    let words = Array(repeating: "word", count: 200).joined(separator: " ")
    let texts = (0..<97).map { ElementContent.text(TextParameters(String(words.prefix($0 * 10)))) }
    var tree = row()
    for step in 0..<100_000 {
      tree.setContent(texts[step % 97], of: ElementID(2))
      if tree.byteCount >= 40_000 { break }
    }
    #expect(tree.byteCount < 40_000)
  }

  @Test func `A text that grows by a word at a time takes a few times its length`() {
    var tree = row()
    var text = ""
    for step in 0..<2_000 {
      text += " word"
      tree.setContent(.text(TextParameters(text)), of: ElementID(1 + step % 2))
    }
    #expect(tree.byteCount < 16 * text.utf8.count)
  }

  @Test func `A million styles of one element take the place of each other`() {
    var tree = row()
    let before = tree.byteCount
    let styles = (0..<1009).map { width in Style { $0.width = .points(Double(width) / 8) } }
    for step in 0..<EditMemoryTests.count {
      tree.setStyle(styles[step % 1009], of: ElementID(1 + step % 2))
      // Each edit looks through all styles, so if they add up that takes hours.
      if tree.byteCount >= before + 4096 { break }
    }
    #expect(tree.byteCount < before + 4096)
    #expect(tree.style(of: ElementID(1)) == styles[999_998 % 1009])
    #expect(tree.style(of: tree.root) == Style())
  }

  @Test func `A style that an element owns is nobody else's, also in copies and other trees`() {
    var tree = row()
    let wide = Style { $0.width = 100 }
    tree.setStyle(wide, of: ElementID(1))
    tree.setStyle(wide, of: ElementID(2))
    var copy = tree
    copy.setStyle(Style { $0.width = 50 }, of: ElementID(1))
    #expect(tree.style(of: ElementID(1)) == wide && copy.style(of: ElementID(2)) == wide)
    var other = row()
    let taken = other.replaceSubtree(of: ElementID(1), with: copy)
    copy.setStyle(Style(), of: ElementID(2))
    other.setStyle(Style { $0.height = 1 }, of: ElementID(taken.index + 1))
    #expect(other.style(of: ElementID(taken.index + 2)) == wide)
  }

  @Test func `A million sizes, stacks, and subtrees put in and taken out`() {
    var tree = row()
    var context = LayoutContext()
    context.layout(tree, in: .unconstrained)
    let inserted = row()
    var largest = (tree: 0, context: 0)
    for step in 0..<EditMemoryTests.count / 4 {
      tree.setContent(.sizedNode(Size(Double(step % 100), 10)), of: ElementID(3))
      tree.setContent(
        .stack(StackParameters(direction: .horizontal, spacing: Double(step % 50))), of: tree.root)
      tree.insertSubtree(inserted, in: tree.root, at: 0)
      tree.removeSubtree(of: ElementID(1))
      if step % 64 == 0 { context.relayout(tree, in: step % 128 == 0 ? .unconstrained : .upTo(width: 20)) }
      if step % 1000 < 2 {
        largest = (max(largest.tree, tree.byteCount), max(largest.context, context.byteCount))
      }
    }
    #expect(largest.tree < 4_000 && largest.context < 4_000)
  }

  private func row() -> LayoutTree {
    let texts = ["one", "two"].map { Branch(.text(TextParameters($0)), style: Style { $0.flexShrink = 1 }) }
    return Branch(.stack(StackParameters()), texts + [Branch(.sizedNode(Size(10, 10)))]).tree
  }
}

@Suite("Contexts and their trees")
struct ContextTreeTests {
  @Test func `A snapshot is taken of the tree laid out last, or of a copy`() {
    let tree = ContextTreeTests.pair()
    let copy = tree
    var context = LayoutContext()
    context.layout(tree, in: .unconstrained)
    #expect(context.snapshot(of: copy).size == Size(20, 10))
  }

  @Test func `Elements that were put in are told, also those that get no layout`() {
    var tree = Branch(
      .stack(StackParameters(direction: .horizontal, alignItems: .start)),
      [Branch(.stack(StackParameters()), style: .flexible), Branch(.sizedNode(Size(30, 10)))]
    ).tree
    // The first child takes the whole points that are left, and there is none: elements below it have no layout.
    let range = SizeRange(exactly: Size(30.5, 10))
    var context = LayoutContext()
    context.layout(tree, in: range)
    let id = tree.insertSubtree(ContextTreeTests.pair(), in: ElementID(1), at: 0)
    var changes: [ElementID] = []
    context.relayout(tree, in: range, changes: &changes)
    #expect(context.frame(of: id) == nil)
    #expect(changes.map(\.index) == [2, 3, 4])
  }

  static func pair() -> LayoutTree {
    .element(.stack(StackParameters()), around: [.sizedNode(Size(10, 10)), .sizedNode(Size(10, 10))])
  }
}

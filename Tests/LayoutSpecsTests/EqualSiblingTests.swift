import LayoutSpecs
import LayoutTestSupport
import Testing

/// Many siblings that are equal, of which some are edited: what is kept of one must not become another's.
@Suite("Equal siblings")
struct EqualSiblingTests {
  @Test(
    "Rows of equal elements, edited here and there, have the frames of a layout from scratch",
    arguments: 0..<60)
  func frames(seed: UInt64) {
    var random = RandomTree(seed: 13_000 + seed)
    var tree = EqualSiblingTests.grid(&random)
    var range = SizeRange(width: 500...500, height: 0...(.infinity))
    var context = LayoutContext()
    var fresh = LayoutContext()
    context.layout(tree, in: range)
    for step in 0..<30 {
      let framesBefore = tree.elementIDs.map { context.frame(of: $0) }
      switch random.next() % 10 {
      case 0: random.change(&tree)
      case 1: range = random.listRange()
      default: for _ in 0..<random.pick([1, 1, 3]) { _ = random.changeLeaf(&tree) }
      }
      var changes: [ElementID] = []
      context.relayout(tree, in: range, changes: &changes)
      fresh.layout(tree, in: range)
      let difference = tree.elementIDs.first { context.frame(of: $0) != fresh.frame(of: $0) }
      #expect(difference == nil, "seed \(seed), step \(step)")
      if changes.count < tree.elementCount {
        let expected = tree.elementIDs.filter { framesBefore[$0.index] != context.frame(of: $0) }
        #expect(changes == expected, "seed \(seed), step \(step)")
      }
    }
  }

  @Test(arguments: 0..<8)
  func `Edits that wander through equal siblings, and are taken back, leave no wrong frame`(seed: UInt64) {
    var random = RandomTree(seed: 14_000 + seed)
    var builder = LayoutTreeBuilder()
    // A big tree can be split.
    EqualSiblingTests.addLevel(0, of: seed < 2 ? 4 : 3, to: &builder)
    var tree = builder.finish()
    let width: Double = seed % 4 == 3 ? 100 : 1000
    let range = SizeRange(width: width...width, height: 0...(.infinity))
    var context = LayoutContext()
    var fresh = LayoutContext()
    context.layout(tree, in: range)
    var edited: [ElementID] = []
    for step in 0..<(seed < 2 ? 25 : 40) {
      for _ in 0..<random.pick([1, 1, 2]) {
        if edited.count > 2 || (!edited.isEmpty && random.chance(40)) {
          let last = edited.remove(at: Int(random.next() % UInt64(edited.count)))
          tree.setContent(.sizedNode(Size(10, 10)), of: last)
        } else {
          let near = Int(random.next() % 130) + random.pick([0, 0, 500])
          guard case .sizedNode = tree.content(of: ElementID(near)) else { continue }
          tree.setContent(
            .sizedNode(Size(random.pick([10, 21, 40]), random.pick([10, 12, 33]))), of: ElementID(near))
          edited.append(ElementID(near))
        }
      }
      let difference = context.firstDifference(
        afterRelayoutOf: tree, in: range, inBatches: random.chance(30), from: &fresh)
      #expect(difference == nil, "seed \(seed), step \(step)")
      if difference != nil { return }
    }
  }

  /// Rows in columns in rows, most of them equal.
  private static func grid(_ random: inout RandomTree) -> LayoutTree {
    var builder = LayoutTreeBuilder(pixelGrid: PixelGrid(scale: random.pick([1, 2, 3])))
    let inner = random.list(levels: 2)
    builder.begin(.stack(StackParameters(direction: random.pick(StackDirection.allCases))))
    for _ in 0..<4 {
      builder.begin(.stack(StackParameters(direction: random.pick(StackDirection.allCases))))
      for _ in 0..<5 {
        builder.begin(.inset(EdgeInsets(random.pick([2, 2, 2, 3]))), style: Style { $0.flexGrow = 1 })
        add(random.chance(80) ? inner : random.list(levels: 2), inner.root, to: &builder)
        builder.end()
      }
      builder.end()
    }
    builder.end()
    return builder.finish()
  }

  private static func add(_ tree: LayoutTree, _ id: ElementID, to builder: inout LayoutTreeBuilder) {
    let content = tree.content(of: id)
    if content.requiredChildCount == 0 {
      builder.add(content, style: tree.style(of: id))
      return
    }
    builder.begin(content, style: tree.style(of: id))
    for child in tree.children(of: id) { add(tree, child, to: &builder) }
    builder.end()
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

import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Late baselines")
struct LateBaselineTests {
  @Test func `A wrapping stack that holds another has the same frames in new and used contexts`() {
    let tree = wrappingStacks()
    let range = SizeRange(min: .zero, max: Size(10, 10))
    var fresh = LayoutContext()
    fresh.layout(tree, in: range)
    let frames = tree.elementIDs.map { fresh.frame(of: $0) }
    #expect(frames[1] == Rect(origin: .zero, size: Size(1, 0)))
    var random = RandomTree(seed: 1)
    for _ in 0..<200 {
      var used = LayoutContext()
      used.layout(random.tree(depth: 4), in: random.range())
      used.layout(tree, in: range)
      #expect(tree.elementIDs.map { used.frame(of: $0) } == frames)
    }
  }

  /// A wrapping row of wrapping columns, the inner of which may be left without a layout.
  private func wrappingStacks() -> LayoutTree {
    let innermost = Branch(
      .stack(StackParameters(direction: .vertical)), style: .flexible, [Branch(.sizedNode(Size(1, 0)))])
    let wrapping = Branch(
      .stack(StackParameters(direction: .vertical, flexWrap: .wrap)), style: .flexible, [innermost])
    let row = StackParameters(direction: .horizontal, alignItems: .baselineLast, flexWrap: .wrap)
    return Branch(.stack(row), [wrapping]).tree
  }

  @Test func `A column without a layout reports its style's baseline, also after an earlier pass`() {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .horizontal)))
    builder.begin(
      .stack(StackParameters(direction: .horizontal, alignItems: .baselineFirst)),
      style: Style { $0.flexShrink = 1 })
    builder.begin(.stack(StackParameters(direction: .vertical)), style: .flexible)
    builder.add(.sizedNode(Size(1, 10)), style: Style { $0.ascender = 5 })
    builder.end()
    let beside = builder.add(.sizedNode(Size(30, 10)))
    builder.end()
    builder.end()
    let tree = builder.finish()
    var context = LayoutContext()
    context.layout(tree, in: SizeRange(min: .zero, max: Size(30.5, 100)))
    #expect(context.frame(of: ElementID(3)) == nil)
    #expect(context.frame(of: beside)?.origin == Point(0, 0))
    // Where it is laid out, its first child's baseline counts.
    context.layout(tree, in: SizeRange(min: .zero, max: Size(100, 100)))
    #expect(context.frame(of: beside)?.origin == Point(1, 5))
  }

  @Test(arguments: 0..<60)
  func `No frame depends on how far down one descent goes, or on earlier layouts`(seed: UInt64) {
    var random = RandomTree(seed: 11_000 + seed)
    var used = LayoutContext()
    for _ in 0..<8 {
      let tree =
        random.chance(50) ? random.tree(depth: 9) : random.baselineTree(depth: random.pick([3, 6, 10]))
      for range in [random.range(), .unconstrained, SizeRange(exactly: Size(100, 100))] {
        var fresh = LayoutContext()
        fresh.deepestDescent = 150
        fresh.layout(tree, in: range)
        used.deepestDescent = random.pick([2, 3, 4, 5, 8, 13])
        used.relayout(tree, in: range)
        let difference = tree.elementIDs.first { used.frame(of: $0) != fresh.frame(of: $0) }
        #expect(difference == nil, "seed \(seed), \(used.deepestDescent) levels, \(range)")
      }
    }
  }

  @Test(arguments: [22, 45, 132, 133, 134, 160])
  func `Trees of every depth around the deepest descent lay out to their end`(depth: Int) {
    for seed in 0..<6 as Range<UInt64> {
      var random = RandomTree(seed: 12_000 + seed)
      let tree = random.baselineTree(depth: depth)
      var usual = LayoutContext()
      var shallow = LayoutContext()
      shallow.deepestDescent = 7
      usual.layout(tree, in: .unconstrained)
      shallow.layout(tree, in: .unconstrained)
      #expect(usual.checksum == shallow.checksum, "seed \(seed)")
    }
  }
}

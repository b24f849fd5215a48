import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Editing")
struct EditingTests {
  @Test(arguments: 0..<140)
  func `After any edits, in any order of ranges, frames are those of a new layout`(seed: UInt64) {
    var random = RandomTree(seed: 5000 + seed, hasUserCode: seed.isMultiple(of: 2))
    for number in 0..<6 {
      let tree = random.tree(depth: 5 + number % 2)
      let ranges = [random.range(), random.range(), random.range()]
      var edited = EditedTree(tree, in: ranges[0])
      for step in 0..<25 {
        edited.edit(&random, leavesMostly: false)
        if random.chance(40) { edited.range = random.pick(ranges) }
        let failure = edited.layOut(tellsChanges: random.chance(60))
        #expect(failure == nil, "seed \(seed), tree \(number), step \(step), in \(edited.range)")
        if failure != nil { return }
      }
    }
  }

  @Test(arguments: 0..<40)
  func `A tree that is spliced is the tree that would have been built`(seed: UInt64) {
    var random = RandomTree(seed: 9000 + seed)
    var tree = random.tree(depth: 5)
    for _ in 0..<60 { random.splice(&tree) }
    var builder = LayoutTreeBuilder(pixelGrid: tree.pixelGrid)
    builder.addCopy(of: tree.root, in: tree)
    let rebuilt = builder.finish()
    #expect(tree.elementCount == rebuilt.elementCount && tree.depth == rebuilt.depth)
    for id in tree.elementIDs {
      #expect(tree.subtree(of: id) == rebuilt.subtree(of: id) && tree.style(of: id) == rebuilt.style(of: id))
    }
    for _ in 0..<3 {
      let range = random.range()
      #expect(tree.layoutThatFits(range).checksum == rebuilt.layoutThatFits(range).checksum, "seed \(seed)")
    }
  }

  @Test func `A row that is put into a list, taken out or loaded later tells what moved`() {
    let range = SizeRange(width: 200...200, height: 0...(.infinity))
    var tree = LayoutTree.list(of: 100)
    var context = LayoutContext()
    context.layout(tree, in: range)
    let row = LayoutTree.list(of: 1)
    let height = row.layoutThatFits(range).size.height
    context.counters = LayoutCounters()
    var changes: [ElementID] = []

    let inserted = tree.insertSubtree(row, in: tree.root, at: 98)
    context.relayout(tree, in: range, changes: &changes)
    // The list itself, all of the new row, and the two rows behind it.
    #expect(changes.count == 1 + row.elementCount + 2)
    #expect(changes.contains(inserted))
    #expect(context.counters.computations <= 5)

    tree.removeSubtree(of: inserted)
    context.relayout(tree, in: range, changes: &changes)
    #expect(changes.count == 1 + 2)
    #expect(context.frame(of: tree.root)?.size == LayoutTree.list(of: 100).layoutThatFits(range).size)

    let same = tree.replaceSubtree(of: ElementID(1), with: LayoutTree.list(of: 2))
    context.relayout(tree, in: range, changes: &changes)
    #expect(same == ElementID(1) && context.frame(of: same)?.size.height == 2 * height)
  }

  @Test func `Nothing changed is answered at the root`() {
    let tree = LayoutTree.list(of: 1000)
    let range = SizeRange(width: 200...200, height: 0...(.infinity))
    var context = LayoutContext()
    context.layout(tree, in: range)
    context.counters = LayoutCounters()
    context.relayout(tree, in: range)
    #expect(context.counters.measurements == 1 && context.counters.computations == 0)
  }
}

@Suite("Engine")
struct EngineTests {
  @Test(arguments: 0..<80)
  func `No tree makes a frame that is not a number, whatever user code answers`(seed: UInt64) {
    var random = RandomTree(seed: 1000 + seed, hasUserCode: seed.isMultiple(of: 2))
    var context = LayoutContext()
    for _ in 0..<20 {
      let tree = random.tree(depth: 7)
      context.layout(tree, in: random.chance(20) ? .unconstrained : random.range())
      for id in tree.elementIDs {
        let what: Comment = "seed \(seed), \(id) \(tree.kind(of: id).typeName)"
        guard let frame = context.frame(of: id) else { continue }
        let isNumber =
          frame.minX.isFinite && frame.minY.isFinite && frame.maxX.isFinite && frame.maxY.isFinite
        #expect(isNumber, "\(what) \(frame)")
        #expect(frame.size.width >= 0 && frame.size.height >= 0, what)
        // A width that is not a number would count as no layout. There is none only in what a stack left
        // empty.
        for child in tree.children(of: id) where context.frame(of: child) == nil {
          #expect(frame.size == .zero, what)
        }
      }
    }
  }

  @Test func `Only big stacks are split, and all of their work is counted`() {
    var random = RandomTree(seed: 1)
    let tree = random.forest(elementCount: 20_000, isConcurrent: false)
    let loops = CountedLoops()
    var context = LayoutContext()
    context.layout(tree, in: .upTo(width: 320), over: loops.loop)
    #expect(loops.count >= 1 && loops.iterations > 8)
    var serial = LayoutContext()
    serial.layout(tree, in: .upTo(width: 320))
    #expect(context.counters.computations >= serial.counters.computations)

    let small = random.tree(depth: 4)
    loops.count = 0
    context.layout(small, in: .upTo(width: 320), over: loops.loop)
    #expect(loops.count == 0)
  }

  private final class CountedLoops {
    var count = 0
    var iterations = 0
    var loop: ParallelLoop {
      { [self] iterations, body in
        count += 1
        self.iterations += iterations
        for index in 0..<iterations { body(index) }
      }
    }
  }
}

@Suite("Late baselines")
struct LateBaselineTests {
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

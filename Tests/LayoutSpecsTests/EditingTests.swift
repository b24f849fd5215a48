import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Editing")
struct EditingTests {
  @Test(arguments: 0..<140)
  func `After any edits, in any ranges, frames are those of a new layout, and numbers`(seed: UInt64) {
    var random = RandomTree(seed: 5000 + seed, hasUserCode: seed.isMultiple(of: 2))
    for number in 0..<6 {
      let tree = random.tree(depth: 5 + number % 2)
      let ranges = [random.range(), random.range(), random.chance(50) ? random.range() : .unconstrained]
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
    #expect(tree.firstDifference(from: rebuilt) == nil, "seed \(seed)")
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
  @Test func `Only big stacks are split, and all of their work is counted`() {
    var random = RandomTree(seed: 1)
    let tree = random.forest(elementCount: 20_000, isConcurrent: false)
    var (loopCount, iterationCount) = (0, 0)
    let loop: ParallelLoop = { iterations, body in
      loopCount += 1
      iterationCount += iterations
      for index in 0..<iterations { body(index) }
    }
    var context = LayoutContext()
    context.layout(tree, in: .upTo(width: 320), over: loop)
    #expect(loopCount >= 1 && iterationCount > 8)
    var serial = LayoutContext()
    serial.layout(tree, in: .upTo(width: 320))
    #expect(context.counters.computations >= serial.counters.computations)

    let small = random.tree(depth: 4)
    loopCount = 0
    context.layout(small, in: .upTo(width: 320), over: loop)
    #expect(loopCount == 0)
  }
}

@Suite("Late baselines")
struct LateBaselineTests {
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

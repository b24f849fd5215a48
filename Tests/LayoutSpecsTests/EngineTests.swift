import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Engine")
struct EngineTests {
  @Test(
    "What is remembered changes no frame: any order of ranges gives what each gives from scratch",
    arguments: 0..<40)
  func relayout(seed: UInt64) {
    var random = RandomTree(seed: seed)
    var warm = LayoutContext()
    var cold = LayoutContext()
    for _ in 0..<10 {
      let tree = random.tree(depth: 6)
      let ranges = [random.range(), random.range(), random.range()]
      warm.layout(tree, in: ranges[0])
      for _ in 0..<6 {
        let range = random.pick(ranges)
        warm.relayout(tree, in: range)
        cold.layout(tree, in: range)
        let difference = tree.elementIDs.first { warm.frame(of: $0) != cold.frame(of: $0) }
        #expect(difference == nil, "seed \(seed), \(tree.elementCount) elements, in \(range)")
      }
    }
  }

  @Test("No tree makes a frame that is not a number", arguments: 0..<40)
  func frames(seed: UInt64) {
    var random = RandomTree(seed: 1000 + seed)
    var context = LayoutContext()
    for _ in 0..<20 {
      let tree = random.tree(depth: 7)
      context.layout(tree, in: random.chance(20) ? .unconstrained : random.range())
      for id in tree.elementIDs {
        let what: Comment = "seed \(seed), \(id) \(tree.content(of: id).typeName)"
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

  @Test("Threads that share a tree get the same frames")
  func threads() {
    var random = RandomTree(seed: 7)
    let trees = (0..<20).map { _ in random.tree(depth: 7) }
    let range = SizeRange(width: 0...320, height: 0...(.infinity))
    let expected = trees.map { $0.layoutThatFits(range).checksum }
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      var context = LayoutContext()
      for (tree, checksum) in zip(trees, expected) {
        context.layout(tree, in: range)
        #expect(context.checksum == checksum)
      }
    }
  }

  @Test("Threads that edit their own copies of a tree disturb neither each other nor those who read it")
  func copiesOnThreads() {
    for seed in 0..<4 as Range<UInt64> {
      var random = RandomTree(seed: 3000 + seed)
      let shared = random.tree(depth: 6)
      let others = (0..<4).map { _ in random.tree(depth: 5) }
      let range = random.range()
      let expected = shared.layoutThatFits(range).checksum
      let expectedOfOthers = others.map { $0.layoutThatFits(range).checksum }

      DispatchQueue.concurrentPerform(iterations: 6) { worker in
        var context = LayoutContext()
        if worker % 3 == 0 {
          var ownRandom = RandomTree(seed: 4000 + seed * 10 + UInt64(worker))
          var own = shared
          var cold = LayoutContext()
          for step in 0..<20 {
            ownRandom.change(&own)
            context.relayout(own, in: range)
            cold.layout(own, in: range)
            #expect(context.checksum == cold.checksum, "seed \(seed), worker \(worker), step \(step)")
          }
        } else {
          for step in 0..<20 {
            context.relayout(shared, in: range)
            #expect(context.checksum == expected, "seed \(seed), worker \(worker), step \(step)")
            let other = (step + worker) % others.count
            context.layout(others[other], in: range)
            #expect(
              context.checksum == expectedOfOthers[other], "seed \(seed), worker \(worker), step \(step)")
          }
        }
      }
      #expect(shared.layoutThatFits(range).checksum == expected, "seed \(seed)")
    }
  }

  @Test("A tree that is split over threads has the frames of one thread, bit for bit", arguments: 0..<12)
  func split(seed: UInt64) {
    var random = RandomTree(seed: 300 + seed)
    let loop: ParallelLoop = { DispatchQueue.concurrentPerform(iterations: $0, execute: $1) }
    var split = LayoutContext()
    var serial = LayoutContext()
    for _ in 0..<2 {
      var tree = random.forest(elementCount: 10_000, isConcurrent: false)
      let concurrent = random.forest(elementCount: 10_000, isConcurrent: true)
      for range in [random.range(), random.range(), random.range()] {
        serial.layout(tree, in: range)
        split.layout(tree, in: range, over: loop)
        #expect(firstDifference(tree, split, serial) == nil, "seed \(seed), in \(range)")
        for _ in 0..<3 { random.change(&tree) }
        serial.layout(tree, in: range)
        split.relayout(tree, in: range, over: loop)
        #expect(firstDifference(tree, split, serial) == nil, "seed \(seed), changed, in \(range)")

        serial.layout(concurrent, in: range, over: { for index in 0..<$0 { $1(index) } })
        split.layout(concurrent, in: range)
        #expect(firstDifference(concurrent, split, serial) == nil, "seed \(seed), concurrent, in \(range)")
      }
    }
  }

  private func firstDifference(
    _ tree: LayoutTree, _ a: borrowing LayoutContext, _ b: borrowing LayoutContext
  ) -> ElementID? {
    for id in tree.elementIDs where a.frame(of: id) != b.frame(of: id) { return id }
    return nil
  }

  @Test("Only big stacks are split, and all of their work is counted")
  func splitCounts() {
    var random = RandomTree(seed: 1)
    let tree = random.forest(elementCount: 20_000, isConcurrent: false)
    let loops = CountedLoops()
    var context = LayoutContext()
    context.layout(tree, in: .tableCell(width: 320), over: loops.loop)
    #expect(loops.count >= 1 && loops.iterations > 8)
    var serial = LayoutContext()
    serial.layout(tree, in: .tableCell(width: 320))
    #expect(context.counters.computations >= serial.counters.computations)

    let small = random.tree(depth: 4)
    loops.count = 0
    context.layout(small, in: .tableCell(width: 320), over: loops.loop)
    #expect(loops.count == 0)
  }

  /// A loop that runs on one thread and counts.
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

  @Test("One element is a tree")
  func single() {
    var context = LayoutContext()
    for content in [ElementContent.spec, .node, .sizedNode(Size(30, 40)), .text(TextParameters(""))] {
      var builder = LayoutTreeBuilder()
      builder.add(content)
      let size = context.layout(builder.finish(), in: SizeRange(width: 10...100, height: 10...50))
      switch content {
      case .spec: #expect(size == Size(10, 10))
      case .node: #expect(size == Size(100, 50))
      case .sizedNode: #expect(size == Size(30, 40))
      default: #expect(size == Size(10, 20))
      }
    }
  }

  @Test("A builder that is used wrongly says so where it happens")
  func misuse() async {
    await #expect(processExitsWith: .failure) { _ = LayoutTreeBuilder().finish() }
    await #expect(processExitsWith: .failure) {
      var builder = LayoutTreeBuilder()
      builder.begin(.overlay)
      builder.add(.node)
      builder.end()
    }
    await #expect(processExitsWith: .failure) {
      var builder = LayoutTreeBuilder()
      builder.add(.node)
      builder.add(.node)
    }
    await #expect(processExitsWith: .failure) {
      var builder = LayoutTreeBuilder()
      builder.begin(.wrapper)
      _ = builder.finish()
    }
    await #expect(processExitsWith: .failure) {
      var builder = LayoutTreeBuilder()
      builder.add(.sizedNode(Size(.nan, 1)))
    }
  }
}

@Suite("Depth")
struct DepthTests {
  /// A chain of stacks, one in the other, with a leaf at the end.
  private func chain(_ depth: Int, style: Style, alternating: Bool) -> LayoutTree {
    var builder = LayoutTreeBuilder(capacity: depth)
    for level in 0..<depth - 1 {
      let direction: StackDirection = alternating && level % 2 == 1 ? .horizontal : .vertical
      builder.begin(.stack(StackParameters(direction: direction)), style: style)
    }
    builder.add(.sizedNode(Size(10, 10)), style: style)
    for _ in 0..<depth - 1 { builder.end() }
    return builder.finish()
  }

  private static let levels = 100_000

  @Test("100,000 levels lay out from a thread with a small stack")
  func deep() async {
    let tree = chain(Self.levels, style: .default, alternating: true)
    #expect(tree.depth == Self.levels)
    let size = await withCheckedContinuation { continuation in
      DispatchQueue(label: "small stack").async {
        var context = LayoutContext()
        continuation.resume(returning: context.layout(tree, in: .tableCell(width: 375)))
      }
    }
    #expect(size == Size(10, 10))
  }

  @Test("What is laid out from the explicit stack has the same frames", arguments: 0..<40)
  func descents(seed: UInt64) {
    var random = RandomTree(seed: 5000 + seed)
    var plain = LayoutContext()
    var deep = LayoutContext()
    plain.deepestDescent = 1000
    for limit in [2, 3, 5, 8] {
      deep.deepestDescent = limit
      let tree = random.tree(depth: 9)
      for range in [random.range(), random.range()] {
        plain.layout(tree, in: range)
        deep.relayout(tree, in: range)
        let difference = tree.elementIDs.first { plain.frame(of: $0) != deep.frame(of: $0) }
        #expect(
          difference == nil,
          "seed \(seed), at most \(limit) levels, \(tree.elementCount) elements, in \(range)")
      }
    }
  }

  @Test("A deep chain takes little more than twice the work of a shallow one, a level")
  func deepWork() {
    var context = LayoutContext()
    for depth in [context.deepestDescent, 1000, 10_000] {
      context.counters = LayoutCounters()
      context.layout(chain(depth, style: .default, alternating: true), in: .tableCell(width: 375))
      let bound = depth <= context.deepestDescent ? depth : depth * 5 / 2
      #expect(context.counters.computations <= bound, "\(context.counters)")
    }
  }

  @Test(
    "Chains that flex and stretch at every level take at most the square of their depth",
    arguments: [10, 24, 48, 96])
  func flexingChains(depth: Int) {
    let style = Style {
      $0.flexGrow = 1
      $0.flexShrink = 1
    }
    let tree = chain(depth, style: style, alternating: true)
    var context = LayoutContext()
    context.deepestDescent = 2 * depth
    context.layout(tree, in: SizeRange(width: 375...375, height: 0...(.infinity)))
    #expect(context.counters.computations <= depth * depth / 2 + 2 * depth)
  }

  @Test("A feed's cell lays each element out a bounded number of times")
  func counts() {
    let tree = chain(12, style: .default, alternating: false)
    var context = LayoutContext()
    context.layout(tree, in: .tableCell(width: 375))
    #expect(context.counters.computations <= 3 * tree.elementCount)
    let once = context.counters
    context.relayout(tree, in: .tableCell(width: 375))
    #expect(context.counters.computations == once.computations, "Nothing changed, so nothing is computed")
  }
}

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

  @Test("Only big stacks are split, and all of their work is counted")
  func splitCounts() {
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
        continuation.resume(returning: context.layout(tree, in: .upTo(width: 375)))
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
      context.layout(chain(depth, style: .default, alternating: true), in: .upTo(width: 375))
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
    context.layout(tree, in: .upTo(width: 375))
    #expect(context.counters.computations <= 3 * tree.elementCount)
    let once = context.counters
    context.relayout(tree, in: .upTo(width: 375))
    #expect(context.counters.computations == once.computations, "Nothing changed, so nothing is computed")
  }
}

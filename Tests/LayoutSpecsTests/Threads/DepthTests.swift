import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Depth")
struct DepthTests {
  private static func chain(_ depth: Int, style: Style = .default) -> LayoutTree {
    var builder = LayoutTreeBuilder(capacity: depth)
    for level in 0..<depth - 1 {
      let direction: StackDirection = level % 2 == 1 ? .horizontal : .vertical
      builder.begin(.stack(StackParameters(direction: direction)), style: style)
    }
    builder.add(.sizedNode(Size(10, 10)), style: style)
    for _ in 0..<depth - 1 { builder.end() }
    return builder.finish()
  }

  private static let levels = 100_000

  @Test func `100,000 levels lay out from a thread with a small stack`() {
    let tree = Self.chain(Self.levels)
    #expect(tree.depth == Self.levels)
    let size = onSmallStack {
      var context = LayoutContext()
      return context.layout(tree, in: .upTo(width: 375))
    }
    #expect(size == Size(10, 10))
  }

  @Test func `A deep tree is edited on a thread with a small stack`() {
    let failures = onSmallStack {
      var failures: [String] = []
      var tree = DepthTests.chain(3000)
      var context = LayoutContext()
      var fresh = LayoutContext()
      context.layout(tree, in: .unconstrained)
      for step in 0..<6 {
        context.counters = LayoutCounters()
        tree.setContent(.sizedNode(Size(1 + Double(step / 2), 2)), of: ElementID(tree.elementCount - 1))
        context.relayout(tree, in: .unconstrained)
        fresh.layout(tree, in: .unconstrained)
        let difference = tree.elementIDs.first { context.frame(of: $0) != fresh.frame(of: $0) }
        if difference != nil { failures.append("step \(step): other frames") }
        // Each level once, and most once more where a descent began again.
        if context.counters.computations > 3 * 3000 { failures.append("step \(step): much work") }
      }
      return failures
    }
    #expect(failures.isEmpty)
  }

  @Test(.disabled(if: Sanitizer.isForThreads))
  func `A deep chain takes little more than twice the work of a shallow one, a level`() {
    var context = LayoutContext()
    for depth in [context.deepestDescent, 1000, 10_000] {
      context.counters = LayoutCounters()
      context.layout(Self.chain(depth), in: .upTo(width: 375))
      let bound = depth <= context.deepestDescent ? depth : depth * 5 / 2
      #expect(context.counters.computations <= bound, "\(context.counters)")
    }
  }

  @Test(.disabled(if: Sanitizer.isForThreads), arguments: [10, 24, 48, 96])
  func `Chains that flex and stretch at every level take at most the square of their depth`(depth: Int) {
    let tree = Self.chain(depth, style: .flexible)
    var context = LayoutContext()
    context.deepestDescent = 2 * depth
    context.layout(tree, in: SizeRange(width: 375...375, height: 0...(.infinity)))
    #expect(context.counters.computations <= depth * depth / 2 + 2 * depth)
  }
}

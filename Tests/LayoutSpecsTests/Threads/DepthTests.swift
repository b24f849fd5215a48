import Dispatch
import LayoutSpecs
import LayoutTestSupport
import Testing

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

  @Test func `100,000 levels lay out from a thread with a small stack`() async {
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

  @Test(
    .disabled(if: Sanitizer.isForThreads),
    arguments: 0..<40)
  func `What is laid out from the explicit stack has the same frames`(seed: UInt64) {
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

  @Test(.disabled(if: Sanitizer.isForThreads))
  func `A deep chain takes little more than twice the work of a shallow one, a level`() {
    var context = LayoutContext()
    for depth in [context.deepestDescent, 1000, 10_000] {
      context.counters = LayoutCounters()
      context.layout(chain(depth, style: .default, alternating: true), in: .upTo(width: 375))
      let bound = depth <= context.deepestDescent ? depth : depth * 5 / 2
      #expect(context.counters.computations <= bound, "\(context.counters)")
    }
  }

  @Test(.disabled(if: Sanitizer.isForThreads), arguments: [10, 24, 48, 96])
  func `Chains that flex and stretch at every level take at most the square of their depth`(depth: Int) {
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
}

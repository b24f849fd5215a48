import LayoutTestSupport
import Testing

@testable import LayoutSpecs

@Suite("Limits of work")
struct ComputationLimitTests {
  /// Trees that take more than can be waited for.
  private var steep: LayoutTree { SteepChain.askedWithinFractions.chain.tree(depth: 60) }
  private let range = SizeRange(exactly: Size(375, 600))

  @Test func `A layout beyond the limit ends, has no frames, and says where the work went`() throws {
    var context = LayoutContext()
    context.computationLimit = 10_000
    #expect(context.layout(steep, in: range) == .zero)
    let abandoned = context.abandonedElement
    let element = try #require(abandoned)
    #expect(steep.subtree(of: element).count > 2)
    #expect(context.counters.computations < 12_000)
    #expect(steep.elementIDs.allSatisfy { context.frame(of: $0) == nil })
  }

  @Test func `A computation of thousands of children counts for more than one`() {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .vertical)))
    for _ in 0..<2_000 { builder.add(.sizedNode(Size(1, 1)), style: Style { $0.flexShrink = 1 }) }
    SteepChain.askedWithinFractions.chain.write(depth: 10, to: &builder)
    builder.end()
    let row = builder.finish()
    builder = LayoutTreeBuilder()
    SteepChain.askedWithinFractions.chain.write(depth: 30, to: &builder)
    var tree = builder.finish()
    let innermost = tree.elementIDs.last { tree.content(of: $0).requiredChildCount == nil }!
    tree.insertSubtree(row, in: innermost, at: 0)
    var context = LayoutContext()
    context.computationLimit = 1_000
    context.layout(tree, in: range)
    #expect(context.abandonedElement != nil)
    #expect(context.counters.measurements < 64 * 1_000 + 10_000)
  }

  @Test func `The next layout in a context is as in a new one, also of the tree without the limit`() {
    var context = LayoutContext()
    context.computationLimit = 2_000
    context.layout(steep, in: range)
    let tree = SteepChain.all[0].chain.tree(depth: 20)
    context.relayout(tree, in: range)
    var fresh = LayoutContext()
    fresh.layout(tree, in: range)
    #expect(context.abandonedElement == nil && context.checksum == fresh.checksum)
    let shallow = SteepChain.askedWithinFractions.chain.tree(depth: 12)
    context.computationLimit = 0
    context.layout(shallow, in: range)
    #expect(context.abandonedElement != nil)
    context.computationLimit = .max
    context.relayout(shallow, in: range)
    fresh.layout(shallow, in: range)
    #expect(context.abandonedElement == nil && context.checksum == fresh.checksum)
  }

  @Test func `A layout that asks each element once is never beyond it`() {
    let inset = Branch(.inset(EdgeInsets(1)), [Branch(.sizedNode(Size(10, 10)))])
    let tree = Branch(
      .stack(StackParameters(direction: .vertical, alignItems: .start)), Array(repeating: inset, count: 100)
    ).tree
    var context = LayoutContext()
    context.computationLimit = 1
    context.layout(tree, in: .unconstrained)
    #expect(context.abandonedElement == nil && context.frame(of: tree.root)?.size == Size(12, 1200))
  }

  @Test func `A layout that is split over threads has the same limit`() {
    var random = RandomTree(seed: 15)
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .vertical)))
    while builder.elementCount < 6000 {
      builder.begin(.stack(StackParameters(direction: .horizontal)), style: Style { $0.flexShrink = 1 })
      for _ in 0..<random.pick([20, 40]) {
        builder.add(.text(TextParameters("two words")), style: Style { $0.flexShrink = 1 })
      }
      builder.end()
    }
    SteepChain.askedWithinFractions.chain.write(depth: 60, to: &builder)
    builder.end()
    let tree = builder.finish()
    var context = LayoutContext()
    context.computationLimit = 20_000
    let loop: ParallelLoop = { count, body in for index in 0..<count { body(index) } }
    let range = SizeRange(width: 375...375, height: 0...(.infinity))
    context.layout(tree, in: range, over: loop)
    #expect(context.abandonedElement != nil)
    #expect(context.counters.computations < 22_000)
  }

  /// A big list, in which each of these rows is a chain of so many levels that ask much.
  private func list(steepRows: Set<Int>, depth: Int) -> LayoutTree {
    var builder = LayoutTreeBuilder()
    builder.begin(.stack(StackParameters(direction: .vertical)))
    for row in 0..<320 {
      if steepRows.contains(row) {
        // In a stack without a style, as batches measure, and a size in which the chain asks much.
        builder.begin(.stack(StackParameters(direction: .vertical)))
        builder.begin(.stack(StackParameters()), style: Style { $0.preferredSize = Size(375, 600) })
        SteepChain.askedWithinFractions.chain.write(depth: depth, to: &builder)
        builder.end()
        builder.end()
      }
      builder.begin(.stack(StackParameters(direction: .horizontal)))
      for _ in 0..<20 { builder.add(.text(TextParameters("two words")), style: Style { $0.flexShrink = 1 }) }
      builder.end()
    }
    builder.end()
    return builder.finish()
  }

  @Test func `A limit is that of all batches of a split layout together, in whichever order they run`() {
    let tree = list(steepRows: Set(stride(from: 0, to: 320, by: 4)), depth: 60)
    let range = SizeRange(width: 375...375, height: 0...(.infinity))
    var counts: Set<Int> = []
    for isReversed in [false, true] {
      var context = LayoutContext()
      context.computationLimit = 5_000
      context.layout(
        tree, in: range,
        over: { count, body in for index in 0..<count { body(isReversed ? count - 1 - index : index) } })
      #expect(context.abandonedElement != nil)
      #expect(context.counters.computations < 6_000)
      counts.insert(context.counters.computations)
    }
    #expect(counts.count == 1)
  }

  @Test(arguments: [0, 319])
  func `A batch that needs more than its share of the limit gets what the others leave`(steepRow: Int) {
    let tree = list(steepRows: [steepRow], depth: 18)
    let range = SizeRange(width: 375...375, height: 0...(.infinity))
    var serial = LayoutContext()
    serial.computationLimit = 20_000
    serial.layout(tree, in: range)
    #expect(serial.abandonedElement == nil && serial.counters.computations > 1_000, "\(serial.counters)")
    let loop: ParallelLoop = { count, body in for index in 0..<count { body(index) } }
    // In quarters of what one thread takes; each batch has a thirtieth of that.
    for (quarters, isEnough) in [(1, false), (2, false), (5, true), (8, true), (20, true)] {
      var split = LayoutContext()
      split.computationLimit = serial.counters.computations * quarters / 4
      split.layout(tree, in: range, over: loop)
      #expect((split.abandonedElement == nil) == isEnough, "\(quarters) quarters")
      #expect(!isEnough || split.checksum == serial.checksum, "\(quarters) quarters")
      #expect(split.counters.computations < split.computationLimit + 1_000)
    }
  }

  @Test func `Counters at the end of all numbers count on, and the limit holds`() {
    var context = LayoutContext()
    context.counters.computations = .max - 5
    context.counters.measurements = .max
    context.counters.cacheHits = .max
    context.counters.textMeasurements = .max
    context.computationLimit = 10_000
    context.layout(steep, in: range)
    #expect(context.abandonedElement != nil)
    #expect(context.counters.computations &- (.max - 5) < 12_000)
  }
}

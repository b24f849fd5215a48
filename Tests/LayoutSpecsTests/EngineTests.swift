import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Engine")
struct EngineTests {
  @Test("No tree makes a frame that is not a number, whatever user code answers", arguments: 0..<80)
  func frames(seed: UInt64) {
    var random = RandomTree(seed: 1000 + seed, hasUserCode: seed.isMultiple(of: 2))
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

  @Test func `A builder that is used wrongly says so where it happens`() async {
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

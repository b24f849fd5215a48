import LayoutSpecs
import LayoutWorkloads
import Testing

/// How much work layouts from scratch take, in counts that are the same on every machine.
@Suite("Bounds on work")
struct WorkBoundsTests {
  private func counters(_ text: String, in range: SizeRange? = nil) throws -> LayoutCounters {
    let workload = try Workload(parsing: text)
    var context = LayoutContext()
    context.layout(workload.tree(), in: range ?? workload.range)
    return context.counters
  }

  /// A tree that is deeper than any thread's stack allows is begun again a level further down, so its work is up to two and a
  /// half times the work of a shallow chain.
  private func factor(_ depth: Int) -> Double { depth <= LayoutContext().deepestDescent ? 1 : 2.5 }

  /// Half of the elements are stacks: half a computation an element, and at most one and a quarter in deep trees.
  @Test(arguments: [10, 100, 1000, 10_000])
  func `A chain of stacks takes a bounded number of computations an element`(depth: Int) throws {
    for range in [
      nil, SizeRange(exactly: Size(375, 600)), SizeRange(max: Size(375, .infinity)), .unconstrained,
    ] {
      let counters = try counters("deep(\(depth))", in: range)
      #expect(Double(counters.computations) <= factor(depth) * Double(depth), "\(counters)")
      #expect(Double(counters.measurements) <= factor(depth) * Double(3 * depth), "\(counters)")
    }
  }

  /// Each stack holds one child that both grows and shrinks. Where the stack's length is exact that child is not measured
  /// before it is known what the leaf leaves it, and then once; where it is free nothing flexes.
  @Test(arguments: [10, 30, 100, 300, 1000])
  func `A chain of stacks that flex takes work that grows with its depth alone`(depth: Int) throws {
    // Room for all: a leaf takes 10 points on one axis or the other. In less the rest of the chain gets no layout.
    let roomy = SizeRange(width: 100_000)
    for range in [nil, roomy, SizeRange(exactly: Size(100_000, 100_000)), .unconstrained] {
      let counters = try counters("deepg(\(depth))", in: range)
      #expect(Double(counters.computations) <= factor(depth) * Double(depth), "\(counters)")
      #expect(Double(counters.measurements) <= factor(depth) * Double(3 * depth), "\(counters)")
    }
    // Where the width is bounded and not exact, the stacks that have room are computed again in what flexing leaves them.
    let counters = try counters("deepg(\(depth))", in: SizeRange(max: Size(375, .infinity)))
    #expect(Double(counters.computations) <= factor(depth) * Double(depth + 2 * 375 / 10 + 2), "\(counters)")
  }

  @Test func `A chain of stacks that flex lays out as much of it as there is room for`() throws {
    let workload = try Workload(parsing: "deepg(1000)")
    let tree = workload.tree()
    let elements = { (range: SizeRange) in
      let layout = tree.layoutThatFits(range)
      return tree.elementIDs.count { layout.frame(of: $0) != nil }
    }
    // 375 points have room for 37 leaves side by side and part of another, with one below each.
    #expect(elements(workload.range) == 157)
    #expect(elements(SizeRange(width: 100_000)) == tree.elementCount)
  }

  @Test func `A feed's inset, row, column and last row are each computed once`() throws {
    #expect(try counters("feed(1000)").computations <= 4 * 1000 + 1)
    #expect(try counters("feed(1000)", in: SizeRange(max: Size(375, .infinity))).computations <= 6 * 1000 + 1)
  }

  /// Fourteen elements of a feed item have children. The column of labels grows, and is computed in both its lengths.
  @Test func `A feed item's elements are computed once, but for the column of labels`() throws {
    #expect(try counters("feedItem(100)").computations <= 15 * 100 + 1)
  }

  /// All titles and bodies stand in columns of one width, and are asked for their size in that width alone; the small texts
  /// are as long as they like. So there is one wrapping for each text that does not fit on one line, and none for the others.
  @Test func `A cold feed wraps each text once in each width, and only those beyond one line`() throws {
    let columnCharacters = (375 - 2 * 12 - 40 - 8) / 8
    let tree = try Workload(parsing: "feed(1000)").tree()
    var long = 0
    for id in tree.elementIDs {
      if case .text(let text) = tree.content(of: id), text.string.utf8.count > columnCharacters { long += 1 }
    }
    #expect(long > 1000)
    #expect(try counters("feed(1000)").textMeasurements <= long)
    #expect(try counters("feed(1000)", in: SizeRange(max: Size(375, .infinity))).textMeasurements <= long)
  }
}

@Suite("Memory")
struct MemoryTests {
  @Test(arguments: [("feed(1000)", 160.0), ("nested(4)", 110), ("wide(1000)", 110), ("feedItem(100)", 180)])
  func `A tree with caches and frames takes so many bytes an element`(text: String, limit: Double) throws {
    let workload = try Workload(parsing: text)
    let tree = workload.tree()
    var context = LayoutContext()
    context.layout(tree, in: workload.range)
    #expect(Double(tree.byteCount + context.byteCount) / Double(tree.elementCount) <= limit)
  }
}

import LayoutSpecs
import LayoutWorkloads
import Testing

/// How much work layouts from scratch take, in counts that are the same on every machine.
@Suite("Bounds on work")
struct WorkBoundsTests {
  private func counters(_ text: String) throws -> LayoutCounters {
    let workload = try Workload(parsing: text)
    var context = LayoutContext()
    context.layout(workload.tree(), in: workload.range)
    return context.counters
  }

  /// A stack is measured in its natural size, and then once more where it is stretched.
  @Test("A chain of stacks is computed at most twice a stack", arguments: [10, 100, 1000, 10_000])
  func deep(depth: Int) throws {
    let counters = try counters("deep(\(depth))")
    #expect(counters.computations <= 2 * depth, "\(counters)")
    #expect(counters.measurements <= 5 * depth, "\(counters)")
  }

  @Test("A chain of stacks that flex is computed at most D²/2 times", arguments: [10, 30, 100, 300, 1000])
  func deepg(depth: Int) throws {
    let counters = try counters("deepg(\(depth))")
    #expect(counters.computations <= depth * depth / 2, "\(counters)")
    print("DEEPG", depth, counters)
  }

  /// A post's three texts: the title and the body stand in a column that is measured in one width, and the small text has
  /// its own length. A text that fits on one line is not wrapped at all.
  @Test("A cold feed wraps no text twice, and the small texts never")
  func texts() throws {
    let workload = try Workload(parsing: "feed(1000)")
    let tree = workload.tree()
    let counters = try counters("feed(1000)")
    print("FEED", counters)
    let texts = tree.elementIDs.count { tree.content(of: $0).typeName == "text" }
    #expect(texts == 3 * 1000)
    #expect(counters.textMeasurements <= 2 * 1000, "\(counters)")
  }
}

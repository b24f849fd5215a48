import ConstraintLayout
import LayoutSpecs
import LayoutWorkloads
import Testing

@Suite("Frames from constraints")
struct ConstraintFramesTests {
  /// Checks that all solvers' frames of a tree lie within one pixel of the engine's: from scratch, in other ranges, and
  /// from scratch again.
  private func expectFrames(
    of tree: LayoutTree, in range: SizeRange, resizedTo ranges: [SizeRange], _ name: String
  ) throws {
    var context = LayoutContext()
    func expectAgreement(_ frames: [Rect], in range: SizeRange, _ solver: String) {
      context.layout(tree, in: range)
      let comparison = FrameComparison(frames, with: context)
      #expect(comparison.agrees(), "\(solver), \(name) in \(range): \(comparison)")
    }
    var naive = NaiveConstraintSolver()
    for range in [range] + ranges {
      expectAgreement(try naive.solve(tree, in: range), in: range, "Elimination")
    }
    let layout = try CassowaryLayout(tree, in: range)
    try layout.solve()
    expectAgreement(layout.frames, in: range, "Cassowary")
    for range in ranges + [range] {
      try layout.resize(to: range)
      expectAgreement(layout.frames, in: range, "Cassowary resized")
    }
    try layout.solve()
    expectAgreement(layout.frames, in: range, "Cassowary again")
  }

  @Test(
    "Frames lie within one pixel of the engine's: the whole tree in one system",
    arguments: [
      "feed(0)", "feed(1)", "feed(2)", "feed(10)", "feedItem(1)", "feedItem(4)", "wide(0)", "wide(1)",
      "wide(100)", "wideg(1)", "wideg(30)", "nested(0)", "nested(1)", "nested(2)", "deep(1)", "deep(10)",
      "deep(50)", "deepg(10)", "flatAbsolute(20)", "flatRelative(20)", "nestedViews(20)",
    ])
  func workloads(text: String) throws {
    let workload = try Workload(parsing: text)
    // The engine shares out whole points, and leaves the rest to the first child: ten children of 1,104 points differ by four.
    let resizeRange = workload.family.name == "nested" ? nil : workload.resizeRange
    try expectFrames(
      of: workload.tree(), in: workload.range, resizedTo: [resizeRange].compactMap { $0 }, text)
  }

  @Test(arguments: ["feed(100)", "feedItem(100)"])
  func `The same a system a cell, for a hundred random cells at two widths`(text: String) throws {
    let workload = try Workload(parsing: text)
    let resizeRange = try #require(workload.resizeRange)
    for (number, cell) in try #require(workload.cells(seed: 7)).enumerated() {
      try expectFrames(
        of: cell, in: workload.range, resizedTo: [resizeRange], "cell \(number) of \(text) with seed 7")
    }
  }

  @Test func `A program gives another solver the same frames`() throws {
    for cell in try #require(Workload(parsing: "feed(20)").cells()) {
      let layout = try CassowaryLayout(cell, in: SizeRange(width: 375))
      let program = try #require(try layout.program())
      let solver = SimplexSolver()
      try solver.run(program)
      let values = (0..<4 * cell.elementCount).map { solver.value(of: Variable(index: $0)) }
      let frames = layout.frames.flatMap { [$0.origin.x, $0.origin.y, $0.size.width, $0.size.height] }
      #expect(zip(values, frames).allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }

  @Test func `What cannot be written is refused with the element`() {
    var builder = LayoutTreeBuilder()
    builder.begin(.overlay)
    builder.add(.sizedNode(Size(1, 1)))
    builder.add(.node)
    builder.end()
    let tree = builder.finish()
    #expect(throws: ConstraintLayoutError.unsupported(element: tree.root, reason: "the type overlay")) {
      try CassowaryLayout(tree, in: SizeRange(width: 10))
    }
  }
}

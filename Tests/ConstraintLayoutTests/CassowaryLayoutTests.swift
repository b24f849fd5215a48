import ConstraintLayout
import LayoutSpecs
import LayoutWorkloads
import Testing

@Suite("Layout by Cassowary")
struct CassowaryLayoutTests {
  private func comparison(
    _ layout: CassowaryLayout, _ tree: LayoutTree, in range: SizeRange
  ) throws -> FrameComparison {
    var context = LayoutContext()
    context.layout(tree, in: range)
    return FrameComparison(layout.frames, with: context)
  }

  @Test(
    "Frames lie within one pixel of the engine's, from scratch and resized to and fro",
    arguments: [
      "feed(0)", "feed(1)", "feed(2)", "feed(10)", "feedItem(1)", "feedItem(4)", "wide(0)", "wide(1)",
      "wide(100)", "wideg(1)", "wideg(30)", "nested(0)", "nested(1)", "nested(2)", "deep(1)", "deep(10)",
      "deep(50)", "deepg(10)", "flatAbsolute(20)", "flatRelative(20)", "nestedViews(20)",
    ])
  func workloads(text: String) throws {
    let workload = try Workload(parsing: text)
    let tree = workload.tree()
    let layout = try CassowaryLayout(tree, in: workload.range)
    try layout.solve()
    #expect(try comparison(layout, tree, in: workload.range).agrees(), "\(text)")
    // The engine shares out whole points, and leaves the rest to the first child: ten children of 1,104 points differ by four.
    let resizeRange = workload.family.name == "nested" ? nil : workload.resizeRange
    for range in [resizeRange, workload.range].compactMap({ $0 }) {
      try layout.resize(to: range)
      let resized = try comparison(layout, tree, in: range)
      #expect(resized.agrees(), "\(text) resized to \(range): \(resized)")
    }
    try layout.solve()
    #expect(try comparison(layout, tree, in: workload.range).agrees(), "\(text) again")
  }

  @Test(arguments: ["feed(100)", "feedItem(100)"])
  func `The same a system a cell, for a hundred random cells at two widths`(text: String) throws {
    let workload = try Workload(parsing: text)
    let resizeRange = try #require(workload.resizeRange)
    for (number, cell) in try #require(workload.cells(seed: 7)).enumerated() {
      let layout = try CassowaryLayout(cell, in: workload.range)
      try layout.solve()
      for range in [workload.range, resizeRange, workload.range] {
        try layout.resize(to: range)
        let comparison = try comparison(layout, cell, in: range)
        #expect(comparison.agrees(), "cell \(number) of \(text) with seed 7, in \(range): \(comparison)")
      }
    }
  }

  @Test func `A program gives another solver the same frames`() throws {
    for cell in try #require(Workload(parsing: "feed(20)").cells()) {
      let layout = try CassowaryLayout(cell, in: .exactly(width: 375))
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
      try CassowaryLayout(tree, in: .exactly(width: 10))
    }
  }
}

extension SizeRange {
  fileprivate static func exactly(width: Double) -> SizeRange {
    SizeRange(width: width...width, height: 0...(.infinity))
  }
}

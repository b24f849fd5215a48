import ConstraintLayout
import LayoutSpecs
import LayoutWorkloads
import Testing

@Suite("The feed item as constraints")
struct FeedItemConstraintsTests {
  @Test("Views lie within a pixel of the engine's nodes, in both solvers", arguments: [375.0, 414, 320])
  func frames(width: Double) throws {
    let range = SizeRange(width: width)
    for (number, cell) in try #require(Workload(parsing: "feedItem(40)").cells(seed: 3)).enumerated() {
      let constraints = FeedItemConstraints(cell, width: width)
      let program = try constraints.program()
      let solver = SimplexSolver()
      try solver.run(program)
      if number < 3 {
        let dense = try #require(
          DenseSimplex.solve(program.constraints, variableCount: program.variableCount))
        for index in dense.indices {
          #expect(abs(dense[index] - solver.value(of: Variable(index: index))) < 1e-6, "variable \(index)")
        }
      }
      let layout = cell.layoutThatFits(range)
      let frames = layout.nodeFrames
      for (index, id) in constraints.views.enumerated() {
        let expected = id.index == 0 ? layout.frame : try #require(frames[id.index])
        let found = (0..<4).map { solver.value(of: Variable(index: 4 * index + $0)) }
        let numbers = [expected.origin.x, expected.origin.y, expected.size.width, expected.size.height]
        let isNear = zip(found, numbers).allSatisfy { abs($0 - $1) <= 1 }
        #expect(isNear, "item \(number), width \(width), element \(id): \(found), and the engine \(numbers)")
      }
    }
  }
}

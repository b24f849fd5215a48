import Benchmarking
import ConstraintLayout
import LayoutSpecs
import LayoutWorkloads

/// `cassowary.hand` and `naive.hand`: the feed item's constraints written by hand, one system per item.
struct HandWrittenConstraintsSubject: Subject {
  enum Solver: String {
    case cassowary
    case naive
  }

  let solver: Solver

  var name: String { "\(solver.rawValue).hand" }
  var summary: String {
    let how = solver == .cassowary ? "the incremental simplex" : "a dense simplex from scratch"
    return "\(how): feedItem's constraints written by hand, a system an item"
  }

  func check(_ input: BenchmarkInput) throws(Refusal) {
    guard input.workload?.family.name == "feedItem", let cells = input.cells else {
      throw Refusal(description: "only feedItem(N) has constraints written by hand")
    }
    for cell in cells {
      let constraints = FeedItemConstraints(cell, width: input.range.max.width)
      let program = try program(constraints)
      let layout = cell.layoutThatFits(input.range)
      let nodeFrames = layout.nodeFrames
      let values = HandWrittenConstraintsWorker.solve(program, solver, SimplexSolver())
      for (index, id) in constraints.views.enumerated() {
        let expected = id.index == 0 ? layout.frame : nodeFrames[id.index] ?? .zero
        let numbers = [expected.origin.x, expected.origin.y, expected.size.width, expected.size.height]
        guard zip(numbers, values[4 * index..<4 * index + 4]).allSatisfy({ abs($0 - $1) <= 1 }) else {
          throw Refusal(description: "its frame of element \(id) of an item is not the engine's")
        }
      }
    }
  }

  private func program(_ constraints: FeedItemConstraints) throws(Refusal) -> SolverProgram {
    do throws(SimplexError) {
      return try constraints.program()
    } catch {
      throw Refusal(description: error.description)
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    let programs = try (input.cells ?? []).map {
      try FeedItemConstraints($0, width: input.range.max.width).program()
    }
    return HandWrittenConstraintsWorker(programs, solver)
  }
}

private final class HandWrittenConstraintsWorker: Worker {
  private let programs: [SolverProgram]
  private let solver: HandWrittenConstraintsSubject.Solver
  private let simplex = SimplexSolver()
  private var sums: [Double]

  init(_ programs: [SolverProgram], _ solver: HandWrittenConstraintsSubject.Solver) {
    self.programs = programs
    self.solver = solver
    sums = [Double](repeating: 0, count: programs.count)
  }

  /// Returns the values of all variables.
  static func solve(
    _ program: SolverProgram, _ solver: HandWrittenConstraintsSubject.Solver, _ simplex: SimplexSolver
  ) -> [Double] {
    switch solver {
    case .cassowary:
      do throws(SimplexError) {
        try simplex.run(program)
      } catch {
        preconditionFailure("What was checked can be solved: \(error)")
      }
      return (0..<program.variableCount).map { simplex.value(of: Variable(index: $0)) }
    case .naive:
      return DenseSimplex.solve(program.constraints, variableCount: program.variableCount) ?? []
    }
  }

  func run(job index: Int) {
    for (place, program) in programs.enumerated() {
      sums[place] = Self.solve(program, solver, simplex).reduce(0, +)
    }
  }

  /// Returns the sum of all variables. Not the layout's checksum: there are fewer views than elements.
  func resultChecksum() -> Double { sums.reduce(0, +) }
}

import ConstraintLayout
import LayoutDocuments
import LayoutSpecs
import LayoutWorkloads
import MainThreadJobs
import Measuring
import Reporting

/// The scope of one system of constraints: the whole tree, or each of its cells.
enum ConstraintScope {
  case tree
  case cells

  /// The suffix of a subject's name after the solver's.
  var suffix: String { self == .tree ? "" : ".cells" }

  var summary: String { self == .tree ? "one system for the whole tree" : "a system a cell" }

  /// Returns the trees with a system each.
  func systems(of input: BenchmarkInput) throws(Refusal) -> [LayoutTree] {
    switch self {
    case .tree: return [input.tree]
    case .cells:
      guard let cells = input.cells else { throw Refusal(description: "it has no cells") }
      return cells
    }
  }
}

/// Throws a refusal if frames differ from the engine's by more than a pixel.
func requireFrames(_ frames: [Rect], of tree: LayoutTree, in range: SizeRange) throws(Refusal) {
  var context = LayoutContext()
  context.layout(tree, in: range)
  let comparison = FrameComparison(frames, with: context)
  if !comparison.agrees() { throw Refusal(description: "its frames differ by \(comparison)") }
}

/// Runs a constraint layout and turns its errors into refusals.
private func refusingConstraintErrors<Result>(
  in tree: LayoutTree, _ body: () throws(ConstraintLayoutError) -> Result
) throws(Refusal) -> Result {
  do throws(ConstraintLayoutError) {
    return try body()
  } catch {
    throw Refusal(error, tree)
  }
}

extension Refusal {
  /// Names an unsupported element by its path in the tree.
  fileprivate init(_ error: ConstraintLayoutError, _ tree: LayoutTree) {
    if case .unsupported(let element, let reason) = error {
      self.init(
        description: "\(ElementPath(to: element, in: tree)) cannot be written as equations: \(reason)")
    } else {
      self.init(description: error.description)
    }
  }
}

/// Runs a job of a subject that was checked, so that it cannot fail.
private func solving<Result>(_ job: () throws -> Result) -> Result {
  do {
    return try job()
  } catch {
    preconditionFailure("What was checked can be solved: \(error)")
  }
}

// MARK: - Cassowary

/// `cassowary`: constraints added one by one to an incremental simplex solver, as in Auto Layout.
/// `cassowary.width`: another width and back, in a solver that was made before.
struct CassowarySubject: Subject {
  let scope: ConstraintScope
  var resizes = false

  /// The most elements of one system. Above, a job takes minutes.
  private static let mostElements = 4_000

  var name: String { "cassowary\(scope.suffix)\(resizes ? ".width" : "")" }
  var summary: String {
    let job = resizes ? "another width suggested, and back" : "constraints written, added and solved"
    return "an incremental simplex: \(job), \(scope.summary)"
  }

  func check(_ input: BenchmarkInput) throws(Refusal) {
    let ranges = try resizes ? [input.resizeRange(), input.range] : []
    for tree in try scope.systems(of: input) {
      guard tree.elementCount <= Self.mostElements else {
        throw Refusal(
          description:
            "one system of \(tree.elementCount) elements takes too long; \(Self.mostElements) are the most")
      }
      let layout = try refusingConstraintErrors(in: tree) { () throws(ConstraintLayoutError) in
        let layout = try CassowaryLayout(tree, in: input.range)
        try layout.solve()
        return layout
      }
      try requireFrames(layout.frames, of: tree, in: input.range)
      for range in ranges {
        try refusingConstraintErrors(in: tree) { () throws(ConstraintLayoutError) in
          try layout.resize(to: range)
        }
        try requireFrames(layout.frames, of: tree, in: range)
      }
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    let layouts = try scope.systems(of: input).map { try CassowaryLayout($0, in: input.range) }
    func checksum() -> Double { layoutChecksum(of: layouts.flatMap(\.frames)) }
    guard resizes else {
      return JobWorker({ solving { for layout in layouts { try layout.solve() } } }, checksum: checksum)
    }
    for layout in layouts { try layout.solve() }
    let ranges = [input.range, try input.resizeRange()]
    var turn = 0
    func resize() {
      turn = 1 - turn
      solving { for layout in layouts { try layout.resize(to: ranges[turn]) } }
    }
    return JobWorker(resize) {
      // The checksum is for the first range.
      if turn == 1 { resize() }
      return checksum()
    }
  }
}

extension CassowarySubject {
  /// Returns code that makes the nodes of cells that were checked, for one thread at a time. Their constraints are written
  /// before, once for each cell.
  func makeCells(_ input: BenchmarkInput) throws(Refusal) -> @Sendable (Int) -> DisplayNode {
    let trees = try scope.systems(of: input)
    // SAFETY: one thread at a time makes and measures cells.
    nonisolated(unsafe) let layouts = trees.map { tree in
      solving { try CassowaryLayout(tree, in: input.range) }
    }
    return { index in
      CellByConstraints(trees[index]) {
        solving { try layouts[index].solve() }
        return layouts[index].frames
      }
    }
  }
}

// MARK: - Naive

/// `naive`: constraint layout at its simplest. Each job writes all equations and solves them from scratch.
struct NaiveSubject: Subject {
  let scope: ConstraintScope

  var name: String { "naive\(scope.suffix)" }
  var summary: String { "a constraint solver: all equations solved from scratch, \(scope.summary)" }

  func check(_ input: BenchmarkInput) throws(Refusal) {
    var solver = NaiveConstraintSolver()
    for tree in try scope.systems(of: input) {
      let frames = try refusingConstraintErrors(in: tree) { () throws(ConstraintLayoutError) in
        try solver.solve(tree, in: input.range)
      }
      try requireFrames(frames, of: tree, in: input.range)
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    // Solving retains and releases the trees, so each worker gets copies.
    let systems = try scope.systems(of: input).map { $0.detached() }
    var solver = NaiveConstraintSolver()
    var frames: [[Rect]] = []
    return JobWorker {
      frames.removeAll(keepingCapacity: true)
      for tree in systems { frames.append(solving { try solver.solve(tree, in: input.range) }) }
    } checksum: {
      layoutChecksum(of: Array(frames.joined()))
    }
  }
}

extension NaiveSubject {
  /// Returns code that makes the nodes of cells that were checked.
  func makeCells(_ input: BenchmarkInput) throws(Refusal) -> @Sendable (Int) -> DisplayNode {
    let (trees, range) = (try scope.systems(of: input), input.range)
    return { index in
      CellByConstraints(trees[index]) {
        var solver = NaiveConstraintSolver()
        return solving { try solver.solve(trees[index], in: range) }
      }
    }
  }
}

// MARK: - Written by hand

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
      let values = solve(program, with: SimplexSolver())
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
    let simplex = SimplexSolver()
    var sums = [Double](repeating: 0, count: programs.count)
    return JobWorker {
      for (place, program) in programs.enumerated() {
        sums[place] = solve(program, with: simplex).reduce(0, +)
      }
    } checksum: {
      // The sum of all variables. Not the layout's checksum: there are fewer views than elements.
      sums.reduce(0, +)
    }
  }

  /// Returns the values of all variables.
  private func solve(_ program: SolverProgram, with simplex: SimplexSolver) -> [Double] {
    switch solver {
    case .cassowary:
      solving { try simplex.run(program) }
      return (0..<program.variableCount).map { simplex.value(of: Variable(index: $0)) }
    case .naive:
      return DenseSimplex.solve(program.constraints, variableCount: program.variableCount) ?? []
    }
  }
}

import ConstraintLayout
import LayoutDocuments
import LayoutSpecs
import LayoutWorkloads
import MainThreadJobs

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

extension JobSubject {
  /// The most elements of one system. Above, a job takes minutes.
  private static let mostElements = 4_000

  /// Constraints added one by one to an incremental simplex solver, as in Auto Layout.
  static func cassowary(_ scope: ConstraintScope) -> JobSubject {
    JobSubject(
      "cassowary\(scope.suffix)",
      "an incremental simplex: constraints, written before, added and solved, \(scope.summary)"
    ) { input in
      let layouts = try scope.systems(of: input).map { try CassowaryLayout($0, in: input.range) }
      return JobWorker {
        solving { for layout in layouts { try layout.solve() } }
      } checksum: {
        layoutChecksum(of: layouts.flatMap(\.frames))
      }
    } check: { input throws(Refusal) in
      _ = try solvedByCassowary(input, scope)
    }
  }

  /// Another width and back, in a solver that was made before.
  static func cassowaryWidth(_ scope: ConstraintScope) -> JobSubject {
    JobSubject(
      "cassowary\(scope.suffix).width",
      "an incremental simplex: another width suggested, and back, \(scope.summary)"
    ) { input in
      let layouts = try scope.systems(of: input).map { try CassowaryLayout($0, in: input.range) }
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
        return layoutChecksum(of: layouts.flatMap(\.frames))
      }
    } check: { input throws(Refusal) in
      let ranges = [try input.resizeRange(), input.range]
      for (tree, layout) in try solvedByCassowary(input, scope) {
        for range in ranges {
          try refusingConstraintErrors(in: tree) { () throws(ConstraintLayoutError) in
            try layout.resize(to: range)
          }
          try requireFrames(layout.frames, of: tree, in: range)
        }
      }
    }
  }

  /// Returns the layout of each system, whose frames are the engine's.
  private static func solvedByCassowary(
    _ input: BenchmarkInput, _ scope: ConstraintScope
  ) throws(Refusal) -> [(tree: LayoutTree, layout: CassowaryLayout)] {
    try scope.systems(of: input).map { tree throws(Refusal) in
      guard tree.elementCount <= mostElements else {
        throw Refusal(
          description:
            "one system of \(tree.elementCount) elements takes too long; \(mostElements) are the most")
      }
      let layout = try refusingConstraintErrors(in: tree) { () throws(ConstraintLayoutError) in
        let layout = try CassowaryLayout(tree, in: input.range)
        try layout.solve()
        return layout
      }
      try requireFrames(layout.frames, of: tree, in: input.range)
      return (tree, layout)
    }
  }
}

// MARK: - Naive

extension JobSubject {
  /// Constraint layout at its simplest. Each job writes all equations and solves them from scratch.
  static func naive(_ scope: ConstraintScope) -> JobSubject {
    JobSubject(
      "naive\(scope.suffix)", "a constraint solver: all equations solved from scratch, \(scope.summary)"
    ) { input in
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
    } check: { input throws(Refusal) in
      var solver = NaiveConstraintSolver()
      for tree in try scope.systems(of: input) {
        let frames = try refusingConstraintErrors(in: tree) { () throws(ConstraintLayoutError) in
          try solver.solve(tree, in: input.range)
        }
        try requireFrames(frames, of: tree, in: input.range)
      }
    }
  }
}

// MARK: - Cells of nodes

extension BenchmarkInput {
  /// Returns code that makes the nodes of cells that were checked, for one thread at a time.
  ///
  /// - Parameter way: `cassowary`, `written` or `reused`. Constraints are written before, but for `written`.
  func cellsByCassowary(_ way: MainThreadSubject.Way) throws(Refusal) -> @Sendable (Int) -> DisplayNode {
    let (trees, range) = (try ConstraintScope.cells.systems(of: self), range)
    @Sendable func layout(_ tree: LayoutTree) -> CassowaryLayout {
      solving { try CassowaryLayout(tree, in: range) }
    }
    // SAFETY: one thread at a time makes and measures cells.
    nonisolated(unsafe) let layouts = trees.map(layout)
    nonisolated(unsafe) let shared = layout(trees[0])
    return { index in
      let own = way == .written ? layout(trees[index]) : layouts[index]
      return CellByHand(
        ConstrainedLeaves(trees[index]) {
          guard way == .reused else {
            solving { try own.solve() }
            return own.frames
          }
          solving { try shared.reuse(for: own) }
          return shared.frames.map(\.withoutRoundingErrors)
        })
    }
  }

  /// Returns code that makes the nodes of cells that were checked, each with a system that is solved from scratch.
  func cellsByNaiveSolver() throws(Refusal) -> @Sendable (Int) -> DisplayNode {
    let (trees, range) = (try ConstraintScope.cells.systems(of: self), range)
    return { index in
      CellByHand(
        ConstrainedLeaves(trees[index]) {
          var solver = NaiveConstraintSolver()
          return solving { try solver.solve(trees[index], in: range) }
        })
    }
  }
}

extension Rect {
  /// The frame to 1/512 of a point: a solver that is reused keeps the rounding errors of all cells before.
  fileprivate var withoutRoundingErrors: Rect {
    let grid = PixelGrid(scale: 512)
    return Rect(
      x: grid.round(origin.x), y: grid.round(origin.y), width: grid.round(size.width),
      height: grid.round(size.height))
  }
}

// MARK: - Written by hand

extension JobSubject {
  /// The feed item's constraints written by hand, one system per item.
  ///
  /// - Parameter solve: Returns the values of all variables.
  private static func handWritten(
    _ name: String, _ how: String, solve: @escaping @Sendable (SolverProgram, SimplexSolver) -> [Double]
  ) -> JobSubject {
    JobSubject(name, "\(how): feedItem's constraints written by hand, a system an item") { input in
      let programs = try (input.cells ?? []).map {
        try FeedItemConstraints($0, width: input.range.max.width).program()
      }
      let simplex = SimplexSolver()
      var sums = [Double](repeating: 0, count: programs.count)
      return JobWorker {
        for (place, program) in programs.enumerated() { sums[place] = solve(program, simplex).reduce(0, +) }
      } checksum: {
        // The sum of all variables. Not the layout's checksum: there are fewer views than elements.
        sums.reduce(0, +)
      }
    } check: { input throws(Refusal) in
      guard input.workload?.family.name == "feedItem", let cells = input.cells else {
        throw Refusal(description: "only feedItem(N) has constraints written by hand")
      }
      for cell in cells {
        let constraints = FeedItemConstraints(cell, width: input.range.max.width)
        let layout = cell.layoutThatFits(input.range)
        let nodeFrames = layout.nodeFrames
        let values: [Double]
        do throws(SimplexError) {
          values = solve(try constraints.program(), SimplexSolver())
        } catch {
          throw Refusal(description: error.description)
        }
        for (index, id) in constraints.views.enumerated() {
          let expected = id.index == 0 ? layout.frame : nodeFrames[id.index] ?? .zero
          let numbers = [expected.origin.x, expected.origin.y, expected.size.width, expected.size.height]
          guard zip(numbers, values[4 * index..<4 * index + 4]).allSatisfy({ abs($0 - $1) <= 1 }) else {
            throw Refusal(description: "its frame of element \(id) of an item is not the engine's")
          }
        }
      }
    }
  }

  static var cassowaryByHand: JobSubject {
    handWritten("cassowary.hand", "the incremental simplex") { program, simplex in
      solving { try simplex.run(program) }
      return (0..<program.variableCount).map { simplex.value(of: Variable(index: $0)) }
    }
  }

  static var naiveByHand: JobSubject {
    handWritten("naive.hand", "a dense simplex from scratch") { program, _ in
      DenseSimplex.solve(program.constraints, variableCount: program.variableCount) ?? []
    }
  }
}

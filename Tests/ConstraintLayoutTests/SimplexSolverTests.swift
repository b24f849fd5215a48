import ConstraintLayout
import Testing

@Suite("Cassowary")
struct SimplexSolverTests {
  let solver = SimplexSolver()

  @Test func `Variables without constraints are 0`() {
    #expect(solver.value(of: solver.makeVariable()) == 0)
  }

  @Test func `The paper's example: a midpoint between two ends within a window`() throws {
    let (left, middle, right) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    try solver.add(LinearConstraint([(2, middle), (-1, left), (-1, right)], .equal, 0))
    try solver.add(LinearConstraint([(1, left), (-1, right)], .lessOrEqual, -10))
    try solver.add(LinearConstraint([(1, left)], .greaterOrEqual, 0))
    try solver.add(LinearConstraint([(1, right)], .lessOrEqual, 100))
    try solver.addEditVariable(middle)
    solver.suggest(60, for: middle)
    solver.resolve()
    #expect(solver.value(of: middle) == 60)
    #expect(solver.value(of: left) + solver.value(of: right) == 120)
    #expect(solver.value(of: right) <= 100)
    // The window ends at 100, and the ends are at least 10 apart.
    solver.suggest(99, for: middle)
    solver.resolve()
    #expect(solver.value(of: middle) == 95)
  }

  @Test("Stronger constraints win over weaker ones, whichever comes first", arguments: [false, true])
  func strengths(isReversed: Bool) throws {
    let x = solver.makeVariable()
    let constraints: [(Double, Strength)] = [(10, .weak), (20, .medium), (30, .strong)]
    for (value, strength) in isReversed ? constraints.reversed() : constraints {
      try solver.add(LinearConstraint([(1, x)], .equal, value, strength: strength))
    }
    #expect(solver.value(of: x) == 30)
    try solver.add(LinearConstraint([(1, x)], .lessOrEqual, 25))
    #expect(solver.value(of: x) == 25)
  }

  @Test func `A content hugs and resists compression`() throws {
    let width = solver.makeVariable()
    try solver.add(LinearConstraint([(1, width)], .lessOrEqual, 80, strength: .weak))
    try solver.add(LinearConstraint([(1, width)], .greaterOrEqual, 80, strength: .strong))
    #expect(solver.value(of: width) == 80)
    let room = try solver.add(LinearConstraint([(1, width)], .lessOrEqual, 50))
    #expect(solver.value(of: width) == 50)
    solver.remove(room)
    #expect(solver.value(of: width) == 80)
  }

  @Test func `What contradicts is named, and leaves the solver as it was`() throws {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    try solver.add(LinearConstraint([(1, x), (1, y)], .equal, 10))
    try solver.add(LinearConstraint([(1, x)], .greaterOrEqual, 4))
    try solver.add(LinearConstraint([(1, x)], .equal, 7, strength: .weak))
    #expect(throws: SimplexError.unsatisfiable(constraint: "1.0 v1 >= 7.0 (required)")) {
      try solver.add(LinearConstraint([(1, y)], .greaterOrEqual, 7))
    }
    #expect(throws: SimplexError.unsatisfiable(constraint: "1.0 v0 + 1.0 v1 = 11.0 (required)")) {
      try solver.add(LinearConstraint([(1, x), (1, y)], .equal, 11))
    }
    #expect(solver.value(of: x) == 7 && solver.value(of: y) == 3)
    // What says the same again is no contradiction.
    try solver.add(LinearConstraint([(2, x), (2, y)], .equal, 20))
    try solver.add(LinearConstraint([(1, y)], .equal, 6))
    #expect(solver.value(of: x) == 4)
  }

  @Test func `Constraints without terms hold, or do not`() throws {
    let none: [Term] = []
    try solver.add(LinearConstraint(none, .equal, 0))
    try solver.add(LinearConstraint(none, .lessOrEqual, 1))
    try solver.add(LinearConstraint(none, .equal, 5, strength: .weak))
    #expect(throws: SimplexError.unsatisfiable(constraint: "0 = 5.0 (required)")) {
      try solver.add(LinearConstraint(none, .equal, 5))
    }
    #expect(throws: SimplexError.unsatisfiable(constraint: "0 >= 1.0 (required)")) {
      try solver.add(LinearConstraint(none, .greaterOrEqual, 1))
    }
  }

  @Test func `A constraint in the place of one that was removed is another one`() async {
    await #expect(processExitsWith: .failure) {
      let solver = SimplexSolver()
      let x = solver.makeVariable()
      let id = try solver.add(LinearConstraint([(1, x)], .equal, 1))
      solver.remove(id)
      try solver.add(LinearConstraint([(1, x)], .equal, 2))
      solver.remove(id)
    }
  }

  /// Beale's example, on which the simplex method with the largest coefficient first goes round for ever.
  @Test func `A degenerate system on which other rules cycle`() throws {
    let x = (0..<4).map { _ in solver.makeVariable() }
    for variable in x { try solver.add(LinearConstraint([(1, variable)], .greaterOrEqual, 0)) }
    try solver.add(LinearConstraint([(0.25, x[0]), (-60, x[1]), (-0.04, x[2]), (9, x[3])], .lessOrEqual, 0))
    try solver.add(LinearConstraint([(0.5, x[0]), (-90, x[1]), (-0.02, x[2]), (3, x[3])], .lessOrEqual, 0))
    try solver.add(LinearConstraint([(1, x[2])], .lessOrEqual, 1))
    let cost: [Term] = [(-0.75, x[0]), (150, x[1]), (-0.02, x[2]), (6, x[3])]
    try solver.add(LinearConstraint(cost, .lessOrEqual, -1_000, strength: .weak))
    let least = cost.reduce(0) { $0 + $1.0 * solver.value(of: $1.1) }
    #expect(abs(least + 0.05) < 1e-9)
  }

  @Test func `An emptied solver begins anew`() throws {
    let x = solver.makeVariable()
    try solver.add(LinearConstraint([(1, x)], .equal, 3, strength: .medium))
    solver.removeAll()
    let y = solver.makeVariable()
    #expect(solver.value(of: y) == 0)
    try solver.add(LinearConstraint([(1, y)], .equal, 4, strength: .weak))
    #expect(solver.value(of: y) == 4)
  }
}

import ConstraintLayout
import LayoutTestSupport
import Testing

@Suite("Dense system")
struct DenseSystemTests {
  /// Solves rows of coefficients with the constant last.
  private func solve(_ rows: [[Double]]) throws(DenseSystemError) -> [Double] {
    var system = DenseSystem()
    system.begin(unknownCount: rows.count)
    for row in rows { system.add(terms(row.dropLast()), equals: row.last ?? 0) }
    try system.solve()
    return rows.indices.map { system.value(of: $0) }
  }

  /// Terms with a coefficient for each variable in turn.
  private func terms(_ coefficients: some Sequence<Double>) -> [Term] {
    coefficients.enumerated().map { ($0.element, Variable(index: $0.offset)) }
  }

  @Test(
    arguments: [
      // A zero where the first pivot would be.
      (rows: [[0, 1, 5], [1, 0, 7]], solution: [7, 5], tolerance: 0),
      // A tiny one: without pivoting it loses the second equation altogether.
      ([[1e-20, 1, 1], [1, 1, 2]], [1, 1], 1e-9),
      // Badly scaled equations, unknowns, and both.
      ([[1e12, 1e12, 3e12], [1e-12, -1e-12, -1e-12]], [1, 2], 1e-12),
      ([[1, 1e-15, 2], [1, -1e-15, 0]], [1, 1e15], 1e-9),
      ([[1e-300, 2e-300, 5e-300], [3e300, -1e300, 1e300]], [1, 2], 1e-12),
      // Partial pivoting without scaling takes the first row, whose large numbers make it look like a pivot.
      ([[10, 1e20, 1e20], [1, 1, 2]], [1, 1], 1e-9), ([], [], 0),
    ] as [(rows: [[Double]], solution: [Double], tolerance: Double)])
  func `A system has its solution`(rows: [[Double]], solution: [Double], tolerance: Double) throws {
    let found = try solve(rows)
    #expect(
      zip(found, solution).allSatisfy { abs($0 - $1) <= tolerance * abs($1) }, "\(found), not \(solution)")
  }

  @Test(
    arguments: [
      // Equations that say the same leave an unknown open.
      ([[0, 0]], .underdetermined(unknown: 0)), ([[1, 2, 3], [2, 4, 6]], .underdetermined(unknown: 1)),
      // The unknown in the middle is the open one, though the elimination goes on after it.
      ([[1, 0, 0, 1], [0, 0, 1, 1], [1, 0, 1, 2]], .underdetermined(unknown: 1)),
      // A remainder of rounding in place of 0 is no pivot.
      ([[0.1, 0.3, 0.7], [0.7, 2.1, 4.9]], .underdetermined(unknown: 1)),
      // Equations that contradict each other.
      ([[0, 1]], .inconsistent(equation: 0)), ([[1, 2, 3], [1, 2, 4]], .inconsistent(equation: 1)),
      // The elimination moves the first equation to the end; its number is the one that it was written with.
      ([[0, 1, 0, 1], [0, 1, 0, 5], [1, 0, 0, 1]], .inconsistent(equation: 0)),
    ] as [([[Double]], DenseSystemError)])
  func `A system without one solution says what is wrong with it`(rows: [[Double]], error: DenseSystemError) {
    #expect(throws: error) { try solve(rows) }
  }

  @Test func `A system that is used again has forgotten how large the last one's numbers were`() throws {
    var system = DenseSystem()
    system.begin(unknownCount: 2)
    system.add(terms([1]), equals: 1e15)
    system.add(terms([0, 1]), equals: 1)
    try system.solve()
    system.begin(unknownCount: 2)
    system.add(terms([1, 2]), equals: 3)
    system.add(terms([1, 2]), equals: 4)
    #expect(throws: DenseSystemError.inconsistent(equation: 1)) { try system.solve() }
  }

  @Test func `Terms of one unknown add up`() throws {
    var system = DenseSystem()
    system.begin(unknownCount: 1)
    system.add(terms([1]) + terms([2]), equals: 12)
    try system.solve()
    #expect(system.value(of: 0) == 4)
  }

  @Test(arguments: 1...30)
  func `A random system gives back the solution it was made from, used again too`(size: Int) throws {
    var random = RandomTree(seed: UInt64(size))
    func draw() -> Double { Double(random.next() % 2001) / 1000 - 1 }
    var system = DenseSystem()
    for _ in 0..<3 {
      let solution = (0..<size).map { _ in draw() }
      system.begin(unknownCount: size)
      for row in 0..<size {
        var coefficients = (0..<size).map { _ in random.chance(50) ? draw() : 0 }
        coefficients[(row + 1) % size] += 3 * Double(size)
        let constant = zip(coefficients, solution).reduce(0) { $0 + $1.0 * $1.1 }
        system.add(terms(coefficients), equals: constant)
      }
      #expect(throws: Never.self, "seed \(size)") { try system.solve() }
      for unknown in 0..<size {
        #expect(abs(system.value(of: unknown) - solution[unknown]) < 1e-9, "seed \(size)")
      }
    }
  }
}

@Suite("Random systems of constraints")
struct RandomSystemTests {
  static let variableCount = 6

  /// Small whole numbers, so that much is degenerate, some repeats and some contradicts.
  private static func constraint(_ random: inout SeededRandom, _ variables: [Variable]) -> LinearConstraint {
    let strengths: [Strength] = [.required, .required, .strong, .medium, .weak, .weak]
    let terms: [Term] = (0..<random.draw(4)).map { _ in
      (Double(random.draw(7) - 3), variables[random.draw(variables.count)])
    }
    return LinearConstraint(
      terms, [.lessOrEqual, .equal, .greaterOrEqual][random.draw(3)], Double(random.draw(21) - 10),
      strength: strengths[random.draw(strengths.count)])
  }

  /// The sum of all violations, weighted; infinite where a required constraint does not hold.
  static func cost(_ constraints: [LinearConstraint], _ value: (Variable) -> Double) -> Double {
    constraints.reduce(0) { sum, constraint in
      let violation = constraint.violation(value)
      if constraint.strength == .required { return violation < 1e-6 ? sum : .infinity }
      return sum + constraint.strength.weight * violation
    }
  }

  @Test func `1,000 systems, added one by one, cost what the dense simplex method finds`() throws {
    var refused = 0
    for seed in 0..<1_000 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let solver = SimplexSolver()
      let variables = (0..<Self.variableCount).map { _ in solver.makeVariable() }
      var held: [LinearConstraint] = []
      for _ in 0..<random.draw(14) + 2 {
        let constraint = Self.constraint(&random, variables)
        do throws(SimplexError) {
          try solver.add(constraint)
          held.append(constraint)
        } catch {
          refused += 1
          let solution = DenseSimplex.solve(held + [constraint], variableCount: Self.variableCount)
          #expect(solution == nil, "seed \(seed): \(error) and can be satisfied")
        }
      }
      try Self.expectOptimal(solver, held, "seed \(seed)")
    }
    #expect(refused > 100, "Contradictions are among the systems")
  }

  /// The expected content of a solver: constraints, and edited variables with their resolved and suggested values.
  private struct Held {
    var constraints: [(id: ConstraintID, constraint: LinearConstraint)] = []
    var edits: [Variable: (strength: Strength, value: Double, suggestion: Double)] = [:]

    /// The constraints, and each edit as one.
    var all: [LinearConstraint] {
      constraints.map(\.constraint)
        + edits.map { LinearConstraint([(1, $0.key)], .equal, $0.value.value, strength: $0.value.strength) }
    }
  }

  @Test func `Adding, removing, editing, suggesting and resolving in any order cost what is possible`() throws
  {
    let solver = SimplexSolver()
    var (refused, pending) = (0, 0)
    for seed in 0..<(SlowTests.areOn ? 20_000 : 400) as Range<UInt64> {
      var random = SeededRandom(seed: 10_000 + seed)
      // The solver forgets its earlier content.
      solver.removeAll()
      let variables = (0..<Self.variableCount).map { _ in solver.makeVariable() }
      var held = Held()
      // An incremental solver keeps the rounding of 20,000 when the constant is 10 again.
      var largest = 0.0
      for step in 0..<30 {
        let place = "seed \(seed), step \(step)"
        let before = variables.map(solver.value)
        let variable = variables[random.draw(variables.count)]
        let isPending = held.edits.values.contains { $0.value != $0.suggestion }
        switch random.draw(7) {
        case 0 where !held.constraints.isEmpty:
          solver.remove(held.constraints.remove(at: random.draw(held.constraints.count)).id)
        case 1 where held.edits[variable] == nil:
          let strengths: [Strength] = [.strong, .medium, .weak, Strength(weight: 30)]
          let strength = strengths[random.draw(strengths.count)]
          try solver.addEditVariable(variable, strength: strength)
          let value = solver.value(of: variable)
          held.edits[variable] = (strength, value, value)
        case 1, 2:
          // Several at a time, some for one variable twice.
          for _ in 0...random.draw(3) {
            guard
              let edited = held.edits.keys.sorted(by: { $0.index < $1.index }).randomElement(using: &random)
            else { continue }
            let scale = [1.0, 1_000][random.draw(2)]
            let value = scale * Double(random.draw(41) - 20)
            solver.suggest(value, for: edited)
            held.edits[edited]?.suggestion = value
          }
          #expect(variables.map(solver.value) == before, "\(place): a suggestion waits for resolve()")
        case 3 where held.edits[variable] != nil:
          solver.removeEditVariable(variable)
          held.edits[variable] = nil
        case 4:
          solver.resolve()
          held.edits = held.edits.mapValues { ($0.strength, $0.suggestion, $0.suggestion) }
        default:
          let constraint = Self.constraint(&random, variables)
          do throws(SimplexError) {
            let id = try solver.add(constraint)
            held.constraints.append((id, constraint))
            if isPending { pending += 1 }
          } catch {
            refused += isPending ? 1 : 0
            let possible = DenseSimplex.solve(held.all + [constraint], variableCount: Self.variableCount)
            #expect(possible == nil, "\(place): \(error) and can be satisfied")
            let isKept = zip(variables, before).allSatisfy { abs(solver.value(of: $0) - $1) < 1e-6 }
            #expect(isKept, "\(place): \(error) and changes the solution")
          }
        }
        largest = held.all.reduce(largest) { max($0, abs($1.constant)) }
        try Self.expectOptimal(solver, held.all, place, largest: largest)
      }
    }
    #expect(refused > 50 && pending > 500, "\(refused) refused and \(pending) added before resolve()")
  }

  static func expectOptimal(
    _ solver: SimplexSolver, _ constraints: [LinearConstraint], _ place: String, largest: Double = 0
  ) throws {
    let best = try #require(
      DenseSimplex.solve(constraints, variableCount: variableCount), "\(place): held and cannot be satisfied")
    let (found, least) = (cost(constraints, solver.value), cost(constraints) { best[$0.index] })
    // A strong constraint makes a million of the rounding of its constant.
    let rounding = 1e-8 * constraints.reduce(largest) { max($0, abs($1.constant)) }
    #expect(
      abs(found - least) <= 1e-5 * max(1, least) + rounding,
      "\(place): costs \(found), and \(least) is possible")
  }
}

extension SeededRandom {
  fileprivate mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}

extension LinearConstraint {
  /// The violation for these values of the variables; 0 if the constraint holds.
  fileprivate func violation(_ value: (Variable) -> Double) -> Double {
    let difference = terms.reduce(-constant) { $0 + $1.coefficient * value($1.variable) }
    switch relation {
    case .lessOrEqual: return max(0, difference)
    case .equal: return abs(difference)
    case .greaterOrEqual: return max(0, -difference)
    }
  }
}

@Suite("Cassowary")
struct SimplexSolverTests {
  let solver = SimplexSolver()

  @Test func `What contradicts is named, and leaves the solver as it was`() throws {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    try solver.add(LinearConstraint([(1, x), (1, y)], .equal, 10))
    try solver.add(LinearConstraint([(1, x)], .greaterOrEqual, 4))
    try solver.add(LinearConstraint([(1, x)], .equal, 7, strength: .weak))
    let contradictions: [(LinearConstraint, String)] = [
      (LinearConstraint([(1, y)], .greaterOrEqual, 7), "1.0 v1 >= 7.0 (required)"),
      (LinearConstraint([(1, x), (1, y)], .equal, 11), "1.0 v0 + 1.0 v1 = 11.0 (required)"),
      (LinearConstraint([], .equal, 5), "0 = 5.0 (required)"),
      (LinearConstraint([], .greaterOrEqual, 1), "0 >= 1.0 (required)"),
    ]
    for (constraint, name) in contradictions {
      #expect(throws: SimplexError.unsatisfiable(constraint: name)) { try solver.add(constraint) }
    }
    #expect(solver.value(of: x) == 7 && solver.value(of: y) == 3)
  }

  @Test func `A required constraint holds after another one was removed before resolve()`() throws {
    let x = solver.makeVariable()
    try solver.add(LinearConstraint([(-3, x)], .greaterOrEqual, 38))
    let stronger = try solver.add(LinearConstraint([(-3, x)], .greaterOrEqual, 40))
    try solver.addEditVariable(x)
    solver.suggest(2, for: x)
    solver.remove(stronger)
    solver.resolve()
    #expect(abs(solver.value(of: x) + 38.0 / 3) < 1e-9)
  }

  @Test func `A constraint that is refused before resolve() leaves the suggestion`() throws {
    let x = solver.makeVariable()
    try solver.add(LinearConstraint([(1, x)], .lessOrEqual, -22))
    try solver.addEditVariable(x)
    for (value, result) in [(109.0, -22.0), (-50, -50)] {
      solver.suggest(value, for: x)
      #expect(throws: SimplexError.self) { try solver.add(LinearConstraint([(-2, x)], .lessOrEqual, -62)) }
      solver.resolve()
      #expect(solver.value(of: x) == result)
    }
  }

  @Test func `What contradicts is refused before resolve()`() throws {
    let (x, y, z) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    try solver.add(LinearConstraint([(0.5, x), (1, z)], .equal, -18))
    try solver.add(LinearConstraint([(-3, y)], .greaterOrEqual, 98))
    try solver.addEditVariable(y, strength: .medium)
    solver.suggest(44, for: y)
    // With the equation, y is at least 12.
    let contradiction = LinearConstraint([(0.5, y), (1, z), (0.5, x)], .greaterOrEqual, -12)
    #expect(throws: SimplexError.self) { try solver.add(contradiction) }
    solver.resolve()
    #expect(abs(solver.value(of: y) + 98.0 / 3) < 1e-9)
  }

  @Test func `The cost is the least after a constraint was removed before resolve()`() throws {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    try solver.add(LinearConstraint([(2, x)], .lessOrEqual, -62, strength: .medium))
    let weak = try solver.add(
      LinearConstraint([(1, x), (0.5, y)], .greaterOrEqual, -83, strength: .weak))
    try solver.addEditVariable(x, strength: .weak)
    solver.suggest(39, for: x)
    solver.remove(weak)
    solver.resolve()
    #expect(abs(solver.value(of: x) + 31) < 1e-9)
  }

  @Test func `Only the last suggestion counts, and none of a variable that is edited anew`() throws {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    try solver.addEditVariable(x)
    try solver.addEditVariable(y)
    for value in [1.0, 2, 3] {
      solver.suggest(value, for: x)
      solver.suggest(value, for: y)
    }
    solver.removeEditVariable(y)
    try solver.addEditVariable(y)
    #expect(solver.value(of: x) == 0)
    solver.resolve()
    #expect(solver.value(of: x) == 3 && solver.value(of: y) == 0)
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
}

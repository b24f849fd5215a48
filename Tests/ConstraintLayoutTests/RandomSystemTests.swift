import ConstraintLayout
import LayoutTestSupport
import Testing

@Suite("Random systems of constraints")
struct RandomSystemTests {
  static let variableCount = 6

  /// Small whole numbers, so that much is degenerate, some repeats and some contradicts.
  private static func constraint(_ random: inout SeededRandom, _ variables: [Variable]) -> LinearConstraint {
    let strengths: [Strength] = [.required, .required, .strong, .medium, .weak, .weak]
    let terms: [Term] = (0..<random.draw(3) + 1).map { _ in
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

  @Test func `Adding, removing and suggesting in any order costs what solving from scratch costs`() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededRandom(seed: 10_000 + seed)
      let solver = SimplexSolver()
      let variables = (0..<Self.variableCount).map { _ in solver.makeVariable() }
      var held: [(id: ConstraintID, constraint: LinearConstraint)] = []
      var suggested: [Variable: Double] = [:]
      for step in 0..<30 {
        switch random.draw(5) {
        case 0 where !held.isEmpty:
          let place = random.draw(held.count)
          solver.remove(held[place].id)
          held.remove(at: place)
        case 1:
          let variable = variables[random.draw(variables.count)]
          if suggested[variable] == nil { try solver.addEditVariable(variable, strength: .medium) }
          suggested[variable] = Double(random.draw(41) - 20)
          solver.suggest(suggested[variable] ?? 0, for: variable)
          solver.resolve()
        case 2 where !suggested.isEmpty:
          let variable = suggested.keys.sorted { $0.index < $1.index }[random.draw(suggested.count)]
          solver.removeEditVariable(variable)
          suggested[variable] = nil
        default:
          let constraint = Self.constraint(&random, variables)
          if let id = try? solver.add(constraint) { held.append((id, constraint)) }
        }
        let edits = suggested.map {
          LinearConstraint([(1, $0.key)], .equal, $0.value, strength: .medium)
        }
        try Self.expectOptimal(solver, held.map(\.constraint) + edits, "seed \(seed), step \(step)")
      }
    }
  }

  static func expectOptimal(
    _ solver: SimplexSolver, _ constraints: [LinearConstraint], _ place: String
  ) throws {
    let best = try #require(
      DenseSimplex.solve(constraints, variableCount: variableCount), "\(place): held and cannot be satisfied")
    let (found, least) = (cost(constraints, solver.value), cost(constraints) { best[$0.index] })
    #expect(abs(found - least) <= 1e-5 * max(1, least), "\(place): costs \(found), and \(least) is possible")
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

/// Solves a system of constraints from scratch with one dense tableau: the two-phase simplex method.
///
/// The solution has the same cost as the solution of `SimplexSolver`. This solver is here for comparison: it
/// checks the incremental solver, and shows the cost of solving anew. Memory is 8 bytes times constraints
/// times columns; each pivot takes time in proportion to the memory.
///
/// Source: Chvátal, "Linear Programming", 1983, chapters 2, 3 and 8.
public struct DenseSimplex {
  /// Each row has the coefficients of all columns, then the constant.
  private var rows: [[Double]] = []
  private var basis: [Int] = []
  private var columnCount = 0
  private let variableCount: Int
  private var costs: [Double]
  private let firstArtificial: Int

  /// Solves for variables numbered from 0 to `variableCount` - 1.
  ///
  ///  1. Write a free variable as the difference of two restricted variables. An inequality gets a slack; a
  ///     constraint that is not required gets errors. Each row gets an artificial variable; the artificial
  ///     variables are the first basis.
  ///  2. Phase 1: minimize the sum of the artificial variables. Required constraints are satisfiable if the
  ///     sum is 0.
  ///  3. Phase 2: minimize the weighted sum of the errors.
  ///
  /// - Returns: The variables' values; nil if required constraints contradict each other.
  public static func solve(_ constraints: [LinearConstraint], variableCount: Int) -> [Double]? {
    var simplex = DenseSimplex(constraints, variableCount: variableCount)
    return simplex.solve()
  }

  /// Step 1.
  private init(_ constraints: [LinearConstraint], variableCount: Int) {
    self.variableCount = variableCount
    var column = 2 * variableCount
    var slacks: [[(column: Int, coefficient: Double, cost: Double)]] = []
    for constraint in constraints {
      var own: [(column: Int, coefficient: Double, cost: Double)] = []
      func add(_ coefficient: Double, _ cost: Double) {
        own.append((column, coefficient, cost))
        column += 1
      }
      let cost = constraint.strength == .required ? 0 : constraint.strength.weight
      switch constraint.relation {
      case .lessOrEqual: add(1, 0)
      case .greaterOrEqual: add(-1, 0)
      case .equal: break
      }
      if constraint.strength != .required {
        if constraint.relation != .greaterOrEqual { add(-1, cost) }
        if constraint.relation != .lessOrEqual { add(1, cost) }
      }
      slacks.append(own)
    }
    let firstArtificial = column
    columnCount = column + constraints.count
    costs = [Double](repeating: 0, count: columnCount)
    for (index, constraint) in constraints.enumerated() {
      var row = [Double](repeating: 0, count: columnCount + 1)
      for term in constraint.terms {
        row[2 * term.variable.index] += term.coefficient
        row[2 * term.variable.index + 1] -= term.coefficient
      }
      for slack in slacks[index] {
        row[slack.column] = slack.coefficient
        costs[slack.column] = slack.cost
      }
      row[columnCount] = constraint.constant
      if constraint.constant < 0 { row = row.map { -$0 } }
      row[firstArtificial + index] = 1
      rows.append(row)
      basis.append(firstArtificial + index)
    }
    self.firstArtificial = firstArtificial
  }

  private mutating func solve() -> [Double]? {
    // Step 2.
    let artificialCosts = (0..<columnCount).map { $0 < firstArtificial ? 0.0 : 1.0 }
    guard minimize(artificialCosts, columns: columnCount) < 1e-6 else { return nil }
    driveOutArtificials()
    // Step 3.
    _ = minimize(costs, columns: firstArtificial)
    var values = [Double](repeating: 0, count: variableCount)
    for (row, column) in basis.enumerated() where column < 2 * variableCount {
      values[column / 2] += column % 2 == 0 ? rows[row][columnCount] : -rows[row][columnCount]
    }
    return values
  }

  /// Minimizes the costs over the first columns, by Bland's rule, and returns the least cost.
  private mutating func minimize(_ costs: [Double], columns: Int) -> Double {
    var reduced = costs + [0]
    for (row, column) in basis.enumerated() where costs[column] != 0 {
      let cost = costs[column]
      for index in 0...columnCount { reduced[index] -= cost * rows[row][index] }
    }
    while let entering = (0..<columns).first(where: { reduced[$0] < -1e-7 }) {
      var leaving: Int?
      var least = Double.infinity
      for row in rows.indices where rows[row][entering] > 1e-9 {
        let ratio = rows[row][columnCount] / rows[row][entering]
        if ratio < least || (ratio == least && leaving.map { basis[row] < basis[$0] } == true) {
          (leaving, least) = (row, ratio)
        }
      }
      guard let leaving else { preconditionFailure("A cost that is never negative has a least value") }
      pivot(leaving, entering)
      let factor = reduced[entering]
      for index in 0...columnCount { reduced[index] -= factor * rows[leaving][index] }
    }
    return -reduced[columnCount]
  }

  /// Exchanges the artificial variables that are still basic, at 0, for any other column of their rows. A row
  /// without such a column is redundant.
  private mutating func driveOutArtificials() {
    for row in rows.indices where basis[row] >= firstArtificial {
      if let entering = (0..<firstArtificial).first(where: { abs(rows[row][$0]) > 1e-9 }) {
        pivot(row, entering)
      }
    }
  }

  private mutating func pivot(_ leaving: Int, _ entering: Int) {
    let pivot = rows[leaving][entering]
    for index in 0...columnCount { rows[leaving][index] /= pivot }
    for row in rows.indices where row != leaving && rows[row][entering] != 0 {
      let factor = rows[row][entering]
      for index in 0...columnCount { rows[row][index] -= factor * rows[leaving][index] }
    }
    basis[leaving] = entering
  }
}

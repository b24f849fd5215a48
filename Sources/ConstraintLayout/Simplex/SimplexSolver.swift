/// Cassowary: an incremental solver of linear constraints with strengths, the algorithm of Auto Layout.
///
/// Constraints are added and removed one by one, and the solution stays optimal: all required constraints
/// hold, and the weighted sum of the others' violations is minimal.
///
/// ```swift
/// let solver = SimplexSolver()
/// let (left, width) = (solver.makeVariable(), solver.makeVariable())
/// try solver.add(LinearConstraint([(1, left)], .equal, 8))
/// try solver.add(LinearConstraint([(1, width)], .greaterOrEqual, 100))
/// try solver.add(LinearConstraint([(1, left), (1, width)], .equal, 60, strength: .medium))
/// solver.value(of: width)  // 100
/// ```
///
/// The terms come from the paper. *External* variables are the user's and may have any value; *slack*, *error* and
/// *dummy* variables are the solver's. The *tableau* has a row for each *basic* variable, which expresses the
/// variable in *parametric* variables, all of them 0. Each constraint has a *marker*, a variable of its own.
///
/// A solver belongs to one thread at a time. It keeps its memory when it is emptied.
///
/// Source: Badros, Borning and Stuckey, "The Cassowary Linear Arithmetic Constraint Solving Algorithm", ACM
/// Transactions on Computer-Human Interaction 8 (4), 2001.
public final class SimplexSolver {
  private var tableau = Tableau()
  private var variables = GrowingBuffer<Symbol>()
  private var records: [ConstraintRecord] = []
  private var freeSlots: [Int] = []
  private var generation = 0
  private var edits: [Variable: Edit] = [:]
  /// Variables with suggestions that are not resolved. The editing of some may have ended.
  private var suggested: [Variable] = []

  private struct ConstraintRecord {
    /// The generation of the constraint's id; 0 once the constraint is removed.
    var generation: Int
    /// The dummy, slack or error variable that only this constraint has.
    var marker: Symbol
    /// The second error of an equation, or the error of an inequality; -1 if the constraint is required.
    var other: Symbol
    var weight: Double
  }

  /// An edited variable: it equals `value`, with a strength, and `suggestion` after the next `resolve()`.
  private struct Edit {
    var constraint: ConstraintID
    var value: Double
    var suggestion: Double
  }

  /// A solver without variables and constraints.
  public init() {}

  deinit {
    tableau.deallocate()
    variables.deallocate()
  }

  /// Removes all variables and constraints, and keeps the memory.
  public func removeAll() {
    tableau.removeAll()
    variables.removeAll()
    records.removeAll(keepingCapacity: true)
    freeSlots.removeAll(keepingCapacity: true)
    edits.removeAll(keepingCapacity: true)
    suggested.removeAll(keepingCapacity: true)
    generation += 1
  }

  /// Creates a variable. Without constraints it is 0.
  public func makeVariable() -> Variable {
    variables.append(tableau.makeSymbol(.external))
    return Variable(index: variables.count - 1)
  }

  /// The variable's value in the solution; suggestions change it in `resolve()`.
  public func value(of variable: Variable) -> Double { tableau.value(of: symbol(of: variable)) }

  private func symbol(of variable: Variable) -> Symbol {
    precondition(variable.index < variables.count, "A variable belongs to the solver that made it")
    return variables[variable.index]
  }
}

// MARK: - Adding

extension SimplexSolver {
  /// Adds a constraint and solves again.
  ///
  ///  1. Write it as an expression that equals 0, with basic variables replaced by their rows. An inequality
  ///     gets a slack variable, a constraint that is not required error variables, which enter the objective,
  ///     and a required equation a dummy as its marker.
  ///  2. Change the signs if the constant is negative.
  ///  3. Choose the subject, which becomes basic: an external variable, otherwise a new variable with a negative
  ///     coefficient. A required equation of only dummies holds already, or never.
  ///  4. Without a subject, use an artificial variable.
  ///  5. Optimize.
  ///
  /// - Throws: `unsatisfiable` for a required constraint that contradicts others. The solver is unchanged,
  ///   and its suggestions still wait for `resolve()`.
  /// - Complexity: exponential at worst, as for all simplex methods; about the square of the number of constraints
  ///   for the systems of layouts.
  @discardableResult
  public func add(_ constraint: LinearConstraint) throws(SimplexError) -> ConstraintID {
    generation += 1
    var record = ConstraintRecord(
      generation: generation, marker: -1, other: -1, weight: constraint.strength.weight)
    let row = makeRow(constraint, &record)
    guard tableau.insert(row, marker: record.marker, other: record.other) else {
      tableau.freeSymbol(record.marker)
      throw .unsatisfiable(constraint: constraint.description)
    }
    let slot = freeSlots.popLast() ?? records.count
    if slot == records.count { records.append(record) } else { records[slot] = record }
    return ConstraintID(slot: slot, generation: generation)
  }

  /// Steps 1 and 2.
  private func makeRow(_ constraint: LinearConstraint, _ record: inout ConstraintRecord) -> TableauRow {
    var row = tableau.makeRow(constant: -constraint.constant)
    for term in constraint.terms {
      tableau.add(term.coefficient, times: symbol(of: term.variable), to: &row)
    }
    let isRequired = constraint.strength == .required
    if constraint.relation == .equal {
      if isRequired {
        record.marker = tableau.makeSymbol(.dummy)
        tableau.add(1, times: record.marker, to: &row)
      } else {
        record.marker = tableau.makeSymbol(.error)
        record.other = tableau.makeSymbol(.error)
        tableau.add(-1, times: record.marker, to: &row)
        tableau.add(1, times: record.other, to: &row)
        tableau.addToObjective(record.weight, times: record.marker)
        tableau.addToObjective(record.weight, times: record.other)
      }
    } else {
      let sign = constraint.relation == .lessOrEqual ? 1.0 : -1.0
      record.marker = tableau.makeSymbol(.slack)
      tableau.add(sign, times: record.marker, to: &row)
      if !isRequired {
        record.other = tableau.makeSymbol(.error)
        tableau.add(-sign, times: record.other, to: &row)
        tableau.addToObjective(record.weight, times: record.other)
      }
    }
    if row.constant < 0 { row.negate() }
    return row
  }
}

extension Tableau {
  /// Steps 3 to 5 of adding a constraint. Returns false if it contradicts others.
  fileprivate mutating func insert(_ row: consuming TableauRow, marker: Symbol, other: Symbol) -> Bool {
    if let subject = subject(of: row, marker, other) {
      // An objective without the subject stays optimal: new errors only add to the objective.
      let isOptimal = objective.coefficient(of: subject) == 0
      solve(&row, for: subject)
      substitute(row)
      append(row)
      if isOptimal { return true }
    } else if firstSymbol(in: row) == nil {
      guard isNearlyZero(row.constant) else {
        discard(row)
        return false
      }
      solve(&row, for: marker)
      append(row)
    } else if !addWithArtificialVariable(row) {
      return false
    }
    optimize()
    return true
  }

  /// Step 3. Takes the external variable in the fewest rows, since it is eliminated from each of them.
  private func subject(of row: TableauRow, _ marker: Symbol, _ other: Symbol) -> Symbol? {
    var subject: Symbol?
    var fewest = Int32.max
    for index in 0..<row.cells.count {
      let symbol = row.cells[index].symbol
      if kind(of: symbol) == .external && occurrences[Int(symbol)] < fewest {
        (subject, fewest) = (symbol, occurrences[Int(symbol)])
        if fewest == 0 { break }
      }
    }
    if let subject { return subject }
    for symbol in [marker, other] where symbol >= 0 && kind(of: symbol) != .dummy {
      if row.coefficient(of: symbol) < 0 { return symbol }
    }
    return nil
  }
}

// MARK: - Removing

extension SimplexSolver {
  /// Removes a constraint and solves again.
  ///
  ///  1. Remove the constraint's errors from the objective.
  ///  2. Make the constraint's marker basic, with a row that keeps the solution feasible.
  ///  3. Remove the marker's row, and optimize.
  ///
  /// - Precondition: the constraint is in the solver.
  public func remove(_ id: ConstraintID) {
    precondition(
      id.slot < records.count && records[id.slot].generation == id.generation,
      "The constraint is in the solver")
    let record = records[id.slot]
    records[id.slot].generation = 0
    freeSlots.append(id.slot)
    tableau.remove(marker: record.marker, other: record.other, weight: record.weight)
  }
}

extension Tableau {
  fileprivate mutating func remove(marker: Symbol, other: Symbol, weight: Double) {
    // Step 1. The slack of an inequality has no cost.
    if kind(of: marker) == .error { addToObjective(-weight, times: marker) }
    if other >= 0 { addToObjective(-weight, times: other) }
    if row(of: marker) >= 0 {
      removeRow(row(of: marker))
    } else if let leaving = markerLeavingRow(marker) {
      pivot(leaving, marker)
      removeRow(row(of: marker))
    }
    optimize()
    freeSymbol(marker)
    freeSymbol(other)
  }

  /// Step 2. Takes a restricted row with a negative coefficient of the marker, otherwise another restricted row
  /// with the marker, each with the least ratio, otherwise the row of an external variable.
  private func markerLeavingRow(_ marker: Symbol) -> Int? {
    var stopping: (row: Int, ratio: Double)?
    var growing: (row: Int, ratio: Double)?
    var external: Int?
    for index in 0..<rows.count {
      let coefficient = rows[index].coefficient(of: marker)
      if coefficient == 0 { continue }
      if !isRestricted(rows[index].basic) {
        external = index
      } else if coefficient < 0 {
        let ratio = -rows[index].constant / coefficient
        if ratio < stopping?.ratio ?? .infinity { stopping = (index, ratio) }
      } else {
        let ratio = rows[index].constant / coefficient
        if ratio < growing?.ratio ?? .infinity { growing = (index, ratio) }
      }
    }
    return stopping?.row ?? growing?.row ?? external
  }
}

// MARK: - Edits

extension SimplexSolver {
  /// Begins editing a variable: values can be suggested for it. The first suggestion is its present value.
  ///
  /// - Parameter strength: The strength of suggestions.
  /// - Precondition: the strength is not required, since a suggestion may have to give way, and the variable is not
  ///   edited.
  public func addEditVariable(_ variable: Variable, strength: Strength = .strong) throws(SimplexError) {
    precondition(
      strength != .required && edits[variable] == nil, "A variable is edited once, and not required")
    let value = value(of: variable)
    let id = try add(LinearConstraint([(1, variable)], .equal, value, strength: strength))
    edits[variable] = Edit(constraint: id, value: value, suggestion: value)
  }

  /// Ends editing: the variable is free again.
  ///
  /// - Precondition: the variable is edited.
  public func removeEditVariable(_ variable: Variable) {
    guard let edit = edits.removeValue(forKey: variable) else {
      preconditionFailure("The variable is edited")
    }
    remove(edit.constraint)
  }

  /// Suggests a value for an edited variable, in place of an earlier suggestion. It takes effect in `resolve()`,
  /// with other suggestions; until then constraints are added and removed as if there were no suggestions.
  ///
  /// - Precondition: the value is finite, and the variable is edited.
  public func suggest(_ value: Double, for variable: Variable) {
    guard value.isFinite, let place = edits.index(forKey: variable) else {
      preconditionFailure("The value is finite, and the variable is edited")
    }
    edits.values[place].suggestion = value
    suggested.append(variable)
  }

  /// Solves for the suggested values, by the dual simplex method from the current solution.
  public func resolve() {
    // By index: an iterator would keep the array, and emptying the array would allocate another.
    for index in suggested.indices {
      guard let place = edits.index(forKey: suggested[index]) else { continue }
      let edit = edits.values[place]
      let record = records[edit.constraint.slot]
      tableau.changeConstant(marker: record.marker, other: record.other, by: edit.suggestion - edit.value)
      edits.values[place].value = edit.suggestion
    }
    suggested.removeAll(keepingCapacity: true)
    tableau.optimizeDual()
  }
}

extension Tableau {
  /// Changes the constant of an equation that is not required: v = constant + marker - other.
  fileprivate mutating func changeConstant(marker: Symbol, other: Symbol, by delta: Double) {
    if row(of: marker) >= 0 {
      shift(row(of: marker), by: -delta)
    } else if row(of: other) >= 0 {
      shift(row(of: other), by: delta)
    } else {
      var unseen = occurrences[Int(marker)]
      var index = 0
      while unseen > 0 && index < rows.count {
        let coefficient = rows[index].coefficient(of: marker)
        if coefficient != 0 {
          unseen -= 1
          shift(index, by: delta * coefficient)
        }
        index += 1
      }
    }
  }

  private mutating func shift(_ index: Int, by delta: Double) {
    rows[index].constant += delta
    recordIfInfeasible(rows[index])
  }
}

/// A constraint in a solver, until it is removed.
public struct ConstraintID: Hashable, Sendable {
  let slot: Int
  /// Distinguishes constraints that used the same slot one after the other.
  let generation: Int
}

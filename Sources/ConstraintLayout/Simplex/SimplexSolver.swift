/// Cassowary: an incremental solver of linear constraints, equations and inequalities with strengths.
///
/// Constraints are added and removed one by one, and the solution is kept optimal: all required constraints hold, and the
/// weighted sum of the others' violations is as small as it can be. It is the algorithm that Auto Layout's solver is built on.
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
/// The terms are those of the paper. *External* variables are the user's and may have any value; *slack*, *error* and *dummy*
/// variables are the solver's. The *tableau* holds a row for each *basic* variable, which says what it is in terms of
/// *parametric* ones, all of them 0. Each constraint has a *marker*, a variable that no other constraint brought, by which it is
/// found again when it is removed.
///
/// A solver belongs to one thread at a time. It keeps its memory when it is emptied.
///
/// Source: Badros, Borning and Stuckey, "The Cassowary Linear Arithmetic Constraint Solving Algorithm", ACM Transactions on
/// Computer-Human Interaction 8 (4), 2001.
public final class SimplexSolver {
  private var tableau = Tableau()
  private var variables = GrowingBuffer<Symbol>()
  private var records: [ConstraintRecord] = []
  private var freeSlots: [Int] = []
  private var generation = 0
  private var edits: [Variable: Edit] = [:]
  private var stays: [ConstraintID] = []

  /// What the solver keeps of a constraint.
  private struct ConstraintRecord {
    var id: ConstraintID
    /// A dummy, slack or error that no other constraint has.
    var marker: Symbol
    /// The second error of an equation, or the error of an inequality; -1 where the constraint is required.
    var other: Symbol
    var weight: Double
    var isStay = false
  }

  /// A variable that values are suggested for: it equals `value`, with a strength.
  private struct Edit {
    var constraint: ConstraintID
    var value: Double
  }

  /// A solver without variables and constraints.
  public init() {}

  deinit {
    tableau.deallocate()
    variables.deallocate()
  }

  /// How many constraints there are, edits and stays among them.
  public var constraintCount: Int { records.count - freeSlots.count }

  /// Forgets all variables and constraints, and keeps the memory.
  public func removeAll() {
    tableau.removeAll()
    variables.removeAll()
    records.removeAll(keepingCapacity: true)
    freeSlots.removeAll(keepingCapacity: true)
    edits.removeAll(keepingCapacity: true)
    stays.removeAll(keepingCapacity: true)
    generation += 1
  }

  /// Another variable. Without constraints it is 0.
  public func makeVariable() -> Variable {
    variables.append(tableau.makeSymbol(.external))
    return Variable(index: variables.count - 1)
  }

  /// The variable's value in the solution, after what was suggested was resolved.
  public func value(of variable: Variable) -> Double {
    tableau.value(of: symbol(of: variable))
  }

  private func symbol(of variable: Variable) -> Symbol {
    precondition(variable.index < variables.count, "A variable belongs to the solver that made it")
    return variables[variable.index]
  }
}

// MARK: - Adding

extension SimplexSolver {
  /// Adds a constraint, and solves again.
  ///
  ///  1. Write it as an expression that equals 0: the terms without the constant, with basic variables in the terms of their
  ///     rows. An inequality gets a slack variable; what is not required gets error variables, which count in the objective; a
  ///     required equation gets a dummy for its marker.
  ///  2. Turn the signs so that the constant is not negative.
  ///  3. Choose a subject, which becomes basic: an external variable; else a new variable that the signs allow to be. A required
  ///     equation without either holds already, or never.
  ///  4. Without a subject, take an artificial variable for one.
  ///  5. Optimize.
  ///
  /// - Throws: `unsatisfiable` for a required constraint that contradicts others. The solver is as before.
  /// - Complexity: what the constraint touches; at worst exponential, as of all simplex methods, and about the square of the
  ///   number of constraints for the systems of layouts.
  @discardableResult
  public func add(_ constraint: LinearConstraint) throws(SimplexError) -> ConstraintID {
    let slot = freeSlots.popLast() ?? records.count
    generation += 1
    let id = ConstraintID(slot: slot, generation: generation)
    var record = ConstraintRecord(id: id, marker: -1, other: -1, weight: constraint.strength.weight)
    let row = makeRow(constraint, &record)
    guard tableau.insert(row, marker: record.marker, other: record.other) else {
      tableau.freeSymbol(record.marker)
      freeSlots.append(slot)
      if slot == records.count { records.append(record) }
      records[slot].id = ConstraintID(slot: slot, generation: 0)
      throw .unsatisfiable(constraint: constraint.description)
    }
    if slot == records.count { records.append(record) } else { records[slot] = record }
    return id
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
  /// Steps 3 to 5 of adding a constraint. False where it contradicts others.
  fileprivate mutating func insert(_ row: consuming TableauRow, marker: Symbol, other: Symbol) -> Bool {
    if let subject = subject(of: row, marker, other) {
      // An objective that does not know the subject stays optimal: new errors only add to it.
      let isOptimal = objective.coefficient(of: subject) == 0
      solve(&row, for: subject)
      substitute(row)
      append(row)
      if isOptimal { return true }
    } else if holdsDummiesAlone(row) {
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

  /// Step 3. Of several external variables the one that the fewest rows hold: its column has to be taken out of them.
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

  private func holdsDummiesAlone(_ row: TableauRow) -> Bool {
    for index in 0..<row.cells.count where kind(of: row.cells[index].symbol) != .dummy { return false }
    return true
  }
}

// MARK: - Removing

extension SimplexSolver {
  /// Removes a constraint, and solves again.
  ///
  ///  1. Take its errors out of the objective.
  ///  2. Make its marker basic, if it is not: of the rows that hold it take one that keeps the solution feasible.
  ///  3. Drop the marker's row, and optimize.
  ///
  /// - Throws: `unknownConstraint` where it is not in the solver.
  public func remove(_ id: ConstraintID) throws(SimplexError) {
    guard id.slot < records.count, records[id.slot].id == id else { throw .unknownConstraint(id) }
    let record = records[id.slot]
    records[id.slot].id = ConstraintID(slot: id.slot, generation: 0)
    freeSlots.append(id.slot)
    if record.isStay { stays.removeAll { $0 == id } }
    tableau.remove(marker: record.marker, other: record.other, weight: record.weight)
  }
}

extension Tableau {
  fileprivate mutating func remove(marker: Symbol, other: Symbol, weight: Double) {
    // Step 1. Of an inequality's pair the slack costs nothing.
    if kind(of: marker) == .error { addToObjective(-weight, times: marker) }
    if other >= 0 { addToObjective(-weight, times: other) }
    if row(of: marker) >= 0 {
      removeRow(row(of: marker))
    } else if let leaving = markerLeavingRow(marker) {
      pivot(leaving, marker)
      removeRow(row(of: marker))
    }
    infeasible.removeAll()
    optimize()
    freeSymbol(marker)
    freeSymbol(other)
  }

  /// Step 2: of the rows that hold the marker, first those that keep others from becoming negative, then the rest of those that
  /// must not be negative, then those of external variables.
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

// MARK: - Edits and stays

extension SimplexSolver {
  /// Lets values be suggested for a variable. Until then it is asked to keep the value that it has.
  ///
  /// - Parameter strength: How strongly it takes what is suggested; not required.
  public func addEditVariable(_ variable: Variable, strength: Strength = .strong) throws(SimplexError) {
    guard strength != .required else { throw .requiredEdit(variable) }
    guard edits[variable] == nil else { throw .editedTwice(variable) }
    let value = value(of: variable)
    let id = try add(LinearConstraint([(1, variable)], .equal, value, strength: strength))
    edits[variable] = Edit(constraint: id, value: value)
  }

  /// Ends editing: the variable is free again.
  public func removeEditVariable(_ variable: Variable) throws(SimplexError) {
    guard let edit = edits.removeValue(forKey: variable) else { throw .notEdited(variable) }
    try remove(edit.constraint)
  }

  /// Suggests a value for a variable that is edited. It counts after `resolve()`; more suggestions may come before.
  public func suggest(_ value: Double, for variable: Variable) throws(SimplexError) {
    guard value.isFinite else { throw .notFinite(variable) }
    guard let edit = edits[variable] else { throw .notEdited(variable) }
    let record = records[edit.constraint.slot]
    tableau.changeConstant(marker: record.marker, other: record.other, by: value - edit.value)
    edits[variable]?.value = value
  }

  /// Solves for what was suggested: the dual simplex method, from the solution there is.
  public func resolve() {
    tableau.optimizeDual()
    for stay in stays {
      tableau.forgetErrors(records[stay.slot].marker, records[stay.slot].other)
    }
  }

  /// Asks a variable to stay where it is, wherever that is after each `resolve()`.
  ///
  /// - Parameter strength: How strongly it stays; not required. Default: weak.
  @discardableResult
  public func addStay(_ variable: Variable, strength: Strength = .weak) throws(SimplexError) -> ConstraintID {
    guard strength != .required else { throw .requiredEdit(variable) }
    let id = try add(LinearConstraint([(1, variable)], .equal, value(of: variable), strength: strength))
    records[id.slot].isStay = true
    stays.append(id)
    return id
  }
}

extension Tableau {
  /// Moves the constant of an equation that need not hold: v = constant + marker - other.
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
    noteIfInfeasible(rows[index])
  }

  /// Takes the value that an equation's variable has for its constant, so that both errors are 0.
  fileprivate func forgetErrors(_ marker: Symbol, _ other: Symbol) {
    for symbol in [marker, other] where row(of: symbol) >= 0 { rows[row(of: symbol)].constant = 0 }
  }
}

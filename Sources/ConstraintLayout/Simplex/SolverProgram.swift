import LayoutSpecs

/// What a solver is asked to solve a layout from scratch, step by step: for solvers other than ours.
///
/// A solver that takes the steps in order has the layout's frames in its variables: x, y, width and height of each element in
/// turn, relative to the parent element.
public struct SolverProgram: Sendable {
  /// A request to a solver.
  public enum Step: Sendable {
    /// Add a constraint.
    case add(LinearConstraint)
    /// Edit a variable with this strength, and suggest a value for it.
    case edit(Variable, value: Double, strength: Strength)
    /// Suggest another value for a variable that is edited.
    case suggest(Variable, value: Double)
  }

  /// How many variables there are, numbered from 0.
  public let variableCount: Int
  public let steps: [Step]

  public init(variableCount: Int, steps: [Step]) {
    self.variableCount = variableCount
    self.steps = steps
  }
}

extension SimplexSolver {
  /// Takes a program's steps in an empty solver, and solves.
  public func run(_ program: SolverProgram) throws(SimplexError) {
    removeAll()
    for _ in 0..<program.variableCount { _ = makeVariable() }
    for step in program.steps {
      switch step {
      case .add(let constraint): try add(constraint)
      case .edit(let variable, let value, let strength):
        try addEditVariable(variable, strength: strength)
        try suggest(value, for: variable)
        resolve()
      case .suggest(let variable, let value):
        try suggest(value, for: variable)
        resolve()
      }
    }
  }
}

extension CassowaryLayout {
  /// What the solver is asked to solve the layout from scratch. Nil where texts that wrap make other rules apply, so that constraints
  /// have to be exchanged.
  public func program() throws(ConstraintLayoutError) -> SolverProgram? {
    heights = textHeights { _ in .infinity }
    let first = try translation(in: range)
    try solve()
    let second = try translation(in: range)
    guard first.equations.count == second.equations.count, first.unknownCount == second.unknownCount else {
      return nil
    }
    var steps = first.steps.flatMap { $0 }
    for (old, new) in zip(first.equations, second.equations) where old.constant != new.constant {
      guard new.role == .textHeight || new.role == .rootLength else { return nil }
      steps.append(.suggest(Variable(index: new.terms[0].unknown), value: new.constant))
    }
    guard zip(first.equations, second.equations).allSatisfy({ $0.hasSameTerms(as: $1) }) else { return nil }
    return SolverProgram(variableCount: first.unknownCount, steps: steps)
  }

  /// What an equation asks of a solver.
  func steps(_ equation: LinearEquation) -> [SolverProgram.Step] {
    func constraint(_ relation: Relation, _ strength: Strength) -> SolverProgram.Step {
      .add(
        LinearConstraint(
          equation.terms.map { LinearConstraint.Term($0.coefficient, Variable(index: $0.unknown)) }, relation,
          equation.constant, strength: strength))
    }
    switch equation.role {
    case .rule: return [constraint(.equal, .required)]
    case .content: return [constraint(.lessOrEqual, .weak), constraint(.greaterOrEqual, .strong)]
    case .textHeight, .rootLength:
      return [
        .edit(Variable(index: equation.terms[0].unknown), value: equation.constant, strength: .strong)
      ]
    }
  }
}

extension SolverProgram {
  /// The program as constraints that hold at its end, for a solver that knows nothing of edits: what is edited equals what was
  /// suggested last, with the edit's strength.
  public var constraints: [LinearConstraint] {
    var constraints: [LinearConstraint] = []
    var edits: [Variable: Int] = [:]
    for step in steps {
      switch step {
      case .add(let constraint): constraints.append(constraint)
      case .edit(let variable, let value, let strength):
        edits[variable] = constraints.count
        constraints.append(LinearConstraint([(1, variable)], .equal, value, strength: strength))
      case .suggest(let variable, let value):
        if let index = edits[variable] { constraints[index].constant = value }
      }
    }
    return constraints
  }
}

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

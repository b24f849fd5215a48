/// The steps of solving a layout from scratch, for any solver.
///
/// After the steps, the solver's variables hold x, y, width and height of each element in turn, relative to
/// the parent element.
public struct SolverProgram: Sendable {
  /// A request to a solver.
  public enum Step: Sendable {
    /// Add a constraint.
    case add(LinearConstraint)
    /// Edit a variable with this strength and suggest a value for it.
    case edit(Variable, value: Double, strength: Strength)
    /// Suggest another value for an edited variable.
    case suggest(Variable, value: Double)
  }

  /// The number of variables, numbered from 0.
  public let variableCount: Int
  public let steps: [Step]

  public init(variableCount: Int, steps: [Step]) {
    self.variableCount = variableCount
    self.steps = steps
  }
}

extension SolverProgram {
  /// The constraints at the end of the program, for solvers without edits: an edited variable equals its last
  /// suggestion, with the edit's strength.
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

/// The reason why a solver refused a constraint, on one line. The solver is unchanged.
public enum SimplexError: Error, Hashable, Sendable, CustomStringConvertible {
  /// This required constraint contradicts other required constraints.
  case unsatisfiable(constraint: String)

  public var description: String {
    switch self {
    case .unsatisfiable(let constraint):
      "the required constraint \"\(constraint)\" contradicts other required ones"
    }
  }
}

import LayoutSpecs

/// Why a tree was not laid out by constraints. The description is one line.
public enum ConstraintLayoutError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The translation has no equations for something that the element says.
  case unsupported(element: ElementID, reason: String)
  /// The system would have more unknowns than a dense one can take.
  case tooLarge(unknowns: Int, limit: Int)
  /// The equations do not determine this unknown.
  case singular(unknown: String)
  /// This equation contradicts others.
  case inconsistent(equation: String)
  /// There are not as many equations as unknowns.
  case unbalanced(equations: Int, unknowns: Int)

  public var description: String {
    switch self {
    case .unsupported(let element, let reason):
      "element \(element) cannot be written as equations: \(reason)"
    case .tooLarge(let unknowns, let limit):
      "one system would have \(unknowns) unknowns, and a dense one has at most \(limit)"
    case .singular(let unknown):
      "the equations do not determine \(unknown)"
    case .inconsistent(let equation):
      "the equations contradict each other: \(equation)"
    case .unbalanced(let equations, let unknowns):
      "there are \(equations) equations for \(unknowns) unknowns"
    }
  }
}

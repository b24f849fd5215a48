/// Why a solver refused what it was asked. The solver is as it was before. The description is one line.
public enum SimplexError: Error, Hashable, Sendable, CustomStringConvertible {
  /// This required constraint contradicts other required ones.
  case unsatisfiable(constraint: String)
  /// There is no such constraint, or not any more.
  case unknownConstraint(ConstraintID)
  /// No value can be suggested for this variable: it is not edited.
  case notEdited(Variable)
  /// The variable is edited already.
  case editedTwice(Variable)
  /// An edit that must hold could not be changed by a suggestion.
  case requiredEdit(Variable)
  /// A value that is no finite number was suggested for this variable.
  case notFinite(Variable)

  public var description: String {
    switch self {
    case .unsatisfiable(let constraint):
      "the required constraint \"\(constraint)\" contradicts other required ones"
    case .unknownConstraint(let id): "there is no constraint #\(id.slot), or not any more"
    case .notEdited(let variable): "variable v\(variable.index) is not edited: call addEditVariable first"
    case .editedTwice(let variable): "variable v\(variable.index) is edited already"
    case .requiredEdit(let variable):
      "variable v\(variable.index) cannot be edited with the strength required: a suggestion may have to give way"
    case .notFinite(let variable):
      "the value suggested for variable v\(variable.index) is not a finite number"
    }
  }
}

/// A constraint in a solver. It means nothing to another solver, and nothing to this one once the constraint was removed.
public struct ConstraintID: Hashable, Sendable {
  let slot: Int
  /// Tells constraints apart that had the same slot one after the other.
  let generation: Int
}

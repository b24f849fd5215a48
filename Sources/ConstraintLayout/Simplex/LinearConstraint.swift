/// A coefficient and its variable. Terms of one variable add up; the sum of no terms is 0.
public typealias Term = (coefficient: Double, variable: Variable)

/// The relation of the two sides of a constraint.
public enum Relation: Hashable, Sendable {
  case lessOrEqual, equal, greaterOrEqual
}

/// A linear constraint between a sum of terms and a constant.
///
/// ```swift
/// LinearConstraint([(1, label.right), (-1, icon.left)], .lessOrEqual, -8, strength: .strong)
/// ```
public struct LinearConstraint: Sendable {
  public var terms: [Term]
  public var relation: Relation
  public var constant: Double
  /// The strength. Default: required.
  public var strength: Strength

  /// - Precondition: all numbers are finite.
  public init(_ terms: [Term], _ relation: Relation, _ constant: Double, strength: Strength = .required) {
    precondition(
      constant.isFinite && terms.allSatisfy { $0.coefficient.isFinite }, "A constraint's numbers are finite")
    self.terms = terms
    self.relation = relation
    self.constant = constant
    self.strength = strength
  }
}

extension LinearConstraint: CustomStringConvertible {
  /// The constraint as a formula: `1.0 v0 - 1.0 v1 <= 8.0 (strong)`.
  public var description: String {
    let sum = formula(terms) { "\($0) v\($1.index)" }
    let symbol =
      switch relation {
      case .lessOrEqual: "<="
      case .equal: "="
      case .greaterOrEqual: ">="
      }
    return "\(sum) \(symbol) \(constant) (\(strength))"
  }
}

/// The sum of terms as text, in which `product` writes a term without its sign.
func formula(_ terms: [Term], _ product: (Double, Variable) -> String) -> String {
  var text = ""
  for term in terms {
    let sign = term.coefficient < 0 ? "-" : "+"
    if !text.isEmpty { text += " \(sign) " } else if sign == "-" { text += "-" }
    text += product(abs(term.coefficient), term.variable)
  }
  return text.isEmpty ? "0" : text
}

// MARK: - Programs

extension SimplexSolver {
  /// Empties the solver and performs a program's steps.
  public func run(_ program: SolverProgram) throws(SimplexError) {
    removeAll()
    for _ in 0..<program.variableCount { _ = makeVariable() }
    for step in program.steps { try perform(step) }
  }

  /// Performs a step. Returns the constraint that it added; nil for edits and suggestions.
  @discardableResult
  func perform(_ step: SolverProgram.Step) throws(SimplexError) -> ConstraintID? {
    switch step {
    case .add(let constraint): return try add(constraint)
    case .edit(let variable, let value, let strength):
      try addEditVariable(variable, strength: strength)
      suggest(value, for: variable)
    case .suggest(let variable, let value): suggest(value, for: variable)
    }
    resolve()
    return nil
  }
}

/// An unknown of a system of constraints.
public struct Variable: Hashable, Sendable {
  /// Its number in the solver that made it, from 0, in the order of creation.
  public let index: Int

  public init(index: Int) { self.index = index }
}

/// A coefficient and its variable. Terms of one variable add up; the sum of none is 0.
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

// MARK: - Strengths

/// The strength of a constraint.
///
/// Required constraints hold in every solution. Among the remaining solutions the solver takes one with the
/// least sum of violations, weighted by strength. Neighbouring strengths differ by a factor of a thousand, so
/// that in a layout a stronger constraint outweighs many weaker ones. The paper compares strengths
/// lexicographically instead; solvers in use, such as kiwi, use weights.
///
/// Source: the paper that `SimplexSolver` names, section 2.1.
public struct Strength: Hashable, Sendable, CustomStringConvertible {
  /// The cost of a point of violation; infinite for required constraints.
  public let weight: Double

  /// Holds in every solution.
  public static let required = Strength(weight: .infinity)
  /// A million. Auto Layout's high priority, 750: resistance to compression.
  public static let strong = Strength(weight: 1_000_000)
  /// A thousand.
  public static let medium = Strength(weight: 1_000)
  /// One. Auto Layout's low priority, 250: content hugging.
  public static let weak = Strength(weight: 1)

  /// A strength between the others.
  ///
  /// - Precondition: `weight` is above 0.
  public init(weight: Double) {
    precondition(weight > 0, "A strength's weight is above 0")
    self.weight = weight
  }

  public var description: String {
    switch self {
    case .required: "required"
    case .strong: "strong"
    case .medium: "medium"
    case .weak: "weak"
    default: "weight \(weight)"
    }
  }
}

// MARK: - Programs

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

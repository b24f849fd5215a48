/// An unknown of a system of constraints, by its number in the solver that made it.
public struct Variable: Hashable, Sendable {
  /// The variables of a solver are numbered from 0, in the order in which they were made.
  public let index: Int

  public init(index: Int) { self.index = index }
}

/// How the two sides of a constraint stand to each other.
public enum Relation: Hashable, Sendable {
  case lessOrEqual, equal, greaterOrEqual
}

/// A linear constraint: the sum of the terms stands in `relation` to `constant`.
///
/// ```swift
/// LinearConstraint([(1, label.right), (-1, icon.left)], .lessOrEqual, -8, strength: .strong, name: "label before icon")
/// ```
public struct LinearConstraint: Sendable {
  /// A variable and what it is multiplied by.
  public struct Term: Hashable, Sendable {
    public var coefficient: Double
    public var variable: Variable

    public init(_ coefficient: Double, _ variable: Variable) {
      self.coefficient = coefficient
      self.variable = variable
    }
  }

  /// What is added up. Terms of one variable add up; none at all make a sum of 0.
  public var terms: [Term]
  public var relation: Relation
  public var constant: Double
  /// How much it matters that the constraint holds. Default: it must.
  public var strength: Strength
  /// What errors call the constraint; nil for what it says. Default: nil.
  public var name: String?

  /// - Precondition: all numbers are finite.
  public init(
    _ terms: [Term], _ relation: Relation, _ constant: Double, strength: Strength = .required,
    name: String? = nil
  ) {
    precondition(
      constant.isFinite && terms.allSatisfy { $0.coefficient.isFinite },
      "A constraint's numbers are finite")
    self.terms = terms
    self.relation = relation
    self.constant = constant
    self.strength = strength
    self.name = name
  }

  /// The same with terms as pairs.
  public init(
    _ terms: [(Double, Variable)], _ relation: Relation, _ constant: Double,
    strength: Strength = .required, name: String? = nil
  ) {
    self.init(terms.map { Term($0.0, $0.1) }, relation, constant, strength: strength, name: name)
  }

  /// By how much the constraint does not hold where variables have these values; 0 where it holds.
  public func violation(_ value: (Variable) -> Double) -> Double {
    let difference = terms.reduce(-constant) { $0 + $1.coefficient * value($1.variable) }
    switch relation {
    case .lessOrEqual: return max(0, difference)
    case .equal: return abs(difference)
    case .greaterOrEqual: return max(0, -difference)
    }
  }
}

extension LinearConstraint: CustomStringConvertible {
  /// The name, or the constraint as a formula: `1 v0 - 1 v1 <= 8 (strong)`.
  public var description: String {
    if let name { return name }
    var text = ""
    for term in terms {
      let sign = term.coefficient < 0 ? "-" : "+"
      text += text.isEmpty ? (sign == "-" ? "-" : "") : " \(sign) "
      text += "\(abs(term.coefficient)) v\(term.variable.index)"
    }
    let symbol =
      switch relation {
      case .lessOrEqual: "<="
      case .equal: "="
      case .greaterOrEqual: ">="
      }
    return "\(text.isEmpty ? "0" : text) \(symbol) \(constant) (\(strength))"
  }
}

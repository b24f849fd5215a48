/// A linear equation of a tree's layout: the sum of the terms equals the constant.
struct LinearEquation {
  /// What an equation says, for solvers that know more than equations.
  enum Role {
    /// It follows from the rules, and holds.
    case rule
    /// A leaf is as long as its content.
    case content
    /// A text is as high as its lines, which follow from its width.
    case textHeight
    /// The root's length as its range gives it.
    case rootLength
  }

  /// Where in a translation the equation stands: the same in every translation of a tree, as far as the same rules apply.
  struct Place: Equatable {
    let axis: ConstraintAxis
    let element: Int
    /// The how manieth equation of this element along this axis.
    var ordinal: Int

    /// Whether this is written before another.
    func isBefore(_ other: Place) -> Bool {
      (axis.rawValue, element, ordinal) < (other.axis.rawValue, other.element, other.ordinal)
    }
  }

  let terms: [(coefficient: Double, unknown: Int)]
  let constant: Double
  let role: Role
  let place: Place

  /// Whether another one says the same but for the constant.
  func hasSameTerms(as other: LinearEquation) -> Bool {
    role == other.role && terms.count == other.terms.count
      && zip(terms, other.terms).allSatisfy { $0.coefficient == $1.coefficient && $0.unknown == $1.unknown }
  }
}

import LayoutSpecs

/// A linear equation of a layout: the sum of the terms equals the constant.
struct LinearEquation {
  /// The role of an equation, for solvers with strengths.
  enum Role {
    /// Follows from the rules, and always holds.
    case rule
    /// A leaf has the length of its content.
    case content
    /// A text has the height of its lines, which depends on its width.
    case textHeight
    /// The root has the length that its range gives.
    case rootLength
  }

  /// The place of an equation: equal in all translations of a tree to which the same rules apply.
  struct Place: Equatable {
    let axis: ConstraintAxis
    let element: Int
    /// The number of the equation among those of the element along the axis, from 0.
    var ordinal: Int

    func isBefore(_ other: Place) -> Bool {
      (axis.rawValue, element, ordinal) < (other.axis.rawValue, other.element, other.ordinal)
    }
  }

  let terms: [(coefficient: Double, unknown: Int)]
  let constant: Double
  let role: Role
  let place: Place

  /// Whether the equations are equal but for the constant.
  func hasSameTerms(as other: LinearEquation) -> Bool {
    role == other.role && terms.count == other.terms.count
      && zip(terms, other.terms).allSatisfy { $0.coefficient == $1.coefficient && $0.unknown == $1.unknown }
  }
}

/// An axis; the same equations apply along both.
enum ConstraintAxis: Int, CaseIterable {
  case horizontal
  case vertical

  /// The unknowns of an element's coordinate and length on this axis; each element has four.
  func position(_ element: Int) -> Int { 4 * element + rawValue }
  func length(_ element: Int) -> Int { 4 * element + 2 + rawValue }

  /// The name of an unknown in a message.
  static func name(ofUnknown unknown: Int, elementCount: Int) -> String {
    guard unknown < 4 * elementCount else { return "a stack's share of free space" }
    let attribute = ["x", "y", "width", "height"][unknown % 4]
    return "the \(attribute) of element \(ElementID(unknown / 4))"
  }

  func length(_ size: Size) -> Double { self == .horizontal ? size.width : size.height }

  func dimension(_ style: Style) -> Dimension { self == .horizontal ? style.width : style.height }

  func insets(_ insets: EdgeInsets) -> (leading: Double, trailing: Double) {
    self == .horizontal ? (insets.left, insets.right) : (insets.top, insets.bottom)
  }

  func isMainAxis(of stack: StackParameters) -> Bool {
    (stack.direction == .horizontal) == (self == .horizontal)
  }

  /// An element's frame, from the values of its unknowns.
  static func frame(of element: Int, _ value: (Int) -> Double) -> Rect {
    Rect(
      x: value(horizontal.position(element)), y: value(vertical.position(element)),
      width: value(horizontal.length(element)), height: value(vertical.length(element)))
  }
}

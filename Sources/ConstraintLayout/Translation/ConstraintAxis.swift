import LayoutSpecs

/// One of the two axes that the same equations are written along.
enum ConstraintAxis: Int, CaseIterable {
  case horizontal
  case vertical

  /// The coordinate and the length of an element on this axis, as numbers of unknowns: four an element.
  func position(_ element: Int) -> Int { 4 * element + rawValue }
  func length(_ element: Int) -> Int { 4 * element + 2 + rawValue }

  /// What an unknown is called in a message.
  static func name(ofUnknown unknown: Int, elementCount: Int) -> String {
    guard unknown < 4 * elementCount else { return "a stack's share of free space" }
    let attribute = ["x", "y", "width", "height"][unknown % 4]
    return "the \(attribute) of element \(ElementID(unknown / 4))"
  }

  func length(_ size: Size) -> Double { self == .horizontal ? size.width : size.height }

  func dimension(_ style: Style) -> Dimension { self == .horizontal ? style.width : style.height }

  /// The insets before and after a child.
  func insets(_ insets: EdgeInsets) -> (leading: Double, trailing: Double) {
    self == .horizontal ? (insets.left, insets.right) : (insets.top, insets.bottom)
  }

  func isMainAxis(of stack: StackParameters) -> Bool {
    (stack.direction == .horizontal) == (self == .horizontal)
  }

  /// The lengths that the root may have.
  func limits(_ range: SizeRange) -> (min: Double, max: Double) {
    (length(range.min), length(range.max))
  }
}

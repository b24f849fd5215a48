import LayoutSpecs

/// Translates a tree's layout into linear equations, as a person would who lays out by constraints.
///
/// Each element has four unknowns: x, y, width and height, relative to its parent, and an equation for each:
///
///  1. The root is at (0, 0). It has the only length that the range allows; otherwise the length of its
///     content, or the range's minimum if that is longer.
///  2. A leaf has the length of its content, unless its parent gives it another length.
///  3. An inset's child is at the insets. If the inset spec's length is given from outside, the child has the
///     rest of that length; otherwise the spec has the length of the child and the insets.
///  4. A composite node and its spec have equal lengths, in the same way.
///  5. Along a stack each child begins at the end of the child before, plus the spacing. With spaceBetween
///     there is another unknown, the gap, and another equation: the last child ends at the stack's end. With
///     end the last child ends at the stack's end; with center the children are equally far from both ends.
///  6. Along a stack of a given length, children that grow or shrink have the length of their content, or
///     their flexBasis, plus their share of the free space, another unknown; all children together fill the
///     stack. Other children have the length of their content, or their flexBasis.
///  7. A stack whose length is not given ends where its last child ends.
///  8. In a center or relative spec of a given length, the child has the length of its content and is at the
///     start, at the end or in the middle; without a position it has the length of the spec.
///  9. Across, a stack whose length is not given has the length of its longest child. Children that stretch have the
///     stack's length; others have the length of their content, at the start, at the end or in the middle.
/// 10. In an absolute spec of a given length each child is at its position, with the length of its content.
///
/// Decisions that are not linear are made beforehand from the lengths of contents: whether there is free
/// space, which children take it, and which child is the longest. Auto Layout decides these by priorities.
/// The height of a text depends on its width, so the system is solved twice: with texts on one line, then
/// with the heights for the resulting widths.
struct LayoutTranslation {
  let tree: LayoutTree
  let range: SizeRange

  /// The lengths of contents along the axis that is written, by element.
  private(set) var contentLengths: [Double] = []
  /// The lengths given from outside along the same axis, by element; NaN if the content decides.
  private var givenLengths: [Double] = []
  private(set) var equations: [LinearEquation] = []
  private(set) var unknownCount: Int

  /// The place of the next equation.
  private var place = LinearEquation.Place(axis: .horizontal, element: 0, ordinal: 0)

  /// Writes all equations of a supported tree.
  ///
  /// - Parameter textHeights: the height of each text, by element; 0 for other elements.
  init(_ tree: LayoutTree, in range: SizeRange, textHeights: [Double]) throws(ConstraintLayoutError) {
    self.tree = tree
    self.range = range
    unknownCount = 4 * tree.elementCount
    equations.reserveCapacity(unknownCount + 8)
    for axis in ConstraintAxis.allCases {
      contentLengths = LayoutTranslation.contentLengths(of: tree, along: axis, textHeights)
      givenLengths = [Double](repeating: .nan, count: tree.elementCount)
      place = LinearEquation.Place(axis: axis, element: 0, ordinal: 0)
      try writeRoot()
      for id in tree.elementIDs {
        if id.index > 0 { place = LinearEquation.Place(axis: axis, element: id.index, ordinal: 0) }
        try write(id)
      }
    }
  }
}

// MARK: - Equations

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
    /// The number of the equation among the element's equations along the axis, from 0.
    var ordinal: Int

    func isBefore(_ other: Place) -> Bool {
      (axis.rawValue, element, ordinal) < (other.axis.rawValue, other.element, other.ordinal)
    }
  }

  let terms: [Term]
  let constant: Double
  let role: Role
  let place: Place

  /// Returns true if the equations are equal but for the constant.
  func hasSameTerms(as other: LinearEquation) -> Bool {
    role == other.role && terms.count == other.terms.count && zip(terms, other.terms).allSatisfy { $0 == $1 }
  }
}

/// An axis; the same equations apply along both.
enum ConstraintAxis: Int, CaseIterable {
  case horizontal
  case vertical

  /// The unknowns of an element's coordinate and length on this axis; each element has four.
  func position(_ element: Int) -> Variable { Variable(index: 4 * element + rawValue) }
  func length(_ element: Int) -> Variable { Variable(index: 4 * element + 2 + rawValue) }

  func length(_ size: Size) -> Double { self == .horizontal ? size.width : size.height }

  func dimension(_ style: Style) -> Dimension { self == .horizontal ? style.width : style.height }

  func insets(_ insets: EdgeInsets) -> (leading: Double, trailing: Double) {
    self == .horizontal ? (insets.left, insets.right) : (insets.top, insets.bottom)
  }

  func isMainAxis(of stack: StackParameters) -> Bool {
    (stack.direction == .horizontal) == (self == .horizontal)
  }

  /// An element's frame, from the values of its unknowns.
  static func frame(of element: Int, _ value: (Variable) -> Double) -> Rect {
    Rect(
      x: value(horizontal.position(element)), y: value(vertical.position(element)),
      width: value(horizontal.length(element)), height: value(vertical.length(element)))
  }
}

// MARK: - Lengths of contents

extension LayoutTranslation {
  /// The length of each element if there is no free space, computed from the last element to the first.
  private static func contentLengths(
    of tree: LayoutTree, along axis: ConstraintAxis, _ textHeights: [Double]
  ) -> [Double] {
    var lengths = [Double](repeating: 0, count: tree.elementCount)
    for id in tree.elementIDs.reversed() {
      let children = tree.children(of: id)
      let exact = axis.dimension(tree.style(of: id))
      switch tree.content(of: id) {
      case .spec, .node: lengths[id.index] = exact.value
      case .sizedNode(let size): lengths[id.index] = exact.unit == .points ? exact.value : axis.length(size)
      case .text(let text):
        lengths[id.index] =
          axis == .vertical ? textHeights[id.index] : Double(text.string.unicodeScalars.count) * text.advance
      case .paragraph:
        lengths[id.index] =
          axis == .vertical
          ? textHeights[id.index] : textSize(tree.content(of: id), width: .infinity)?.width ?? 0
      case .inset(let insets):
        let (leading, trailing) = axis.insets(insets)
        lengths[id.index] = max(0, leading + lengths[id.index + 1] + trailing)
      case .compositeNode, .center, .relative: lengths[id.index] = lengths[id.index + 1]
      case .stack(let stack):
        if axis.isMainAxis(of: stack) {
          let count = children.reduce(0) { count, _ in count + 1 }
          let spacing = stack.spacing * Double(max(0, count - 1))
          lengths[id.index] = max(0, children.reduce(spacing) { $0 + lengths[$1.index] })
        } else {
          lengths[id.index] = children.reduce(0) { max($0, lengths[$1.index]) }
        }
      // An absolute spec's length is given from outside; see rule 10.
      case .absolute: lengths[id.index] = 0
      default: preconditionFailure("requireSupported() lets no other type pass")
      }
    }
    return lengths
  }

  /// The length of an element: the length given from outside, otherwise the length of its content.
  func expectedLength(_ element: Int) -> Double {
    isGiven(element) ? givenLengths[element] : contentLengths[element]
  }

  func isGiven(_ element: Int) -> Bool { !givenLengths[element].isNaN }

  /// Records that an equation outside the element gives it this length.
  mutating func give(_ length: Double, to element: Int) { givenLengths[element] = max(0, length) }
}

// MARK: - Writing equations

extension LayoutTranslation {
  /// The axis that is written.
  var axis: ConstraintAxis { place.axis }

  /// The unknowns of an element's coordinate and length on the axis that is written.
  func position(_ element: Int) -> Variable { axis.position(element) }
  func length(_ element: Int) -> Variable { axis.length(element) }

  /// Adds the equation that the sum of the terms equals `constant`.
  mutating func equate(_ terms: Term..., to constant: Double, role: LinearEquation.Role = .rule) {
    equate(terms, to: constant, role: role)
  }

  /// Adds an equation with terms in an array.
  mutating func equate(_ terms: [Term], to constant: Double, role: LinearEquation.Role = .rule) {
    equations.append(LinearEquation(terms: terms, constant: constant, role: role, place: place))
    place.ordinal += 1
  }

  /// Adds an unknown beyond the four of each element.
  mutating func addUnknown() -> Variable {
    defer { unknownCount += 1 }
    return Variable(index: unknownCount)
  }

  /// Rule 1.
  private mutating func writeRoot() throws(ConstraintLayoutError) {
    equate((1, position(0)), to: 0)
    let (shortest, longest) = (axis.length(range.min), axis.length(range.max))
    let content = contentLengths[0]
    if shortest == longest {
      give(longest, to: 0)
      equate((1, length(0)), to: longest, role: .rootLength)
    } else if content > longest {
      // The engine would shrink and wrap to fit; the translation shrinks and wraps for exact lengths only.
      throw .unsupported(element: tree.root, reason: "content that the size range limits")
    } else if content < shortest {
      give(shortest, to: 0)
      equate((1, length(0)), to: shortest)
    }
  }

  private mutating func write(_ id: ElementID) throws(ConstraintLayoutError) {
    let element = id.index
    switch tree.content(of: id) {
    case .inset(let insets): writeInset(element, axis.insets(insets))
    case .compositeNode: writeInset(element, (0, 0))
    case .center(let center): try writePositioned(element, center.relative)
    case .relative(let relative): try writePositioned(element, relative)
    case .absolute: try writeAbsolute(id)
    case .node where !isGiven(element) && axis.dimension(tree.style(of: id)) == .auto:
      throw .unsupported(element: id, reason: "a node without a size")
    case .stack(let stack):
      if axis.isMainAxis(of: stack) {
        try writeAlong(id, stack)
      } else {
        writeAcross(id, stack)
      }
    default:
      // Rule 2.
      if !isGiven(element) {
        equate((1, length(element)), to: contentLengths[element], role: contentRole(id))
      }
    }
  }

  /// The role of the equation for a leaf's length.
  private func contentRole(_ id: ElementID) -> LinearEquation.Role {
    switch tree.content(of: id) {
    case .text, .paragraph: axis == .vertical ? .textHeight : .content
    case .sizedNode: axis.dimension(tree.style(of: id)).unit == .points ? .rule : .content
    default: .rule
    }
  }

  /// Rule 8.
  private mutating func writePositioned(
    _ element: Int, _ parameters: RelativeParameters
  ) throws(ConstraintLayoutError) {
    guard isGiven(element) else {
      throw .unsupported(
        element: ElementID(element), reason: "a center or relative spec whose size its range does not give")
    }
    let child = element + 1
    switch axis == .horizontal ? parameters.horizontalPosition : parameters.verticalPosition {
    case .none:
      equate((1, position(child)), to: 0)
      equate((1, length(child)), (-1, length(element)), to: 0)
      give(expectedLength(element), to: child)
    case .start: equate((1, position(child)), to: 0)
    case .center: equate((2, position(child)), (1, length(child)), (-1, length(element)), to: 0)
    case .end: equate((1, position(child)), (1, length(child)), (-1, length(element)), to: 0)
    }
  }

  /// Rule 10.
  private mutating func writeAbsolute(_ id: ElementID) throws(ConstraintLayoutError) {
    guard isGiven(id.index) else {
      throw .unsupported(element: id, reason: "an absolute spec whose size its range does not give")
    }
    for child in tree.children(of: id) {
      if case .text = tree.content(of: child), axis == .horizontal {
        throw .unsupported(element: child, reason: "a text at a position, which takes the room that is left")
      }
      let origin = tree.style(of: child).layoutPosition
      equate((1, position(child.index)), to: axis == .horizontal ? origin.x : origin.y)
    }
  }

  /// Rules 3 and 4.
  private mutating func writeInset(_ element: Int, _ insets: (leading: Double, trailing: Double)) {
    let child = element + 1
    let around = insets.leading + insets.trailing
    equate((1, position(child)), to: insets.leading)
    equate((1, length(element)), (-1, length(child)), to: around)
    if isGiven(element) { give(expectedLength(element) - around, to: child) }
  }
}

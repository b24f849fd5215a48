import LayoutSpecs

/// Writes a tree's layout as linear equations, as somebody would who lays out by constraints.
///
/// Each element has four unknowns: x, y, width and height, relative to its parent element. Each gets exactly one equation:
///
///  1. The root lies at (0, 0). Where the range allows one length it has that one; else as much as its content takes.
///  2. A leaf is as long as its content, unless its parent says otherwise.
///  3. An inset's child lies at the insets. Its length is what the insets leave of an inset spec that has its length from
///     outside; else the inset spec is as long as the child and the insets.
///  4. A composite node is as long as its spec, or the other way round, in the same way.
///  5. Along a stack each child begins where the one before ends, plus the spacing. With spaceBetween there is one more
///     unknown, the gap, and one more equation: the last child ends where the stack ends. Center and end put the children's
///     ends where the stack's are, or equally far from them.
///  6. Along a stack whose length is given, children that grow or shrink are as long as their content plus their share of
///     the free space, one more unknown; their sum closes the stack. Other children are as long as their content.
///  7. A stack whose length is not given ends where its last child ends.
///  8. Where a center or relative spec has a length from outside, its child lies at the start, at the end or in the middle
///     of it, as long as its content; without a position it is as long as the spec.
///  9. Across, a stack whose length is not given is as long as its longest child. Children that stretch are as long as it;
///     others are as long as their content, and lie at the start, at the end or in the middle.
/// 10. In an absolute spec whose length is given each child lies at its position, as long as its content.
///
/// What is not linear is decided beforehand, from the lengths that contents take: whether there is free space and who takes
/// it, and which child is the longest. Auto Layout decides the same by priorities. How high a text is follows from its
/// width, so the system is solved twice: with every text on one line, then with the heights that the widths give.
struct LayoutTranslation {
  let tree: LayoutTree
  let range: SizeRange
  /// How high each text is, by element; 0 for everything else.
  let textHeights: [Double]

  /// The lengths that contents take, by axis and element.
  private var contentLengths: [[Double]] = []
  /// Lengths as they are given from outside, by axis and element; NaN where the content decides.
  private var givenLengths: [[Double]] = []
  /// Equations, and unknowns beyond the four an element.
  private(set) var equations: [LinearEquation] = []
  private(set) var unknownCount: Int

  /// The element and the axis that equations are being written for, and how many were.
  private var place = LinearEquation.Place(axis: .horizontal, element: 0, ordinal: 0)

  /// Writes all equations of a tree whose rules are supported.
  init(_ tree: LayoutTree, in range: SizeRange, textHeights: [Double]) throws(ConstraintLayoutError) {
    self.tree = tree
    self.range = range
    self.textHeights = textHeights
    unknownCount = 4 * tree.elementCount
    equations.reserveCapacity(unknownCount + 8)
    for axis in ConstraintAxis.allCases {
      contentLengths.append(LayoutTranslation.contentLengths(of: tree, along: axis, textHeights))
      givenLengths.append([Double](repeating: .nan, count: tree.elementCount))
      place = LinearEquation.Place(axis: axis, element: 0, ordinal: 0)
      try writeRoot(axis)
      for id in tree.elementIDs {
        if id.index > 0 { place = LinearEquation.Place(axis: axis, element: id.index, ordinal: 0) }
        try write(id, axis)
      }
    }
  }
}

// MARK: - What went wrong, in words

extension LayoutTranslation {
  /// The error that names what the system knows by numbers.
  func error(_ error: DenseSystemError) -> ConstraintLayoutError {
    switch error {
    case .underdetermined(let unknown): .singular(unknown: name(ofUnknown: unknown))
    case .inconsistent(let equation): .inconsistent(equation: description(of: equations[equation]))
    }
  }

  private func name(ofUnknown unknown: Int) -> String {
    ConstraintAxis.name(ofUnknown: unknown, elementCount: tree.elementCount)
  }

  /// The equation as a line of text: `1 × the x of element #2 - 1 × the width of element #1 = 8`.
  private func description(of equation: LinearEquation) -> String {
    var text = ""
    for term in equation.terms {
      let sign = term.coefficient < 0 ? "-" : "+"
      if !text.isEmpty { text += " \(sign) " } else if sign == "-" { text += "-" }
      text += "\(shortText(abs(term.coefficient))) × \(name(ofUnknown: term.unknown))"
    }
    return "\(text.isEmpty ? "0" : text) = \(shortText(equation.constant))"
  }
}

// MARK: - Lengths of contents

extension LayoutTranslation {
  /// How long each element is if nothing gives or takes space, from the last element to the first.
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
      // It has its length from outside; see rule 10.
      case .absolute: lengths[id.index] = 0
      default: preconditionFailure("requireSupported() lets no other type pass")
      }
    }
    return lengths
  }

  /// How long an element is: what is given from outside, else what its content takes.
  func expectedLength(_ element: Int, _ axis: ConstraintAxis) -> Double {
    let given = givenLengths[axis.rawValue][element]
    return given.isNaN ? contentLengths[axis.rawValue][element] : given
  }

  func contentLength(_ element: Int, _ axis: ConstraintAxis) -> Double {
    contentLengths[axis.rawValue][element]
  }

  func isGiven(_ element: Int, _ axis: ConstraintAxis) -> Bool {
    !givenLengths[axis.rawValue][element].isNaN
  }

  /// Notes that an equation outside the element gives its length, and what that comes to.
  mutating func give(_ length: Double, to element: Int, _ axis: ConstraintAxis) {
    givenLengths[axis.rawValue][element] = max(0, length)
  }
}

// MARK: - Writing equations

extension LayoutTranslation {
  /// The sum of the terms equals `constant`.
  mutating func equate(
    _ terms: (Double, Int)..., to constant: Double, role: LinearEquation.Role = .rule
  ) {
    equate(terms.map { (coefficient: $0.0, unknown: $0.1) }, to: constant, role: role)
  }

  /// The same for terms in an array.
  mutating func equate(
    _ terms: [(coefficient: Double, unknown: Int)], to constant: Double, role: LinearEquation.Role = .rule
  ) {
    equations.append(LinearEquation(terms: terms, constant: constant, role: role, place: place))
    place.ordinal += 1
  }

  /// One more unknown than four an element.
  mutating func addUnknown() -> Int {
    defer { unknownCount += 1 }
    return unknownCount
  }

  /// Rule 1.
  private mutating func writeRoot(_ axis: ConstraintAxis) throws(ConstraintLayoutError) {
    equate((1, axis.position(0)), to: 0)
    let (shortest, longest) = axis.limits(range)
    let content = contentLengths[axis.rawValue][0]
    if shortest == longest {
      give(longest, to: 0, axis)
      equate((1, axis.length(0)), to: longest, role: .rootLength)
    } else if content > longest {
      // The engine would shrink and wrap to fit; that is written for exact lengths alone.
      throw .unsupported(element: tree.root, reason: "content that the size range limits")
    } else if content < shortest {
      give(shortest, to: 0, axis)
      equate((1, axis.length(0)), to: shortest)
    }
  }

  private mutating func write(_ id: ElementID, _ axis: ConstraintAxis) throws(ConstraintLayoutError) {
    let element = id.index
    switch tree.content(of: id) {
    case .inset(let insets): writeInset(element, axis.insets(insets), axis)
    case .compositeNode: writeInset(element, (0, 0), axis)
    case .center(let center): try writePositioned(element, center.relative, axis)
    case .relative(let relative): try writePositioned(element, relative, axis)
    case .absolute: try writeAbsolute(id, axis)
    case .node where !isGiven(element, axis) && axis.dimension(tree.style(of: id)) == .auto:
      throw .unsupported(element: id, reason: "a node without a size")
    case .stack(let stack):
      if axis.isMainAxis(of: stack) {
        try writeAlong(id, stack, axis)
      } else {
        writeAcross(id, stack, axis)
      }
    default:
      // Rule 2.
      if !isGiven(element, axis) {
        equate((1, axis.length(element)), to: contentLength(element, axis), role: contentRole(id, axis))
      }
    }
  }

  /// What a leaf's length comes from.
  private func contentRole(_ id: ElementID, _ axis: ConstraintAxis) -> LinearEquation.Role {
    switch tree.content(of: id) {
    case .text: axis == .vertical ? .textHeight : .content
    case .sizedNode: axis.dimension(tree.style(of: id)).unit == .points ? .rule : .content
    default: .rule
    }
  }

  /// Rule 8.
  private mutating func writePositioned(
    _ element: Int, _ parameters: RelativeParameters, _ axis: ConstraintAxis
  ) throws(ConstraintLayoutError) {
    guard isGiven(element, axis) else {
      throw .unsupported(
        element: ElementID(element), reason: "a center or relative spec whose size its range does not give")
    }
    let child = element + 1
    let position = axis == .horizontal ? parameters.horizontalPosition : parameters.verticalPosition
    switch position {
    case .none:
      equate((1, axis.position(child)), to: 0)
      equate((1, axis.length(child)), (-1, axis.length(element)), to: 0)
      give(expectedLength(element, axis), to: child, axis)
    case .start: equate((1, axis.position(child)), to: 0)
    case .center:
      equate((2, axis.position(child)), (1, axis.length(child)), (-1, axis.length(element)), to: 0)
    case .end: equate((1, axis.position(child)), (1, axis.length(child)), (-1, axis.length(element)), to: 0)
    }
  }

  /// Rule 10.
  private mutating func writeAbsolute(
    _ id: ElementID, _ axis: ConstraintAxis
  ) throws(ConstraintLayoutError) {
    guard isGiven(id.index, axis) else {
      throw .unsupported(element: id, reason: "an absolute spec whose size its range does not give")
    }
    for child in tree.children(of: id) {
      if case .text = tree.content(of: child), axis == .horizontal {
        throw .unsupported(element: child, reason: "a text at a position, which takes the room that is left")
      }
      let position = tree.style(of: child).layoutPosition
      equate((1, axis.position(child.index)), to: axis == .horizontal ? position.x : position.y)
    }
  }

  /// Rules 3 and 4.
  private mutating func writeInset(
    _ element: Int, _ insets: (leading: Double, trailing: Double), _ axis: ConstraintAxis
  ) {
    let child = element + 1
    let around = insets.leading + insets.trailing
    equate((1, axis.position(child)), to: insets.leading)
    equate((1, axis.length(element)), (-1, axis.length(child)), to: around)
    if isGiven(element, axis) { give(expectedLength(element, axis) - around, to: child, axis) }
  }
}

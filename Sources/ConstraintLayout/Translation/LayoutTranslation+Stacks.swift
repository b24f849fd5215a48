import LayoutSpecs

// Rules 5 to 7 and 9: stacks, along and across.

extension LayoutTranslation {
  /// Rules 5 to 7.
  mutating func writeAlong(_ id: ElementID, _ stack: StackParameters) throws(ConstraintLayoutError) {
    let children = tree.children(of: id).map(\.index)
    guard let first = children.first, let last = children.last else {
      if !isGiven(id.index) { equate((1, length(id.index)), to: 0) }
      return
    }
    let free = try writeLengths(of: children, in: id, stack)
    var gap: Variable?
    switch stack.resolvedJustifyContent {
    case .center where isGiven(id.index):
      // As far from the start as from the end.
      equate((1, position(first)), (1, position(last)), (1, length(last)), (-1, length(id.index)), to: 0)
    case .end where isGiven(id.index):
      equate((1, position(last)), (1, length(last)), (-1, length(id.index)), to: 0)
    case .spaceBetween where free >= violationEpsilon && children.count > 1:
      gap = addUnknown()
      equate((1, position(first)), to: 0)
      equate((1, position(last)), (1, length(last)), (-1, length(id.index)), to: 0)
    default:
      equate((1, position(first)), to: 0)
    }
    for (child, next) in zip(children, children.dropFirst()) {
      var terms: [Term] = [(1, position(next)), (-1, position(child)), (-1, length(child))]
      if let gap { terms.append((-1, gap)) }
      equate(terms, to: stack.spacing)
    }
    if !isGiven(id.index) {
      equate((1, length(id.index)), (-1, position(last)), (-1, length(last)), to: 0)
    }
  }

  /// Rule 6. Returns the free space that remains along the stack.
  private mutating func writeLengths(
    of children: [Int], in id: ElementID, _ stack: StackParameters
  ) throws(ConstraintLayoutError) -> Double {
    let styles = children.map { tree.style(of: ElementID($0)) }
    guard isGiven(id.index) else {
      if let child = styles.firstIndex(where: { $0.flexBasis != .auto }) {
        throw .unsupported(
          element: ElementID(children[child]), reason: "flexBasis in a stack that is as long as its content")
      }
      return 0
    }
    var basis = zip(styles, children).map { style, child in
      style.flexBasis == .auto ? contentLengths[child] : style.flexBasis.value
    }
    // The only child that both grows and shrinks takes the length that the others leave, whatever its content.
    let flexible = styles.indices.filter { styles[$0].flexGrow > 0 && styles[$0].flexShrink > 0 }
    if flexible.count == 1 { basis[flexible[0]] = 0 }

    let spacing = stack.spacing * Double(children.count - 1)
    let free = expectedLength(id.index) - basis.reduce(spacing, +)
    guard abs(free) >= violationEpsilon else {
      // The others leave nothing for the flexible child.
      if flexible.count == 1 {
        let child = children[flexible[0]]
        equate((1, length(child)), to: 0)
        give(0, to: child)
      }
      writeBases(basis, of: children.indices.filter { flexible != [$0] }, children, styles)
      return free
    }
    let weights = zip(styles, basis).map { style, basis in
      free > 0 ? style.flexGrow : style.flexShrink * basis
    }
    writeBases(basis, of: children.indices.filter { weights[$0] <= 0 }, children, styles)
    let sum = weights.reduce(0, +)
    if free < 0 && flexible.count == 1 {
      throw .unsupported(
        element: ElementID(children[flexible[0]]), reason: "a child that grows and shrinks and has no room")
    }
    guard sum > 0 else { return free }
    let share = addUnknown()
    for (index, child) in children.enumerated() where weights[index] > 0 {
      let weight = weights[index] / sum
      equate((1, length(child)), (-weight, share), to: basis[index])
      give(basis[index] + weight * free, to: child)
    }
    let lengths: [Term] = children.map { (1, length($0)) }
    equate(lengths + [(-1, length(id.index))], to: -spacing)
    return 0
  }

  /// Gives children that do not flex, and have a `flexBasis`, this length.
  private mutating func writeBases(
    _ basis: [Double], of indices: [Int], _ children: [Int], _ styles: [Style]
  ) {
    for index in indices where styles[index].flexBasis != .auto {
      equate((1, length(children[index])), to: basis[index])
      give(basis[index], to: children[index])
    }
  }

  /// Rule 9.
  mutating func writeAcross(_ id: ElementID, _ stack: StackParameters) {
    let children = tree.children(of: id).map(\.index)
    let own = length(id.index)
    let longest = children.max { contentLengths[$0] < contentLengths[$1] }
    let isGivenFromOutside = isGiven(id.index)
    if !isGivenFromOutside {
      if let longest {
        equate((1, own), (-1, length(longest)), to: 0)
      } else {
        equate((1, own), to: 0)
      }
    }
    for child in children {
      switch tree.style(of: ElementID(child)).alignSelf.resolved(in: stack.resolvedAlignItems) {
      case .stretch where hasOwnLength(child):
        equate((1, position(child)), to: 0)
      case .stretch:
        equate((1, position(child)), to: 0)
        if isGivenFromOutside || child != longest {
          equate((1, length(child)), (-1, own), to: 0)
          give(expectedLength(id.index), to: child)
        }
      case .end: equate((1, position(child)), (1, length(child)), (-1, own), to: 0)
      case .center: equate((2, position(child)), (1, length(child)), (-1, own), to: 0)
      case .start, .baselineFirst, .baselineLast: equate((1, position(child)), to: 0)
      }
    }
  }

  /// True if the style gives the length, so that the child does not stretch.
  private func hasOwnLength(_ child: Int) -> Bool {
    axis.dimension(tree.style(of: ElementID(child))).unit == .points
  }
}

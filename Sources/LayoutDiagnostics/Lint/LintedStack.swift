import LayoutSpecs

/// A stack that was laid out: its lines, their lengths, and how long they may be.
struct LintedStack {
  let id: ElementID
  let parameters: StackParameters
  /// The sizes that it could take.
  let range: SizeRange
  /// The axis along which its children follow each other.
  let axis: LayoutAxis
  /// The children of each line.
  let lines: [Line]
  /// The child that gets what the others leave: the only one that both grows and shrinks, in a stack of exact
  /// length.
  let unmeasuredChild: ElementID?

  struct Line {
    let children: [ElementID]
    /// The points between the children, before and after them.
    let spacing: Double
    /// The length of the children with the spacing, after they flexed.
    let length: Double
    /// That length before they flexed.
    let naturalLength: Double
    /// The sums of the children's factors.
    let flexGrow: Double
    let flexShrink: Double
  }

  var minLength: Double { axis.length(range.min) }
  var maxLength: Double { axis.length(range.max) }

  /// The line that a child is on.
  ///
  /// - Complexity: logarithmic in the number of lines.
  func line(of child: ElementID) -> Line? {
    // Children are in pre-order, so the line is the first that ends with the child or later.
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].children.last.map({ $0 < child }) ?? true { low = middle + 1 } else { high = middle }
    }
    return low < lines.count ? lines[low] : nil
  }
}

extension LintedStack {
  /// Reads a stack from a recorded layout; nil if the element is none, or has no layout.
  init?(_ id: ElementID, _ subject: LintSubject) {
    guard let parameters = subject.stackParameters(id), let range = subject.range(id) else { return nil }
    let axis = LayoutAxis(parameters.direction)
    let children = Array(subject.tree.children(of: id))
    let lines =
      parameters.flexWrap == .noWrap
      ? [children] : LintedStack.wrapped(children, parameters, axis.length(range.max), axis, subject)
    self.init(
      id: id, parameters: parameters, range: range, axis: axis,
      lines: lines.map { Line($0, spacing: parameters.spacing, axis, subject) },
      unmeasuredChild: children.first { subject.recorded.wasLeftEmpty($0) })
  }

  /// The children line by line, as the stack broke them.
  private static func wrapped(
    _ children: [ElementID], _ parameters: StackParameters, _ maxLength: Double, _ axis: LayoutAxis,
    _ subject: LintSubject
  ) -> [[ElementID]] {
    var lines: [[ElementID]] = []
    var length = 0.0
    for child in children {
      let style = subject.style(child)
      let natural = subject.naturalLength(of: child, axis) ?? 0
      let childLength = style.spacingBefore + natural + style.spacingAfter
      if let last = lines.indices.last, length + parameters.spacing + childLength <= maxLength {
        lines[last].append(child)
        length += parameters.spacing + childLength
      } else {
        lines.append([child])
        length = childLength
      }
    }
    return lines
  }

  /// How far the longest line sticks out of the stack if nothing in it may shrink; nil if none does.
  var overflow: (line: Line, points: Double)? {
    let overflows = lines.filter { $0.flexShrink == 0 && $0.length - maxLength >= violationEpsilon }
    guard let longest = overflows.max(by: { $0.length < $1.length }) else { return nil }
    return (longest, longest.length - maxLength)
  }
}

extension LintedStack.Line {
  fileprivate init(
    _ children: [ElementID], spacing between: Double, _ axis: LayoutAxis, _ subject: LintSubject
  ) {
    var spacing = between * Double(max(0, children.count - 1))
    var (length, naturalLength, flexGrow, flexShrink) = (0.0, 0.0, 0.0, 0.0)
    for child in children {
      let style = subject.style(child)
      spacing += style.spacingBefore + style.spacingAfter
      length += subject.frame(child).map { axis.length($0.size) } ?? 0
      naturalLength += subject.naturalLength(of: child, axis) ?? 0
      flexGrow += style.flexGrow
      flexShrink += style.flexShrink
    }
    self.init(
      children: children, spacing: spacing, length: length + spacing, naturalLength: naturalLength + spacing,
      flexGrow: flexGrow, flexShrink: flexShrink)
  }
}

/// A stack that was laid out, as rules look at it: its lines, and how long they are and may be.
struct LintedStack {
  let id: ElementID
  let parameters: StackParameters
  /// The sizes that it could take.
  let range: SizeRange
  /// The axis along which its children follow each other.
  let axis: LayoutAxis
  /// The children of each line.
  let lines: [Line]
  /// The child that took what the others left: the only one that both grows and shrinks, in a stack of exact length.
  let unmeasuredChild: ElementID?

  struct Line {
    let children: [ElementID]
    /// All that is between the children, before and after them, in points.
    let spacing: Double
    /// How long the children are with what is between them, after they flexed.
    let length: Double
    /// The same before they flexed.
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

extension LintSubject {
  /// The element as a stack, made anew; see `stack(_:)`.
  func makeStack(_ id: ElementID) -> LintedStack? {
    guard let parameters = stackParameters(id), let range = range(id) else { return nil }
    let axis = LayoutAxis(parameters.direction)
    let children = Array(tree.children(of: id))
    let lines = parameters.flexWrap == .noWrap ? [children] : wrapped(children, parameters, axis, range)
    return LintedStack(
      id: id, parameters: parameters, range: range, axis: axis,
      lines: lines.map { line(of: $0, parameters, axis) },
      unmeasuredChild: unmeasuredChild(of: children, axis, range))
  }

  /// The children line by line, as the stack broke them.
  private func wrapped(
    _ children: [ElementID], _ parameters: StackParameters, _ axis: LayoutAxis, _ range: SizeRange
  ) -> [[ElementID]] {
    var lines: [[ElementID]] = []
    var length = 0.0
    for child in children {
      let style = style(child)
      let childLength =
        style.spacingBefore + axis.length(firstLayout(child)?.size ?? .zero) + style.spacingAfter
      if let last = lines.indices.last, length + parameters.spacing + childLength <= axis.length(range.max) {
        lines[last].append(child)
        length += parameters.spacing + childLength
      } else {
        lines.append([child])
        length = childLength
      }
    }
    return lines
  }

  private func line(
    of children: [ElementID], _ parameters: StackParameters, _ axis: LayoutAxis
  ) -> LintedStack.Line {
    var spacing = parameters.spacing * Double(max(0, children.count - 1))
    var (length, naturalLength, flexGrow, flexShrink) = (0.0, 0.0, 0.0, 0.0)
    for child in children {
      let style = style(child)
      spacing += style.spacingBefore + style.spacingAfter
      length += frame(child).map { axis.length($0.size) } ?? 0
      naturalLength += firstLayout(child).map { axis.length($0.size) } ?? 0
      flexGrow += style.flexGrow
      flexShrink += style.flexShrink
    }
    return LintedStack.Line(
      children: children, spacing: spacing, length: length + spacing, naturalLength: naturalLength + spacing,
      flexGrow: flexGrow, flexShrink: flexShrink)
  }

  private func unmeasuredChild(
    of children: [ElementID], _ axis: LayoutAxis, _ range: SizeRange
  ) -> ElementID? {
    guard axis.length(range.min) == axis.length(range.max) else { return nil }
    let flexible = children.filter { style($0).flexGrow > 0 && style($0).flexShrink > 0 }
    return flexible.count == 1 ? flexible[0] : nil
  }

  /// How far the longest line sticks out of the stack, where nothing in it may shrink; nil where none does.
  func overflow(of stack: LintedStack) -> (line: LintedStack.Line, points: Double)? {
    let overflows = stack.lines.filter { line in
      line.flexShrink == 0 && line.length - stack.maxLength >= violationEpsilon
    }
    guard let longest = overflows.max(by: { $0.length < $1.length }) else { return nil }
    return (longest, longest.length - stack.maxLength)
  }
}

import LayoutSpecs

/// A stack that was laid out: its lines, their lengths, and how long they may be.
struct LintedStack {
  let parameters: StackParameters
  /// The sizes that the stack could take.
  let range: SizeRange
  /// The axis along which the children follow each other.
  let axis: LayoutAxis
  let lines: [Line]
  /// The lines before their children flexed; empty for a stack that does not wrap.
  let brokenLines: [StackedLine]
  /// The points up to which lengths count as equal.
  let tolerance: Double
  /// The child that gets what the others leave: the only one that both grows and shrinks, in a stack of exact
  /// length.
  let unmeasuredChild: ElementID?

  struct Line {
    let children: [ElementID]
    /// The points between the children, before and after them.
    private(set) var spacing: Double
    /// The length of the children with the spacing, after they flexed.
    private(set) var length = 0.0
    /// `length`, but before the children's lengths were rounded up to whole pixels.
    private(set) var unroundedLength = 0.0
    /// `length`, but before the children flexed.
    private(set) var naturalLength = 0.0
    /// The sums of the children's factors.
    private(set) var flexGrow = 0.0
    private(set) var flexShrink = 0.0
    /// The sum of `flexShrink` over the children that have some length left.
    private(set) var remainingShrink = 0.0
  }

  var minLength: Double { axis.length(range.min) }
  var maxLength: Double { axis.length(range.max) }

  /// Reads a stack from a recorded layout; nil if the element is no stack, or has no layout.
  init?(_ id: ElementID, _ linter: Linter) {
    guard let parameters = linter.tree.stackParameters(of: id), let range = linter.range(id) else {
      return nil
    }
    let axis = LayoutAxis(parameters.direction)
    let children = Array(linter.tree.children(of: id))
    self.parameters = parameters
    self.range = range
    self.axis = axis
    brokenLines =
      parameters.flexWrap == .noWrap
      ? [] : linter.recorded.lines(of: children, in: parameters, maxLength: axis.length(range.max))
    let lines = parameters.flexWrap == .noWrap ? [children] : brokenLines.map(\.children)
    self.lines = lines.map { Line($0, spacing: parameters.spacing, axis, linter) }
    tolerance = linter.tree.roundingTolerance
    unmeasuredChild = children.first { linter.recorded.wasLeftEmpty($0) }
  }

  /// The longest line that sticks out of the stack because no child may shrink or has any length left to give, and by
  /// how many points. Nil if there is none.
  var overflow: (line: Line, points: Double)? {
    longestLine { $0.unroundedLength - maxLength >= tolerance && $0.remainingShrink == 0 }
  }

  /// The longest line that would fit if its lengths were not rounded up, and sticks out by a point or more. Nil if
  /// there is none.
  var roundingOverflow: (line: Line, points: Double)? {
    longestLine {
      $0.unroundedLength - maxLength < tolerance && $0.length - maxLength >= max(1, tolerance)
    }
  }

  private func longestLine(where isLonger: (Line) -> Bool) -> (line: Line, points: Double)? {
    let longest = lines.filter(isLonger).max { $0.length < $1.length }
    return longest.map { ($0, $0.length - maxLength) }
  }

  /// The points up to the stack's minimum that a child's line leaves free; 0 if anything on that line grows.
  func rest(beside child: ElementID) -> Double {
    guard let line = line(of: child), line.flexGrow == 0 else { return 0 }
    return max(0, minLength - line.length)
  }

  /// The line that a child is on.
  ///
  /// - Complexity: logarithmic in the number of lines.
  func line(of child: ElementID) -> Line? {
    // Children are in pre-order, so the line is the first that ends with the child or later.
    let index = lines.partitioningIndex { $0.children.last.map { $0 >= child } ?? false }
    return index < lines.count ? lines[index] : nil
  }
}

extension LintedStack.Line {
  fileprivate init(
    _ children: [ElementID], spacing between: Double, _ axis: LayoutAxis, _ linter: Linter
  ) {
    self.children = children
    spacing = between * Double(max(0, children.count - 1))
    for child in children {
      let style = linter.style(child)
      spacing += style.spacingBefore + style.spacingAfter
      let length = linter.frame(child).map { axis.length($0.size) } ?? 0
      self.length += length
      unroundedLength +=
        linter.recorded.question(to: child, settling: axis).map { linter.recorded.unroundedLength($0, axis) }
        ?? length
      naturalLength += linter.naturalLength(of: child, axis) ?? 0
      flexGrow += style.flexGrow
      flexShrink += style.flexShrink
      if length > 0 { remainingShrink += style.flexShrink }
    }
    length += spacing
    unroundedLength += spacing
    naturalLength += spacing
  }
}

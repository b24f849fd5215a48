/// Which of the two axes is a stack's main axis. The stack's layout is written once and compiled for each.
protocol StackAxis {
  static func main(_ size: Size) -> Double
  static func cross(_ size: Size) -> Double
  static func size(main: Double, cross: Double) -> Size
  static func point(main: Double, cross: Double) -> Point
}

/// Children follow each other from left to right.
enum HorizontalAxis: StackAxis {
  @inline(__always) static func main(_ size: Size) -> Double { size.width }
  @inline(__always) static func cross(_ size: Size) -> Double { size.height }
  @inline(__always) static func size(main: Double, cross: Double) -> Size { Size(main, cross) }
  @inline(__always) static func point(main: Double, cross: Double) -> Point { Point(main, cross) }
}

/// Children follow each other from top to bottom.
enum VerticalAxis: StackAxis {
  @inline(__always) static func main(_ size: Size) -> Double { size.height }
  @inline(__always) static func cross(_ size: Size) -> Double { size.width }
  @inline(__always) static func size(main: Double, cross: Double) -> Size { Size(cross, main) }
  @inline(__always) static func point(main: Double, cross: Double) -> Point { Point(cross, main) }
}

/// A stack while it is laid out: what its steps share.
struct StackPass<Axis: StackAxis> {
  let record: UnsafePointer<StackRecord>
  let range: SizeRange
  /// The first child, and the id after the last child's subtree.
  let firstChild: Int
  let end: Int
  /// The child that is not measured in the first pass because it takes what the others leave: the only one that both
  /// grows and shrinks, in a stack whose length is exact. 0 where there is none.
  let unmeasuredChild: Int

  @inline(__always)
  init(_ record: UnsafePointer<StackRecord>, _ range: SizeRange, id: Int, end: Int) {
    self.record = record
    self.range = range
    firstChild = id + 1
    self.end = end
    let flexible = Int(record.pointee.onlyFlexibleChild)
    unmeasuredChild = flexible != 0 && Axis.main(range.min) == Axis.main(range.max) ? id + flexible : 0
  }

  /// What the children's fractions count against: the stack's own size on the axes where only one is allowed.
  var childParentSize: Size {
    Size(
      range.min.width == range.max.width ? range.min.width : .nan,
      range.min.height == range.max.height ? range.min.height : .nan)
  }

  var minMain: Double { Axis.main(range.min) }
  var maxMain: Double { Axis.main(range.max) }
  var minCross: Double { Axis.cross(range.min) }
  var maxCross: Double { Axis.cross(range.max) }
  var alignItems: AlignItems { record.pointee.alignItems }
  var spacing: Double { record.pointee.parameters.spacing }

  @inline(__always)
  func alignment(of style: UnsafePointer<StyleRecord>) -> AlignItems {
    switch style.pointee.style.alignSelf {
    case .auto: alignItems
    case .start: .start
    case .end: .end
    case .center: .center
    case .stretch: .stretch
    }
  }

  /// How far `length` is from what the stack may have along its main axis: above 0 where it is too short, below 0 where
  /// it is too long.
  ///
  ///     min          max
  ///      |------------|
  ///     ▓▓▓ → violation > 0: children grow up to the minimum, and no further
  ///     ▓▓▓▓▓▓▓▓ → 0
  ///     ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ → violation < 0: children shrink down to the maximum
  @inline(__always)
  func mainViolation(_ length: Double) -> Double { violation(length, minMain, maxMain) }

  /// The same across.
  @inline(__always)
  func crossViolation(_ length: Double) -> Double { violation(length, minCross, maxCross) }

  @inline(__always)
  private func violation(_ length: Double, _ shortest: Double, _ longest: Double) -> Double {
    if length < shortest { return shortest - length }
    if length > longest { return longest - length }
    return 0
  }
}

/// Below this many points a stack's violation counts as none.
///
/// Source: Texture's `kViolationEpsilon`.
var violationEpsilon: Double { 0.01 }

/// A line of a stack: the children in `first..<end`, which follow each other.
struct StackLine {
  var first: Int
  var end: Int
  var count: Int
  /// How long the line is across, and how far its baseline is from its start.
  var crossSize = 0.0
  var baseline = 0.0
  /// How long the line's children and what is between them are, along the stack.
  var mainSize = 0.0
}

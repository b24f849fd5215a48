enum HorizontalAxis: StackAxis {
  @inline(__always) static var isHorizontal: Bool { true }
}

enum VerticalAxis: StackAxis {
  @inline(__always) static var isHorizontal: Bool { false }
}

/// The state that the steps of one stack's layout share.
struct StackPass<Axis: StackAxis> {
  let record: UnsafePointer<StackRecord>
  let range: SizeRange
  /// The first child, and the id after the last child's subtree.
  let firstChild: Int
  let end: Int
  /// The child that takes the room that the others leave, and is not measured in the first pass: the only one
  /// that both grows and shrinks, in a stack of exact length. 0 if there is none.
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

  /// The size that the children's fractions refer to: the stack's own length on an axis on which it is exact, else NaN.
  var childParentSize: Size {
    Size(
      range.min.width == range.max.width ? range.min.width : .nan,
      range.min.height == range.max.height ? range.min.height : .nan)
  }

  var minMain: Double { Axis.main(range.min) }
  var maxMain: Double { Axis.main(range.max) }
  var minCross: Double { Axis.cross(range.min) }
  var maxCross: Double { Axis.cross(range.max) }
  /// True if the stack's length across is given.
  var isExactAcross: Bool { minCross == maxCross }
  var alignItems: AlignItems { record.pointee.alignItems }
  var spacing: Double { record.pointee.parameters.spacing }

  @inline(__always)
  func alignment(of style: UnsafePointer<StyleRecord>) -> AlignItems {
    style.pointee.style.alignSelf.resolved(in: alignItems)
  }

  /// Returns the points by which `length` is below the stack's minimum (> 0) or above its maximum (< 0).
  ///
  ///     min          max
  ///      |------------|
  ///     ▓▓▓ → violation > 0: children grow up to the minimum, and no further
  ///     ▓▓▓▓▓▓▓▓ → 0
  ///     ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ → violation < 0: children shrink down to the maximum
  @inline(__always)
  func mainViolation(_ length: Double) -> Double { violation(length, minMain, maxMain) }

  /// Returns the violation on the cross axis.
  @inline(__always)
  func crossViolation(_ length: Double) -> Double { violation(length, minCross, maxCross) }

  @inline(__always)
  private func violation(_ length: Double, _ shortest: Double, _ longest: Double) -> Double {
    if length < shortest { return shortest - length }
    if length > longest { return longest - length }
    return 0
  }
}

/// The violation, in points, below which a stack counts as having none.
///
/// Source: Texture's `kViolationEpsilon`.
package var violationEpsilon: Double { 0.01 }

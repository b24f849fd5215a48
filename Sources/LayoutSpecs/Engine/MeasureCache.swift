/// The layouts that a context remembers: a few rows for each element that is worth it.
///
/// A row's key is the whole constraint: the size range after the element's own style had its say, and the parent's size
/// where something below can see it. So an element is laid out once for each constraint, as long as it is not asked for
/// more than `rowsPerElement` of them in turn.
struct CacheRow {
  var range: SizeRange
  var parentSize: Size
  /// The size that the element takes, in whole pixels.
  var size: Size

  func matches(_ range: SizeRange, _ parentSize: Size) -> Bool {
    self.range.min.width == range.min.width && self.range.max.width == range.max.width
      && self.range.min.height == range.min.height && self.range.max.height == range.max.height
      && sameLength(self.parentSize.width, parentSize.width)
      && sameLength(self.parentSize.height, parentSize.height)
  }
}

/// Whether two lengths are equal; undefined ones are.
@inline(__always)
private func sameLength(_ a: Double, _ b: Double) -> Bool {
  a == b || (a.isNaN && b.isNaN)
}

/// Which rows of an element's cache are in use, and what they are used for.
struct CacheState {
  /// Four were enough in the worst chains of stacks that flex and stretch: 763 layouts at depth 192, where one row took 36,800.
  static let rowsPerElement = 4
  /// No row.
  static let none = UInt8.max

  /// The row of the constraint that the parent asked for last, which is the one that counts; none where the parent left
  /// the element without a layout.
  var requested = CacheState.none
  /// The row of the constraint that the children's frames belong to.
  var computed = CacheState.none
  /// The row of the constraint in which the frames of the whole subtree stand, none where some may not.
  var settled = CacheState.none
  /// How many rows are in use.
  var used: UInt8 = 0
  /// The row that the next new constraint takes.
  var next: UInt8 = 0

  /// Takes a row for a new constraint: a free one, else the oldest.
  mutating func takeRow() -> Int {
    let row = next
    next = row + 1 == UInt8(CacheState.rowsPerElement) ? 0 : row + 1
    if used < UInt8(CacheState.rowsPerElement) { used += 1 }
    if computed == row { computed = CacheState.none }
    if settled == row { settled = CacheState.none }
    return Int(row)
  }
}

/// How a text was wrapped last, and the widths for which that holds.
///
/// Wrapped in lines of at most `widest` characters, the longest line has `narrowest`. Every width between the two breaks
/// the text at the same places.
package struct WrapRow {
  package var narrowest: UInt32 = 1
  var widest: UInt32 = 0
  package var lineCount: UInt32 = 0

  func holds(for charactersPerLine: UInt32) -> Bool {
    narrowest <= charactersPerLine && charactersPerLine <= widest
  }
}

/// The layouts that a context remembers: a few rows for each element that is worth it.
///
/// A row's key is the whole constraint: the size range after the element's own style had its say, and the parent's size
/// where something below can see it. So an element is laid out once for each constraint, as long as it is not asked for
/// more than `CacheState.rowsPerElement` of them in turn.
struct CacheRow {
  var range: SizeRange
  var parentSize: Size
  /// The size that the element takes, in whole pixels.
  var size: Size

  @inline(__always)
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

/// Which rows of an element's cache are in use, and what they are used for. All zero: nothing is known.
///
/// Rows are named by their number, from 1; 0 is none.
struct CacheState {
  /// No row.
  static let none: UInt8 = 0
  /// Four were enough in the worst chains of stacks that flex and stretch: 763 layouts at depth 192, where one row took 36,800.
  static let rowsPerElement = 4

  /// The row of the constraint that the parent asked for last, which is the one that counts; none where the parent left
  /// the element without a layout.
  var requested = CacheState.none
  /// The row of the constraint that the children's frames belong to.
  var computed = CacheState.none
  /// The row of the constraint in which the frames of the whole subtree stand, none where some may not.
  var settled = CacheState.none
  /// How many rows were taken; once all are in use it goes round between 4 and 7.
  private var taken: UInt8 = 0
  /// The number of the element's block of further rows, from 1; 0 where it never needed more than its first.
  var block: UInt32 = 0

  /// How many rows are in use.
  @inline(__always)
  var used: UInt8 { taken < 4 ? taken : 4 }

  /// Forgets every row. The block stays the element's own.
  mutating func forget() {
    let block = block
    self = CacheState()
    self.block = block
  }

  /// Takes a row for a new constraint: a free one, else the oldest.
  @inline(__always)
  mutating func takeRow() -> UInt8 {
    let row = taken & 3 + 1
    taken = taken == 7 ? 4 : taken + 1
    if computed == row { computed = CacheState.none }
    if settled == row { settled = CacheState.none }
    return row
  }
}

/// The rows beyond the first, in blocks of three.
///
/// Most elements are asked for one constraint only. So each has one row of its own, and takes a block when it needs more.
struct RowBlocks {
  static let rowsPerBlock = CacheState.rowsPerElement - 1

  private(set) var memory = UnsafeMutablePointer<CacheRow>.allocate(capacity: 0)
  private var capacity = 0
  private var count = 0
  /// Where a block stands ready for each element, the number before the first of them.
  private var reserved: UInt32?

  /// Takes a block for the element with this place in the cache, and returns the block's number.
  mutating func take(for cache: Int) -> UInt32 {
    if let reserved { return reserved + UInt32(cache) + 1 }
    if count == capacity { grow(toHold: max(16, 2 * count)) }
    count += 1
    return UInt32(count)
  }

  /// Keeps a block ready for each of so many elements, so that copies of this value can take blocks at the same time on
  /// several threads, each for elements of its own.
  mutating func reserve(forElements elementCount: Int) {
    grow(toHold: count + elementCount)
    reserved = UInt32(count)
    count += elementCount
  }

  /// Ends what `reserve(forElements:)` began. Blocks that were taken meanwhile stay taken, and the others with them.
  mutating func endReservation() { reserved = nil }

  /// Gives every block back.
  mutating func removeAll() { count = 0 }

  func deallocate() { memory.deallocate() }

  private mutating func grow(toHold blockCount: Int) {
    guard blockCount > capacity else { return }
    let larger = UnsafeMutablePointer<CacheRow>.allocate(capacity: blockCount * RowBlocks.rowsPerBlock)
    larger.update(from: memory, count: count * RowBlocks.rowsPerBlock)
    memory.deallocate()
    memory = larger
    capacity = blockCount
  }
}

/// How a text was wrapped last, and the widths for which that holds. All zero: it was not.
///
/// Wrapped in lines of at most `widest` characters, the longest line has `narrowest`. Every width between the two breaks
/// the text at the same places.
package struct WrapRow {
  package var narrowest: UInt32 = 0
  var widest: UInt32 = 0
  package var lineCount: UInt32 = 0

  /// A line holds at least one character, so nothing holds for a text that was not wrapped.
  func holds(for charactersPerLine: UInt32) -> Bool {
    narrowest <= charactersPerLine && charactersPerLine <= widest
  }
}

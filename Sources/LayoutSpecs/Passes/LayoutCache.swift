/// A cached layout in a context, which has a few rows for each cached element.
///
/// A row's key is the whole constraint: the size range including the element's own style, and the parent's
/// size if an element below depends on it. So an element is laid out once per constraint.
///
/// Nodes keep their layouts in another cache, `NodeLayoutCache`.
struct CacheRow {
  var range: SizeRange
  var parentSize: Size
  /// The element's size, in whole pixels.
  var size: Size

  /// True if the row is for this constraint. A range has no undefined lengths; see `SizeRange.withValidBounds`.
  @inline(__always)
  func matches(_ range: SizeRange, _ parentSize: Size) -> Bool {
    self.range.min.width == range.min.width && self.range.max.width == range.max.width
      && self.range.min.height == range.min.height && self.range.max.height == range.max.height
      && sameLength(self.parentSize.width, parentSize.width)
      && sameLength(self.parentSize.height, parentSize.height)
  }
}

/// An element's cache: its rows and their use. All zero: empty.
///
/// Rows are named by their number, from 1; 0 is none. The first row is in the context's table of first rows,
/// because most elements are measured in one constraint only. The others are in a block, made on demand.
///
/// An element keeps the last four constraints, and within one pass all of its constraints, up to 255. Fewer
/// would be enough for most trees, but in chains of stacks that flex each level may have a length of its own:
/// a constraint evicted there is laid out again with everything below, and the work doubles with every level.
struct CacheState {
  /// No row.
  static let none: UInt8 = 0
  /// The number of constraints that an element keeps from one pass to the next, at least.
  private static let usualCapacity: UInt8 = 4

  /// The row of the constraint that the parent requested last, which is the final one; none if the parent
  /// left the element without a layout.
  var requested = CacheState.none
  /// The row of the constraint to which the children's frames belong, and in which they were measured last.
  var computed = CacheState.none
  /// The row of the constraint for which the frames of the whole subtree are final; none if some may not be.
  var settled = CacheState.none
  /// The number of rows in use.
  private(set) var used: UInt8 = 0
  /// The number of rows with memory, besides the first.
  private var blockSize: UInt8 = 0
  /// The row that was taken last.
  private var last: UInt8 = 0
  /// The last pass in which rows were taken, and their number. If the pass number comes again, a row is kept
  /// a little longer or shorter than it might be.
  private var pass: UInt8 = 0
  private var takenInPass: UInt8 = 0
  /// The rows from the second on.
  private var block: UnsafeMutablePointer<CacheRow>?

  /// True if the rows are discarded, but the children's frames still belong to the constraint in the last row,
  /// except that some children have changed. That row can be read until another one is taken.
  @inline(__always)
  var isOutdated: Bool { used == 0 && last != CacheState.none }

  /// The row of the constraint to which the frames belong, if `isOutdated`.
  var outdatedRow: UInt8 { last }

  /// Discards every row because a child has changed. If the frames of the whole subtree are final, the row of
  /// their constraint can still be read.
  mutating func outdate() {
    if used == 0 { return }
    let row = computed != CacheState.none && settled == requested ? settled : CacheState.none
    forget()
    last = row
  }

  /// Records that the frames below belong to no constraint.
  mutating func forgetFrames() {
    computed = CacheState.none
    settled = CacheState.none
    if used == 0 { last = CacheState.none }
  }

  /// True if all rows were taken in the pass of this number.
  func isNew(inPass current: UInt8) -> Bool { pass == current && takenInPass == used }

  /// Discards every row, and keeps the block.
  mutating func forget() {
    let (block, blockSize) = (block, blockSize)
    self = CacheState()
    (self.block, self.blockSize) = (block, blockSize)
  }

  @inline(__always)
  func row(_ number: UInt8, first: UnsafeMutablePointer<CacheRow>) -> UnsafeMutablePointer<CacheRow> {
    number == 1 ? first : block.unsafelyUnwrapped + Int(number) - 2
  }

  /// Takes the first row, if none is in use.
  @inline(__always)
  mutating func takeFirstRow(inPass current: UInt8) -> Bool {
    guard used == 0 else { return false }
    (used, last, pass, takenInPass) = (1, 1, current, 1)
    return true
  }

  /// Takes a row for a further constraint: a free one, otherwise the oldest, but none taken in this pass.
  mutating func takeFurtherRow(inPass current: UInt8, from blocks: inout RowBlocks) -> UInt8 {
    if pass != current { (pass, takenInPass) = (current, 0) }
    if used < CacheState.usualCapacity || (takenInPass == used && used < .max) {
      used += 1
      if used - 1 > blockSize { growBlock(&blocks) }
      last = used
    } else {
      last = last == used ? 1 : last + 1
    }
    if takenInPass < .max { takenInPass += 1 }
    if computed == last { computed = CacheState.none }
    if settled == last { settled = CacheState.none }
    return last
  }

  /// Grows to 4, 16, 64 and then 255 rows in all.
  private mutating func growBlock(_ blocks: inout RowBlocks) {
    let size = UInt8(min(4 * (Int(blockSize) + 1), Int(UInt8.max)) - 1)
    let larger = blocks.allocate(rowCount: Int(size))
    if let block { larger.update(from: block, count: Int(blockSize)) }
    (block, blockSize) = (larger, size)
  }
}

// MARK: - Looking up and storing

extension LayoutPass {
  /// Returns the size of an element whose layouts are cached, in a range that includes the element's own style.
  ///
  /// - Parameter parentSize: 0 × 0 if nothing below the element depends on it.
  #if compiler(>=6.3)
  @inline(always)
  #endif
  func cachedSize(of id: Int, inResolved range: SizeRange, _ parentSize: Size) -> Size {
    let element = elements + id
    let cache = Int(element.pointee.cache)
    let state = states + cache
    // The number of rows may be the largest UInt8, so this counts down.
    var row = state.pointee.used
    while row > 0 {
      let known = self.row(row, of: cache)
      if known.pointee.matches(range, parentSize) {
        scratch.pointee.counters.cacheHits &+= 1
        if Recording.isOn { recorder.pointee.note(.cacheHit) }
        state.pointee.requested = row
        return known.pointee.size
      }
      row -= 1
    }

    // A range of one size needs no descent; `place` lays the element out if this is the final constraint.
    if element.pointee.flags.contains(.fillsExactRange) && range.hasOneWidth && range.hasOneHeight
      && !(state.pointee.isOutdated && mayUpdate(id, in: range))
    {
      let size = grid.ceil(range.min)
      if Recording.isOn { recorder.pointee.note(.exactRange) }
      remember(CacheRow(range: range, parentSize: parentSize, size: size), of: cache)
      return size
    }
    guard mayDescend(to: id, range, parentSize) else {
      if Recording.isOn { recorder.pointee.note(.answered) }
      return scratch.pointee.descent.answer
    }
    scratch.pointee.depth += 1
    let size = grid.ceil(layOut(id, in: range, parentSize))
    scratch.pointee.depth -= 1
    if isAbandoned {
      state.pointee.computed = CacheState.none
      state.pointee.settled = CacheState.none
      return .zero
    }
    remember(CacheRow(range: range, parentSize: parentSize, size: size), of: cache)
    state.pointee.computed = state.pointee.requested
    state.pointee.settled = CacheState.none
    return size
  }

  /// Returns the element's row of this number, from 1.
  #if compiler(>=6.3)
  @inline(always)
  #endif
  func row(_ number: UInt8, of cache: Int) -> UnsafeMutablePointer<CacheRow> {
    states[cache].row(number, first: rows + cache)
  }

  /// Stores a layout, as the one requested last.
  #if compiler(>=6.3)
  @inline(always)
  #endif
  func remember(_ row: CacheRow, of cache: Int) {
    let state = states + cache
    if state.pointee.takeFirstRow(inPass: scratch.pointee.number) {
      (rows + cache).initialize(to: row)
      state.pointee.requested = 1
    } else {
      rememberFurther(row.range, row.parentSize, row.size, of: cache)
    }
  }

  /// Stores the layout of an element that was measured before in another constraint. If the pass has taken too many
  /// computations, it is abandoned. The parameters fit into registers; a row would be written to the
  /// stack by all callers.
  @inline(never)
  private func rememberFurther(_ range: SizeRange, _ parentSize: Size, _ size: Size, of cache: Int) {
    let number = states[cache].takeFurtherRow(inPass: scratch.pointee.number, from: &scratch.pointee.blocks)
    self.row(number, of: cache).initialize(to: CacheRow(range: range, parentSize: parentSize, size: size))
    states[cache].requested = number
    if scratch.pointee.work.computations(scratch.pointee.counters) > scratch.pointee.work.computationLimit {
      abandon(.limit)
    }
  }
}

/// Memory for the rows beyond each element's first. A row never moves.
struct RowBlocks {
  private static let rowsPerChunk = 256

  private var chunks: [UnsafeMutablePointer<CacheRow>] = []
  /// The number of chunks in use, and the number of used rows in the last of them.
  private var usedChunks = 0
  private var usedRows = RowBlocks.rowsPerChunk

  /// Takes adjacent rows, at most 256, with undefined contents.
  mutating func allocate(rowCount: Int) -> UnsafeMutablePointer<CacheRow> {
    if usedRows + rowCount > RowBlocks.rowsPerChunk {
      if usedChunks == chunks.count { chunks.append(.allocate(capacity: RowBlocks.rowsPerChunk)) }
      usedChunks += 1
      usedRows = 0
    }
    usedRows += rowCount
    return chunks[usedChunks - 1] + (usedRows - rowCount)
  }

  /// Takes back every row, and keeps the memory.
  mutating func removeAll() {
    usedChunks = 0
    usedRows = RowBlocks.rowsPerChunk
  }

  var byteCount: Int { chunks.count * RowBlocks.rowsPerChunk * MemoryLayout<CacheRow>.stride }

  func deallocate() {
    for chunk in chunks { chunk.deallocate() }
  }
}

/// The sums of some rows of a list that follow each other. Those of the next rows can be added as a whole, so a tree of
/// rows adds up its nodes.
///
/// In several columns rows fill lines, and the sums begin where a line has some cells already. The sums of all rows before
/// one, with which no line was begun, tell the place of that row.
struct RowSums {
  private(set) var count = 0
  /// The number of rows that begin a section.
  private(set) var headerCount = 0
  /// The height of the rows below each other; if rows lie in lines, that of the lines that begin and end among the rows,
  /// with the spacing below them.
  private(set) var height: Int64 = 0
  /// The height of the highest row in the line that was begun before, and in the one that does not end among the rows.
  private var (first, last): (Int64, Int64) = (0, 0)
  /// True if the line that was begun before ends among the rows.
  private var endsFirst = false
  /// The number of cells in the line that does not end; 0 if there is none.
  private(set) var openCount = 0

  /// - Parameter openCount: The number of cells in the line that was begun before. Default: 0.
  init(openCount: Int = 0) { self.openCount = openCount }

  /// The end of the rows, in pixels from the top of the first one; if rows lie in lines, the top of the line that does not
  /// end.
  @inline(__always)
  func end(_ grid: ListGrid) -> Int64 {
    grid.hasLines ? endsFirst ? first + grid.lineSpacing + height : 0 : height
  }

  @inline(__always)
  mutating func pass(_ row: ListRow, _ grid: ListGrid) {
    count += 1
    if row.kind == .header { headerCount += 1 }
    if grid.hasLines { passInLine(row.height, row.hasOwnLine, grid) } else { height += row.height }
  }

  private mutating func passInLine(_ rowHeight: Int64, _ hasOwnLine: Bool, _ grid: ListGrid) {
    if hasOwnLine { endLine(grid) }
    if endsFirst { last = max(last, rowHeight) } else { first = max(first, rowHeight) }
    openCount = hasOwnLine ? grid.count : openCount + 1
    if openCount == grid.count { endLine(grid) }
  }

  /// Ends the line that has cells, if there is one.
  mutating func endLine(_ grid: ListGrid) {
    if openCount == 0 { return }
    if endsFirst { height += last + grid.lineSpacing }
    (endsFirst, last, openCount) = (true, 0, 0)
  }

  /// Passes over the rows that come next.
  @inline(__always)
  mutating func pass(_ next: RowSums, _ grid: ListGrid) {
    count += next.count
    headerCount += next.headerCount
    if grid.hasLines { passLines(next, grid) } else { height += next.height }
  }

  private mutating func passLines(_ next: RowSums, _ grid: ListGrid) {
    if endsFirst {
      last = max(last, next.first)
      if next.endsFirst {
        height += last + grid.lineSpacing + next.height
        last = next.last
      }
    } else {
      first = max(first, next.first)
      if next.endsFirst { (endsFirst, height, last) = (true, next.height, next.last) }
    }
    openCount = next.openCount
  }
}

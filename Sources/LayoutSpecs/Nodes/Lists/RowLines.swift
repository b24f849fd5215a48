/// The lines of some rows of a list with several columns, which begin where a line has some cells already. The lines of
/// the next rows can be added as a whole, so a tree of rows adds up its nodes.
struct RowLines {
  /// The height of the highest row in the line that was begun before.
  private(set) var first: Int64 = 0
  /// True if that line ends among the rows.
  private(set) var endsFirst = false
  /// The height of the lines that begin and end among the rows, with the spacing below them.
  private(set) var middle: Int64 = 0
  /// The height of the line that begins among the rows and does not end there.
  private(set) var last: Int64 = 0
  /// The number of cells in the line that does not end; 0 if there is none.
  private(set) var openCount: Int

  init(openCount: Int) { self.openCount = openCount }

  mutating func add(_ row: ListRow, _ grid: ListGrid) {
    if row.hasOwnLine, openCount > 0 { end(grid) }
    if endsFirst { last = max(last, row.height) } else { first = max(first, row.height) }
    openCount = row.hasOwnLine ? grid.count : openCount + 1
    if openCount == grid.count { end(grid) }
  }

  private mutating func end(_ grid: ListGrid) {
    if endsFirst { middle += last + grid.lineSpacing }
    (endsFirst, last, openCount) = (true, 0, 0)
  }

  /// Adds the rows that come next.
  mutating func add(_ next: RowLines, _ grid: ListGrid) {
    if endsFirst {
      last = max(last, next.first)
      if next.endsFirst {
        middle += last + grid.lineSpacing + next.middle
        last = next.last
      }
    } else {
      first = max(first, next.first)
      if next.endsFirst { (endsFirst, middle, last) = (true, next.middle, next.last) }
    }
    openCount = next.openCount
  }
}

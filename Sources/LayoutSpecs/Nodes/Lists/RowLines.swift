/// The lines of some rows of a list with several columns, which begin where a line has some cells already. What
/// follows can be added at once, so a tree of rows adds its nodes up.
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

/// A place in the lines of a list: before a row.
struct LinePlace {
  /// The row, and the first row of the line that is open before it.
  private(set) var index = 0
  private(set) var lineStart = 0
  /// The top of the open line, in pixels, and its height without the row.
  private(set) var top: Int64 = 0
  private(set) var lineHeight: Int64 = 0
  /// The number of cells in the open line.
  private(set) var openCount = 0

  /// Passes over some rows.
  mutating func pass(_ lines: RowLines, count: Int, _ grid: ListGrid) {
    index += count
    if lines.endsFirst {
      top += max(lineHeight, lines.first) + grid.lineSpacing + lines.middle
      lineHeight = lines.last
      lineStart = index - lines.openCount
    } else {
      lineHeight = max(lineHeight, lines.first)
    }
    openCount = lines.openCount
  }

  mutating func pass(_ row: ListRow, _ grid: ListGrid) {
    if row.hasOwnLine { endLine(grid) }
    var lines = RowLines(openCount: openCount)
    lines.add(row, grid)
    pass(lines, count: 1, grid)
  }

  /// Ends the open line, if there is one.
  mutating func endLine(_ grid: ListGrid) {
    if openCount == 0 { return }
    top += lineHeight + grid.lineSpacing
    (lineHeight, lineStart, openCount) = (0, index, 0)
  }
}

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

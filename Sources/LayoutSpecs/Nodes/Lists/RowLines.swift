/// The lines of some rows of a list with several columns, which begin where a line has some cells already.
///
/// The lines of all rows before one, with which no line was begun, tell the place of that row.
struct RowLines: RowSums {
  private(set) var count = 0
  /// The height of the highest row in the line that was begun before.
  private var first: Int64 = 0
  /// True if that line ends among the rows.
  private var endsFirst = false
  /// The height of the lines that begin and end among the rows, with the spacing below them.
  private var middle: Int64 = 0
  /// The height of the line that begins among the rows and does not end there.
  private var last: Int64 = 0
  /// The number of cells in the line that does not end; 0 if there is none.
  private(set) var openCount: Int

  init(openCount: Int = 0) { self.openCount = openCount }

  /// The top of the line that does not end, in pixels from the top of the first line.
  func top(_ grid: ListGrid) -> Int64 { endsFirst ? first + grid.lineSpacing + middle : 0 }

  mutating func pass(rowAt place: Int, of node: RowTree.Node) {
    let (grid, height, hasOwnLine) = (node.grid, node.rows[place].height, node.rows[place].hasOwnLine)
    count += 1
    if hasOwnLine {
      endLine(grid)
      // A line without a height ends the one before, and has no spacing.
      if height == 0 { return }
    }
    if endsFirst { last = max(last, height) } else { first = max(first, height) }
    openCount = hasOwnLine ? grid.count : openCount + 1
    if openCount == grid.count { endLine(grid) }
  }

  /// Ends the line that has cells, if there is one.
  mutating func endLine(_ grid: ListGrid) {
    if openCount == 0 { return }
    if endsFirst { middle += last + grid.lineSpacing }
    (endsFirst, last, openCount) = (true, 0, 0)
  }

  mutating func pass(childAt place: Int, of node: RowTree.Node) {
    let next = node.children[place].lines[openCount]
    count += next.count
    if endsFirst {
      last = max(last, next.first)
      if next.endsFirst {
        middle += last + node.grid.lineSpacing + next.middle
        last = next.last
      }
    } else {
      first = max(first, next.first)
      if next.endsFirst { (endsFirst, middle, last) = (true, next.middle, next.last) }
    }
    openCount = next.openCount
  }
}

/// Sums of rows that follow each other. Those of the next rows can be added as a whole, so a tree of rows adds up its nodes.
protocol RowSums {
  /// Adds the next row, or the rows of the child that comes next, by its place in a node: references to the row itself, and to
  /// the child, would be counted.
  mutating func pass(rowAt place: Int, of node: RowTree.Node)
  mutating func pass(childAt place: Int, of node: RowTree.Node)
}

extension RowTree {
  /// The sums of rows in any grid.
  struct Sums: RowSums {
    private(set) var count = 0
    /// The height of the rows below each other, in one column.
    private(set) var height: Int64 = 0
    private(set) var headerCount = 0

    @inline(__always)
    mutating func pass(rowAt place: Int, of node: Node) {
      // No overflow: each node's height is checked.
      count &+= 1
      height &+= node.rows[place].height
      headerCount &+= node.rows[place].kind == .header ? 1 : 0
    }

    @inline(__always)
    mutating func pass(childAt place: Int, of node: Node) {
      let next = node.children[place].sums
      count &+= next.count
      height &+= next.height
      headerCount &+= next.headerCount
    }
  }
}

/// The columns of a list of one width, in pixels.
package struct ListGrid: Hashable {
  package let count: Int
  package let spacing: Int64
  package let lineSpacing: Int64
  /// True if each cell goes to the shortest column; false if cells fill lines, as they do in one column.
  package let isMasonry: Bool

  package init(count: Int = 1, spacing: Int64 = 0, lineSpacing: Int64 = 0, isMasonry: Bool = false) {
    (self.count, self.spacing, self.lineSpacing) = (count, spacing, lineSpacing)
    self.isMasonry = isMasonry && count > 1
  }

  /// True if rows lie below each other, without anything between.
  var isPlain: Bool { count == 1 && lineSpacing == 0 }

  /// Returns the left edge of a column in a list of this width.
  func x(of column: Int, in width: Int64) -> Int64 {
    // The pixels that cells do not fill lie between the columns.
    let rest = max(0, width - Int64(count - 1) * spacing) % Int64(count)
    return Int64(column) * (cellWidth(in: width) + spacing) + Int64(column) * rest / Int64(max(1, count - 1))
  }

  func cellWidth(in width: Int64) -> Int64 { max(0, width - Int64(count - 1) * spacing) / Int64(count) }
}

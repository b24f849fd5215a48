/// The places of rows in a list whose cells go to the shortest column each.
///
/// Which column that is depends on all rows before, so nodes of a tree cannot add it up. But no row begins above the
/// one before it. So the places of every 64th row tell near which of them a position lies, and 64 rows at most are
/// placed to find it. They are kept as far as they were needed, and forgotten from a changed row on.
///
/// Copies of a tree share them, as their root, until one is changed.
final class MasonryPlaces {
  private let grid: ListGrid
  /// The place before the first row, and those of every 64th row, with the columns' ends: where the next cell begins.
  private var known: [(place: MasonryPlace, ends: [Int64])]

  private static let step = 64

  init(_ grid: ListGrid) {
    self.grid = grid
    known = [(MasonryPlace(), Array(repeating: 0, count: grid.count))]
  }

  init(copying other: MasonryPlaces) { (grid, known) = (other.grid, other.known) }

  /// The number of places that are kept.
  var count: Int { known.count }

  /// Forgets the places that depend on a row.
  func forget(from index: Int) { known.removeLast(max(0, count - 1 - index / Self.step)) }

  /// Returns the place of the first row that is not passed over; at the end, the number of rows as its index.
  ///
  /// - Parameter isPassed: Returns true for the places of rows from the first one on that are all passed over.
  /// - Complexity: logarithmic in the number of rows, once the places up to that row are known. Before, linear.
  func find(in rows: RowTree, _ isPassed: (MasonryPlace) -> Bool) -> MasonryPlace {
    // The last place that is kept and passed over; then the rows behind it.
    var (start, end) = (0, count)
    while end - start > 1 {
      let middle = (start + end) / 2
      if isPassed(known[middle].place) { start = middle } else { end = middle }
    }
    var (place, ends) = known[start]
    var isFound = false
    rows.visitLeaves(place.index + 1..<rows.count) { leaf, start, part in
      let rows = leaf.rows
      for index in part {
        place.pass(rows[index - start], grid, &ends)
        if index + 1 == known.count * Self.step { known.append((place, ends)) }
        isFound = !isPassed(place)
        if isFound { break }
      }
      return !isFound
    }
    if !isFound { place.index = rows.count }
    return place
  }
}

/// The place of a row in a list whose cells go to the shortest column each, in pixels.
struct MasonryPlace {
  /// The row, and its column; -1 before the first row.
  fileprivate(set) var index = -1
  private(set) var column = 0
  private(set) var top: Int64 = 0
  /// The lowest end of a column.
  private(set) var bottom: Int64 = 0

  /// Goes on to the next row.
  fileprivate mutating func pass(_ row: ListRow, _ grid: ListGrid, _ ends: inout [Int64]) {
    (index, column) = (index + 1, 0)
    if row.hasOwnLine {
      top = bottom
      if row.height > 0 { bottom += row.height + grid.lineSpacing }
      for other in ends.indices { ends[other] = bottom }
    } else {
      var (shortest, least) = (0, ends[0])
      for other in 1..<ends.count {
        // Without a branch, which would be predicted wrong.
        shortest = ends[other] < least ? other : shortest
        least = min(ends[other], least)
      }
      let end = least + row.height + grid.lineSpacing
      (column, top, bottom, ends[shortest]) = (shortest, least, max(bottom, end), end)
    }
  }
}

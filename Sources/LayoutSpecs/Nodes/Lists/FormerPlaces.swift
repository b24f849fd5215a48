/// The places of a list's rows when its cells were placed last, and the edits since.
struct FormerPlaces {
  private let rows: RowTree
  /// Each returns the index before an edit of a row by its index after it; nil for a row that the edit has inserted.
  private var edits: [(Int) -> Int?] = []

  init(_ rows: RowTree) { self.rows = rows }

  /// The number of rows that the edits remember.
  private var originCount = 0

  /// True if there were so many edits without a layout, or of so many rows, that nobody sees the list.
  var isForgettable: Bool { edits.count > 1 << 12 || originCount > 16 * rows.count + 1 << 18 }

  /// Returns the frame of a row by its index now; nil if it was inserted.
  ///
  /// - Complexity: linear in the number of edits since.
  func frame(at index: Int, width: Double) -> Rect? {
    edits.reversed().reduce(index as Int?) { index, edit in index.flatMap(edit) }
      .map { rows.frame(at: $0, width: width) }
  }

  /// Records that the rows in a range are replaced by rows that have these indices before; nil for new ones.
  mutating func replace(_ range: Range<Int>, with origins: [Int?]) {
    let end = range.lowerBound + origins.count
    originCount += origins.count
    edits.append { index in
      if index < range.lowerBound { return index }
      return index < end ? origins[index - range.lowerBound] : index - end + range.upperBound
    }
  }

  /// Records that a row is moved.
  mutating func move(from origin: Int, to destination: Int) {
    edits.append { index in
      if index == destination { return origin }
      let other = index < destination ? index : index - 1
      return other < origin ? other : other + 1
    }
  }
}

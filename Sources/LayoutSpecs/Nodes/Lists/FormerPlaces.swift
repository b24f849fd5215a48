/// The places of a list's rows when its cells were placed last.
struct FormerPlaces {
  private let rows: RowTree
  /// The rows as they are now, from the first on, in runs that were neighbours then too.
  private var runs: [Run]

  private struct Run {
    var count: Int
    /// The index of the first row then; nil for rows that were inserted since.
    var start: Int?
    var end: Int? { start.map { $0 + count } }
  }

  init(_ rows: RowTree) {
    self.rows = rows
    runs = [Run(count: rows.count, start: 0)]
  }

  /// Returns the frame of a row by its index now; nil if it was inserted.
  func frame(at index: Int, width: Double) -> Rect? {
    origins(in: index..<index + 1)[0].map { rows.frame(at: $0, width: width) }
  }

  /// Returns the indices then of the rows in a range.
  ///
  /// - Complexity: linear in the number of edits since, and of rows in the range.
  func origins(in range: Range<Int>) -> [Int?] {
    var (origins, place) = ([Int?](), 0)
    for run in runs where place < range.upperBound {
      for index in range.clamped(to: place..<place + run.count) {
        origins.append(run.start.map { $0 + index - place })
      }
      place += run.count
    }
    return origins
  }

  /// Replaces the rows in a range by rows that had these indices then.
  ///
  /// - Complexity: linear in the number of edits since, and of new rows.
  mutating func replace(_ range: Range<Int>, with origins: [Int?]) {
    let (first, end) = (split(at: range.lowerBound), split(at: range.upperBound))
    // The runs beside them go on, if they can.
    let (before, behind) = (max(0, first - 1), min(runs.count, end + 1))
    var new: [Run] = []
    for run in runs[before..<first] + origins.map({ Run(count: 1, start: $0) }) + runs[end..<behind] {
      if let last = new.last, last.end == run.start {
        new[new.count - 1].count += run.count
      } else {
        new.append(run)
      }
    }
    runs.replaceSubrange(before..<behind, with: new)
  }

  /// Returns the run that begins with a row, after dividing the run around it.
  private mutating func split(at index: Int) -> Int {
    var (place, rest) = (0, index)
    while place < runs.count, runs[place].count <= rest {
      rest -= runs[place].count
      place += 1
    }
    if rest == 0 { return place }
    let run = runs[place]
    runs.insert(Run(count: run.count - rest, start: run.start.map { $0 + rest }), at: place + 1)
    runs[place].count = rest
    return place + 1
  }
}

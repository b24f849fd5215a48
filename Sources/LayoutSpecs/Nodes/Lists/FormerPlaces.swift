/// The places of a list's rows when its cells were placed last.
struct FormerPlaces {
  private let rows: RowTree
  /// The rows as they are now, from the first on, in runs that were neighbours then too.
  private var runs: [Run]

  private struct Run {
    var count: Int
    /// The index of the first row then; nil for rows that were inserted since.
    var start: Int?
  }

  init(_ rows: RowTree) {
    self.rows = rows
    runs = [Run(count: rows.count, start: 0)]
  }

  /// Returns the frame of a row by its index now; nil if it was inserted.
  func frame(at index: Int, width: Double) -> Rect? {
    guard let origin = origins(in: index..<index + 1)[0] else { return nil }
    return Rect(x: 0, y: rows.offset(of: origin), width: width, height: rows.height(at: origin))
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
    // The runs that the range reaches into or touches.
    var (first, start) = (0, 0)
    while first < runs.count, start + runs[first].count < range.lowerBound {
      start += runs[first].count
      first += 1
    }
    var new: [Run] = []
    func add(_ count: Int, _ start: Int?) {
      if count == 0 { return }
      if let last = new.last, last.start.map({ $0 + last.count }) == start {
        new[new.count - 1].count += count
      } else {
        new.append(Run(count: count, start: start))
      }
    }
    var (end, place) = (first, start)
    var tail: [Run] = []
    while end < runs.count, place <= range.upperBound {
      let run = runs[end]
      add(max(0, min(run.count, range.lowerBound - place)), run.start)
      let cut = max(0, min(run.count, range.upperBound - place))
      tail.append(Run(count: run.count - cut, start: run.start.map { $0 + cut }))
      place += run.count
      end += 1
    }
    for origin in origins { add(1, origin) }
    for run in tail { add(run.count, run.start) }
    runs.replaceSubrange(first..<end, with: new)
  }
}

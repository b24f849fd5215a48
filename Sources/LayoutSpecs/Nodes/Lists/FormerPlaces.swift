/// The places of a list's rows when its cells were placed last.
struct FormerPlaces {
  private let rows: RowTree
  /// The rows as they are now, from the first on, in runs that were neighbours then too.
  private var runs: [Run]

  private struct Run {
    var count: Int
    /// The index of the first row then; nil for rows that were inserted since.
    let start: Int?
    var end: Int? { start.map { $0 + count } }
  }

  init(_ rows: RowTree) {
    self.rows = rows
    runs = [Run(count: rows.count, start: 0)]
  }

  /// Returns the frame of a row by its index now; nil if it was inserted.
  func frame(at index: Int, width: Double) -> Rect? {
    runs(in: index..<index + 1).first?.start.map { rows.frame(at: $0, width: width) }
  }

  /// Replaces the rows in a range by rows that have these indices now; nil for new ones.
  ///
  /// - Complexity: linear in the number of edits since, and in that of rows in the range and new ones.
  mutating func replace(_ range: Range<Int>, with indices: [Int?]) {
    let old = runs(in: range).flatMap { run in (0..<run.count).map { place in run.start.map { $0 + place } } }
    let new = indices.map { Run(count: 1, start: $0.flatMap { old[$0 - range.lowerBound] }) }
    replace(range, with: new)
  }

  mutating func move(from index: Int, to destination: Int) {
    let moved = runs(in: index..<index + 1)
    replace(index..<index + 1, with: [Run]())
    replace(destination..<destination, with: moved)
  }

  private mutating func replace(_ range: Range<Int>, with new: [Run]) {
    let all = runs(in: 0..<range.lowerBound) + new + runs(in: range.upperBound..<Int.max)
    runs = all.reduce(into: []) { runs, run in
      if let last = runs.last, last.end == run.start {
        runs[runs.count - 1].count += run.count
      } else {
        runs.append(run)
      }
    }
  }

  /// Returns the runs of the rows in a range.
  private func runs(in range: Range<Int>) -> [Run] {
    var (part, start) = ([Run](), 0)
    for run in runs {
      let rows = range.clamped(to: start..<start + run.count)
      if !rows.isEmpty {
        part.append(Run(count: rows.count, start: run.start.map { $0 + rows.lowerBound - start }))
      }
      start += run.count
    }
    return part
  }
}

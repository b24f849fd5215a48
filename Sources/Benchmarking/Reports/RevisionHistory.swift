import Foundation

/// The speed of a package over its commits: every measured one compared with the first.
///
/// Each commit was compared in turns with the first one, so every ratio has an interval of its own, whatever the
/// machine did in the meantime. A commit or a cell that could not be measured is a gap with its reason.
package struct RevisionHistory: Hashable, Sendable {
  package struct Commit: Hashable, Sendable {
    /// The number of commits after the first one, which has 0.
    package var place: Int
    /// The full hash.
    package var revision: String
    /// The time of the commit, ISO 8601.
    package var date: String
    /// The first line of its message.
    package var title: String

    package init(place: Int, revision: String, date: String, title: String) {
      self.place = place
      self.revision = revision
      self.date = date
      self.title = title
    }

    /// The hash as sentences and tables show it.
    package var name: String { String(revision.prefix(10)) }
  }

  /// What is known of a cell and a metric at a commit. One row of `history.csv`.
  struct Point: Hashable, Sendable {
    var commit: Commit
    /// The comparison's name; empty for the first commit, and for one that was not measured.
    var runID = ""
    var cell: CellDescription
    var metric = ComparedMetric.wallNanoseconds
    /// The first commit's value per job; nil if unknown.
    var baseValue: Double?
    /// This commit's value per job; nil if unknown.
    var value: Double?
    /// The ratio to the first commit; nil = a gap.
    var ratio: MetricComparison.Estimate?
    /// The level of the interval, 0 to 1.
    var level: Double?
    /// The comparison's verdict; nil for the first commit and for a gap.
    var verdict: Verdict?
    /// The reason of a gap, or of the verdict.
    var reason: String?
  }

  /// The rows, by commit, in the order of the commits.
  private(set) var points: [Point]

  init(points: [Point]) { self.points = points }

  /// Begins a history at its first commit, whose ratios are 1.
  ///
  /// - Parameter cells: what is measured at each commit.
  package init(from first: Commit, cells: [CellDescription]) {
    points = cells.map {
      Point(commit: first, cell: $0, ratio: .init(ratio: 1, low: 1, high: 1), level: 1)
    }
  }

  /// Adds a later commit that was compared with the first one. Its cells without a time are gaps.
  package mutating func add(_ commit: Commit, _ comparison: Comparison) {
    let reasons = Dictionary(comparison.failures.map { ($0.cell, $0.reason) }) { first, _ in first }
    for cell in cells {
      let rows = comparison.rows.filter { $0.cell == cell && $0.verdict != .different }
      points += rows.map { row in
        Point(
          commit: commit, runID: comparison.runID, cell: cell, metric: row.metric, baseValue: row.baseValue,
          value: row.candidateValue, ratio: row.candidate, level: row.level, verdict: row.verdict,
          reason: row.note)
      }
      guard !rows.contains(where: { $0.metric == .wallNanoseconds }) else { continue }
      let isDifferent = comparison.rows.contains { $0.cell == cell && $0.verdict == .different }
      let ending =
        comparison.ending == .interrupted ? "the comparison was interrupted" : "there was no time for it"
      let reason = reasons[cell] ?? (isDifferent ? "it has other frames than at the first commit" : ending)
      points.append(Point(commit: commit, runID: comparison.runID, cell: cell, reason: reason))
    }
  }

  /// Adds a later commit that could not be measured.
  ///
  /// - Parameter reason: the reason, on one line.
  package mutating func addGap(_ commit: Commit, reason: String) {
    points += cells.map { Point(commit: commit, cell: $0, reason: reason) }
  }

  /// The commits, the first one first.
  package var commits: [Commit] { points.map(\.commit).firstAppearances() }

  /// What was to be measured at each commit.
  package var cells: [CellDescription] { points.map(\.cell).firstAppearances() }

  /// True if anything was measured after the first commit.
  package var holdsMeasurements: Bool { points.contains { $0.commit.place > 0 && $0.ratio != nil } }

  /// Returns what is known of a cell and a metric, by commit.
  func series(of cell: CellDescription, _ metric: ComparedMetric) -> [Point] {
    points.filter { $0.cell == cell && $0.metric == metric }
  }
}

// MARK: - The file

extension RevisionHistory.Point: CSVCodable {
  /// The version of the columns' meaning.
  static let schema = 1

  static let columns: [CSVColumn<RevisionHistory.Point>] = {
    typealias Column = CSVColumn<RevisionHistory.Point>
    let run: [Column] = [.schema(RevisionHistory.Point.schema), .init("run_id", \.runID)]
    let cell = CellDescription.columns.map { $0.lifted(to: \RevisionHistory.Point.cell) }
    let commit: [Column] = [
      .init("place", \.commit.place), .init("revision", \.commit.revision), .init("date", \.commit.date),
      .init("title", \.commit.title),
    ]
    let values: [Column] = [
      .init("metric", \.metric), .init("base_value", \.baseValue), .init("value", \.value),
    ]
    // The ends are read after the ratio, without which there are none.
    let ratio: [Column] = [
      Column(
        name: "ratio", isRequired: true, write: { ($0.ratio?.ratio).csv },
        read: { point, text throws(CSVMistake) in
          let ratio = try Double?(csv: text)
          point.ratio = ratio.map { MetricComparison.Estimate(ratio: $0, low: $0, high: $0) }
        }),
      Column(
        name: "ci_low", isRequired: true, write: { ($0.ratio?.low).csv },
        read: { point, text throws(CSVMistake) in
          if point.ratio != nil { point.ratio?.low = try Double(csv: text) }
        }),
      Column(
        name: "ci_high", isRequired: true, write: { ($0.ratio?.high).csv },
        read: { point, text throws(CSVMistake) in
          if point.ratio != nil { point.ratio?.high = try Double(csv: text) }
        }),
    ]
    return run + cell + commit + values + ratio
      + [.init("ci_level", \.level), .init("verdict", \.verdict), .init("reason", \.reason)]
  }()

  static let blank = RevisionHistory.Point(
    commit: RevisionHistory.Commit(place: 0, revision: "", date: "", title: ""), cell: .blank)
}

extension RevisionHistory {
  /// The file's name in the history's folder.
  package static let fileName = "history.csv"

  /// Replaces the file `history.csv` of a folder as a whole.
  package func write(to folder: URL) throws(FileError) {
    try Data(Point.file(of: points).utf8).writeWhole(to: folder.appendingPathComponent(Self.fileName))
  }

  /// Reads the `history.csv` of a folder.
  ///
  /// - Throws: `FileError`, also if it has no first commit.
  package init(readingFrom folder: URL) throws(FileError) {
    let file = folder.appendingPathComponent(Self.fileName).path
    let table = try CSVTable(contentsOf: file)
    let reader = try CSVReader<Point>(table, file: file)
    var points: [Point] = []
    for row in table.records { points.append(try reader.record(row)) }
    guard points.contains(where: { $0.commit.place == 0 }) else {
      throw FileError(file: file, message: "Has no row of the first commit, which has the place 0.")
    }
    // Rows may have been sorted otherwise, by a spreadsheet.
    self.init(
      points: points.enumerated().sorted {
        ($0.element.commit.place, $0.offset) < ($1.element.commit.place, $1.offset)
      }.map(\.element))
  }
}

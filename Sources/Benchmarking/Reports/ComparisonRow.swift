/// One row of `compare.csv`: a cell and a metric, with the run and its two sides.
///
/// Values are per job, in the metric's unit. Empty = not measured or unknown. A ratio to 0 is `inf`.
struct ComparisonRow: Sendable {
  var runID: String
  /// The base's revision, with `-dirty` behind it, as in git, if it has uncommitted changes; its name if it
  /// has none.
  var baseRevision: String?
  var candidateRevision: String?
  var metric: MetricComparison

  init(_ metric: MetricComparison, of comparison: Comparison) {
    runID = comparison.runID
    baseRevision = comparison.base.revisionText
    candidateRevision = comparison.candidate.revisionText
    self.metric = metric
  }
}

extension ComparisonRow: CSVCodable {
  /// The version of the columns' meaning, and of the JSON's. New columns at the end do not raise it.
  static let schema = 2

  static let columns: [CSVColumn<ComparisonRow>] = {
    let run: [CSVColumn<ComparisonRow>] = [.schema(ComparisonRow.schema), CSVColumn("run_id", \.runID)]
    let sides: [CSVColumn<ComparisonRow>] = [
      .init("metric", \.metric.metric), .init("base_revision", \.baseRevision),
      .init("cand_revision", \.candidateRevision),
    ]
    let figures: [CSVColumn<ComparisonRow>] = [
      .init("pair_count", \.metric.pairCount), .init("base_value", \.metric.baseValue),
      .init("cand_value", \.metric.candidateValue), .init("ratio", \.metric.candidate.ratio),
      .init("ci_low", \.metric.candidate.low), .init("ci_high", \.metric.candidate.high),
      .init("ci_level", \.metric.level),
    ]
    let judgement: [CSVColumn<ComparisonRow>] = [
      CSVColumn(
        name: "excluded_ratio", isRequired: false, write: { $0.metric.excludedRatio.csv },
        read: { row, text throws(CSVMistake) in row.metric.excludedRatio = try Double?(csv: text) }),
      .init("verdict", \.metric.verdict), .init("note", \.metric.note),
    ]
    let cell = CellID.columns.map { $0.lifted(to: \ComparisonRow.metric.cell) }
    return [run, cell, sides, figures, judgement].flatMap { $0 }
  }()

  static let blank = ComparisonRow(
    MetricComparison(
      cell: .blank, metric: .wallNanoseconds, baseValue: 0, candidateValue: 0, pairCount: 0,
      candidate: .init(ratio: 1, low: 1, high: 1), level: 0, verdict: .unresolved),
    of: Comparison(runID: "", base: .init(name: ""), candidate: .init(name: ""), rows: []))
}

extension Comparison {
  /// The text of `compare.csv`.
  var csv: String { ComparisonRow.file(of: rows.map { ComparisonRow($0, of: self) }) }

  /// Reads a `compare.csv` as `CSVReader` does. A cut-off last row is dropped with a warning.
  ///
  /// It is not the whole comparison: of the sides it has only the revisions, it lacks the failed cells, and
  /// the run has no name if there are no rows. `compare.json` has everything.
  ///
  /// - Throws: `FileError` with the file and the line for everything else, such as rows of two comparisons.
  init(contentsOf path: String) throws(FileError) {
    try self.init(table: CSVTable(contentsOf: path), file: path)
  }

  /// Reads the same from a table that was read from `file`.
  init(table: CSVTable, file: String) throws(FileError) {
    let reader = try CSVReader<ComparisonRow>(table, file: file)
    var first: ComparisonRow?
    var rows: [MetricComparison] = []
    for line in table.records {
      let row = try reader.record(line)
      let known = first ?? row
      func require(_ isSame: Bool, _ column: String, _ noun: String) throws(FileError) {
        guard !isSame else { return }
        throw reader.error(
          line, column, "Rows of one comparison have one\(noun), and this is another than in the first row")
      }
      try require(row.runID == known.runID, "run_id", "")
      try require(row.baseRevision == known.baseRevision, "base_revision", " base")
      try require(row.candidateRevision == known.candidateRevision, "cand_revision", " candidate")
      first = known
      rows.append(row.metric)
    }
    self.init(
      runID: first?.runID ?? "", base: Side(revisionText: first?.baseRevision),
      candidate: Side(revisionText: first?.candidateRevision), rows: rows,
      warnings: table.cutWarnings(
        file: file, nextStep: "Compare again, or summarise the samples again, to have it."))
  }
}

extension Comparison.Side {
  private static let dirtySuffix = "-dirty"

  fileprivate var revisionText: String {
    revision.map { $0 + (isDirty ? Self.dirtySuffix : "") } ?? name
  }

  fileprivate init(revisionText text: String?) {
    guard let text else {
      self.init(name: "not known")
      return
    }
    let isDirty = text.hasSuffix(Self.dirtySuffix)
    let hash = isDirty ? String(text.dropLast(Self.dirtySuffix.count)) : text
    // Anything but a full hash is the side's name.
    if hash.count >= 40 && hash.allSatisfy(\.isHexDigit) {
      self.init(name: hash, revision: hash, isDirty: isDirty)
    } else {
      self.init(name: text)
    }
  }
}

import Foundation

/// The quality of a machine's verdicts, as text and as JSON.
package struct CalibrationReport: Hashable, Sendable, Codable {
  /// The version of the JSON's meaning.
  var schema = 1
  var cell: CellDescription
  var machine: MachineFacts
  var build: BuildFacts
  /// One finding per amount of extra work, the one without first.
  var findings: [ProcedureStudy.Finding]
  var elapsedNanoseconds: UInt64

  package init(
    cell: CellDescription, machine: MachineFacts, build: BuildFacts, findings: [ProcedureStudy.Finding],
    elapsedNanoseconds: UInt64
  ) {
    self.cell = cell
    self.machine = machine
    self.build = build
    self.findings = findings
    self.elapsedNanoseconds = elapsedNanoseconds
  }

  /// Returns JSON with keys in alphabetical order and a line end at the end; NaN and infinities are strings.
  package func json() throws -> Data {
    try StableJSON.data(of: self)
  }

  /// Returns lines with line ends: the reliability of the verdicts in words, then the table.
  package func text() -> String {
    var lines = [
      MachineLine.text(machine: machine, build: build),
      "\(cell.subject) \(cell.workload) against itself, and against itself with more work of a known amount.",
      "",
    ]
    lines += findings.filter { $0.extraShare == 0 }.map(Self.falseAlarms)
    lines += findings.filter { $0.extraShare != 0 }.map(Self.found)
    lines += findings.filter { $0.extraShare == 0 && $0.cells == 1 }.compactMap(\.detectableRatio).map {
      "Smallest slowdown that would be seen: \(NumberText.percentage($0 - 1)), by 95 of 100 comparisons."
    }
    lines.append("It took \(NumberText.figure(Double(elapsedNanoseconds) / 1e9)) s.")
    return lines.map { $0 + "\n" }.joined() + "\n" + table.text() + "\n" + Self.legend
  }

  private static func falseAlarms(_ finding: ProcedureStudy.Finding) -> String {
    let comparisons = finding.cells == 1 ? "comparisons" : "suites of \(finding.cells) cells"
    return
      "False alarms: \(share(finding.alarmsByEither, finding)) of simulated \(comparisons) of identical code."
  }

  private static func found(_ finding: ProcedureStudy.Finding) -> String {
    let amount = NumberText.percentage(finding.extraShare)
    return
      "\(amount) more work: found by \(share(finding.slowerByEither, finding)) of simulated comparisons, "
      + "in \(NumberText.figure(finding.medianSeconds)) s."
  }

  /// Returns a share with its interval.
  private static func share(_ count: Int, _ finding: ProcedureStudy.Finding) -> String {
    let interval = ProportionInterval(count: count, trials: finding.comparisons)
    let proportion = interval.proportion.map(NumberText.percentage) ?? "none"
    return "\(proportion) (\(NumberText.percentage(interval.low)) to \(NumberText.percentage(interval.high)))"
  }

  private var table: Table<ProcedureStudy.Finding> {
    func counts(
      _ columns: [(title: String, count: KeyPath<ProcedureStudy.Finding, Int>)]
    ) -> [TableColumn<ProcedureStudy.Finding>] {
      columns.map { column in .right(column.title) { NumberText.grouped($0[keyPath: column.count]) } }
    }
    let shares: [TableColumn<ProcedureStudy.Finding>] = [
      .right("cells") { NumberText.grouped($0.cells) },
      .right("more work") { NumberText.percentage($0.extraShare) },
      .right("seen, wall") { NumberText.percentage($0.seenWallShare) },
      .right("seen, CPU") { NumberText.percentage($0.seenCPUShare) },
    ]
    let verdicts = counts([
      ("pairs", \.pairs), ("comparisons", \.comparisons), ("slower by wall", \.slowerByWall),
      ("by CPU", \.slowerByCPU), ("by either", \.slowerByEither), ("faster", \.fasterByEither),
      ("same", \.same), ("unresolved", \.unresolved), ("unfit", \.unfit),
    ])
    let times: [TableColumn<ProcedureStudy.Finding>] = [
      .right("seconds") { NumberText.figure($0.medianSeconds) },
      .right("at most") { NumberText.figure($0.longestSeconds) },
    ]
    return Table(columns: shares + verdicts + times, rows: findings)
  }

  private static let legend = """
    A comparison is simulated from pairs of processes that were measured, taken in an order of its own, each once. Those that are called slower
    or faster have been confirmed by a second set of pairs. Intervals are Clopper and Pearson's, at 95%.

    """
}

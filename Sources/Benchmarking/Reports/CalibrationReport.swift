import Foundation

/// The quality of a machine's verdicts, as text and as JSON.
package struct CalibrationReport: Hashable, Sendable, Codable {
  /// The version of the JSON's meaning.
  var schema = 2
  var cell: CellDescription
  var machine: MachineFacts
  var build: BuildFacts
  /// One finding per number of cells and size of change.
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

  /// Returns lines with line ends: what was simulated, then the table.
  package func text() -> String {
    let lines = [
      MachineLine.text(machine: machine, build: build),
      "\(cell.subject) \(cell.workload) against itself, and comparisons simulated from these pairs.",
      "It took \(NumberText.figure(Double(elapsedNanoseconds) / 1e9)) s.", "",
    ]
    return lines.map { $0 + "\n" }.joined() + table.text() + "\n" + Self.legend
  }

  private var table: Table<ProcedureStudy.Finding> {
    func share(_ title: String, _ count: KeyPath<ProcedureStudy.Finding, Int> & Sendable)
      -> TableColumn<ProcedureStudy.Finding>
    {
      .right(title) { finding in
        let interval = ProportionInterval(count: finding[keyPath: count], trials: finding.comparisons)
        let ends = "\(NumberText.percentage(interval.low)) to \(NumberText.percentage(interval.high))"
        return interval.proportion.map { "\(NumberText.percentage($0)) (\(ends))" }
      }
    }
    let columns: [TableColumn<ProcedureStudy.Finding>] = [
      .right("cells") { NumberText.grouped($0.cells) },
      .right("slower by") { $0.share == 0 ? "nothing" : NumberText.percentage($0.share) },
      .right("comparisons") { NumberText.grouped($0.comparisons) },
      share("found", \.found), share("falsely named", \.falselyNamed),
    ]
    return Table(columns: columns, rows: findings)
  }

  private static let legend = """
    found: comparisons that name the one cell that is slower. falsely named: those that name another, or call it faster.
    One cell has as many pairs as a name needs at least; of many, each has 70, and as many more if it looks changed.
    Intervals are Clopper and Pearson's, at 95%.

    """
}

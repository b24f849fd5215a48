/// The list of baselines for people: one row each, by name.
package struct BaselineTable {
  private typealias Row = (name: String, run: RunDescription)
  private typealias Column = TableColumn<Row>

  private let rows: [Row]
  /// The errors of baselines that cannot be read.
  package let warnings: [FileError]

  /// Reads the description of each baseline.
  package init(of baselines: [RunFolder]) {
    var rows: [Row] = []
    var warnings: [FileError] = []
    for baseline in baselines {
      do throws(FileError) {
        rows.append((baseline.name, try baseline.readDescription()))
      } catch {
        warnings.append(error)
      }
    }
    self.rows = rows
    self.warnings = warnings
  }

  /// Returns plain text in lines with line ends.
  package func text() -> String {
    guard !rows.isEmpty else {
      return "There are no baselines; `layoutbench baseline save NAME` makes one.\n"
    }
    return Table(columns: [.left("name") { $0.name }] + Self.columns, rows: rows).text()
  }

  /// Returns a line that describes a run.
  package static func line(of run: RunDescription) -> String {
    columns.map { $0.value(("", run)) ?? "" }.joined(separator: ", ") + " cells"
  }

  private static var columns: [Column] {
    [
      .left("suite") { $0.run.suite }, .left("date") { String($0.run.startedUTC.prefix(10)) },
      .left("revision") { $0.run.git?.description ?? "no revision" },
      .left("machine") { $0.run.machineText },
      .right("cells") { row in String(row.run.cells.count { $0.status == .measured }) },
    ]
  }
}

/// The list of baselines for people: one row each, by name.
package struct BaselineTable {
  private let rows: [[String]]
  /// The errors of baselines that cannot be read.
  package let warnings: [FileError]

  /// Reads the description of each baseline.
  package init(of baselines: [Baseline]) {
    var rows: [[String]] = []
    var warnings: [FileError] = []
    for baseline in baselines {
      do throws(FileError) {
        rows.append([baseline.name] + Self.fields(of: try baseline.folder.readDescription()))
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
    let titles = ["name", "suite", "date", "revision", "machine"]
    let headings = titles.map { TextGrid.Heading(title: $0, alignment: .left) }
    return TextGrid(headings: headings + [.init(title: "cells", alignment: .right)], rows: rows).text()
  }

  /// Returns a line that describes a run.
  package static func line(of run: RunDescription) -> String {
    let fields = fields(of: run)
    return fields.dropLast().joined(separator: ", ") + ", \(fields[4]) cells"
  }

  private static func fields(of run: RunDescription) -> [String] {
    [
      run.suite ?? "", String(run.startedUTC.prefix(10)), run.git?.description ?? "no revision",
      run.machineText, String(run.cells.count { $0.status == .measured }),
    ]
  }
}

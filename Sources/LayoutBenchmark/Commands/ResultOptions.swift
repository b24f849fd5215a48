import ArgumentParser
import Reporting

/// The options of the commands that print a run.
struct ResultOptions: ParsableArguments {
  @OptionGroup
  var table: TableOptions

  @Option(
    help: """
      text; markdown; csv or json, the rows of summary.csv with every metric; bencher or github-action-benchmark, \
      for these services.
      """)
  var format = RunFormat.text

  @Option(
    help: """
      Sort the cells: time or ratio, the fastest first; speed-up, the most first; spread, the least certain \
      first; elements; subject. Default: by workload, as the suite has them.
      """)
  var sort: CellOrder?

  @Flag(
    inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Print the table of all cells as text, besides what is said of them.")
  var cells = true

  /// Returns a run's report with these options for printing.
  func applied(to report: RunReport) -> RunReport {
    var report = report
    (report.order, report.width, report.hasCells) = (sort, table.width, cells)
    report.endsWithFinding = ProgramRun.current.printsToTerminal
    return report
  }

  /// Prints a run.
  func show(_ report: RunReport) throws {
    print(format.text(of: applied(to: report)), terminator: "")
  }
}

extension RunFormat: ExpressibleByArgument {}

extension CellOrder: ExpressibleByArgument {}

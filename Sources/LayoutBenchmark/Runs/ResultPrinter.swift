import Benchmarking
import Foundation

/// The form of a run's results.
enum ResultFormat: String, CaseIterable {
  case text
  case markdown
  case csv
  case json
  case bencher
  case githubActionBenchmark = "github-action-benchmark"
}

/// Prints the results of runs.
struct ResultPrinter {
  var format = ResultFormat.text
  /// What cells are sorted by; nil: as the suite has them.
  var order: CellOrder?
  /// The characters that a line has room for; nil if nothing needs to fit.
  var width: Int?
  /// Whether text has the table of all cells.
  var hasCells = true

  /// Shows a run's results. As text they have its finding, which stands last on a terminal, where it stays in
  /// sight, and first in a file.
  ///
  /// - Parameters:
  ///   - folder: the run's.
  ///   - summary: the summary of the samples, if it was made already.
  ///   - place: a line about the run's files; nil for none.
  func show(
    _ samples: [SampleRecord], _ run: RunDescription, in folder: URL, summary: Summary? = nil,
    place: String? = nil
  ) {
    let summary = summary ?? Summary(of: samples)
    guard format == .text else {
      show(summary, run)
      if let place { StandardError.print(place) }
      return
    }
    // The table says that nothing was measured.
    let finding =
      summary.rows.isEmpty
      ? nil : RunFinding(of: summary).shown(width: width)
    let isTerminal = ProgramRun.current.printsToTerminal
    if let finding, !isTerminal { print(finding + "\n") }
    print(text(samples, run, in: folder, summary: summary), terminator: "")
    if let place { print(place) }
    if let finding, isTerminal { print((place == nil ? "" : "\n") + finding) }
  }

  /// Shows the cells alone.
  func show(_ summary: Summary, _ run: RunDescription) {
    let sorted = order.map { summary.sorted(by: $0, reference: ColdSubject().name) } ?? summary
    switch format {
    case .text: print(ThisProgram.named(table(summary, run).text(width: width)), terminator: "")
    case .markdown: print(table(summary, run).markdown, terminator: "")
    case .csv: print(sorted.csv, terminator: "")
    case .json: print(sorted.json, terminator: "")
    case .bencher: print(sorted.bencher, terminator: "")
    case .githubActionBenchmark: print(sorted.githubActionBenchmark, terminator: "")
    }
  }

  /// Returns a run's table with what was not measured and why, the growth of cost, and the cost of the harness
  /// itself, as far as they were measured; each with an empty line after it.
  func text(_ samples: [SampleRecord], _ run: RunDescription, in folder: URL, summary: Summary) -> String {
    let parts = [
      table(summary, run).text(width: width, hasCells: hasCells), shortfall(of: run, in: folder) ?? "",
      GrowthTable(summary: summary, machines: run.machinesOfRuns).text(width: width),
      HarnessOverhead.all(in: samples, subject: EmptySubject().name).map(\.text).joined(),
    ]
    return ThisProgram.named(parts.filter { !$0.isEmpty }.map { $0 + "\n" }.joined())
  }

  /// Returns a line about rounds that were not measured, with this program's name and its end; nil if all were.
  func shortfall(of run: RunDescription, in folder: URL) -> String? {
    run.shortfall(path: folder.path).map { ThisProgram.named($0).wrappingLines(width: width) }
  }

  private func table(_ summary: Summary, _ run: RunDescription) -> ResultTable {
    ResultTable(summary: summary, outcomes: run.cells, reference: ColdSubject().name, order: order)
  }
}

extension RunFinding {
  /// The finding of a run of this program: what an app waits for, and subjects beside the compiled tree.
  init(of summary: Summary) {
    let jobs = [
      (NodeSubject(job: .first).name, "to show first"),
      (NodeSubject(job: .relayout).name, "to lay out again with nothing changed"),
      (NodeSubject(job: .change).name, "to lay out again with a text of each cell changed"),
      (NodeSubject(job: .edit).name, "after a change of one text"),
      (BuildSubject(lastStep: .layout).name, "to make as specs and lay out"),
      (ClosureSubject.name, "to run"),
    ]
    self.init(
      summary: summary, reference: ColdSubject().name, jobs: jobs.map { Job(subject: $0.0, words: $0.1) })
  }
}

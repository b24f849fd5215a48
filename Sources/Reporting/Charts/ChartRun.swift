import Foundation
import Measuring

/// The files of one run, as charts show them.
package struct ChartRun {
  private let folder: RunFolder
  let description: RunDescription
  /// The summary of the samples; of a comparison, of its candidate's.
  package private(set) var summary: Summary
  /// nil if there is no `compare.json`.
  private(set) var comparison: Comparison?
  /// The frames of `frames.csv`; nil if there is none.
  private var storedFrames: [FrameRecord]?
  /// Replays the frames that the run's times mean: asked for by the chart of frames, of a run without `frames.csv`. Default: none.
  package var replay: @Sendable () -> [FrameRecord] = { [] }
  /// Faults of the files that are not fatal, a line each.
  package private(set) var warnings: [String]

  /// The subjects that were measured.
  package var subjects: Set<String> {
    Set(summary.rows.map(\.cell.subject) + (comparison?.rows.map(\.cell.subject) ?? []))
  }

  /// Reads the files that are there.
  ///
  /// - Parameter filter: which cells are wanted.
  /// - Throws: `FileError`: for files that are damaged or of a newer schema, and if no row is left.
  package init(folder: RunFolder, filter: CellFilter = CellFilter()) throws(FileError) {
    self.folder = folder
    let report = try RunReport(of: folder)
    (description, summary) = (report.run, report.summary)
    let isCompared = FileManager.default.fileExists(atPath: folder.comparisonDocument.path)
    comparison = try isCompared ? folder.readComparison() : nil
    storedFrames = try folder.readFrames()
    warnings = report.warnings.map(\.cause)
    guard hasRows else { throw FileError(folder.url, "has no measured row") }
    summary.rows.removeAll { !filter.matches($0.cell) }
    comparison?.rows.removeAll { !filter.matches($0.cell) }
    let workloads = Set(summary.rows.map(\.cell.workload))
    storedFrames?.removeAll { !workloads.contains($0.workload) }
    guard hasRows else {
      throw FileError(
        folder.url, "no cell of it, as in \"spec.cold feed(1000) 2 threads serialQueues\", matches \(filter)"
      )
    }
    let incompleteness = description.incompleteness(path: folder.url.path)?.description
    let growth = GrowthTable(summary: summary, machines: description.machinesOfRuns)
    warnings += [incompleteness, growth.mixedText].compactMap { $0 }
  }

  private var hasRows: Bool { !summary.rows.isEmpty || comparison?.rows.isEmpty == false }
}

extension ChartRun {
  var frames: [FrameRecord] { storedFrames ?? replay() }
  /// The file that the frames come from.
  var framesSource: String { storedFrames != nil ? "frames.csv" : "samples.csv" }

  /// The rows of a metric with the fewest threads, and this number of workers as text; nil without rows.
  func rowsOfFewestThreads(
    of metric: Metric, where isShown: (SummaryRow) -> Bool
  ) -> (rows: [SummaryRow], workers: String)? {
    let rows = summary.rows.filter { $0.metric == metric && isShown($0) }
    guard let threads = rows.map(\.cell.threads).min() else { return nil }
    return (rows.filter { $0.cell.threads == threads }, threads == 1 ? "one worker" : "\(threads) workers")
  }

  /// The origin of a chart: file, suite, date and revision in one line, machine and build in the next. Only the folder's
  /// name is shown, since its path is private.
  func caption(of file: String) -> [String] {
    let run = description
    let words = [
      "\(folder.url.standardizedFileURL.lastPathComponent)/\(file)", run.suite.map { "suite \($0)" },
      String(run.startedUTC.prefix(10)), run.git?.description, run.isFinished() ? nil : "incomplete",
    ]
    func line(_ machine: MachineFacts, _ note: String? = nil) -> String {
      machine.line(with: run.build, note: note)
    }
    let isAlone = (run.parts ?? []).allSatisfy { line($0.machineAtStart) == line(run.machineAtStart) }
    return [
      words.compactMap { $0 }.joined(separator: "; ").onOneLine,
      line(run.machineAtStart, isAlone ? nil : "parts on other machines"),
    ]
  }
}

import ArgumentParser
import Benchmarking
import Foundation

/// `layoutbench table`: prints the table of a run again.
struct TableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "Print the table of a run again, only from its files.",
    discussion: """
      For a comparison it prints what the comparison printed; the other tables show the candidate.

      EXAMPLES
        layoutbench table latest
        layoutbench table latest --sort ratio --format markdown
        layoutbench table results/reference/quick
        layoutbench table results/reference/engine --by-subject
        layoutbench table results/reference/quick --by-subject --ratios
        layoutbench table results/reference/growth --growth
        layoutbench table results/reference/quick --threads
        layoutbench table latest --finding
        layoutbench table results/reference/peers --by-subject --filter 'feed('
      """)

  @Argument(
    help: ArgumentHelp(
      "A run: its folder, its name in the results, a baseline's name, or latest.", valueName: "run"),
    completion: .runs)
  var reference: RunReference

  @Flag(help: "One row per workload and one column per subject: ns per element with one worker.")
  var bySubject = false

  @Flag(help: "With --by-subject: the time of each subject as a multiple of spec.cold's.")
  var ratios = false

  @Flag(
    help: "The growth of cost with the number of elements: a power law per subject with three sizes or more.")
  var growth = false

  @Flag(help: "The effect of more threads: speed-up, efficiency, waiting, and how busy the workers were.")
  var threads = false

  @Flag(help: "The finding, and its picture: how many times as long other subjects take as spec.cold.")
  var finding = false

  @OptionGroup
  var cells: FilterOptions

  @OptionGroup
  var results: ResultOptions

  func validate() throws {
    let kinds = [bySubject, growth, threads, finding].count { $0 }
    if kinds > 0 {
      if results.format != .text {
        throw ValidationError("--format \(results.format.rawValue) is for the table of all cells")
      }
      if results.sort != nil { throw ValidationError("--sort is for the table of all cells") }
    }
    if kinds > 1 {
      throw ValidationError(
        "--by-subject, --growth, --threads and --finding are different tables; ask for one")
    }
    if ratios && !bySubject { throw ValidationError("--ratios goes with --by-subject") }
  }

  func run() throws {
    let folder = try reference.folder(in: .current)
    if folder.holdsComparison && !(bySubject || growth || threads || finding) {
      var report = try ComparisonReport(of: folder)
      for warning in report.warnings { StandardError.print("warning: \(warning)") }
      guard results.format == .text, results.sort == nil, cells.isEmpty else {
        throw ValidationError(
          "a comparison is printed whole and in its own order; other formats by: \(ThisProgram.name) compare \(reference) --format ..."
        )
      }
      (report.style, report.width) = (.ofStandardOutput, results.table.width)
      print(ThisProgram.named(try ComparisonFormat.text.text(of: report)), terminator: "")
      return
    }
    var report = results.applied(to: try RunReport(of: folder))
    let incompleteness = report.run.incompleteness(path: folder.url.path)
    for warning in report.warnings + [incompleteness].compactMap({ $0 }) {
      StandardError.print("warning: \(warning)")
    }
    report.summary.rows.removeAll { !cells.cellFilter.matches($0.cell) }
    if report.summary.rows.isEmpty && !cells.isEmpty {
      throw FileError(folder.url, "No cell of it matches \(cells.cellFilter).")
    }
    guard results.format == .text else { return try results.show(report) }
    print(heading(report.run, of: report.arm).wrappingLines(width: results.table.width))
    if let text = text(of: report.summary, report.run) {
      print(text)
    } else {
      print(ThisProgram.named(report.cellsText), terminator: "")
    }
  }

  /// Returns the table that was asked for instead of that of all cells.
  private func text(of summary: Summary, _ run: RunDescription) -> String? {
    if finding {
      return RunFinding(of: summary).shown(width: results.table.width)
    }
    if bySubject {
      return SubjectTable(summary: summary).text(
        relativeTo: ratios ? RunReport.reference : nil, width: results.table.width)
    }
    if growth {
      let text = GrowthTable(summary: summary, machines: run.machinesOfRuns).text(
        width: results.table.width)
      return text.isEmpty ? "Nothing was measured in three sizes or more.\n" : text
    }
    if threads {
      let text = ThreadTable(summary: summary).text(width: results.table.width)
      return text.isEmpty ? "Nothing was measured with several numbers of threads.\n" : text
    }
    return nil
  }

  /// Returns a line with the run's time, suite, revision and machine.
  private func heading(_ run: RunDescription, of arm: ComparisonArm) -> String {
    let parts: [String?] = [
      "\(run.suite ?? "run"), \(run.startedUTC.prefix(10))",
      arm == .cand ? "candidate" : nil, run.isFinished() ? nil : "incomplete", run.git?.description,
      MachineLine.text(of: run),
    ]
    return parts.compactMap { $0 }.joined(separator: "; ") + "\n"
  }
}

import ArgumentParser
import Measuring
import Reporting

/// `layoutbench table`: prints the table of a run again.
struct TableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "Print the table of a run again, only from its files.",
    discussion: """
      For a comparison it prints what the comparison printed; the other tables show the candidate.

      EXAMPLES
        \(ProgramName.command) table latest
        \(ProgramName.command) table latest --sort ratio --format markdown
        \(ProgramName.command) table \(ThisProgram.exampleRun("quick"))
        \(ProgramName.command) table \(ThisProgram.exampleRun("engine")) --by-subject
        \(ProgramName.command) table \(ThisProgram.exampleRun("quick")) --by-subject --ratios
        \(ProgramName.command) table \(ThisProgram.exampleRun("growth")) --growth
        \(ProgramName.command) table \(ThisProgram.exampleRun("quick")) --threads
        \(ProgramName.command) table latest --finding
        \(ProgramName.command) table \(ThisProgram.exampleRun("peers")) --by-subject --filter 'feed('
      """)

  @Argument(
    help: ArgumentHelp(
      "A run: its folder, its name in the results, or latest.", valueName: "run"),
    completion: .runs)
  var reference: RunReference

  /// A table in place of the table of all cells.
  enum Kind: EnumerableFlag {
    case bySubject
    case growth
    case threads
    case finding

    static func help(for kind: Kind) -> ArgumentHelp? {
      switch kind {
      case .bySubject: "One row per workload and one column per subject: ns per element with one worker."
      case .growth:
        "The growth of cost with the number of elements: a power law per subject with three sizes or more."
      case .threads:
        "The effect of more threads: speed-up, efficiency, waiting, and how busy the workers were."
      case .finding:
        "The finding, and its picture: how many times as long other subjects take as spec.cold."
      }
    }
  }

  @Flag
  var kind: Kind?

  @Flag(help: "With --by-subject: the time of each subject as a multiple of spec.cold's.")
  var ratios = false

  @OptionGroup
  var cells: FilterOptions

  @OptionGroup
  var results: ResultOptions

  func validate() throws {
    if kind != nil && (results.format != .text || results.sort != nil || !results.cells) {
      throw ValidationError("--format, --sort and --no-cells are for the table of all cells")
    }
    if ratios && kind != .bySubject { throw ValidationError("--ratios goes with --by-subject") }
  }

  func run() throws {
    let folder = try reference.folder(in: .current)
    if folder.holdsComparison && kind == nil {
      var report = try ComparisonReport(of: folder)
      for warning in report.warnings { StandardError.print("warning: \(warning)") }
      guard results.format == .text, results.sort == nil, results.cells, cells.isEmpty else {
        throw ValidationError(
          "a comparison is printed whole and in its own order; other formats by: \(ThisProgram.name) compare \(reference.text.shellWord) --format ..."
        )
      }
      (report.style, report.width) = (.ofStandardOutput, results.table.width)
      print(try ComparisonFormat.text.text(of: report), terminator: "")
      return
    }
    var report = results.applied(to: try RunReport(of: folder))
    let incompleteness = report.run.incompleteness(path: folder.url.path)
    for warning in report.warnings + [incompleteness].compactMap({ $0 }) {
      StandardError.print("warning: \(warning)")
    }
    report.summary.rows.removeAll { !cells.cellFilter.matches($0.cell) }
    if report.summary.rows.isEmpty && !cells.isEmpty {
      throw FileError(folder.url, "no cell of it matches \(cells.cellFilter)")
    }
    guard results.format == .text else { return try results.show(report) }
    print(heading(report.run, of: report.arm).wrappingLines(width: results.table.width))
    if let kind {
      print(text(kind, of: report.summary, report.run))
    } else {
      print(report.cellsText, terminator: "")
    }
  }

  private func text(_ kind: Kind, of summary: Summary, _ run: RunDescription) -> String {
    let width = results.table.width
    switch kind {
    case .bySubject:
      return SubjectTable(summary: summary).text(
        relativeTo: ratios ? ResultTable.defaultReference : nil, width: width)
    case .growth:
      let text = GrowthTable(summary: summary, machines: run.machinesOfRuns).text(width: width)
      return text.isEmpty ? "Nothing was measured in three sizes or more.\n" : text
    case .threads:
      let text = ThreadTable(summary: summary).text(width: width)
      return text.isEmpty ? "Nothing was measured with several numbers of threads.\n" : text
    case .finding: return RunFinding(of: summary).shown(width: width)
    }
  }

  /// Returns a line with the run's time, suite, revision and machine.
  private func heading(_ run: RunDescription, of arm: ComparisonArm) -> String {
    let parts: [String?] = [
      "\(run.suite ?? "run"), \(run.startedUTC.prefix(10))",
      arm == .cand ? "candidate" : nil, run.isFinished() ? nil : "incomplete", run.git?.description,
      run.machineLine,
    ]
    return parts.compactMap { $0 }.joined(separator: "; ") + "\n"
  }
}

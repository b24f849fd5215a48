import Foundation
import Measurement
import Reporting

/// One run of a suite: its cells, its folder and its files.
struct SuiteRun {
  private let suite: BenchmarkSuite
  private let options: RunCommand
  private let cells: [MeasuredCell]
  /// Cells that are not measured, because the subject does not lay them out.
  private let refused: [CellOutcome]

  /// Reads and generates what the suite names, and asks the subjects whether they lay it out.
  init(suite: BenchmarkSuite, file: URL, options: RunCommand) throws {
    self.suite = suite
    self.options = options
    var cells: [MeasuredCell] = []
    var refused: [CellOutcome] = []
    var remedies: [String] = []
    for cell in suite.cells {
      let wanted = try SuiteRun.subjects(of: cell, options: options, suite: suite)
      guard !wanted.isEmpty else { continue }
      let input = try BenchmarkInput(cell.source, seed: options.seed, suiteFile: file)
      for (subject, threads) in wanted {
        let description = { (threads: Int) in
          CellDescription(
            subject: subject.name, workload: input.name, nodeCount: input.tree.elementCount,
            depth: input.tree.depth,
            seed: input.seed, params: "", threads: threads, pool: "serialQueues")
        }
        do throws(Refusal) {
          try subject.check(input)
        } catch {
          refused += threads.map {
            CellOutcome(
              cell: description($0), status: error.isFailure ? .failed : .leftOut, reason: error.description)
          }
          if error.isFailure {
            StandardError.print("failed: \(subject.name) \(input.name): \(error.description)")
          }
          if let remedy = error.remedy, !remedies.contains(remedy) { remedies.append(remedy) }
          continue
        }
        let most = subject.maximumThreads ?? .max
        refused += threads.filter { $0 > most }.map {
          .leftOut(
            description($0), reason: "it is measured with \(most) worker\(most == 1 ? "" : "s") at most")
        }
        cells += threads.filter { $0 <= most }.map { threads in
          MeasuredCell(description: description(threads)) { try subject.makeWorker(for: input) }
        }
      }
    }
    guard !cells.isEmpty || !refused.isEmpty else {
      throw CommandFailure(
        message:
          "no cell of \(file.path) matches \(options.filter.map { "\"\($0)\"" }.joined(separator: " and "))",
        exitCode: .validationFailure)
    }
    for remedy in remedies { StandardError.print("note: \(remedy)") }
    self.cells = cells
    self.refused = refused
  }

  /// The subjects of a suite's cell with the numbers of threads that the filters leave.
  private static func subjects(
    of cell: BenchmarkSuite.Cell, options: RunCommand, suite: BenchmarkSuite
  ) throws -> [(any Subject, [Int])] {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let threads = options.threads?.resolved(logicalCores: cores) ?? suite.threads(of: cell)
    let source =
      switch cell.source {
      case .workload(let text): text
      case .document(let path): path
      }
    return try cell.subjects.compactMap { name in
      guard let subject = layoutbench.subjects.first(where: { $0.name == name }) else {
        let names = layoutbench.subjects.map(\.name).joined(separator: ", ")
        throw CommandFailure.badInput(
          "suite \(suite.name): there is no subject \"\(name)\"; there are \(names)")
      }
      let wanted = threads.filter { threads in
        let text = "\(name) \(source) \(threads) threads"
        return options.filter.allSatisfy { text.contains($0) }
      }
      return wanted.isEmpty ? nil : (subject, wanted)
    }
  }

  /// Measures, writes the run's files and prints its table.
  func measure() throws -> RunOutcome {
    do {
      return try measureIntoFolder()
    } catch let error as FileError {
      throw CommandFailure.failed(error)
    }
  }

  private func measureIntoFolder() throws -> RunOutcome {
    let start = UTCTime.current()
    let id = RunID(start: start, suite: suite.name)
    let folder = try RunFolder(creating: id, in: options.resultsFolder)
    let environment = RunEnvironment(allocationCounter: Jemalloc())
    var description = describe(id: id, start: start, clock: environment.clock)
    for warning in description.warnings { StandardError.print("warning: \(warning)") }
    try folder.write(description)

    let plan = RunPlan(
      cells: cells, rounds: options.rounds ?? suite.rounds ?? 20, budget: options.budget ?? suite.budget,
      seed: options.seed)
    let identity = RunIdentity(runID: id.description, revision: description.git?.revision)
    var printer = RunPrinter(samples: try folder.makeSampleWriter())
    var outcome = try interruptible(environment.interruption) {
      try MeasuringRun(plan: plan, identity: identity, environment: environment).run(observer: &printer)
    }
    outcome.cells += refused

    description.finish(
      outcome, endedUTC: UTCTime.current().iso8601, machineAtEnd: MachineFacts(of: SystemMachine()))
    let summary = Summary(of: try folder.readSamples().samples)
    try folder.write(summary)
    try folder.write(description)
    print(ResultTable(summary: summary, outcomes: outcome.cells, reference: ColdSubject().name).text())
    let growth = GrowthTable(summary: summary).text()
    if !growth.isEmpty { print(growth) }
    print("Written to \(folder.url.path): samples.csv, summary.csv, run.json")
    return outcome
  }

  private func describe(id: RunID, start: UTCTime, clock: any MonotonicClock) -> RunDescription {
    let machine = MachineFacts(of: SystemMachine())
    let build = BuildFacts(allocator: Jemalloc.version)
    let threads = cells.map(\.description.threads).max() ?? 1
    return RunDescription(
      runID: id.description, commandLine: CommandLine.arguments, suite: suite.name, seed: options.seed,
      budgetSeconds: (options.budget ?? suite.budget)?.seconds, rounds: options.rounds ?? suite.rounds ?? 20,
      startedUTC: start.iso8601,
      git: PackageFolder.current.flatMap { GitState.current(inFolder: $0.url) }, build: build,
      machineAtStart: machine,
      clockResolutionNanoseconds: clock.measuredResolutionNanoseconds(),
      warnings: machine.warnings(build: build, threads: threads))
  }

  /// Runs `work`; Ctrl-C asks it to stop after the sample under way, and a second one ends the program.
  private func interruptible<T>(_ interruption: Interruption, _ work: () throws -> T) rethrows -> T {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global(qos: .userInteractive))
    source.setEventHandler {
      if interruption.isRequested { exit(130) }
      interruption.request()
      // On a terminal the line that says how far the run is has no end yet.
      if isatty(STDERR_FILENO) == 1 { StandardError.print("") }
      StandardError.print("Interrupted: the sample under way is finished, and what was measured is kept.")
    }
    source.resume()
    defer {
      source.cancel()
      signal(SIGINT, SIG_DFL)
    }
    return try work()
  }
}

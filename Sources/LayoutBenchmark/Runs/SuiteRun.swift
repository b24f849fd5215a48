import Benchmarking
import Foundation

/// One run of a suite, or the rest of it: its cells, its folder and its files.
struct SuiteRun {
  /// The suite's name.
  private let suite: String
  private let request: RunRequest
  private let seed: UInt64
  private let rounds: Int
  /// The budget of this run, or of this part of one.
  private let budget: TimeSpan?
  /// Those that can be measured, with their sizes, and the others.
  private let cells: [Cell]
  private let refused: [CellOutcome]
  /// The process that has loaded the cells.
  private let worker: CellWorker
  private var environment = RunEnvironment(counting: ThisProgram.allocations)
  /// The start of the preparation, by the measuring clock.
  private let startNanoseconds: UInt64

  /// Loads the requested cells in a worker process, and checks their frames.
  init(suite: String, request: RunRequest, seed: UInt64, rounds: Int, budget: TimeSpan?) throws {
    startNanoseconds = environment.clock.wallNanoseconds()
    self.suite = suite
    self.request = request
    self.seed = seed
    self.rounds = rounds
    self.budget = budget
    if request.countsInHardware == true, let program = ThisProgram.executable {
      if HardwareCounters.areSupported() {
        environment.countInHardware = { cell, iterations throws(WorkerError) in
          try HardwareCounters(program, cell: cell, iterations: iterations)
        }
      } else {
        StandardError.print(
          "note: hardware counters are not supported by this machine, so that there are no columns of them; "
            + "\(ThisProgram.name) doctor says what is missing")
      }
    }
    let asked = try SuiteCells(of: request, seed: seed, areOfThisProgram: true)
    Signals.watch()
    worker = CellWorker(for: asked.cells) { [environment] () throws(WorkerError) in
      try environment.startWorker(false)
    }
    let checked = worker.check(asked.cells)
    for outcome in checked.refused where outcome.status == .failed {
      StandardError.print("failed: \(outcome.cell): \(outcome.reasonText)")
    }
    for remedy in checked.remedies { StandardError.print("note: \(remedy)") }
    (cells, refused) = (checked.cells, asked.refused + checked.refused)
  }

  /// All of the run's cells, measured or not.
  var knownCells: [CellID] { cells.map(\.id) + refused.map(\.cell) }

  private func plan(after earlier: SampleFile?) -> RunPlan {
    RunPlan(cells: cells, rounds: rounds, budget: budget, seed: seed, after: earlier)
  }

  /// Returns what would be measured, with the estimated time, as text in lines with line ends.
  ///
  /// - Parameter earlier: the run's earlier parts; nil for a new run.
  func dryRun(after earlier: SampleFile?) -> String {
    let plan = plan(after: earlier)
    let estimate = RunEstimate(
      of: plan, clockResolutionNanoseconds: environment.clock.measuredResolutionNanoseconds(),
      countsInHardware: environment.countInHardware != nil)
    return plan.text(leftOut: refused, estimate)
  }

  /// Measures into a new folder, and writes the run's files.
  func measure(in results: URL) throws -> RunReport {
    let start = Date()
    let machine = MachineFacts.beforeMeasuring()
    let description = RunDescription(
      runID: RunFolder.newName(start: start, suite: suite, shard: request.shard),
      commandLine: ProgramRun.current.portableCommandLine, request: request, suite: suite, seed: seed,
      budgetSeconds: budget?.seconds, rounds: rounds, startedUTC: start.iso8601, git: ThisProgram.git,
      build: ThisProgram.build, machineAtStart: machine,
      clockResolutionNanoseconds: environment.clock.measuredResolutionNanoseconds(),
      warnings: warnings(machine, ThisProgram.build))
    for warning in description.warnings { StandardError.print("warning: \(warning)") }
    let folder = try RunFolder(creating: description, in: results)
    let log = SampleLog(try folder.makeSampleWriter())
    return try finish(description, in: folder, log, after: nil)
  }

  /// Resumes an interrupted run, and replaces its files.
  ///
  /// - Parameters:
  ///   - earlier: the run's files; `writer` keeps others from adding to them.
  ///   - writer: the writer of the run's samples.
  func resume(
    _ run: RunResumption, after earlier: SampleFile, _ writer: SampleWriter
  ) throws -> RunReport {
    let machine = MachineFacts.beforeMeasuring()
    let warnings = warnings(machine, run.description.build, of: run)
    for warning in warnings { StandardError.print("warning: \(warning)") }
    var description = run.description
    description.resume(
      commandLine: ProgramRun.current.portableCommandLine, startedUTC: Date().iso8601,
      machineAtStart: machine, firstSequence: earlier.nextSequence, warnings: warnings)
    try run.folder.write(description)
    let log = SampleLog(writer)
    return try finish(description, in: run.folder, log, after: earlier)
  }

  /// Measures what is left of a run, and completes its files.
  private func finish(
    _ start: RunDescription, in folder: RunFolder, _ log: SampleLog, after earlier: SampleFile?
  ) throws -> RunReport {
    var description = start
    let identity = RunIdentity(of: description, firstSequence: earlier?.nextSequence ?? 0)
    let outcome = try interruptible(
      environment.interruption,
      saying: "Interrupted: the sample under way is finished, and what was measured is kept."
    ) {
      var plan = plan(after: earlier)
      // The subjects' frames are checked before anything is measured, which takes a part of the budget.
      let spent = environment.clock.wallNanoseconds() - startNanoseconds
      plan.budget = plan.budget.map { TimeSpan(nanoseconds: $0.nanoseconds - min(spent, $0.nanoseconds)) }
      return try MeasuringRun(
        plan: plan, identity: identity, observer: log, environment: environment, worker: worker
      ).run()
    }
    log.clear()
    description.finish(
      outcome.cells + refused, outcome.ending, elapsedNanoseconds: outcome.elapsedNanoseconds,
      machineAtEnd: MachineFacts(of: SystemMachine()))
    try folder.write(description)
    let report = try Self.summarize(folder, description)
    StandardError.print("Written to \(folder.url.path): samples.csv, summary.csv, run.json")
    return report
  }

  /// Writes what follows from the samples of a run that has ended.
  static func summarize(_ folder: RunFolder, _ ended: RunDescription) throws -> RunReport {
    var description = ended
    let report = try RunReport(of: folder)
    let flags = report.summary.flags
    for (index, outcome) in description.cells.enumerated() {
      description.cells[index].flags = flags[outcome.cell]
    }
    try folder.write(report.summary)
    try folder.write(description)
    return report
  }

  /// Returns what to say before measuring, now or to resume a run.
  private func warnings(
    _ machine: MachineFacts, _ build: BuildFacts, of run: RunResumption? = nil
  ) -> [Warning] {
    [ThisProgram.otherSources, ThisProgram.uncountedAllocations].compactMap { $0 }
      + (run?.warnings(machine: machine) ?? [])
      + machine.warnings(build: build, threads: cells.map(\.id.threads).max() ?? 1)
  }
}

import Foundation

/// One run of a suite, or the rest of it: cells, folder and files. A cell takes these forms in a run:
///
/// 1. `RunRequest.Cell`, as the suite and the options ask for it, and as `run.json` keeps it;
/// 2. `Cell`, looked up by `SuiteCells`, and checked in the worker process by `CellWorker`;
/// 3. `RunPlan`, the rounds of all cells, in which `MeasuringRun` takes turns;
/// 4. `WorkerBatch`, the worker process's report of a batch of jobs, which a `WorkerPool` ran there;
/// 5. `SampleRecord`, a row of `samples.csv`, which `SampleLog` writes;
/// 6. `SummaryRow`, a row of `summary.csv`, by `RunFolder.summarize(_:)`.
package struct SuiteRun {
  /// The suite's name.
  private let suite: String
  private let request: RunRequest
  private let seed: UInt64
  private let rounds: Int
  /// The time budget of this process's part of the run.
  private let budget: TimeSpan?
  /// The cells that can be measured, with their sizes, and the other cells.
  private let cells: [Cell]
  package let refused: [CellOutcome]
  /// The process that has loaded the cells.
  private let worker: CellWorker
  private let host: any MeasuringHost
  private var environment: RunEnvironment
  /// The start of the preparation, by the measuring clock.
  private let startNanoseconds: UInt64

  /// Loads the requested cells in a worker process, and checks their frames.
  package init(
    suite: String, request: RunRequest, asked: SuiteCells, seed: UInt64, rounds: Int, budget: TimeSpan?,
    host: any MeasuringHost
  ) {
    environment = RunEnvironment(counting: host.allocations)
    startNanoseconds = environment.clock.wallNanoseconds()
    self.suite = suite
    self.request = request
    self.seed = seed
    self.rounds = rounds
    self.budget = budget
    self.host = host
    worker = CellWorker(for: asked.cells) { [environment] () throws(WorkerError) in
      try environment.startWorker(false)
    }
    let checked = worker.check(asked.cells)
    for outcome in checked.refused where outcome.status == .failed {
      host.say("failed: \(outcome.cell): \(outcome.reasonText)")
    }
    for remedy in checked.remedies { host.say("note: \(remedy)") }
    (cells, refused) = (checked.cells, asked.refused + checked.refused)
  }

  /// All of the run's cells, measured or not.
  package var knownCells: [CellID] { cells.map(\.id) + refused.map(\.cell) }

  /// Returns the plan, given the files of the run's earlier parts; nil for a new run.
  package func plan(after earlier: SampleFile?) -> RunPlan {
    RunPlan(cells: cells, rounds: rounds, budget: budget, seed: seed, after: earlier)
  }

  /// Returns how long a plan takes, about.
  package func estimate(of plan: RunPlan) -> RunEstimate {
    RunEstimate(
      of: plan, clockResolutionNanoseconds: environment.clock.measuredResolutionNanoseconds())
  }

  /// Measures into a new folder, and writes the run's files.
  ///
  /// - Returns: the folder.
  package func measure(in results: URL) throws -> RunFolder {
    let start = Date()
    let machine = MachineFacts.beforeMeasuring()
    let description = RunDescription(
      runID: RunFolder.newName(start: start, suite: suite, shard: request.shard),
      commandLine: host.commandLine, request: request, suite: suite, seed: seed,
      budgetSeconds: budget?.seconds, rounds: rounds, startedUTC: start.iso8601, git: host.git,
      build: host.build, machineAtStart: machine,
      clockResolutionNanoseconds: environment.clock.measuredResolutionNanoseconds(),
      warnings: warnings(machine, host.build))
    for warning in description.warnings { host.say("warning: \(warning)") }
    let folder = try RunFolder(creating: description, in: results)
    let log = SampleLog(try folder.makeSampleWriter(), host: host)
    return try finish(description, in: folder, log, after: nil)
  }

  /// Resumes an interrupted run, and replaces its files.
  ///
  /// - Parameters:
  ///   - earlier: the run's files; `writer` keeps others from adding to them.
  ///   - writer: the writer of the run's samples.
  package func resume(
    _ run: RunResumption, after earlier: SampleFile, _ writer: SampleWriter
  ) throws -> RunFolder {
    let machine = MachineFacts.beforeMeasuring()
    let warnings = warnings(machine, run.description.build, of: run)
    for warning in warnings { host.say("warning: \(warning)") }
    var description = run.description
    description.resume(
      commandLine: host.commandLine, startedUTC: Date().iso8601,
      machineAtStart: machine, firstSequence: earlier.nextSequence, warnings: warnings)
    try run.folder.write(description)
    let log = SampleLog(writer, host: host)
    return try finish(description, in: run.folder, log, after: earlier)
  }

  /// Measures the rest of a run, and completes its files.
  private func finish(
    _ start: RunDescription, in folder: RunFolder, _ log: SampleLog, after earlier: SampleFile?
  ) throws -> RunFolder {
    var description = start
    let identity = RunIdentity(of: description, firstSequence: earlier?.nextSequence ?? 0)
    let outcome = try host.interruptible(
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
    host.clear()
    description.finish(
      outcome.cells + refused, outcome.ending, elapsedNanoseconds: outcome.elapsedNanoseconds,
      machineAtEnd: MachineFacts(of: SystemMachine()))
    try folder.write(description)
    try folder.summarize(description)
    host.say("Written to \(folder.url.path): samples.csv, summary.csv, run.json")
    return folder
  }

  /// Returns the warnings to show before measuring, for a new or a resumed run.
  private func warnings(
    _ machine: MachineFacts, _ build: BuildFacts, of run: RunResumption? = nil
  ) -> [Warning] {
    host.warnings + (run?.warnings(machine: machine) ?? [])
      + machine.warnings(build: build, threads: cells.map(\.id.threads).max() ?? 1)
  }
}

import Foundation

/// One run of a suite, or the rest of it. This is the map of a run: each step is a call below, and has a form of its own for a
/// cell.
///
/// 1. Suite: `RunRequest` has the cells that the suite and the options ask for, and `run.json` keeps them. Each is a
///    `RunRequest.Cell`.
/// 2. Cells: the command line's catalogue looks subjects and workloads up. Each is a `Cell` from here on.
/// 3. Load: `CellWorker` has a worker process load and check them, which answers with a `WorkerProtocol.LoadedCell`. Between
///    the processes are `ProcessWorkerSession` on this side, and the command `worker` on the other.
/// 4. Rounds: `MeasuringRun` takes turns between the cells of a `RunPlan`, with a `RunEntry` for each.
/// 5. Samples: in the worker process `WorkerServer` has its `WorkerPool` run a batch of jobs, and reports a `WorkerProtocol.Batch`;
///    `SampleLog` writes it as a `SampleRecord`, a row of `samples.csv`.
/// 6. Folder: `RunFolder` sums the rows up in `summary.csv`, and completes `run.json`.
package struct SuiteRun {
  private let request: RunRequest
  /// The suite's name.
  private let suite: String
  private let seed: UInt64
  private let rounds: Int
  /// The time budget of this process's part of the run.
  private let budget: TimeSpan?
  private let host: any MeasuringHost
  private let environment = RunEnvironment()
  /// The start of the preparation, by the measuring clock.
  private let startNanoseconds: UInt64
  /// The process that has loaded the cells.
  private let worker: CellWorker
  /// The cells that can be measured, with their sizes, and the other cells.
  private let cells: [Cell]
  package let refused: [CellOutcome]

  /// Loads the requested cells in a worker process, and checks their frames.
  package init(
    suite: String, request: RunRequest, asked: (cells: [Cell], refused: [CellOutcome]), seed: UInt64,
    rounds: Int, budget: TimeSpan?, host: any MeasuringHost
  ) {
    (self.suite, self.request, self.seed, self.host) = (suite, request, seed, host)
    (self.rounds, self.budget) = (rounds, budget)
    startNanoseconds = environment.clock.wallNanoseconds()
    worker = CellWorker(for: asked.cells, in: environment)
    let loaded = worker.load(asked.cells)
    (cells, refused) = (loaded.cells, asked.refused + loaded.refused)
    for outcome in loaded.refused where outcome.status == .failed {
      host.say("failed: \(outcome.cell): \(outcome.reasonText)")
    }
    for remedy in loaded.remedies { host.say("note: \(remedy)") }
  }

  /// Measures into a new folder, and returns it.
  package func measure(in results: URL) throws -> RunFolder {
    let description = describe()
    let folder = try RunFolder(creating: description, in: results)
    return try measure(description, into: folder, folder.openSamples(isNew: true), after: nil)
  }

  /// Resumes an interrupted run, and replaces its files.
  ///
  /// - Parameters:
  ///   - earlier: the run's samples; `writer` keeps others from adding to them.
  ///   - writer: the writer of the run's samples.
  package func resume(
    _ run: RunResumption, after earlier: SampleFile, _ writer: SampleWriter
  ) throws -> RunFolder {
    let description = describe(resuming: run, after: earlier)
    try run.folder.write(description)
    return try measure(description, into: run.folder, writer, after: earlier)
  }

  /// Takes the samples of a run, or of the rest of it, until all rounds are finished, the budget is used up, or a signal asks
  /// to stop. Then completes its files.
  private func measure(
    _ start: RunDescription, into folder: RunFolder, _ samples: SampleWriter, after earlier: SampleFile?
  ) throws -> RunFolder {
    let outcome = try host.interruptible(
      environment.interruption,
      saying: "Interrupted: the sample under way is finished, and what was measured is kept.", hurry: nil
    ) {
      var plan = plan(after: earlier)
      // The subjects' frames are checked before anything is measured, which takes a part of the budget.
      let spent = environment.clock.wallNanoseconds() - startNanoseconds
      plan.budget = plan.budget.map { TimeSpan(nanoseconds: $0.nanoseconds - min(spent, $0.nanoseconds)) }
      let identity = RunIdentity(
        runID: start.runID, shard: start.request?.shard?.index, revision: start.git?.revision,
        firstSequence: earlier?.nextSequence ?? 0)
      return try MeasuringRun(
        plan: plan, identity: identity, observer: SampleLog(samples, host: host), environment: environment,
        worker: worker
      ).measure()
    }
    host.clear()
    var description = start
    description.finish(
      outcome.cells + refused, outcome.ending, elapsedNanoseconds: outcome.elapsedNanoseconds,
      machineAtEnd: .current)
    try folder.write(description)
    try folder.summarize(description)
    host.say("Written to \(folder.url.path): samples.csv, summary.csv, run.json")
    return folder
  }

  // MARK: Steps

  /// Returns the plan, given the samples of the run's earlier parts; nil for a new run.
  package func plan(after earlier: SampleFile?) -> RunPlan {
    RunPlan(
      cells: cells, rounds: rounds, budget: budget, seed: seed, completed: earlier?.completedUnits ?? [],
      earlier: earlier?.earlierCells ?? [:])
  }

  /// Returns how long a plan takes, about.
  package func estimate(of plan: RunPlan) -> RunEstimate {
    RunEstimate(
      of: plan, clockResolutionNanoseconds: environment.clock.measuredResolutionNanoseconds())
  }

  /// All of the run's cells, measured or not.
  package var knownCells: [CellID] { cells.map(\.id) + refused.map(\.cell) }

  // MARK: Descriptions

  /// Describes a run that begins now, and shows its warnings.
  private func describe() -> RunDescription {
    let start = Date()
    let machine = MachineFacts.beforeMeasuring()
    return RunDescription(
      runID: RunFolder.newName(start: start, suite: suite, shard: request.shard),
      commandLine: host.commandLine, request: request, suite: suite, seed: seed,
      budgetSeconds: budget?.seconds, rounds: rounds, startedUTC: start.iso8601, git: host.git,
      build: host.build, machineAtStart: machine,
      clockResolutionNanoseconds: environment.clock.measuredResolutionNanoseconds(),
      warnings: sayWarnings(machine, host.build),
      parts: [RunPart(commandLine: host.commandLine, startedUTC: start.iso8601, machineAtStart: machine)])
  }

  /// Describes a run that is resumed now, and shows its warnings.
  private func describe(resuming run: RunResumption, after earlier: SampleFile) -> RunDescription {
    let machine = MachineFacts.beforeMeasuring()
    var description = run.description
    description.resume(
      commandLine: host.commandLine, startedUTC: Date().iso8601, machineAtStart: machine,
      firstSequence: earlier.nextSequence,
      warnings: sayWarnings(machine, description.build, run.warnings(machine: machine)))
    return description
  }

  /// Shows the warnings before measuring, and returns them.
  private func sayWarnings(
    _ machine: MachineFacts, _ build: BuildFacts, _ more: [Warning] = []
  ) -> [Warning] {
    let warnings =
      host.warnings + more + machine.warnings(build: build, threads: cells.map(\.id.threads).max() ?? 1)
    for warning in warnings { host.say("warning: \(warning)") }
    return warnings
  }
}

/// Writes each sample to its file as it is taken, and shows the progress.
final class SampleLog: MeasuringObserver {
  private let samples: SampleWriter
  private let host: any MeasuringHost
  private var lastUpdate = Date.distantPast
  /// The cells that were timed, and the cells that were counted; counting comes last in a run.
  private var timedCells: Set<CellID> = []
  private var countedCells: Set<CellID> = []

  /// The seconds between two updates of the line.
  private static let updateInterval = 0.2

  init(_ samples: SampleWriter, host: any MeasuringHost) { (self.samples, self.host) = (samples, host) }

  func cellCalibrated(_ cell: CellID, _ result: Calibration.Result) {
    host.show("Preparing \(cell)")
  }

  func cellDropped(_ outcome: CellOutcome) {
    // Skipped cells are listed below the results.
    guard outcome.status == .failed else { return }
    host.clear()
    host.say("failed: \(outcome.cell): \(outcome.reason ?? "no reason was given")")
  }

  func sampleTaken(_ sample: SampleRecord, progress: MeasuringProgress) throws {
    try samples.append(sample)
    if sample.pass == .time { timedCells.insert(sample.cell) } else { countedCells.insert(sample.cell) }
    guard Date().timeIntervalSince(lastUpdate) >= Self.updateInterval else { return }
    lastUpdate = Date()
    guard sample.pass == .time else {
      // A comparison counts a cell before its first pair.
      let isAfterRounds = countedCells.count <= timedCells.count
      let place = isAfterRounds ? "Memory, \(countedCells.count) of \(timedCells.count) cells:" : "Preparing"
      return host.show("\(place) \(sample.cell)")
    }
    guard progress.unitsPlanned > 0, sample.phase == .measure else { return }
    // Most cells of a comparison are decided before their last pair.
    let bound = sample.pair == nil ? "about" : "at most"
    let left =
      progress.remainingNanoseconds.map { ", \(bound) \(($0 + 500_000_000) / 1_000_000_000) s left" } ?? ""
    host.show("\(100 * progress.unitsDone / progress.unitsPlanned)%\(left): \(sample.cell)")
  }
}

import Benchmarking
import Foundation

/// A comparison of two revisions: their builds, its cells and its files.
struct RevisionComparison {
  /// The names of the revisions, as the user wrote them.
  private let base: String
  private let candidate: String
  private let plan: ComparisonPlan
  /// The name of the suite.
  private let suite: String
  /// Cells that are not measured.
  private let leftOut: [CellOutcome]
  private let countsInstructions: Bool

  /// Generates the workloads to know their sizes.
  init(
    base: String, candidate: String, suite: String, request: RunRequest, seed: UInt64, minimumEffect: Double,
    budget: TimeSpan?, countsInstructions: Bool
  ) throws {
    self.base = base
    self.candidate = candidate
    self.suite = suite
    self.countsInstructions = countsInstructions
    let cells = try SuiteCells(of: request, seed: seed, areMeasuredHere: false)
    leftOut = cells.refused
    plan = ComparisonPlan(cells: cells.cells, seed: seed, minimumEffect: minimumEffect, budget: budget)
  }

  /// All cells, also those that are not measured.
  var cells: [CellDescription] { plan.cells.map(\.description) + leftOut.map(\.cell) }

  /// Builds, measures, writes the comparison's files and returns its result.
  ///
  /// - Parameter results: the parent of the comparison's folder.
  /// - Throws: `UnmeasurableCandidate` if only the candidate cannot be built or measured.
  func measure(in results: URL) throws -> (comparison: Comparison, machine: String) {
    Signals.watch()
    let counter =
      try countsInstructions ? orFailure { () throws(WorkerError) in try InstructionCounter() } : nil
    let (base, candidate) = try RevisionBuilds.build(base: base, candidate: candidate)
    try probe(BuildLauncher(base: base.build, candidate: candidate.build))
    let environment = RunEnvironment(counting: ThisProgram.allocations)
    // The work in progress may be a batch of minutes.
    return try interruptible(
      environment.interruption, saying: "Interrupted: what was measured is kept and judged.",
      hurry: LineProcess.killAll
    ) {
      try failingOnFiles { try measure(base, candidate, counter, environment, in: results) }
    }
  }

  private func measure(
    _ base: BuiltRevision, _ candidate: BuiltRevision, _ counter: InstructionCounter?,
    _ environment: RunEnvironment, in results: URL
  ) throws -> (comparison: Comparison, machine: String) {
    let start = UTCTime.current()
    let id = RunID(start: start, suite: suite)
    var description = describe(id: id, start: start, base.revision, candidate.revision, environment)
    let folder = try RunFolder(creating: description, in: results)
    let samples = try folder.makeSampleWriter()

    let identity = ComparisonIdentity(
      runID: id.description, baseRevision: base.revision.commit, candidateRevision: candidate.revision.commit,
      baseBuild: base.build.identifier, candidateBuild: candidate.build.identifier,
      baseName: base.revision.nameInSentences, candidateName: candidate.revision.nameInSentences)
    var observer = SampleLog(samples: samples, latencies: nil)
    var outcome = try ComparisonRun(
      plan: plan, identity: identity,
      launcher: BuildLauncher(base: base.build, candidate: candidate.build), environment: environment
    ).run(observer: &observer)
    outcome.failures += leftOut
    if let counter {
      let step = InstructionStep(
        counter: counter, base: base.build, candidate: candidate.build,
        interruption: environment.interruption)
      outcome.rows = step.add(to: outcome.rows, cells: plan.cells, &observer)
      if environment.interruption.isRequested { outcome.ending = .interrupted }
    }
    observer.clear()

    let machine = MachineFacts(of: SystemMachine())
    description.finish(
      RunOutcome(
        cells: cellOutcomes(outcome), ending: outcome.ending, elapsedNanoseconds: outcome.elapsedNanoseconds,
        sampleCount: observer.sampleCount), endedUTC: UTCTime.current().iso8601, machineAtEnd: machine)
    let comparison = Comparison(
      runID: id.description, base: base.revision.side, candidate: candidate.revision.side,
      minimumEffect: plan.minimumEffect, rows: outcome.rows, failures: outcome.failures,
      ending: outcome.ending, waiting: outcome.waiting,
      warnings: description.warnings + layoutChanges(outcome) + sameSources(base, candidate)
        + otherDependencies(base, candidate),
      elapsedNanoseconds: outcome.elapsedNanoseconds)
    try folder.write(description)
    try folder.write(comparison)
    StandardError.print(
      "Written to \(folder.url.path): samples.csv, compare.csv, compare.json, run.json")
    return (comparison, MachineLine.text(machine: machine, build: description.build))
  }

  // MARK: Workers

  /// Reports a revision without `layoutbench worker` at once, not cell by cell.
  private func probe(_ launcher: BuildLauncher) throws {
    for (arm, name) in [(ComparisonArm.base, base), (.cand, candidate)] {
      do throws(WorkerError) {
        try launcher.launch(arm, padding: 0, isCounting: false).end()
      } catch {
        let reason =
          "\(name) cannot be measured: \(error). Revisions from before `layoutbench worker` cannot be compared."
        if arm == .cand { throw UnmeasurableCandidate(reason: reason) }
        throw CommandFailure.failed(reason)
      }
    }
  }

  /// Says which layouts changed, which only the program's own workloads may.
  private func layoutChanges(_ outcome: ComparisonOutcome) -> [Warning] {
    var changes: [String] = []
    for (cell, change) in outcome.layoutChanges {
      let text = "\(cell.workload) has \(change)"
      if !changes.contains(text) { changes.append(text) }
    }
    guard !changes.isEmpty else { return [] }
    return [
      Warning(
        cause: "The revisions lay out differently: \(changes.joined(separator: "; ")).",
        nextStep:
          "Changes of time are of whole layouts. Figures per element divide both by the candidate's elements."
      )
    ]
  }

  private func sameSources(_ base: BuiltRevision, _ candidate: BuiltRevision) -> [Warning] {
    guard base.build.identifier == candidate.build.identifier else { return [] }
    return [
      Warning(
        cause: "\(base.revision.name) and \(candidate.revision.name) have the same sources.",
        nextStep: "A difference between them would be an error of the comparison.")
    ]
  }

  private func otherDependencies(_ base: BuiltRevision, _ candidate: BuiltRevision) -> [Warning] {
    guard let own = base.pins, let other = candidate.pins else { return [] }
    let differences = own.differences(from: other)
    guard !differences.isEmpty else { return [] }
    return [
      Warning(
        cause:
          "\(base.revision.name) and \(candidate.revision.name) are built with different versions of dependencies: "
          + "\(differences.joined(separator: ", ")).",
        nextStep: "A difference between them may be a dependency's.")
    ]
  }

  // MARK: Records

  private func describe(
    id: RunID, start: UTCTime, _ base: SourceRevision, _ candidate: SourceRevision,
    _ environment: RunEnvironment
  ) -> RunDescription {
    let machine = MachineFacts.beforeMeasuring()
    // The workers are release builds, whatever this program is.
    let build = BuildFacts(configuration: .release, allocator: ThisProgram.allocations.allocatorName)
    let description = RunDescription(
      runID: id.description, commandLine: CommandLine.arguments, suite: suite, seed: plan.seed,
      budgetSeconds: plan.budget?.seconds, rounds: ComparisonPlan.defaultRounds.upperBound,
      startedUTC: start.iso8601, git: candidate.gitState, base: base.gitState, build: build,
      machineAtStart: machine,
      clockResolutionNanoseconds: environment.clock.measuredResolutionNanoseconds(),
      warnings: machine.warnings(build: build, threads: plan.cells.map(\.description.threads).max() ?? 1))
    return description
  }

  private func cellOutcomes(_ outcome: ComparisonOutcome) -> [CellOutcome] {
    let notBegun = outcome.waiting.filter { $0.stage == .start }.map(\.cell)
    return plan.cells.map(\.description).map { cell in
      if notBegun.contains(cell) { return .leftOut(cell, reason: "the comparison ended before it was begun") }
      return outcome.failures.first { $0.cell == cell } ?? CellOutcome(cell: cell, status: .measured)
    } + leftOut
  }

  private func orFailure<Result>(_ work: () throws(WorkerError) -> Result) throws -> Result {
    do throws(WorkerError) {
      return try work()
    } catch {
      throw CommandFailure.failed(error)
    }
  }
}

extension SourceRevision {
  /// The name as the user wrote it; the first ten digits of a full hash.
  var nameInSentences: String {
    name == "." ? "the working tree" : name == commit ? String(commit.prefix(10)) : name
  }

  var side: Comparison.Side {
    Comparison.Side(name: name, revision: commit, title: title, isDirty: isDirty)
  }

  fileprivate var gitState: GitState { GitState(revision: commit, isDirty: isDirty) }
}

/// The last step of a comparison: counting instructions, cell by cell.
struct InstructionStep {
  let counter: InstructionCounter
  let base: BuildCache.Build
  let candidate: BuildCache.Build
  let interruption: Interruption

  /// Returns the rows with one more for each measured cell, after the cell's others. A cell that cannot be
  /// counted gets a line with the reason instead, as do those whose time was not measured within the budget.
  /// After an interruption none is counted.
  func add(
    to rows: [MetricComparison], cells: [Cell], _ log: inout SampleLog
  ) -> [MetricComparison] {
    var result: [MetricComparison] = []
    var untimed = 0
    for cell in cells {
      let own = rows.filter { $0.cell == cell.description }
      result += own
      if interruption.isRequested { continue }
      // The duration of a job determines how many are counted.
      guard let wall = own.first(where: { $0.metric == .wallNanoseconds }) else {
        untimed += 1
        continue
      }
      if wall.verdict == .different { continue }
      log.show("Counting instructions: \(cell.description)")
      do throws(WorkerError) {
        result.append(try row(cell, jobNanoseconds: wall.baseValue))
      } catch {
        // The interruption ended the process.
        if interruption.isRequested { continue }
        log.clear()
        StandardError.print("warning: no instructions of \(cell.description): \(error)")
      }
    }
    if untimed > 0 {
      log.clear()
      StandardError.print(
        "warning: no instructions of \(untimed == 1 ? "a cell" : "\(untimed) cells") whose time was not measured; a longer --budget gives them."
      )
    }
    return result
  }

  private func row(_ cell: Cell, jobNanoseconds: Double) throws(WorkerError) -> MetricComparison {
    // As many jobs as take 5 ms; callgrind stretches this to a quarter of a second.
    let iterations = Int(min(max(5e6 / max(jobNanoseconds, 1), 1), 1e6))
    let counts = try [base.executable, candidate.executable, base.copy].map {
      executable throws(WorkerError) in
      try counter.count(executable, cell: cell.work, iterations: iterations)
    }
    return MetricComparison(
      cell: cell.description, metric: .instructionCount, base: counts[0], candidate: counts[1],
      null: counts[2], share: InstructionCounter.share(of: cell))
  }
}

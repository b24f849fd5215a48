import Benchmarking
import Foundation

/// A comparison of two revisions: their builds, its cells and its files.
struct RevisionComparison {
  /// The names of the revisions, as the user wrote them.
  private let base: String
  private let candidate: String
  private var plan: ComparisonPlan
  private var request: RunRequest
  /// The name of the suite.
  private let suite: String
  /// Cells that are not measured.
  private let leftOut: [CellOutcome]
  /// The smallest change of instructions that counts, as a share.
  private let minimumInstructions: Double
  /// True if revisions with the same sources are measured too.
  private let measuresEqualSources: Bool
  /// The parent of the comparison's folder.
  private let results: URL

  init(
    base: String, candidate: String, suite: String, request: RunRequest, seed: UInt64, minimumEffect: Double,
    budget: TimeSpan?, clock: JudgingClock = .auto, countsInstructions: Bool,
    minimumInstructions: Double = 0.002,
    measuresEqualSources: Bool = false, results: URL
  ) throws {
    self.base = base
    self.candidate = candidate
    self.suite = suite
    self.minimumInstructions = minimumInstructions
    self.measuresEqualSources = measuresEqualSources
    self.results = results
    let cells = try SuiteCells(of: request, seed: seed, areOfThisProgram: false)
    leftOut = cells.refused
    self.request = request
    if countsInstructions { self.request.countsInstructions = true }
    plan = ComparisonPlan(cells: cells.cells, seed: seed, minimumEffect: minimumEffect, time: budget)
    plan.clock = clock
  }

  private var countsInstructions: Bool { request.countsInstructions == true }

  /// Returns what would be built and measured, as text in lines with line ends. Builds nothing and writes nothing.
  func dryRun() throws -> String {
    try RevisionBuilds(base: base, candidate: candidate, resolving: false).plan + "\n"
      + plan.text(leftOut: leftOut)
  }

  /// Builds, measures, writes the comparison's files and returns its result. Of revisions with the same sources nothing is
  /// built or written, since there is nothing to compare.
  ///
  /// - Throws: `UnmeasurableCandidate` if only the candidate cannot be built or measured.
  func measure() throws -> ComparisonReport {
    try failingOnFiles { try OutputFolder(results).check() }
    Signals.watch()
    let counter = try countsInstructions ? InstructionCounter() : nil
    let builds = try RevisionBuilds(base: base, candidate: candidate)
    if builds.haveEqualSources && !measuresEqualSources {
      var comparison = Comparison(builds.base.revision, builds.candidate.revision)
      (comparison.haveEqualSources, comparison.ending) = (true, .complete)
      return ComparisonReport(comparison)
    }
    try builds.build()
    let launcher = BuildLauncher(base: builds.base.build, candidate: builds.candidate.build)
    try probe(launcher)
    var plan = plan
    plan.placementCount = launcher.placementCount
    let environment = RunEnvironment(counting: ThisProgram.allocations)
    // The work in progress may be a batch of minutes.
    return try interruptible(
      environment.interruption, saying: "Interrupted: what was measured is kept and judged.",
      hurry: LiveProcesses.shared.killAll
    ) {
      try failingOnFiles { try measure(builds, plan, launcher, counter, environment) }
    }
  }

  private func measure(
    _ builds: RevisionBuilds, _ plan: ComparisonPlan, _ launcher: BuildLauncher,
    _ counter: InstructionCounter?, _ environment: RunEnvironment
  ) throws -> ComparisonReport {
    let (base, candidate) = (builds.base, builds.candidate)
    var description = describe(base.revision, candidate.revision, environment)
    let folder = try RunFolder(creating: description, in: results)
    let samples = try folder.makeSampleWriter()
    var comparison = Comparison(
      base.revision, candidate.revision, runID: description.runID, minimumEffect: plan.minimumEffect)
    // Killed at any moment, it is told as killed.
    try folder.write(comparison)

    let identity = ComparisonIdentity(
      runID: description.runID, base: base.revision, base.build, candidate: candidate.revision,
      candidate.build)
    let log = SampleLog(samples)
    let cells = try ComparisonRun(
      plan: plan, identity: identity, launcher: launcher, observer: log, environment: environment
    ).run(into: &comparison)
    let counting = environment.clock.wallNanoseconds()
    let isChanged =
      comparison.shared.contains(where: \.verdict.isChange)
      || comparison.rows.contains { $0.metric.kind == .timed && $0.verdict.isChange }
    if let counter = counter ?? (isChanged ? try? InstructionCounter() : nil) {
      var step = InstructionStep(
        counter: counter, base: base.build, candidate: candidate.build,
        interruption: environment.interruption, isAsked: countsInstructions,
        minimumChange: minimumInstructions)
      comparison.rows = step.rows(comparison.rows, cells: cells, log)
      if let flame = step.flame { try FlameGraph.write(flame.tree, of: flame.cell, to: folder) }
      if environment.interruption.isRequested { comparison.ending = .interrupted }
    }
    let counted = environment.clock.wallNanoseconds() - counting
    comparison.phases[.instructions] = counted
    if plan.placementCount == 1 { comparison.boundOnePlacement() }
    comparison.elapsedNanoseconds += counted
    log.clear()

    let outcomes = cells.map(\.id).map { cell in
      comparison.failures.first { $0.cell == cell } ?? .measured(cell)
    }
    comparison.failures += leftOut
    let machine = MachineFacts(of: SystemMachine())
    description.finish(
      outcomes + leftOut, comparison.ending, elapsedNanoseconds: comparison.elapsedNanoseconds,
      machineAtEnd: machine)
    let (expected, unclear) = try builds.expectedSlowdowns()
    comparison.expectedSlowdowns = expected
    comparison.warnings = description.warnings + builds.warnings + unclear + onePlacement(plan)
    try folder.write(description)
    try folder.write(comparison)
    StandardError.print(
      "Written to \(folder.url.path): samples.csv, compare.csv, compare.json, run.json")
    return ComparisonReport(comparison, machine: MachineLine.text(machine: machine, build: description.build))
  }

  // MARK: Warnings

  private func onePlacement(_ plan: ComparisonPlan) -> [Warning] {
    plan.placementCount > 1
      ? []
      : [
        Warning(
          cause:
            "The programs have one order of functions, so that changes up to 5% may be of places in memory.",
          nextStep: "Where Swift's linker is lld, as on Linux, they have twenty.")
      ]
  }

  /// Reports a revision without `layoutbench worker` at once, not cell by cell.
  private func probe(_ launcher: BuildLauncher) throws {
    for (arm, name) in [(ComparisonArm.base, base), (.cand, candidate)] {
      do throws(WorkerError) {
        try launcher.launch(arm, placement: 0, padding: 0, isCounting: false).end()
      } catch {
        let reason =
          "\(name) cannot be measured: \(error). Revisions from before `layoutbench worker` cannot be compared."
        if arm == .cand { throw UnmeasurableCandidate(reason: RevisionError(reason)) }
        throw CommandFailure.failed(reason)
      }
    }
  }

  // MARK: Records

  private func describe(
    _ base: SourceRevision, _ candidate: SourceRevision, _ environment: RunEnvironment
  ) -> RunDescription {
    let start = Date()
    let machine = MachineFacts.beforeMeasuring()
    // The workers are release builds, whatever this program is.
    let build = BuildFacts(configuration: .release, allocator: ThisProgram.allocations.allocatorName)
    return RunDescription(
      runID: RunFolder.newName(start: start, suite: suite),
      commandLine: ProgramRun.current.portableCommandLine, request: request, suite: suite, seed: plan.seed,
      budgetSeconds: plan.time.seconds, rounds: ComparisonPlan.defaultRounds.upperBound,
      startedUTC: start.iso8601, git: candidate.gitState, base: base.gitState, build: build,
      machineAtStart: machine,
      clockResolutionNanoseconds: environment.clock.measuredResolutionNanoseconds(),
      warnings: machine.warnings(build: build, threads: plan.cells.map(\.id.threads).max() ?? 1))
  }
}

// MARK: - Stored comparisons

/// The meaning to `compare` of names that may be those of runs: a comparison that was measured before, or the revision that a
/// run is of.
enum StoredComparison {
  /// Returns the stored comparison that names stand for; nil if they are revisions. A run may have the name of a branch: if only one of
  /// two names is a run, both are revisions, or stand for theirs. So is a single name that is no comparison.
  ///
  /// - Throws: an error for runs, whose times do not compare: they were not measured in turns.
  static func report(_ base: String, _ candidate: String?) throws -> ComparisonReport? {
    guard let own = try? run(named: base) else { return nil }
    guard let candidate else { return own.holdsComparison ? try ComparisonReport(of: own) : nil }
    guard (try? run(named: candidate)) != nil else { return nil }
    throw CommandFailure.badInput(
      "\(base) and \(candidate) are runs, which saw the machine at different times, so a difference may be the "
        + "machine's; layoutbench compare BASE CANDIDATE measures two revisions in turns")
  }

  /// Returns the revision that a name stands for: itself, or that of a run with no revision of its name.
  static func revision(_ name: String) throws -> String {
    guard name != ".", let run = try? run(named: name),
      (try? RevisionBuilds.repository().revision(name)) == nil
    else { return name }
    guard let git = try run.readDescription().git, !git.isDirty else {
      throw CommandFailure.badInput(
        "\(name) was measured with changes that are in no commit, so its program cannot be built again; commit them, "
          + "and measure it anew")
    }
    return git.revision
  }

  /// Returns the folder of a run; nil for the working tree.
  private static func run(named name: String) throws(FileError) -> RunFolder? {
    name == "." ? nil : try RunReference(name).folder(in: .current)
  }
}

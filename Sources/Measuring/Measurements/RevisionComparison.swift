import Foundation

/// A comparison of two revisions: their builds, its cells and its files.
package struct RevisionComparison {
  private let builds: () throws -> RevisionBuilds
  package private(set) var plan: ComparisonPlan
  private var request: RunRequest
  /// The name of the suite.
  private let suite: String
  /// Cells that are not measured.
  package let leftOut: [CellOutcome]
  /// The smallest change of instructions that counts, as a share.
  private let minimumInstructions: Double
  /// True if revisions with the same sources are measured too.
  private let measuresEqualSources: Bool
  /// The parent of the comparison's folder.
  private let results: URL
  private let host: any MeasuringHost
  private let counts: ([CellID], _ base: URL, _ candidate: URL) -> [MetricComparison]

  /// - Parameters:
  ///   - counts: returns rows of counts that the programs say of cells that were compared.
  ///   - builds: looks the revisions up, once measuring begins.
  package init(
    suite: String, request: RunRequest, cells: (cells: [Cell], refused: [CellOutcome]), seed: UInt64,
    minimumEffect: Double, budget: TimeSpan?, clock: ComparisonPlan.Clock = .auto, countsInstructions: Bool,
    minimumInstructions: Double = 0.002,
    measuresEqualSources: Bool = false, results: URL, host: any MeasuringHost,
    counts: @escaping ([CellID], _ base: URL, _ candidate: URL) -> [MetricComparison],
    builds: @escaping () throws -> RevisionBuilds
  ) {
    (self.host, self.counts, self.builds) = (host, counts, builds)
    self.suite = suite
    self.minimumInstructions = minimumInstructions
    self.measuresEqualSources = measuresEqualSources
    self.results = results
    leftOut = cells.refused
    self.request = request
    if countsInstructions { self.request.countsInstructions = true }
    plan = ComparisonPlan(cells: cells.cells, seed: seed, minimumEffect: minimumEffect, time: budget)
    plan.clock = clock
  }

  private var countsInstructions: Bool { request.countsInstructions == true }

  /// Builds, measures, writes the comparison's files and returns its result. If both revisions have the same sources,
  /// nothing is built or written, since there is nothing to compare.
  ///
  /// - Throws: `UnmeasurableCandidate` if only the candidate cannot be built or measured.
  package func measure() throws -> (comparison: Comparison, machine: String?) {
    try OutputFolder(results).check()
    let counter = try countsInstructions ? InstructionCounter() : nil
    let builds = try builds()
    if builds.haveEqualSources && !measuresEqualSources {
      var comparison = Comparison(builds.base.revision, builds.candidate.revision)
      (comparison.haveEqualSources, comparison.ending) = (true, .complete)
      return (comparison, nil)
    }
    try builds.build()
    let launcher = BuildLauncher(base: builds.base.build, candidate: builds.candidate.build)
    try probe(launcher, builds)
    var plan = plan
    plan.placementCount = launcher.placementCount
    let environment = RunEnvironment()
    // The work in progress may be a batch of minutes.
    return try host.interruptible(
      environment.interruption, saying: "Interrupted: what was measured is kept and judged.",
      hurry: LiveProcesses.shared.killAll
    ) {
      try measure(builds, plan, launcher, counter, environment)
    }
  }

  private func measure(
    _ builds: RevisionBuilds, _ plan: ComparisonPlan, _ launcher: BuildLauncher,
    _ counter: InstructionCounter?, _ environment: RunEnvironment
  ) throws -> (comparison: Comparison, machine: String?) {
    let (base, candidate) = (builds.base, builds.candidate)
    var description = describe(base.revision, candidate.revision, environment)
    let folder = try RunFolder(creating: description, in: results)
    let samples = try folder.openSamples(isNew: true)
    var comparison = Comparison(
      base.revision, candidate.revision, runID: description.runID, minimumEffect: plan.minimumEffect)
    // If the program is killed at any moment from now on, the file says so.
    try folder.write(comparison)

    let identity = ComparisonIdentity(
      runID: description.runID, base: base.identity, candidate: candidate.identity)
    let sampler = PairSampler(
      plan: plan, identity: identity, launcher: launcher, environment: environment)
    let cells = try ComparisonRun(
      plan: plan, source: sampler, observer: SampleLog(samples, host: host), environment: environment
    ).measure(into: &comparison)
    let counting = environment.clock.wallNanoseconds()
    let isChanged =
      comparison.shared.contains(where: \.verdict.isChange)
      || comparison.rows.contains { $0.metric.kind == .timed && $0.verdict.isChange }
    if let counter = counter ?? (isChanged ? try? InstructionCounter() : nil) {
      var step = InstructionStep(
        counter: counter, base: base.build, candidate: candidate.build,
        interruption: environment.interruption, isAsked: countsInstructions,
        minimumChange: minimumInstructions)
      comparison.rows = step.rows(comparison.rows, cells: cells, failures: comparison.failures, host)
      if let flame = step.flame { try folder.write(flame.tree, of: flame.cell) }
      if environment.interruption.isRequested { comparison.ending = .interrupted }
    }
    if !environment.interruption.isRequested {
      comparison.rows += counts(cells.map(\.id), base.build.executable, candidate.build.executable)
    }
    let counted = environment.clock.wallNanoseconds() - counting
    comparison.phases[.instructions] = counted
    if plan.placementCount == 1 { comparison.boundOnePlacement() }
    comparison.elapsedNanoseconds += counted
    host.clear()

    let outcomes = cells.map(\.id).map { cell in
      comparison.failures.first { $0.cell == cell } ?? .measured(cell)
    }
    comparison.failures += leftOut
    let machine = MachineFacts.current
    description.finish(
      outcomes + leftOut, comparison.ending, elapsedNanoseconds: comparison.elapsedNanoseconds,
      machineAtEnd: machine)
    comparison.warnings = description.warnings + builds.warnings + onePlacement(plan)
    try folder.write(description)
    try folder.write(comparison)
    host.say(
      "Written to \(folder.url.path): samples.csv, compare.csv, compare.json, run.json")
    return (comparison, machine.line(with: description.build))
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
  private func probe(_ launcher: BuildLauncher, _ builds: RevisionBuilds) throws {
    for (arm, side) in [(ComparisonArm.base, builds.base), (.cand, builds.candidate)] {
      do throws(WorkerError) {
        try launcher.launch(arm, placement: 0, padding: 0, isCounting: false).end()
      } catch {
        let reason =
          "\(side.revision.name) cannot be measured: \(error). Revisions from before `\(ProgramName.command) worker` cannot be compared."
        let error = RevisionError(reason)
        throw arm == .cand ? UnmeasurableCandidate(reason: error) : error
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
    let build = BuildFacts(configuration: .release, allocator: host.build.allocator)
    return RunDescription(
      runID: RunFolder.newName(start: start, suite: suite),
      commandLine: host.commandLine, request: request, suite: suite, seed: plan.seed,
      budgetSeconds: plan.time.seconds, rounds: ComparisonPlan.defaultRounds.upperBound,
      startedUTC: start.iso8601, git: candidate.gitState, base: base.gitState, build: build,
      machineAtStart: machine,
      clockResolutionNanoseconds: environment.clock.measuredResolutionNanoseconds(),
      warnings: machine.warnings(build: build, threads: plan.cells.map(\.id.threads).max() ?? 1),
      parts: [RunPart(commandLine: host.commandLine, startedUTC: start.iso8601, machineAtStart: machine)])
  }
}

extension RevisionBuilds.Side {
  fileprivate var identity: ComparisonIdentity.Side {
    .init(revision: revision.commit, build: build.identifier, name: revision.nameInSentences)
  }
}

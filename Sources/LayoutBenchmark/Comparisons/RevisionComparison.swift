import Benchmarking
import Foundation

/// A comparison of two revisions: their builds, its cells and its files.
struct RevisionComparison {
  /// The names of the revisions, as the user wrote them.
  private let base: String
  private let candidate: String
  private let plan: ComparisonPlan
  private let cells: [CellDescription]
  private let request: RunRequest
  /// What goes on; nil for a new comparison.
  private let earlier: ComparisonResumption?
  /// The name of the suite.
  private let suite: String
  /// Cells that are not measured.
  private let leftOut: [CellOutcome]
  private let countsInstructions: Bool
  /// The parent of the comparison's folder.
  private let results: URL

  /// Generates the workloads to know their sizes.
  init(
    base: String, candidate: String, suite: String, request: RunRequest, seed: UInt64, minimumEffect: Double,
    budget: TimeSpan?, countsInstructions: Bool, results: URL
  ) throws {
    self.base = base
    self.candidate = candidate
    self.suite = suite
    self.countsInstructions = countsInstructions
    self.results = results
    let cells = try SuiteCells(of: request, seed: seed, areMeasuredHere: false)
    leftOut = cells.refused
    self.cells = cells.cells.map(\.description)
    self.request = request
    earlier = nil
    plan = ComparisonPlan(cells: cells.cells, seed: seed, minimumEffect: minimumEffect, time: budget)
  }

  /// Goes on with a comparison.
  init(resuming earlier: ComparisonResumption, budget: TimeSpan?) throws {
    (base, candidate) = earlier.names
    suite = earlier.description.suite ?? "compare"
    countsInstructions = earlier.countsInstructions
    results = earlier.folder.url.deletingLastPathComponent()
    request = earlier.request
    self.earlier = earlier
    let cells = try SuiteCells(of: earlier.request, seed: earlier.description.seed, areMeasuredHere: false)
    leftOut = cells.refused
    self.cells = cells.cells.map(\.description)
    plan = earlier.plan(of: cells.cells, budget: budget)
  }

  /// Throws an error outside a checkout of this program, since it builds revisions of itself.
  static func requireOwnRepository() throws {
    if ThisProgram.own != nil {
      guard OwnPackage.folder == nil else { return }
      throw CommandFailure.badInput(
        "\(ThisProgram.name) lies in no package whose revisions could be built; start it from its package's .build, "
          + "or in the package's folder")
    }
    guard let package = PackageFolder.current else { return }
    let remedy =
      "compare builds layoutbench itself: run it in a checkout of layoutbench. Layouts of your own are compared "
      + "by a program of your own, which layoutbench init writes; two runs anywhere: layoutbench compare RUN RUN"
    guard package.holdsProgram else {
      throw CommandFailure.badInput("\(package.url.path) is not a checkout of layoutbench; \(remedy)")
    }
    let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    if let own = GitRepository.top(around: folder), own != GitRepository.top(around: package.url) {
      throw CommandFailure.badInput(
        "the revisions would be those of layoutbench in \(package.url.path), and not of \(own); \(remedy)")
    }
    guard PackageFolder.here != nil else {
      throw CommandFailure.badInput(
        "the revisions would be those of layoutbench in \(package.url.path), and \(folder.path) is no part of it; "
          + remedy)
    }
  }

  /// Returns what would be built and measured, as text in lines with line ends. Builds nothing and writes nothing.
  func dryRun() throws -> String {
    let (cache, repository) = (Self.cache, try Self.repository())
    let sides = (try repository.revision(base), try repository.revision(candidate))
    let pins = try cache.pins(base: sides.0, candidate: sides.1, of: repository, resolving: false)
    let isBuilt = (
      try cache.holds(sides.0, pins: pins.base, of: repository),
      try cache.holds(sides.1, pins: pins.candidate, of: repository)
    )
    let builds = [("Base:     ", sides.0, isBuilt.0), ("Candidate:", sides.1, isBuilt.1)].map {
      title, side, isBuilt in
      "\(title) \(side.name), \(side.commit.prefix(10))\(side.isDirty ? " with changes" : ""): \(side.title); "
        + (isBuilt ? "built already" : "to be built, which takes minutes")
    }
    return builds.map { $0 + "\n" }.joined() + "\n" + plan.text(leftOut: leftOut)
  }

  /// Builds, measures, writes the comparison's files and returns its result.
  ///
  /// - Throws: `UnmeasurableCandidate` if only the candidate cannot be built or measured.
  func measure() throws -> (comparison: Comparison, machine: String) {
    if earlier == nil { try failingOnFiles { try OutputFolder(results).check() } }
    Signals.watch()
    let counter =
      try countsInstructions ? orFailure { () throws(WorkerError) in try InstructionCounter() } : nil
    let (base, candidate) = try build()
    try earlier?.require(base: base.build, candidate: candidate.build)
    try probe(BuildLauncher(base: base.build, candidate: candidate.build))
    let environment = RunEnvironment(counting: ThisProgram.allocations)
    // The work in progress may be a batch of minutes.
    return try interruptible(
      environment.interruption, saying: "Interrupted: what was measured is kept and judged.",
      hurry: LineProcess.killAll
    ) {
      try failingOnFiles { try measure(base, candidate, counter, environment) }
    }
  }

  private func measure(
    _ base: BuiltRevision, _ candidate: BuiltRevision, _ counter: InstructionCounter?,
    _ environment: RunEnvironment
  ) throws -> (comparison: Comparison, machine: String) {
    var description = earlier?.description ?? describe(base.revision, candidate.revision, environment)
    let folder = try earlier?.folder ?? RunFolder(creating: description, in: results)
    let samples = try earlier == nil ? folder.makeSampleWriter() : folder.resumeSampleWriter()

    let identity = ComparisonIdentity(
      runID: description.runID, baseRevision: base.revision.commit,
      candidateRevision: candidate.revision.commit,
      baseBuild: base.build.identifier, candidateBuild: candidate.build.identifier,
      baseName: base.revision.nameInSentences, candidateName: candidate.revision.nameInSentences)
    var observer = SampleLog(samples: samples, latencies: nil)
    var outcome = try ComparisonRun(
      plan: plan, identity: identity,
      launcher: BuildLauncher(base: base.build, candidate: candidate.build), environment: environment
    ).run(observer: &observer)
    outcome.failures += leftOut
    let isSlower = outcome.rows.contains { $0.metric.kind == .timed && $0.verdict == .slower }
    if let counter = counter ?? (isSlower ? try? InstructionCounter() : nil) {
      let step = InstructionStep(
        counter: counter, base: base.build, candidate: candidate.build,
        interruption: environment.interruption)
      if countsInstructions {
        outcome.rows = step.add(to: outcome.rows, cells: plan.cells, &observer)
      } else {
        outcome.rows = step.check(outcome.rows, cells: plan.cells, &observer)
      }
      if environment.interruption.isRequested { outcome.ending = .interrupted }
    }
    outcome.rows = outcome.rows.withPlacements
    outcome.elapsedNanoseconds += earlier?.comparison.elapsedNanoseconds ?? 0
    observer.clear()

    let machine = MachineFacts(of: SystemMachine())
    description.finish(
      RunOutcome(
        cells: cellOutcomes(outcome), ending: outcome.ending, elapsedNanoseconds: outcome.elapsedNanoseconds,
        sampleCount: (earlier?.sampleCount ?? 0) + observer.sampleCount), endedUTC: UTCTime.current().iso8601,
      machineAtEnd: machine)
    let comparison = Comparison(
      runID: description.runID, base: base.revision.side, candidate: candidate.revision.side,
      minimumEffect: plan.minimumEffect, shared: outcome.shared, rows: outcome.rows,
      failures: outcome.failures,
      ending: outcome.ending,
      warnings: description.warnings + layoutChanges(outcome) + sameSources(base, candidate)
        + otherDependencies(base, candidate),
      elapsedNanoseconds: outcome.elapsedNanoseconds)
    try folder.write(description)
    try folder.write(comparison)
    StandardError.print(
      "Written to \(folder.url.path): samples.csv, compare.csv, compare.json, run.json")
    return (comparison, MachineLine.text(machine: machine, build: description.build))
  }

  // MARK: Builds

  private typealias BuiltRevision = (
    revision: SourceRevision, build: BuildCache.Build, pins: DependencyPins?
  )

  private func build() throws -> (base: BuiltRevision, candidate: BuiltRevision) {
    let cache = Self.cache
    let progress = BuildProgress()
    let repository = try Self.repository()
    // Both names are looked up before a build takes minutes.
    let revision = try repository.revision(self.base)
    let candidate = try repository.revision(self.candidate)
    let pins = try cache.pins(base: revision, candidate: candidate, of: repository, progress: progress.show)
    let base = (
      revision, try cache.build(revision, pins: pins.base, of: repository, progress: progress.show), pins.base
    )
    do throws(RevisionError) {
      let build = try cache.build(candidate, pins: pins.candidate, of: repository, progress: progress.show)
      return (base, (candidate, build, pins.candidate))
    } catch {
      throw UnmeasurableCandidate(reason: error)
    }
  }

  private static var cache: BuildCache {
    BuildCache(folder: BuildCache.defaultFolder(), product: ThisProgram.name)
  }

  /// Returns the program of a revision, after building it if need be.
  static func program(of name: String) throws -> URL {
    try requireOwnRepository()
    let repository = try repository()
    let revision = try repository.revision(name)
    let progress = BuildProgress()
    let pins = try cache.pins(base: revision, candidate: revision, of: repository, progress: progress.show)
    return try cache.build(revision, pins: pins.base, of: repository, progress: progress.show).executable
  }

  /// The repository of the package whose revisions are built.
  static func repository() throws(RevisionError) -> GitRepository {
    try GitRepository(
      folder: PackageFolder.current?.url ?? URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
  }

  /// Reports a revision without `layoutbench worker` at once, not cell by cell.
  private func probe(_ launcher: BuildLauncher) throws {
    for (arm, name) in [(ComparisonArm.base, base), (.cand, candidate)] {
      do throws(WorkerError) {
        try launcher.launch(arm, padding: 0, isCounting: false).end()
      } catch {
        let reason =
          "\(name) cannot be measured: \(error). Revisions from before `layoutbench worker` cannot be compared."
        if arm == .cand { throw UnmeasurableCandidate(reason: RevisionError(reason)) }
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
    _ base: SourceRevision, _ candidate: SourceRevision, _ environment: RunEnvironment
  ) -> RunDescription {
    let start = UTCTime.current()
    let machine = MachineFacts.beforeMeasuring()
    // The workers are release builds, whatever this program is.
    let build = BuildFacts(configuration: .release, allocator: ThisProgram.allocations.allocatorName)
    var description = RunDescription(
      runID: RunID(start: start, suite: suite).description, commandLine: CommandLine.arguments, suite: suite,
      seed: plan.seed,
      budgetSeconds: plan.time.seconds, rounds: ComparisonPlan.defaultRounds.upperBound,
      startedUTC: start.iso8601, git: candidate.gitState, base: base.gitState, build: build,
      machineAtStart: machine,
      clockResolutionNanoseconds: environment.clock.measuredResolutionNanoseconds(),
      warnings: machine.warnings(build: build, threads: plan.cells.map(\.description.threads).max() ?? 1))
    description.request = request
    return description
  }

  private func cellOutcomes(_ outcome: ComparisonOutcome) -> [CellOutcome] {
    cells.map { cell in
      outcome.failures.first { $0.cell == cell } ?? CellOutcome(cell: cell, status: .measured)
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

/// The reason why the candidate of a comparison cannot be measured, though the base can.
struct UnmeasurableCandidate: Error {
  /// Names the candidate.
  let reason: RevisionError
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

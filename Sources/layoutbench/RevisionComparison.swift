import Foundation
import Measurement
import Reporting

/// A comparison of two revisions: their builds, its cells and its files.
struct RevisionComparison {
  private let options: CompareCommand
  private let suite: BenchmarkSuite
  private let cells: [ComparedCell]

  /// Reads the suite and generates what it names, to know its sizes.
  init(options: CompareCommand) throws {
    self.options = options
    // Worker processes know no other mode.
    let (suite, request) = try options.selection.request(
      default: "compare", dispatch: [.serialQueues])
    self.suite = suite
    let suiteFile = URL(fileURLWithPath: request.suiteFile)
    var input: (source: BenchmarkSuite.Source, input: BenchmarkInput)?
    var cells: [ComparedCell] = []
    for cell in request.cells {
      guard let source = cell.source else { continue }
      // A suite names a source once for all its subjects, and a large tree takes a while to make.
      if input?.source != source {
        input = (
          source, try BenchmarkInput(source, seed: options.selection.seedOrDefault, suiteFile: suiteFile)
        )
      }
      let subject = try SuiteCells.subject(cell.subject)
      let most = subject.maximumThreads ?? .max
      guard let input = input?.input else { continue }
      cells += cell.threads.filter { $0 <= most }.map {
        ComparedCell(
          cell, input, threads: $0, seed: options.selection.seedOrDefault, suiteFile: suiteFile,
          splitsLayouts: subject.splitsLayouts(of: input.tree))
      }
    }
    self.cells = cells
  }

  /// Builds, measures, writes the comparison's files and says what it came to.
  func measure() throws -> (comparison: Comparison, machine: String, ending: RunEnding) {
    Signals.watch()
    let counter =
      try options.instructions ? orFailure { () throws(WorkerError) in try InstructionCounter() } : nil
    let (base, candidate) = try build()
    let launcher = BuildLauncher(base: base.build, candidate: candidate.build)
    try probe(launcher)

    let start = UTCTime.current()
    let id = RunID(start: start, suite: suite.name)
    let environment = RunEnvironment(allocationCounter: Jemalloc())
    let files = try ComparisonFiles(id: id, in: options.resultsFolder)
    var description = describe(id: id, start: start, base.revision, candidate.revision, environment)
    try files.write(description)

    let plan = ComparisonPlan(
      cells: cells, seed: options.selection.seedOrDefault, minimumEffect: options.minEffect.share,
      budget: options.budget)
    let identity = ComparisonIdentity(
      runID: id.description, baseRevision: base.revision.commit, candidateRevision: candidate.revision.commit,
      baseBuild: base.build.identifier, candidateBuild: candidate.build.identifier)
    var observer = ComparisonPrinter(samples: files.samples)
    let message = "Interrupted: the pair under way is finished, and what was measured is kept and judged."
    var outcome = try interruptible(environment.interruption, saying: message) {
      try ComparisonRun(plan: plan, identity: identity, launcher: launcher, environment: environment)
        .run(observer: &observer)
    }
    if let counter, outcome.ending != .interrupted {
      let step = InstructionStep(counter: counter, base: base.build, candidate: candidate.build)
      outcome.rows = step.add(to: outcome.rows, cells: cells, &observer)
    }
    observer.clear()

    let machine = MachineFacts(of: SystemMachine())
    description.finish(
      RunOutcome(
        cells: cellOutcomes(outcome), ending: outcome.ending, elapsedNanoseconds: outcome.elapsedNanoseconds,
        sampleCount: observer.sampleCount), endedUTC: UTCTime.current().iso8601, machineAtEnd: machine)
    let comparison = Comparison(
      runID: id.description, base: base.revision.side, candidate: candidate.revision.side,
      minimumEffect: options.minEffect.share, rows: outcome.rows, failures: outcome.failures,
      warnings: description.warnings + sameSources(base, candidate),
      elapsedNanoseconds: outcome.elapsedNanoseconds)
    try files.write(description)
    try files.write(comparison)
    StandardError.print(
      "Written to \(files.folder.url.path): samples.csv, compare.csv, compare.json, run.json")
    return (comparison, MachineLine.text(machine: machine, build: description.build), outcome.ending)
  }

  // MARK: Builds

  private typealias BuiltRevision = (revision: SourceRevision, build: BuildCache.Build)

  private func build() throws -> (base: BuiltRevision, candidate: BuiltRevision) {
    let cache = BuildCache(folder: BuildCache.defaultFolder())
    do throws(RevisionError) {
      let repository = try GitRepository(
        folder: PackageFolder.current?.url ?? URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
      // Both names are looked up before minutes are spent on a build.
      let base = try repository.revision(options.base)
      let candidate = try repository.revision(options.candidate ?? ".")
      return (
        (base, try cache.build(base, of: repository, progress: Self.tell)),
        (candidate, try cache.build(candidate, of: repository, progress: Self.tell))
      )
    } catch {
      throw error.isInput ? CommandFailure.badInput(error) : CommandFailure.failed(error)
    }
  }

  private static func tell(_ event: BuildCache.Event) {
    switch event {
    case .building(let revision):
      StandardError.print(
        "Building \(revision.name) (\(revision.commit.prefix(10))); this takes minutes, once ...")
    case .waiting(let revision):
      StandardError.print("Waiting for another process that builds \(revision.name) ...")
    }
  }

  /// A revision from before there were workers is told at once, and not cell by cell.
  private func probe(_ launcher: BuildLauncher) throws {
    for (arm, name) in [(ComparisonArm.base, options.base), (.cand, options.candidate ?? ".")] {
      do throws(WorkerError) {
        try launcher.launch(arm, padding: 0).end()
      } catch {
        throw CommandFailure.failed(
          "\(name) cannot be measured: \(error). Revisions from before `layoutbench worker` cannot be compared."
        )
      }
    }
  }

  private func sameSources(_ base: BuiltRevision, _ candidate: BuiltRevision) -> [Warning] {
    guard base.build.identifier == candidate.build.identifier else { return [] }
    return [
      Warning(
        cause: "\(base.revision.name) and \(candidate.revision.name) have the same sources.",
        nextStep: "A difference between them would be an error of the comparison.")
    ]
  }

  // MARK: What is written down

  private func describe(
    id: RunID, start: UTCTime, _ base: SourceRevision, _ candidate: SourceRevision,
    _ environment: RunEnvironment
  ) -> RunDescription {
    let machine = MachineFacts(of: SystemMachine())
    // The workers are release builds, whatever this program is.
    let build = BuildFacts(configuration: .release, allocator: Jemalloc.version)
    let description = RunDescription(
      runID: id.description, commandLine: CommandLine.arguments, suite: suite.name,
      seed: options.selection.seedOrDefault,
      budgetSeconds: options.budget?.seconds, rounds: ComparisonPlan(cells: []).rounds.upperBound,
      startedUTC: start.iso8601,
      git: GitState(revision: candidate.commit, isDirty: candidate.isDirty), build: build,
      machineAtStart: machine,
      clockResolutionNanoseconds: environment.clock.measuredResolutionNanoseconds(),
      warnings: machine.warnings(build: build, threads: cells.map(\.description.threads).max() ?? 1))
    return description
  }

  private func cellOutcomes(_ outcome: ComparisonOutcome) -> [CellOutcome] {
    cells.map { cell in
      outcome.failures.first { $0.cell == cell.description }
        ?? CellOutcome(cell: cell.description, status: .measured)
    }
  }

  private func orFailure<Result>(_ work: () throws(WorkerError) -> Result) throws -> Result {
    do throws(WorkerError) {
      return try work()
    } catch {
      throw CommandFailure.failed(error)
    }
  }
}

extension ComparedCell {
  init(
    _ cell: RunRequest.Cell, _ input: BenchmarkInput, threads: Int, seed: UInt64, suiteFile: URL,
    splitsLayouts: Bool
  ) {
    let document = cell.source.flatMap { BenchmarkSuite.documentFile(of: $0, suiteFile: suiteFile) }
    self.init(
      description: CellDescription(
        subject: cell.subject, workload: input.name, nodeCount: input.tree.elementCount,
        depth: input.tree.depth,
        seed: input.seed, threads: threads),
      work: WorkerCell(
        subject: cell.subject, workload: cell.workload, document: document?.standardizedFileURL.path,
        seed: seed,
        threads: threads),
      splitsLayouts: splitsLayouts)
  }
}

extension SourceRevision {
  var side: Comparison.Side {
    Comparison.Side(name: name, revision: commit, title: title, isDirty: isDirty)
  }
}

/// The last step of a comparison: instructions, cell by cell.
struct InstructionStep {
  let counter: InstructionCounter
  let base: BuildCache.Build
  let candidate: BuildCache.Build

  /// The rows with one more for each cell that was measured, behind the cell's others. A cell that cannot be counted gets none, and a
  /// line that says why.
  func add(
    to rows: [MetricComparison], cells: [ComparedCell], _ printer: inout ComparisonPrinter
  ) -> [MetricComparison] {
    var result: [MetricComparison] = []
    for cell in cells {
      let own = rows.filter { $0.cell == cell.description }
      result += own
      guard !own.isEmpty, own.allSatisfy({ $0.verdict != .different }) else { continue }
      printer.show("Counting instructions: \(cell.description)")
      do throws(WorkerError) {
        result.append(try row(cell, jobNanoseconds: own[0].baseValue))
      } catch {
        printer.clear()
        StandardError.print("warning: no instructions of \(cell.description): \(error)")
      }
    }
    return result
  }

  private func row(_ cell: ComparedCell, jobNanoseconds: Double) throws(WorkerError) -> MetricComparison {
    // As many jobs as take 5 ms, which callgrind stretches to a quarter of a second.
    let iterations = Int(min(max(5e6 / max(jobNanoseconds, 1), 1), 1e6))
    let counts = try [base.executable, candidate.executable, base.copy].map {
      executable throws(WorkerError) in
      try counter.count(executable, cell: cell.work, iterations: iterations)
    }
    return MetricComparison(
      cell: cell.description, metric: .instructionCount, base: counts[0], candidate: counts[1],
      null: counts[2])
  }
}

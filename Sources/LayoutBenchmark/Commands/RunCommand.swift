import ArgumentParser
import Foundation
import Measuring
import Reporting

/// `layoutbench run`: measures a suite.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measure a suite and print its table.",
    discussion: """
      Samples of all cells are taken in turns; then, cell by cell, memory. Each run leaves a \
      folder with samples.csv, summary.csv and run.json, which is never overwritten. Ctrl-C and \
      SIGTERM interrupt a run and keep what was measured: exit code 130. --resume continues a run that was \
      interrupted or killed; only the current sample is lost.

      The code under test runs in a worker process. A cell that crashes, exits or hangs there has failed: the others \
      are measured, the exit code is 1, and --resume tries it again. What it prints is no part of the results.

      --shard 2/4 measures the second of four parts, each on a machine of its own; `\(ProgramName.command) results merge` \
      merges them. All subjects of a workload are in one part, because their ratio is what counts.

      Subjects that begin with "peer." are other engines; scripts/install-peers installs them.

      EXAMPLES
      \(examples)
      """)

  /// Examples with suites are for programs that have the shipped suites.
  private static let examples = """
      \(ProgramName.command) run
      \(ProgramName.command) run --threads 1..max --budget 10m
      \(ProgramName.command) run --suite peers
      \(ProgramName.command) run --suite threads --threads 1..8 --dispatch concurrentQueue
      \(ProgramName.command) run --filter spec.cold --filter node.edit   the cells of either
      \(ProgramName.command) run --filter 'spec*feed' --exclude '2 threads' --out /tmp/results
      \(ProgramName.command) run --sort ratio --format markdown
      \(ProgramName.command) run --dry-run
      \(ProgramName.command) run --resume latest
      \(ProgramName.command) run --suite full --shard 2/4 --out shards
    """.split(separator: "\n").filter { !ThisProgram.isOwn || !$0.contains("--suite") }.joined(
      separator: "\n")

  @OptionGroup
  var selection: SuiteSelection

  @Option(
    help: """
      How Dispatch runs the workers: serialQueues, a queue per worker; concurrentQueue, a block per job; \
      concurrentPerform. One or more, separated by commas. Default: the suite's.
      """,
    transform: { try list($0) })
  var dispatch: [DispatchMode]?

  @Option(
    help: """
      The time limit of the run: 90s, 2m. Every cell is measured in at least one round. Memory, \
      which comes last, is skipped for cells for which no time is left. Default: the suite's. With --resume: \
      from now on; default: what earlier parts of the run left of it.
      """, transform: timeSpan)
  var budget: TimeSpan?

  @Option(
    help: "The most samples of each cell, 1 or more. Default: the suite's.",
    transform: { try parsed($0, "a whole number, 1 or more") })
  var rounds: Int?

  @Option(
    help: ArgumentHelp(
      "Continue this run: its folder, its name in the results, or latest.", valueName: "run"),
    completion: .runs)
  var resume: RunReference?

  @Option(
    help: ArgumentHelp("Measure only this part: 2/4 is the second of four.", valueName: "i/n"),
    transform: { try parsed($0, "i/n, with i from 1 to n and n up to \(Shard.maximumCount), such as 2/4") })
  var shard: Shard?

  @OptionGroup
  var results: ResultOptions

  @Flag(help: "Print what would be measured and about how long it would take, and measure nothing.")
  var dryRun = false

  func validate() throws {
    try require("--rounds", rounds, from: 1, to: BenchmarkSuite.allowedRounds.upperBound)
    guard resume != nil else { return }
    try selection.requireUnsettled(
      ["--rounds": rounds != nil, "--dispatch": dispatch != nil, "--shard": shard != nil],
      "is settled when a run begins; --resume goes on with what it was")
  }

  func run() throws {
    try selection.job.limit { if let resume { try goOn(with: resume) } else { try begin() } }
  }

  // MARK: A new run

  private func begin() throws {
    let (suite, request) = try selection.request(
      default: "quick", dispatch: dispatch, shard: shard)
    if let shard, request.cellsOfShard(seed: selection.seedOrDefault).isEmpty {
      StandardError.print("note: shard \(shard) has nothing to do: there are fewer workloads than shards")
    }
    if !dryRun { try failingOnFiles { try OutputFolder(selection.parent).check() } }
    let run = SuiteRun(
      suite: suite.name, request: request,
      asked: try Catalogue.cells(of: request, seed: selection.seedOrDefault, areOfThisProgram: true),
      seed: selection.seedOrDefault, rounds: rounds ?? suite.rounds ?? 20, budget: budget ?? suite.budget,
      host: TerminalHost())
    if dryRun { return printPlan(of: run, after: nil) }
    try conclude(RunReport(of: try failingOnFiles { try run.measure(in: selection.parent) }))
  }

  // MARK: A resumed run

  private func goOn(with reference: RunReference) throws {
    let folder = try reference.folder(in: .current)
    guard !folder.holdsComparison else {
      throw CommandFailure.badInput(
        "\(folder.url.path) is a comparison, which is not resumed: compare again")
    }
    guard let seen = try resumption(of: folder) else { return }
    if dryRun {
      let earlier = try folder.readSamples()
      return printPlan(of: try suiteRun(seen, earlier), after: earlier)
    }
    // The writer is opened before reading: from here on no other process can resume the run. The run is read
    // again because another process may just have resumed it.
    let writer = try failingOnFiles { try folder.openSamples() }
    guard let run = try resumption(of: folder) else { return }
    let earlier = try folder.readSamples()
    let suiteRun = try suiteRun(run, earlier)
    try conclude(RunReport(of: try failingOnFiles { try suiteRun.resume(run, after: earlier, writer) }))
  }

  /// Prints the cells that would be measured, with the estimated time.
  private func printPlan(of run: SuiteRun, after earlier: SampleFile?) {
    let plan = run.plan(after: earlier)
    print(plan.text(leftOut: run.refused, run.estimate(of: plan)), terminator: "")
  }

  /// Returns the rest of the run; nil if nothing is left to do, after printing that.
  private func resumption(of folder: RunFolder) throws -> RunResumption? {
    let description = try folder.readDescription()
    let isFinished = description.isFinished(givenMoreBudget: budget != nil)
    if try isFinished && !folder.readSamples().canTryAgain(description) {
      let more = description.ending == .budget ? "; --budget gives it more time" : ""
      StandardError.print("Nothing is left to do\(more).")
      if !dryRun {
        // A full disk may have kept the last file from being written.
        if !folder.holdsSummary { try failingOnFiles { try folder.summarize(description) } }
        let report = try RunReport(of: folder)
        for warning in report.warnings { StandardError.print("warning: \(warning)") }
        try results.show(report)
      }
      return nil
    }
    return try RunResumption(of: folder, build: ThisProgram.build, git: ThisProgram.git)
  }

  private func suiteRun(_ run: RunResumption, _ samples: SampleFile) throws -> SuiteRun {
    let description = run.description
    let suiteRun = SuiteRun(
      suite: description.suite ?? "run", request: run.request,
      asked: try Catalogue.cells(of: run.request, seed: description.seed, areOfThisProgram: true),
      seed: description.seed, rounds: description.rounds,
      budget: budget ?? run.remainingBudget(samples: samples.samples), host: TerminalHost())
    try run.requireCells(suiteRun.knownCells, of: samples)
    return suiteRun
  }

  // MARK: Outcome

  private func conclude(_ report: RunReport) throws {
    try results.show(report)
    if results.format == .text {
      let frames = try FrameReport(of: UnitTimes(report.summary), on: FrameReport.usualDevice)
      let text = frames.text(of: frames.figures, width: results.table.width)
      if !text.isEmpty { print("\n" + text, terminator: "") }
    }
    if report.run.ending == .interrupted { throw ExitCode(130) }
    if report.run.cells.contains(where: { $0.status == .failed }) { throw ExitCode.failure }
  }
}

import Foundation
import Measurement
import Reporting

/// A comparison of two revisions: their builds, its cells and its files.
struct RevisionComparison {
  private let options: CompareCommand
  private let cells: [ComparedCell]

  init(options: CompareCommand) throws {
    self.options = options
    let (suite, file) = try options.selection.read(default: "compare")
    var cells: [ComparedCell] = []
    for choice in try options.selection.choices(of: suite, file: file) {
      let input = try BenchmarkInput(choice.source, seed: options.selection.seed, suiteFile: file)
      for threads in choice.threads {
        let description = CellDescription(
          subject: choice.subject.name, workload: input.name, nodeCount: input.tree.elementCount,
          depth: input.tree.depth, seed: input.seed, threads: threads)
        var work = WorkerCell(subject: choice.subject.name, seed: options.selection.seed, threads: threads)
        switch choice.source {
        case .workload(let text): work.workload = text
        case .document: work.document = BenchmarkSuite.documentFile(of: choice.source, suiteFile: file)?.path
        }
        cells.append(ComparedCell(description: description, work: work))
      }
    }
    self.cells = cells
  }

  func measure() throws {
    let cache = BuildCache(folder: BuildCache.defaultFolder())
    let builds: (base: BuildCache.Build, candidate: BuildCache.Build)
    let revisions: (base: SourceRevision, candidate: SourceRevision)
    do throws(RevisionError) {
      let repository = try GitRepository(
        folder: PackageFolder.current?.url ?? URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
      revisions = (try repository.revision(options.base), try repository.revision(options.candidate))
      let progress: (BuildCache.Event) -> Void = { event in
        switch event {
        case .building(let revision):
          StandardError.print("Building \(revision.name) (\(revision.commit.prefix(10))) ...")
        case .waiting(let revision):
          StandardError.print("Waiting for somebody else's build of \(revision.name) ...")
        }
      }
      builds = (
        try cache.build(revisions.base, of: repository, progress: progress),
        try cache.build(revisions.candidate, of: repository, progress: progress)
      )
    } catch {
      throw error.isInput ? CommandFailure.badInput(error) : CommandFailure.failed(error)
    }
    let launcher = BuildLauncher(base: builds.base, candidate: builds.candidate)
    let plan = ComparisonPlan(cells: cells, seed: options.selection.seed, budget: options.budget)
    let run = ComparisonRun(
      plan: plan, identity: ComparisonIdentity(runID: "x"), launcher: launcher)
    var printer = Printer()
    let outcome = try run.run(observer: &printer)
    for row in outcome.rows {
      print(row.cell, row.metric.rawValue, row.baseValue, row.pairCount, row.candidate.ratio, row.candidate.low, row.candidate.high, row.null?.ratio ?? 0, row.detectableRatio ?? 0, row.verdict, row.isConfirmed.map { "\($0)" } ?? "", row.note ?? "")
    }
    for failure in outcome.failures { print("failed", failure.cell, failure.reason ?? "") }
    print(Double(outcome.elapsedNanoseconds) / 1e9)
  }

  struct Printer: ComparisonObserver {
    mutating func sampleTaken(_ sample: SampleRecord) throws {}
    mutating func advanced(_ cell: CellDescription, progress: RunProgress) {}
    mutating func cellDropped(_ outcome: CellOutcome) { StandardError.print("failed: \(outcome)") }
  }
}

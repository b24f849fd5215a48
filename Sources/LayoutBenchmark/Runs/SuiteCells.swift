import Benchmarking
import Foundation

/// The requested cells of a run or a comparison, each once, and those that are not measured.
struct SuiteCells {
  private(set) var cells: [Cell] = []
  /// Cells that are not measured, because the subject does not support them.
  private(set) var refused: [CellOutcome] = []

  /// - Parameter areMeasuredHere: true if this process lays the cells out: it makes the trees, and checks the subjects'
  ///   frames. False if worker processes do both; they tell the sizes.
  init(of request: RunRequest, seed: UInt64, areMeasuredHere: Bool) throws {
    let suiteFile = URL(fileURLWithPath: request.suiteFile)
    var remedies: [String] = []
    var latest: (source: CellSource, input: BenchmarkInput)?
    var seen: Set<CellID> = []
    for asked in request.cellsOfShard(seed: seed) {
      guard let source = asked.source else {
        throw CommandFailure.badInput(
          "run.json: a cell of \(asked.subject) has neither workload nor document")
      }
      let subject = try subject(named: asked.subject, or: request.commands ?? [])
      let mode = asked.dispatch ?? .serialQueues
      var found: [Cell]
      var refusal = subject.reasonToLeaveOut(mode).map { Refusal(description: $0) }
      if areMeasuredHere {
        // A suite names a source once for all its subjects, and a large tree takes time to make.
        let input =
          if let latest, latest.source == source {
            latest.input
          } else {
            try BenchmarkInput(source, seed: seed, suiteFile: suiteFile)
          }
        latest = (source, input)
        found = asked.threads.map { input.cell(of: subject, threads: $0, mode) }
        do throws(Refusal) {
          try subject.requireSupport(of: input)
        } catch {
          refusal = error
        }
      } else {
        found = asked.threads.map { Self.cell(of: subject, source, seed: seed, threads: $0, mode) }
        if request.commands?.contains(where: { $0.name == asked.subject }) == true {
          refusal = Refusal(description: "a suite's own program is no part of a revision")
        }
      }
      // A suite may name a cell twice, spelled differently or with replaced threads or modes.
      found = found.filter { seen.insert($0.id).inserted }
      if let refusal {
        let outcome = refusal.isFailure ? CellOutcome.failed : CellOutcome.leftOut
        refused += found.map { outcome($0.id, refusal.description) }
        if refusal.isFailure {
          StandardError.print("failed: \(subject.name) \(asked.name): \(refusal.description)")
        }
        if let remedy = refusal.remedy, !remedies.contains(remedy) { remedies.append(remedy) }
        continue
      }
      let file = BenchmarkSuite.documentFile(of: source, suiteFile: suiteFile)?.standardizedFileURL.path
      if let file, !FileManager.default.fileExists(atPath: file) {
        throw CommandFailure.badInput("\(file): there is no such document")
      }
      cells += found.map { cell in
        var cell = cell
        if let file { cell.source = .document(file) }
        return cell
      }
    }
    for remedy in remedies { StandardError.print("note: \(remedy)") }
  }

  /// Returns a cell that worker processes measure.
  private static func cell(
    of subject: any Subject, _ source: CellSource, seed: UInt64, threads: Int, _ mode: DispatchMode
  ) -> Cell {
    Cell(
      id: CellID(
        subject: subject.name, workload: source.name, seed: source.workload == nil ? 0 : seed,
        threads: threads, pool: mode),
      source: source, splitsLayouts: subject.splitsLayouts, layoutMayChange: ThisProgram.isOwn(source))
  }
}

extension BenchmarkInput {
  /// Returns a cell that this process measures.
  func cell(of subject: any Subject, threads: Int, _ mode: DispatchMode = .serialQueues) -> Cell {
    let job = workload?.job
    return Cell(
      id: CellID(
        subject: subject.name, workload: name, nodeCount: job?.elementCount ?? tree.elementCount,
        depth: tree.depth, seed: seed, threads: threads, pool: mode),
      splitsLayouts: job?.isAsynchronous ?? subject.splitsLayouts(of: tree), byteCount: job?.byteCount
    ) { try subject.makeWorker(for: self) }
  }
}

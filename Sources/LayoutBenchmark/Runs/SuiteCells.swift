import Benchmarking
import Foundation

/// The requested cells of a run or a comparison, each once, and those that are not measured.
struct SuiteCells {
  private(set) var cells: [Cell] = []
  /// Cells that are not measured, because the subject does not support them.
  private(set) var refused: [CellOutcome] = []

  /// Reads or generates the sources of the cells, and checks which the subjects support.
  ///
  /// - Parameter areMeasuredHere: true if this process lays the cells out; it checks the subjects' frames and
  ///   keeps the trees. False if worker processes do both.
  init(of request: RunRequest, seed: UInt64, areMeasuredHere: Bool) throws {
    let suiteFile = URL(fileURLWithPath: request.suiteFile)
    var remedies: [String] = []
    var latest: (source: BenchmarkSuite.Source, input: BenchmarkInput)?
    var seen: Set<CellDescription> = []
    for cell in request.cellsOfShard(seed: seed) {
      guard let source = cell.source else {
        throw CommandFailure.badInput("run.json: a cell of \(cell.subject) has neither workload nor document")
      }
      let subject = try subject(named: cell.subject, or: request.commands ?? [])
      // A suite names a source once for all its subjects, and a large tree takes time to make.
      let input =
        if let latest, latest.source == source {
          latest.input
        } else {
          try BenchmarkInput(source, seed: seed, suiteFile: suiteFile)
        }
      latest = (source, input)
      let mode = cell.dispatch ?? .serialQueues
      // A suite may name a cell twice, spelled differently or with replaced threads or modes.
      let descriptions = cell.threads.map { input.cell(of: subject, threads: $0, mode) }
        .filter { seen.insert($0).inserted }
      if areMeasuredHere {
        do throws(Refusal) {
          try subject.requireSupport(of: input)
        } catch {
          refused += descriptions.map {
            CellOutcome(cell: $0, status: error.isFailure ? .failed : .leftOut, reason: error.description)
          }
          if error.isFailure {
            StandardError.print("failed: \(subject.name) \(input.name): \(error.description)")
          }
          if let remedy = error.remedy, !remedies.contains(remedy) { remedies.append(remedy) }
          continue
        }
      }
      // A worker process knows no suite: it is told a document's full path.
      let document = BenchmarkSuite.documentFile(of: source, suiteFile: suiteFile)
      for description in descriptions {
        let isProgram = request.commands?.contains { $0.name == cell.subject } ?? false
        if !areMeasuredHere && isProgram {
          refused.append(.leftOut(description, reason: "a suite's own program is no part of a revision"))
          continue
        }
        if let reason = subject.reasonToLeaveOut(mode) {
          refused.append(.leftOut(description, reason: reason))
          continue
        }
        let work = WorkerCell(
          subject: cell.subject, workload: cell.workload, document: document?.standardizedFileURL.path,
          seed: seed, threads: description.threads, dispatch: mode == .serialQueues ? nil : mode)
        var prepared = Cell(
          description: description, work: work, splitsLayouts: subject.splitsLayouts(of: input.tree),
          layoutMayChange: ThisProgram.isOwn(input.workload))
        if areMeasuredHere { prepared.makeWorker = { try subject.makeWorker(for: input) } }
        cells.append(prepared)
      }
    }
    for remedy in remedies { StandardError.print("note: \(remedy)") }
  }
}

extension BenchmarkInput {
  /// Returns the identity of a cell with this input.
  func cell(
    of subject: any Subject, threads: Int, _ mode: DispatchMode = .serialQueues
  ) -> CellDescription {
    CellDescription(
      subject: subject.name, workload: name, nodeCount: tree.elementCount, depth: tree.depth, seed: seed,
      threads: threads, pool: mode.rawValue)
  }
}

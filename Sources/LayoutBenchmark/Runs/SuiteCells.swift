import Benchmarking
import Foundation

/// The cells that a run was asked for, ready to be measured, and those that no subject takes on.
struct SuiteCells {
  private(set) var measured: [MeasuredCell] = []
  /// Cells that are not measured, because the subject does not lay them out.
  private(set) var refused: [CellOutcome] = []

  /// Reads and generates what the cells name, and asks the subjects whether they lay it out.
  init(_ cells: [RunRequest.Cell], seed: UInt64, suiteFile: URL) throws {
    var remedies: [String] = []
    var input: (source: BenchmarkSuite.Source, input: BenchmarkInput)?
    var seen: Set<CellDescription> = []
    for cell in cells {
      guard let source = cell.source else {
        throw CommandFailure.badInput("run.json: a cell of \(cell.subject) has neither workload nor document")
      }
      let subject = try SuiteCells.subject(cell.subject)
      // A suite names a source once for all its subjects, and a large tree takes a while to make.
      if input?.source != source {
        input = (source, try BenchmarkInput(source, seed: seed, suiteFile: suiteFile))
      }
      guard let input = input?.input else { continue }
      let mode = cell.dispatch ?? .serialQueues
      let descriptions = cell.threads.map { SuiteCells.describe(input, subject, threads: $0, mode) }
        .filter { seen.insert($0).inserted }
      do throws(Refusal) {
        try subject.check(input)
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
      for description in descriptions {
        if let reason = SuiteCells.reasonToLeaveOut(subject, threads: description.threads, mode) {
          refused.append(.leftOut(description, reason: reason))
        } else {
          let work = WorkerCell(
            cell, threads: description.threads, mode, seed: seed, suiteFile: suiteFile)
          measured.append(
            MeasuredCell(description: description, work: work) { try subject.makeWorker(for: input) })
        }
      }
    }
    for remedy in remedies { StandardError.print("note: \(remedy)") }
  }

  private static func describe(
    _ input: BenchmarkInput, _ subject: any Subject, threads: Int, _ mode: DispatchMode
  ) -> CellDescription {
    CellDescription(
      subject: subject.name, workload: input.name, nodeCount: input.tree.elementCount,
      depth: input.tree.depth, seed: input.seed, threads: threads, pool: mode.rawValue)
  }

  /// Why a subject is not measured with so many workers in that mode; nil where it is.
  static func reasonToLeaveOut(
    _ subject: any Subject, threads: Int, _ mode: DispatchMode
  ) -> String? {
    guard let most = subject.maximumThreads else { return nil }
    if threads > most { return "it is measured with \(most) worker\(most == 1 ? "" : "s") at most" }
    // Its one worker is another process, which no mode of this one would run otherwise.
    return mode == .serialQueues ? nil : "it is measured on serial queues alone"
  }

  /// The subject of that name.
  static func subject(_ name: String) throws -> any Subject {
    guard let subject = subjects.first(where: { $0.name == name }) else {
      let names = subjects.map(\.name).joined(separator: ", ")
      throw CommandFailure.badInput("there is no subject \"\(name)\"; there are \(names)")
    }
    return subject
  }
}

extension WorkerCell {
  /// The cell in words for a worker process, which knows no suite: a document by its full path.
  init(
    _ cell: RunRequest.Cell, threads: Int, _ mode: DispatchMode = .serialQueues, seed: UInt64, suiteFile: URL
  ) {
    let document = cell.source.flatMap { BenchmarkSuite.documentFile(of: $0, suiteFile: suiteFile) }
    self.init(
      subject: cell.subject, workload: cell.workload, document: document?.standardizedFileURL.path,
      seed: seed,
      threads: threads, dispatch: mode == .serialQueues ? nil : mode)
  }
}

import Benchmarking
import Foundation

/// The requested cells of a run or a comparison, each once, and those that are not measured.
struct SuiteCells {
  /// A cell that is measured.
  struct Cell {
    let description: CellDescription
    /// The cell in a form that a worker process reads.
    let work: WorkerCell
    let subject: any Subject
    let splitsLayouts: Bool
    /// The tree; nil if only worker processes lay it out.
    let input: BenchmarkInput?
  }

  /// The processes that lay out the cells.
  enum Place {
    /// This process, which checks their frames first.
    case here
    /// Worker processes, which check the frames themselves.
    case workers
  }

  private(set) var cells: [Cell] = []
  /// Cells that are not measured, because the subject does not support them.
  private(set) var refused: [CellOutcome] = []

  /// Reads or generates the sources of the cells, and checks which the subjects support.
  init(_ request: [RunRequest.Cell], seed: UInt64, suiteFile: URL, in place: Place) throws {
    var remedies: [String] = []
    var latest: (source: BenchmarkSuite.Source, input: BenchmarkInput)?
    var seen: Set<CellDescription> = []
    for cell in request {
      guard let source = cell.source else {
        throw CommandFailure.badInput("run.json: a cell of \(cell.subject) has neither workload nor document")
      }
      let subject = try subject(named: cell.subject)
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
      let descriptions = cell.threads.map {
        CellDescription(
          subject: subject.name, workload: input.name, nodeCount: input.tree.elementCount,
          depth: input.tree.depth, seed: input.seed, threads: $0, pool: mode.rawValue)
      }.filter { seen.insert($0).inserted }
      if place == .here {
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
      }
      for description in descriptions {
        if let reason = subject.reasonToLeaveOut(threads: description.threads, mode) {
          refused.append(.leftOut(description, reason: reason))
        } else {
          cells.append(
            Cell(
              description: description,
              work: WorkerCell(
                cell, threads: description.threads, mode, seed: seed, suiteFile: suiteFile),
              subject: subject, splitsLayouts: subject.splitsLayouts(of: input.tree),
              input: place == .here ? input : nil))
        }
      }
    }
    for remedy in remedies { StandardError.print("note: \(remedy)") }
  }

  /// The cells for a run of this process.
  var measured: [MeasuredCell] {
    cells.compactMap { cell in
      guard let input = cell.input else { return nil }
      return MeasuredCell(description: cell.description, work: cell.work) {
        try cell.subject.makeWorker(for: input)
      }
    }
  }

  /// The cells for a comparison of worker processes.
  var compared: [ComparedCell] {
    cells.map {
      ComparedCell(description: $0.description, work: $0.work, splitsLayouts: $0.splitsLayouts)
    }
  }
}

extension WorkerCell {
  /// Describes the cell to a worker process, which knows no suite: a document by its full path.
  fileprivate init(
    _ cell: RunRequest.Cell, threads: Int, _ mode: DispatchMode, seed: UInt64, suiteFile: URL
  ) {
    let document = cell.source.flatMap { BenchmarkSuite.documentFile(of: $0, suiteFile: suiteFile) }
    self.init(
      subject: cell.subject, workload: cell.workload, document: document?.standardizedFileURL.path,
      seed: seed, threads: threads, dispatch: mode == .serialQueues ? nil : mode)
  }
}

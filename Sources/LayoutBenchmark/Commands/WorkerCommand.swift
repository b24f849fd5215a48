import ArgumentParser
import Benchmarking
import Foundation
import LayoutDocuments
import LayoutWorkloads

/// `layoutbench worker`: measures cells for a comparison, in a process of its own.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Answer the requests of a comparison, one JSON object per line.",
    discussion: "Started by layoutbench compare; ends when its standard input does.",
    shouldDisplay: false)

  func run() throws {
    // Cells with the same tree come one after another.
    var latest: (source: WorkerCell.Source, input: BenchmarkInput)?
    let server = WorkerServer(environment: RunEnvironment(counting: ThisProgram.allocations)) {
      cell, isChecked in
      let source: BenchmarkSuite.Source
      switch (cell.workload, cell.document) {
      case (let workload?, nil): source = .workload(workload)
      case (nil, let document?): source = .document(document)
      default: throw WorkerError("a cell has a workload or a document")
      }
      guard let subject = ThisProgram.subjects.first(where: { $0.name == cell.subject }) else {
        throw WorkerError("it has no subject \"\(cell.subject)\"", isUnknown: true)
      }
      let input: BenchmarkInput
      if let latest, latest.source == cell.source {
        input = latest.input
      } else {
        // Let go first, since two large ones may not fit into memory.
        latest = nil
        do {
          input = try BenchmarkInput(source, seed: cell.seed, suiteFile: URL(fileURLWithPath: "/"))
        } catch let error as WorkloadError {
          throw WorkerError("it does not know the workload: \(error)", isUnknown: true)
        }
        latest = (cell.source, input)
      }
      if isChecked {
        do throws(Refusal) {
          try subject.requireSupport(of: input)
        } catch {
          throw WorkerError(error.description, isRefusal: !error.isFailure)
        }
      }
      return Cell(description: input.cell(of: subject, threads: cell.threads)) {
        try subject.makeWorker(for: input)
      }
    }
    while let line = readLine(strippingNewline: true) {
      StandardOutput.write(server.answer(to: Data(line.utf8)) + Data("\n".utf8))
      StandardOutput.flush()
    }
  }
}

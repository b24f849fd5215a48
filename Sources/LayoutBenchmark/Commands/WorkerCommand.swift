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
    var latest: (source: CellSource, seed: UInt64, input: BenchmarkInput)?
    let server = WorkerServer(environment: RunEnvironment(counting: ThisProgram.allocations)) {
      asked, isChecked in
      let (id, source) = (asked.id, asked.source)
      guard let subject = ThisProgram.subjects.first(where: { $0.name == id.subject }) else {
        throw WorkerError("it has no subject \"\(id.subject)\"", isUnknown: true)
      }
      let input: BenchmarkInput
      if let latest, latest.source == source, latest.seed == id.seed {
        input = latest.input
      } else {
        // Let go first, since two large ones may not fit into memory.
        latest = nil
        do {
          input = try BenchmarkInput(source, seed: id.seed, suiteFile: URL(fileURLWithPath: "/"))
        } catch let error as WorkloadError {
          throw WorkerError("it does not know the workload: \(error)", isUnknown: true)
        }
        latest = (source, id.seed, input)
      }
      if isChecked {
        do throws(Refusal) {
          try subject.requireSupport(of: input)
        } catch {
          throw WorkerError(error.description, isRefusal: !error.isFailure)
        }
      }
      return input.cell(of: subject, threads: id.threads, id.pool)
    }
    while let line = readLine(strippingNewline: true) {
      StandardOutput.write(server.answer(to: Data(line.utf8)) + Data("\n".utf8))
      StandardOutput.flush()
    }
  }
}

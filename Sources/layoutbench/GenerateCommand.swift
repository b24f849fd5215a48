import ArgumentParser
import Foundation
import LayoutDocuments
import LayoutSpecs
import LayoutWorkloads

/// `layoutbench generate`: writes a workload as a document.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write a workload as a spec document.",
    discussion: """
      The same workload and seed give the same document on every machine.

      EXAMPLES
        layoutbench generate 'feed(100)' -o feed.json
        layoutbench generate 'mixed(50)' --seed 7 | layoutbench layout - --ascii
      """)

  @Argument(help: "A workload, for example 'feed(100)'; `layoutbench list` has them all.")
  var workload: String

  @Option(help: "Where the random numbers begin.")
  var seed: UInt64 = Workload.defaultSeed

  @Option(name: .shortAndLong, help: "The file to write. Default: standard output.", completion: .file())
  var output: String?

  @Flag(help: "Write over a file that is there.")
  var force = false

  @Flag(help: "Write everything on one line.")
  var compact = false

  func run() throws {
    try reportingFailures {
      let workload = try parseWorkload(workload)
      let document = SpecDocument(
        name: workload.description, constrainedSize: workload.range, tree: workload.tree(seed: seed))
      let bytes: [UInt8]
      do throws(UnwritableDocumentError) {
        bytes = try SpecDocumentWriter(form: compact ? .compact : .indented).bytes(of: document)
      } catch {
        throw CommandFailure.failed(error)
      }
      try write(Data(bytes))
    }
  }

  private func write(_ data: Data) throws {
    guard let output else {
      FileHandle.standardOutput.write(data)
      return
    }
    do {
      try data.write(to: URL(fileURLWithPath: output), options: force ? .atomic : .withoutOverwriting)
    } catch CocoaError.fileWriteFileExists {
      throw CommandFailure.failed("\(output) is there already; --force writes over it")
    } catch {
      throw CommandFailure.failed("\(output) cannot be written: \(error.localizedDescription)")
    }
  }
}

/// Reads a workload that the user named. A wrong one is wrong usage: exit code 64.
func parseWorkload(_ text: String) throws -> Workload {
  do throws(WorkloadError) {
    return try Workload(parsing: text)
  } catch {
    throw CommandFailure(message: error.description, exitCode: .validationFailure)
  }
}

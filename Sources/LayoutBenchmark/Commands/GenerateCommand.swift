import ArgumentParser
import Foundation
import LayoutDocuments
import LayoutWorkloads

/// `layoutbench generate`: writes a workload as a document, for those who change workloads.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write a workload as a spec document.",
    discussion: """
      The same workload and seed give the same document on every machine.

      EXAMPLES
        layoutbench generate 'feed(100)' -o feed.json
        layoutbench generate 'mixed(50)' --seed 7 | layoutbench layout - --format ascii
      """,
    shouldDisplay: false)

  @Argument(
    help: "A workload, for example 'feed(100)'; `layoutbench list` lists all.",
    completion: .custom(Completion.workloads))
  var workload: String

  @Option(help: "The seed of the random numbers, 0 or more.")
  var seed: UInt64 = Workload.defaultSeed

  @OptionGroup var output: FileOutput

  @Flag(help: "Write everything on one line.")
  var compact = false

  func run() throws {
    try reportingFailures {
      let workload = try ThisProgram.workload(workload)
      let document = SpecDocument(
        name: workload.description, constrainedSize: workload.range, tree: workload.tree(seed: seed))
      try output.write(Data(SpecDocumentWriter(form: compact ? .compact : .indented).bytes(of: document)))
    }
  }
}

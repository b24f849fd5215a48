import ArgumentParser
import Foundation
import LayoutDocuments
import LayoutSpecs
import LayoutWorkloads
import Measuring

/// `layoutbench generate`: writes a workload as a document, for developers of workloads.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write a workload as a spec document.",
    discussion: """
      The same workload and seed give the same document on every machine.

      EXAMPLES
        \(ProgramName.command) generate 'feed(100)' -o feed.json
        \(ProgramName.command) generate 'mixed(50)' --seed 7 | \(ProgramName.command) layout - --format ascii
      """,
    shouldDisplay: false)

  @Argument(help: "A workload, for example 'feed(100)'; `\(ProgramName.command) list` lists all.")
  var workload: String

  @Option(help: "The seed of the random numbers, 0 or more.")
  var seed: UInt64 = Workload.defaultSeed

  @OptionGroup var output: FileOutput

  @Flag(help: "Write everything on one line.")
  var compact = false

  func run() throws {
    let workload = try Catalogue.workload(workload)
    let document = SpecDocument(
      name: workload.description, constrainedSize: workload.range, tree: workload.tree(seed: seed))
    try output.write(Data(SpecDocumentWriter(form: compact ? .compact : .indented).bytes(of: document)))
  }
}

/// `layoutbench verify`: runs conformance cases, for developers of the engine.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check the engine's frames against conformance files.",
    discussion: """
      A case is exact if every frame agrees within 10⁻⁹ points. Exit code 1 if any case differs.

      EXAMPLE
        \(ProgramName.command) verify Tests/ConformanceTests/Cases/*.json
      """,
    shouldDisplay: false)

  @Argument(
    help: "Conformance files; - is standard input.", completion: .file(extensions: ["json"]),
    transform: nonEmptyName)
  var files: [String]

  /// The most differing cases shown per file, and the most differences per case.
  private static let shownCases = 5
  private static let shownDifferences = 3

  func run() throws {
    var differing = 0
    for file in files {
      let cases = try CaseFile(readingFile: file).cases
      let failures = cases.map { ($0.id, $0.differences(limit: VerifyCommand.shownDifferences)) }
        .filter { !$0.1.isEmpty }
      print("\(oneLine(file)): \(cases.count - failures.count) of \(cases.count) cases exact")
      for (id, differences) in failures.prefix(VerifyCommand.shownCases) {
        print("  \(oneLine(id))")
        for difference in differences { print("    \(difference)") }
      }
      if failures.count > VerifyCommand.shownCases {
        print("  and \(failures.count - VerifyCommand.shownCases) more")
      }
      differing += failures.count
    }
    if differing > 0 { throw ExitCode.failure }
  }
}

/// `layoutbench check-peer`: checks a program against the protocol of peers, for developers of peers.
struct CheckPeerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-peer",
    abstract: "Check a program against the protocol of peers.",
    discussion: """
      Sends it trees, edits and bad input, and says what is wrong. What it refuses is left
      out and no mistake. Benchmarks/peers/PROTOCOL.md describes the protocol. Exit code 1
      if a check fails.

      EXAMPLE
        layoutbench check-peer ./my-engine --its-options
      """,
    shouldDisplay: false)

  @Argument(
    parsing: .captureForPassthrough, help: "The program and its arguments.", completion: .file())
  var command: [String] = []

  func run() throws {
    guard let first = command.first, !first.isEmpty else {
      throw ValidationError("name a program that speaks the protocol of peers")
    }
    var failed = 0
    var passed = 0
    PeerConformance(program: InstalledProgram(command: command)).run { sentence, outcome in
      switch outcome {
      case .passed:
        passed += 1
        print("ok        \(sentence)")
      case .leftOut(let reason):
        print("left out  \(sentence)\n          \(oneLine(reason))")
      case .failed(let reason):
        failed += 1
        print("FAILED    \(sentence)\n          \(oneLine(reason))")
      }
    }
    print("\(passed) passed, \(failed) failed")
    if failed > 0 { throw ExitCode.failure }
  }
}

import ArgumentParser
import LayoutDocuments
import LayoutSpecs

/// `layoutbench verify`: runs conformance cases, for those who change the engine.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check the engine's frames against conformance files.",
    discussion: """
      A case is exact if every frame agrees within 10⁻⁹ points. Exit code 1 if any case differs.

      EXAMPLE
        layoutbench verify Tests/ConformanceTests/Cases/*.json
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
    try reportingFailures {
      var differing = 0
      for file in files {
        let cases = try readCases(file)
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

  private func readCases(_ file: String) throws -> [ConformanceCase] {
    guard case .cases(let cases) = try DocumentFile.read(file) else {
      throw CommandFailure.badInput(
        "\(file) is a document, and holds no cases; lay it out with: layoutbench layout \(file)")
    }
    return cases.cases
  }
}

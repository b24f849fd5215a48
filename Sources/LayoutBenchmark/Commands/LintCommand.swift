import ArgumentParser
import Foundation
import LayoutDiagnostics
import LayoutDocuments
import Measuring
import StrictJSON

/// `layoutbench lint`: finds probable mistakes in a document.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Find likely mistakes in spec documents, with the reason and what to write instead.",
    discussion: """
      Lays out each document in its own size range and looks for elements without a size, content that \
      overflows, and properties without an effect. A finding has three lines: place and rule, reason, and what \
      to write instead.

      Exit code 0 without findings, 1 with some, 65 if a file is no document; the other files are still \
      checked.

      EXAMPLES
        \(ProgramName.command) lint Benchmarks/trees/*.json
        \(ProgramName.command) lint cell.json --width 320
        \(ProgramName.command) lint cell.json --format json
        \(ProgramName.command) lint cell.json --ignore does-not-grow
        \(ProgramName.command) lint --rules
      """)

  @Argument(
    help: "The documents; - is standard input.", completion: .file(extensions: ["json"]),
    transform: nonEmptyName)
  var files: [String] = []

  @Option(help: "The format of findings.")
  var format = ReportFormat.text

  @OptionGroup var constraint: ConstraintOptions

  @Option(
    name: .customLong("rule"), help: "Check only this rule. Can be given more than once. Default: all rules.")
  var wanted: [LintRuleName] = []

  @Option(
    name: .customLong("ignore"),
    help: "Do not check this rule, whatever --rule says. Can be given more than once.")
  var ignored: [LintRuleName] = []

  @Flag(name: .customLong("rules"), help: "List the rules and what each finds, and exit.")
  var listsRules = false

  func validate() throws {
    if !listsRules && files.isEmpty { throw ValidationError("Give the documents to look at, or --rules") }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Only one of the documents can be standard input")
    }
  }

  func run() throws {
    guard !listsRules else {
      print(columns(LintRuleName.allCases.map { ($0.rawValue, $0.summary) }))
      return
    }
    var findings: [DocumentFinding] = []
    var unreadable: [DocumentError] = []
    for file in files {
      do throws(DocumentError) {
        findings += try self.findings(in: file)
      } catch {
        unreadable.append(error)
      }
    }
    switch format {
    case .text: for finding in findings { print(finding) }
    case .json: writeReport(of: findings)
    }
    for error in unreadable.dropLast() { StandardError.print("\(ThisProgram.name): \(error)") }
    if let last = unreadable.last { throw CommandFailure.badInput(last) }
    if !findings.isEmpty {
      if format == .text { StandardError.print(summary(of: findings)) }
      throw ExitCode.failure
    }
  }

  private func findings(in file: String) throws(DocumentError) -> [DocumentFinding] {
    var located = try LocatedDocument(readingFile: file)
    try constraint.apply(to: &located.document, file: file, isRecorded: true)
    return located.lint { (wanted.isEmpty || wanted.contains($0)) && !ignored.contains($0) }
  }

  private func summary(of findings: [DocumentFinding]) -> String {
    let count = findings.count == 1 ? "1 finding" : "\(findings.count) findings"
    return files.count == 1
      ? count : "\(count) in \(Set(findings.map(\.file)).count) of \(files.count) documents"
  }
}

extension LintRuleName: ExpressibleByArgument {}

/// Writes findings as JSON: the version of this form, and for each finding the file, the element's place in
/// the file, its path, type and name if it has one, the rule, the reason, the remedy, and the paths of the
/// other elements that the sentences name.
private func writeReport(of findings: [DocumentFinding]) {
  var json = JSONWriter()
  json.beginObject()
  json.member("findings", of: findings) { json, finding in
    json.beginObject()
    json.member("column", integer: finding.column)
    json.member("file", finding.file)
    json.member("fix", finding.finding.fix)
    json.member("line", integer: finding.line)
    json.member("name", finding.name)
    json.member("others", of: finding.otherPaths) { $0.string($1.description) }
    json.member("path", finding.path.description)
    json.member("reason", finding.finding.reason)
    json.member("rule", finding.finding.rule.rawValue)
    json.member("type", finding.type)
    json.endObject()
    StandardOutput.write(json.takeBytes())
  }
  json.member("schema", integer: 1)
  json.endObject()
  StandardOutput.write(json.takeBytes())
}

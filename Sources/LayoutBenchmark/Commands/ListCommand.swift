import ArgumentParser
import Benchmarking
import Foundation
import LayoutWorkloads

/// `layoutbench list`: lists what can be measured.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List workloads, subjects and suites.")

  @Option(help: "text, json, csv or markdown.")
  var format = Format.text

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case csv
    case markdown
  }

  func run() throws {
    switch format {
    case .text: printText()
    case .json: try printJSON()
    case .csv:
      printRows(start: "kind,name,summary") { [$0, $1, $2].map(Self.csvField).joined(separator: ",") }
    case .markdown:
      printRows(start: "| kind | name | summary |\n| --- | --- | --- |") { kind, name, summary in
        "| \(kind) | `\(Self.markdownField(name))` | \(Self.markdownField(summary)) |"
      }
    }
  }

  /// Prints a line for each entry of the three lists.
  private func printRows(start: String, _ line: (_ kind: String, _ name: String, _ summary: String) -> String)
  {
    print(start)
    for family in ThisProgram.families { print(line("workload", family.signature, family.summary)) }
    for subject in ThisProgram.subjects { print(line("subject", subject.name, subject.summary)) }
    guard PackageFolder.current?.suiteFiles != nil else { return }
    for (name, summary) in suites() { print(line("suite", name, summary)) }
  }

  /// A field of RFC 4180.
  private static func csvField(_ text: String) -> String {
    "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }

  private static func markdownField(_ text: String) -> String {
    text.replacingOccurrences(of: "|", with: "\\|")
  }

  private func printText() {
    print("Workloads")
    printColumns(
      ThisProgram.families.map { family in
        (family.signature, family.summary + (family.elementFormula.map { " (\($0) elements)" } ?? ""))
      })
    print("\nSubjects")
    printColumns(ThisProgram.subjects.map { ($0.name, $0.summary) })
    if PeerProgram(engine: "yoga") == nil {
      print("  Subjects that begin with peer are not installed; run \(PeerProgram.remedy)")
    }
    print("\nSuites")
    printColumns(suites())
  }

  /// Prints the names with their descriptions as one object, in the orders of the lists.
  private func printJSON() throws {
    struct Entry: Encodable {
      let name: String
      let summary: String
    }
    func entries(_ rows: [(String, String)]) -> [Entry] { rows.map { Entry(name: $0, summary: $1) } }
    let lists = [
      "workloads": entries(ThisProgram.families.map { ($0.signature, $0.summary) }),
      "subjects": entries(ThisProgram.subjects.map { ($0.name, $0.summary) }),
      "suites": PackageFolder.current?.suiteFiles == nil ? [] : entries(suites()),
    ]
    StandardOutput.write(try StableJSON.data(of: lists))
  }

  private func suites() -> [(String, String)] {
    let own = ThisProgram.own == nil ? [] : [("own", "the workloads of this program")]
    guard let files = PackageFolder.current?.suiteFiles else {
      return own.isEmpty ? [("none", "there is no Benchmarks/suites in this folder or above it")] : own
    }
    return own
      + files.map { file in
        let name = file.deletingPathExtension().lastPathComponent
        do throws(FileError) {
          return (name, try BenchmarkSuite(contentsOf: file).description)
        } catch {
          return (name, "cannot be read: \(error.description)")
        }
      }
  }

  private func printColumns(_ rows: [(String, String)]) {
    if !rows.isEmpty { print(columns(rows, indent: "  ")) }
  }
}

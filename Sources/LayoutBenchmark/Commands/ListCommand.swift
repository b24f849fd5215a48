import ArgumentParser
import Foundation
import LayoutWorkloads
import Measuring
import Reporting

/// `layoutbench list`: lists suites, workloads and subjects.
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

  private struct Entry: Encodable {
    let name: String
    let summary: String
  }

  func run() throws {
    let lists: KeyValuePairs = [
      "workload": Catalogue.families.map { Entry(name: $0.signature, summary: $0.summary) },
      "subject": Catalogue.subjects.map { Entry(name: $0.name, summary: $0.summary) },
      "suite": suites(),
    ]
    let rows = lists.flatMap { kind, entries in entries.map { (kind: kind, entry: $0) } }
    switch format {
    case .text: printText()
    case .json:
      let named = Dictionary(uniqueKeysWithValues: lists.map { ($0 + "s", $1) })
      StandardOutput.write(try StableJSON.data(of: named))
    case .csv:
      print("kind,name,summary")
      for (kind, entry) in rows { print(CSVText.row([kind, entry.name, entry.summary]), terminator: "") }
    case .markdown:
      let columns: [TableColumn<(kind: String, entry: Entry)>] = [
        .left("kind") { $0.kind }, .left("name", isName: true) { $0.entry.name },
        .left("summary") { $0.entry.summary },
      ]
      print(Table(columns: columns, rows: rows).markdown(), terminator: "")
    }
  }

  private func printText() {
    print("Workloads")
    printColumns(
      Catalogue.families.map { family in
        (family.signature, family.summary + (family.elementFormula.map { " (\($0) elements)" } ?? ""))
      })
    print("\nSubjects")
    printColumns(Catalogue.subjects.map { ($0.name, $0.summary) })
    if InstalledProgram(engine: "yoga") == nil {
      print("  Subjects that begin with peer are not installed; run \(InstalledProgram.peerRemedy)")
    }
    print("\nSuites")
    let suites = suites().map { ($0.name, $0.summary) }
    let none = ("none", "there is no Benchmarks/suites in this folder or above it")
    printColumns(suites.isEmpty && PackageFolder.current?.suiteFiles == nil ? [none] : suites)
  }

  private func suites() -> [Entry] {
    let own = ThisProgram.isOwn ? [Entry(name: "own", summary: "the workloads of this program")] : []
    return own
      + (PackageFolder.current?.suiteFiles ?? []).map { file in
        let name = file.deletingPathExtension().lastPathComponent
        do throws(FileError) {
          return Entry(name: name, summary: try BenchmarkSuite(contentsOf: file).description)
        } catch {
          return Entry(name: name, summary: "cannot be read: \(error.description)")
        }
      }
  }

  private func printColumns(_ rows: [(String, String)]) {
    if !rows.isEmpty { print(columns(rows, indent: "  ")) }
  }
}

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

  private struct Entry: Encodable {
    let name: String
    let summary: String
  }

  func run() throws {
    let lists: [(kind: String, entries: [Entry])] = [
      ("workload", ThisProgram.families.map { Entry(name: $0.signature, summary: $0.summary) }),
      ("subject", ThisProgram.subjects.map { Entry(name: $0.name, summary: $0.summary) }),
      ("suite", suites()),
    ]
    func printLines(_ line: (_ kind: String, Entry) -> String) {
      for list in lists { for entry in list.entries { print(line(list.kind, entry)) } }
    }
    switch format {
    case .text: printText()
    case .json:
      let named = Dictionary(uniqueKeysWithValues: lists.map { ($0.kind + "s", $0.entries) })
      StandardOutput.write(try StableJSON.data(of: named))
    case .csv:
      print("kind,name,summary")
      // RFC 4180.
      printLines { kind, entry in
        [kind, entry.name, entry.summary].map { "\"\($0.replacingOccurrences(of: "\"", with: "\"\""))\"" }
          .joined(separator: ",")
      }
    case .markdown:
      print("| kind | name | summary |\n| --- | --- | --- |")
      printLines { kind, entry in
        let fields = ["`\(entry.name)`", entry.summary].map { $0.replacingOccurrences(of: "|", with: "\\|") }
        return "| \(kind) | \(fields.joined(separator: " | ")) |"
      }
    }
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
    let suites = suites().map { ($0.name, $0.summary) }
    let none = ("none", "there is no Benchmarks/suites in this folder or above it")
    printColumns(suites.isEmpty && PackageFolder.current?.suiteFiles == nil ? [none] : suites)
  }

  private func suites() -> [Entry] {
    let own = ThisProgram.own == nil ? [] : [Entry(name: "own", summary: "the workloads of this program")]
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

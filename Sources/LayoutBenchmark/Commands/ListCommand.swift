import ArgumentParser
import Foundation
import LayoutWorkloads
import Measuring

/// `layoutbench list`: lists suites, workloads and subjects.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List workloads, subjects and suites.")

  @Option(help: "text or json.")
  var format = ReportFormat.text

  private struct Entry: Encodable {
    let name: String
    let summary: String
  }

  func run() throws {
    switch format {
    case .text: printText()
    case .json:
      let lists = [
        "workloads": Catalogue.families.map { Entry(name: $0.signature, summary: $0.summary) },
        "subjects": Catalogue.subjects.map { Entry(name: $0.name, summary: $0.summary) },
        "suites": suites(),
      ]
      StandardOutput.write(try StableJSON.data(of: lists))
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

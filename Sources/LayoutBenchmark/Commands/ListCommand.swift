import ArgumentParser
import Benchmarking
import Foundation
import LayoutWorkloads

/// `layoutbench list`: lists what can be measured.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List workloads, subjects and suites.")

  @Option(help: "text or json.")
  var format = Format.text

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
  }

  func run() throws {
    if format == .json {
      try printJSON()
      return
    }
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
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    StandardOutput.write(try encoder.encode(lists) + Data("\n".utf8))
  }

  private func suites() -> [(String, String)] {
    guard let files = PackageFolder.current?.suiteFiles else {
      return [("none", "there is no Benchmarks/suites in this folder or above it")]
    }
    return files.map { file in
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

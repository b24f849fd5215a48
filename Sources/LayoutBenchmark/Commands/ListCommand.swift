import ArgumentParser
import Benchmarking
import Foundation
import LayoutWorkloads

/// `layoutbench list`: lists what can be measured.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List workloads, subjects and suites.")

  func run() throws {
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

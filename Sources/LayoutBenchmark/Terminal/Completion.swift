import ArgumentParser
import Benchmarking
import Foundation
import LayoutWorkloads

/// The words that a shell offers for an argument.
enum Completion {
  /// The names of the suites.
  @Sendable
  static func suites(_ arguments: [String], _ index: Int, _ prefix: String) -> [String] {
    (PackageFolder.current?.suiteFiles ?? []).map { $0.deletingPathExtension().lastPathComponent }
  }

  /// The workloads with their usual parameters.
  @Sendable
  static func workloads(_ arguments: [String], _ index: Int, _ prefix: String) -> [String] {
    ThisProgram.families.map(\.example)
  }

  /// The names of runs, of baselines, and `latest`.
  @Sendable
  static func runs(_ arguments: [String], _ index: Int, _ prefix: String) -> [String] {
    let results = ResultsFolder.current
    return [RunReference.latest] + results.baselines().map(\.name)
      + results.runs().map { $0.url.lastPathComponent }
  }

  /// Subjects and workloads, which filters look for.
  @Sendable
  static func filters(_ arguments: [String], _ index: Int, _ prefix: String) -> [String] {
    ThisProgram.subjects.map(\.name) + ThisProgram.families.map(\.example)
  }
}

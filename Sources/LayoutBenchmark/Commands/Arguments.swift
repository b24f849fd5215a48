import ArgumentParser
import Benchmarking
import Foundation
import LayoutWorkloads

// The values of options and arguments of several commands: how they are read, and what a shell offers for them.

/// Returns the name of a file or folder as given.
///
/// - Throws: `ValidationError` for an empty one, which a shell makes of a variable without a value. As a path it
///   would be the working folder.
func nonEmptyName(argument: String) throws -> String {
  guard !argument.isEmpty else { throw ValidationError("give the name of a file or folder") }
  return argument
}

/// Returns the value that an argument stands for.
///
/// - Parameter expected: the texts that stand for one, for the error.
func parsed<Value: LosslessStringConvertible>(_ argument: String, _ expected: String) throws -> Value {
  guard let value = Value(argument) else { throw ValidationError("expected \(expected)") }
  return value
}

/// Throws an error that says which whole numbers an option takes, unless the value is one of them.
///
/// - Parameters:
///   - value: nil if the option was not given.
///   - most: nil for no limit.
func require(_ option: String, _ value: Int?, from least: Int, to most: Int? = nil) throws {
  guard let value, value < least || value > most ?? .max else { return }
  let allowed = most.map { "\(least) to \($0)" } ?? "\(least) or more"
  throw ValidationError("\(option) takes \(allowed), and not \(value)")
}

extension TimeSpan: ExpressibleByArgument {}
extension RunReference: ExpressibleByArgument {
  public init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self.init(argument)
  }
}

/// A share with an optional percent sign.
struct Percentage: ExpressibleByArgument, CustomStringConvertible {
  var share: Double

  var description: String { "\((share * 1e6).rounded() / 1e4)%" }
  var defaultValueDescription: String { description }
}

extension Percentage {
  init?(argument: String) {
    let digits = argument.hasSuffix("%") ? String(argument.dropLast()) : argument
    guard let value = Double(digits), value > 0, value <= 100 else { return nil }
    share = value / 100
  }
}

// MARK: - Completion

extension CompletionKind {
  /// The names of the suites.
  static var suites: CompletionKind {
    .custom { _, _, _ in
      (PackageFolder.current?.suiteFiles ?? []).map { $0.deletingPathExtension().lastPathComponent }
    }
  }

  /// The workloads with their usual parameters.
  static var workloads: CompletionKind { .custom { _, _, _ in ThisProgram.families.map(\.example) } }

  /// Subjects and workloads, which filters look for.
  static var filters: CompletionKind {
    .custom { _, _, _ in ThisProgram.subjects.map(\.name) + ThisProgram.families.map(\.example) }
  }

  /// The names of runs, of baselines, and `latest`.
  static var runs: CompletionKind {
    .custom { _, _, _ in
      let results = ResultsFolder.current
      return [RunReference.latest] + results.baselines().map(\.name)
        + results.runs().map(\.name)
    }
  }

  /// The branches of the repository.
  static var revisions: CompletionKind { .shellCommand("git branch --format='%(refname:short)'") }
}

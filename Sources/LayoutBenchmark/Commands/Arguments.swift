import ArgumentParser
import Foundation
import Measuring

// Values of options and arguments of several commands: how they are read, and the completions of a shell.

/// Returns the name of a file or folder as given.
///
/// - Throws: `ValidationError` for an empty name: a shell makes it of a variable without a value, and as a path
///   it would be the working folder.
func nonEmptyName(argument: String) throws -> String {
  guard !argument.isEmpty else { throw ValidationError("give the name of a file or folder") }
  return argument
}

/// Returns the value that an argument means.
///
/// - Parameter expected: the form of valid texts, for the error.
func parsed<Value: LosslessStringConvertible>(_ argument: String, _ expected: String) throws -> Value {
  guard let value = Value(argument) else { throw ValidationError("expected \(expected)") }
  return value
}

/// Returns the time that an argument means.
func timeSpan(_ argument: String) throws -> TimeSpan {
  let span: TimeSpan = try parsed(argument, TimeSpan.expected)
  guard span.nanoseconds > 0 else { throw ValidationError("expected \(TimeSpan.expected)") }
  return span
}

/// Returns the values that an argument lists by their names, with commas between them.
func list<Value: RawRepresentable<String> & CaseIterable>(_ argument: String) throws -> [Value] {
  let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  let values = names.compactMap(Value.init)
  guard values.count == names.count, Set(names).count == names.count else {
    let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("expected one or more of \(known), each once")
  }
  return values
}

/// Throws an error that states the range of an option's whole numbers, if the value is outside of it.
///
/// - Parameters:
///   - value: nil if the option was not given.
///   - most: nil for no limit.
func require(_ option: String, _ value: Int?, from least: Int, to most: Int? = nil) throws {
  guard let value, value < least || value > most ?? .max else { return }
  let allowed = most.map { "\(least) to \($0)" } ?? "\(least) or more"
  throw ValidationError("\(option) takes \(allowed), and not \(value)")
}

extension TimeSpan: ExpressibleByArgument {
  /// The form of valid texts.
  static let expected = "a time above 0 with its unit, such as 90s or 2m"
}
extension RunReference: ExpressibleByArgument {
  public init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self.init(argument)
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

  /// Subjects and workloads, which filters look for.
  static var filters: CompletionKind {
    .custom { _, _, _ in Catalogue.subjects.map(\.name) + Catalogue.families.map(\.example) }
  }

  /// The names of runs, and `latest`.
  static var runs: CompletionKind {
    .custom { _, _, _ in
      [RunReference.latest] + ResultsFolder.current.runs().map(\.name)
    }
  }

  /// The branches of the repository.
  static var revisions: CompletionKind { .shellCommand("git branch --format='%(refname:short)'") }
}

// MARK: - Output

/// The options for a file instead of standard output.
struct FileOutput: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "The file to write; -, the default, is standard output.", completion: .file(),
    transform: nonEmptyName)
  var output = WholeFile.standardOutput

  @Flag(help: "Overwrite an existing file.")
  var force = false

  func write(_ data: Data) throws { try WholeFile.write(data, to: output, force: force) }
}

/// The options of commands that make a page.
struct PageOutput: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "The file to write; - is standard output.",
    completion: .file(extensions: ["html"]), transform: nonEmptyName)
  var output: String

  @Flag(help: "Overwrite an existing file.")
  var force = false

  /// Throws an error if the page cannot be written, before work is done for nothing.
  func prepare() throws { try WholeFile.check(output, force: force) }

  /// Writes the page as a whole, and says where.
  func write(_ html: String) throws {
    try WholeFile.write(Data(html.utf8), to: output, force: force)
    guard !WholeFile.isStandardOutput(output) else { return }
    StandardError.print("Written to \(output): \((html.utf8.count + 1023) / 1024) KiB")
  }
}

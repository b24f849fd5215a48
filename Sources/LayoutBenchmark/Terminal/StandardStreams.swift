import ArgumentParser
import Benchmarking
import Foundation
import LayoutDocuments
import LayoutSpecs
import LayoutWorkloads
import Synchronization

/// Writes a text and a line end to standard output.
///
/// It hides Swift's own function, which reports nothing if its text is lost, for example on a full disk.
func print(_ text: some CustomStringConvertible, terminator: String = "\n") {
  StandardOutput.write((text.description + terminator).utf8)
}

/// The results of every command.
///
/// Nothing is thrown: a failure is kept until `finish`, which ends the program.
enum StandardOutput {
  /// A run's printed output that is not written yet.
  struct Buffer {
    var pending: [UInt8] = []
    /// The `errno` of the first failure. Nothing more is written after it.
    var failure: Int32?

    mutating func flush(to descriptor: Int32) {
      defer { pending.removeAll(keepingCapacity: true) }
      if failure == nil { failure = writeAll(pending, to: descriptor) }
    }
  }

  /// The number of bytes that are buffered. On a terminal every text is written at once.
  private static let capacity = 1 << 16

  /// Writes bytes, at the latest when `flush` is called.
  static func write(_ bytes: some Collection<UInt8>) {
    let run = ProgramRun.current
    run.buffer.withLock { buffer in
      buffer.pending += bytes
      if run.printsToTerminal || buffer.pending.count >= capacity { buffer.flush(to: run.output) }
    }
  }

  /// Writes what is pending.
  static func flush() {
    let run = ProgramRun.current
    run.buffer.withLock { $0.flush(to: run.output) }
  }

  /// Writes what is pending, and reports in one line if any of the program's output was lost. Reports nothing
  /// if it went into a pipe whose reader has closed it.
  ///
  /// - Returns: true if all of it was written.
  static func finish() -> Bool {
    flush()
    guard let failure = ProgramRun.current.buffer.withLock({ $0.failure }) else { return true }
    if failure != EPIPE {
      StandardError.print(
        "\(ThisProgram.name): standard output cannot be written: \(String(cString: strerror(failure)))")
    }
    return false
  }
}

/// Runs code of somebody else, whose prints are no results: they go to standard error.
func printingToStandardError<Result>(_ work: () -> Result) -> Result {
  let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
  dup2(STDERR_FILENO, STDOUT_FILENO)
  defer {
    fflush(nil)
    dup2(output, STDOUT_FILENO)
    close(output)
  }
  return work()
}

/// The messages about results, which themselves go to standard output.
enum StandardError {
  /// Writes a line, after everything that went to standard output before it. Quoted text of others can
  /// neither break the line nor control a terminal. If it cannot be written it is lost, because there is
  /// nowhere left to report that. On a terminal the line is broken between words.
  static func print(_ line: String) {
    write(oneLine(ThisProgram.named(line)).wrappingLines(width: TerminalWidth.ofStandardError) + "\n")
  }

  /// Writes a text that need not end with a line end.
  static func write(_ text: String) {
    StandardOutput.flush()
    _ = writeAll(Array(text.utf8), to: ProgramRun.current.error)
  }
}

// MARK: - Failures

/// A failure as a line for people and an exit code for scripts.
struct CommandFailure: Error {
  let message: String
  /// Lines of another program's output that say more, default none.
  var details: [String] = []
  let exitCode: ExitCode

  /// The user's input cannot be read: exit code 65.
  static func badInput(_ error: any CustomStringConvertible) -> CommandFailure {
    CommandFailure(message: error.description, exitCode: ExitCode(65))
  }

  /// Something failed during the work: exit code 1.
  static func failed(_ error: any CustomStringConvertible) -> CommandFailure {
    CommandFailure(message: error.description, exitCode: .failure)
  }
}

extension CommandFailure {
  /// A failure of git or of a build.
  init(_ error: RevisionError) {
    let ending = error.details.isEmpty ? "" : ":"
    self.init(
      message: error.sentence + ending, details: error.details,
      exitCode: error.isInput ? ExitCode(65) : .failure)
  }

  /// The failure that an error stands for wherever it is thrown; nil for other errors.
  init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as RevisionError: self.init(error)
    case let error as UnmeasurableCandidate: self.init(error.reason)
    // A file that the user named, whereas work that writes files uses `failingOnFiles`; and a workload that is not there.
    case is DocumentError, is FileError, is WorkloadError: self = .badInput("\(error)")
    case is UnwritableDocumentError, is WorkerError, is ProcessRunnerError: self = .failed("\(error)")
    default: return nil
    }
  }
}

/// Runs a command's work, and turns a failure into its line and its exit code.
func reportingFailures(_ work: () throws -> Void) throws {
  do {
    try work()
  } catch {
    guard let failure = CommandFailure(error) else { throw error }
    StandardError.print("\(ThisProgram.name): \(failure.message)")
    for line in failure.details { StandardError.print("  \(line)") }
    if failure.exitCode == CommandFailure.badInput("").exitCode, let hint = OwnPackage.hint {
      StandardError.print("  \(hint)")
    }
    throw failure.exitCode
  }
}

/// Runs work on files that the program writes: an error is its failure, exit code 1.
func failingOnFiles<Result>(_ work: () throws -> Result) throws -> Result {
  do {
    return try work()
  } catch let error as FileError {
    throw CommandFailure.failed(error)
  }
}

// MARK: - Text

/// Returns a text as one word of a shell.
func shellWord(_ text: String) -> String {
  let isPlain = !text.isEmpty && text.allSatisfy { $0.isPortable || "/,~=".contains($0) }
  return isPlain ? text : "'\(text.replacingOccurrences(of: "'", with: "'\\''"))'"
}

/// Returns a line for each row of two columns.
func columns(_ rows: [(String, String)], indent: String = "") -> String {
  let width = rows.map(\.0.terminalWidth).max() ?? 0
  return rows.map { name, text in "\(indent)\(name.padded(to: width))  \(text)" }.joined(separator: "\n")
}

/// The characters in a line of a terminal.
enum TerminalWidth {
  /// Of standard output; nil if it is no terminal.
  static var ofStandardOutput: Int? { width(of: ProgramRun.current.output) }
  /// Of standard error; nil if it is no terminal.
  static var ofStandardError: Int? { width(of: ProgramRun.current.error) }

  /// The width that `COLUMNS` names, or else the terminal's; nil if there is none, or if it does not say.
  private static func width(of descriptor: Int32) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    let named = ProgramRun.current.environment["COLUMNS"].flatMap(Int.init)
    if let named, named > 0 { return named }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

/// A line on the terminal that is overwritten. If standard error is none, as in a pipe or a log, a line each ten seconds.
struct StatusLine {
  private let isTerminal = isatty(ProgramRun.current.error) == 1
  private var lastLength = 0
  private var lastTime = ContinuousClock.now

  mutating func show(_ text: String) {
    guard isTerminal else {
      guard lastTime.duration(to: .now) >= .seconds(10) else { return }
      lastTime = .now
      StandardError.print(text)
      return
    }
    // A line that fills the terminal would be broken, and its first half would stay.
    let width = TerminalWidth.ofStandardError ?? 80
    let line = String(oneLine(text).prefix(max(width - 1, 1)))
    StandardError.write("\r\(line.padded(to: lastLength))")
    lastLength = line.count
  }

  mutating func clear() {
    guard isTerminal && lastLength > 0 else { return }
    StandardError.write("\r\("".padded(to: lastLength))\r")
    lastLength = 0
  }
}

extension TerminalStyle {
  /// Colours on a terminal, unless `NO_COLOR` is not empty (no-color.org) or `TERM` is `dumb`; everywhere if `FORCE_COLOR` is
  /// not empty, and not 0 (force-color.org), as in logs of CI.
  static var ofStandardOutput: TerminalStyle {
    let environment = ProgramRun.current.environment
    if environment["NO_COLOR"]?.isEmpty == false { return .plain }
    if let forced = environment["FORCE_COLOR"], !forced.isEmpty { return forced == "0" ? .plain : .ansi }
    return ProgramRun.current.printsToTerminal && environment["TERM"] != "dumb" ? .ansi : .plain
  }
}

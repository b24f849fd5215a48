import ArgumentParser
import Benchmarking
import Foundation
import LayoutSpecs
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
  private struct State {
    var pending: [UInt8] = []
    /// The `errno` of the first failure. Nothing more is written after it.
    var failure: Int32?
  }

  private static let state = Mutex(State())
  private static let isTerminal = isatty(STDOUT_FILENO) == 1
  /// The number of bytes that are buffered. On a terminal every text is written at once.
  private static let capacity = 1 << 16

  /// Writes bytes, at the latest when `flush` is called.
  static func write(_ bytes: some Collection<UInt8>) {
    state.withLock { state in
      state.pending += bytes
      if isTerminal || state.pending.count >= capacity { flush(&state) }
    }
  }

  /// Writes what is pending.
  static func flush() {
    state.withLock { flush(&$0) }
  }

  /// Writes what is pending, and reports in one line if any of the program's output was lost. Reports nothing
  /// if it went into a pipe whose reader has closed it.
  ///
  /// - Returns: true if all of it was written.
  static func finish() -> Bool {
    flush()
    guard let failure = state.withLock({ $0.failure }) else { return true }
    if failure != EPIPE {
      StandardError.print(
        "layoutbench: standard output cannot be written: \(String(cString: strerror(failure)))")
    }
    return false
  }

  private static func flush(_ state: inout State) {
    defer { state.pending.removeAll(keepingCapacity: true) }
    if state.failure == nil { state.failure = writeAll(state.pending, to: STDOUT_FILENO) }
  }
}

/// The messages about results, which themselves go to standard output.
enum StandardError {
  /// Writes a line, after everything that went to standard output before it. Quoted text of others can
  /// neither break the line nor control a terminal. If it cannot be written it is lost, because there is
  /// nowhere left to report that.
  static func print(_ line: String) {
    write(oneLine(line) + "\n")
  }

  /// Writes a text that need not end with a line end.
  static func write(_ text: String) {
    StandardOutput.flush()
    _ = writeAll(Array(text.utf8), to: STDERR_FILENO)
  }
}

/// Writes all bytes. Returns nil, or the `errno` of the failure.
private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
  bytes.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}

/// A failure as a line for people and an exit code for scripts.
struct CommandFailure: Error {
  let message: String
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

/// Runs a command's work, and turns a failure into its line and its exit code. An error of a file is one of
/// the user's input, unless the work has made another failure of it.
func reportingFailures(_ work: () throws -> Void) throws {
  do {
    try work()
  } catch {
    let badInput = (error as? FileError).map(CommandFailure.badInput)
    guard let failure = error as? CommandFailure ?? badInput else { throw error }
    StandardError.print("layoutbench: \(failure.message)")
    throw failure.exitCode
  }
}

extension TerminalStyle {
  /// Colours on a terminal, unless `NO_COLOR` is not empty (no-color.org) or `TERM` is `dumb`.
  static var ofStandardOutput: TerminalStyle {
    let environment = ProcessInfo.processInfo.environment
    let isRefused = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
    return isatty(STDOUT_FILENO) == 1 && !isRefused ? .ansi : .plain
  }
}

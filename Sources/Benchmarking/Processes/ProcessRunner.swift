import Foundation

/// Runs other programs to completion. Tests replace it to do without them.
package protocol ProcessRunner: Sendable {
  /// Runs a program found on the path and waits for its end.
  ///
  /// - Parameters:
  ///   - arguments: the program's name, then its arguments.
  ///   - environment: variables added to this program's own.
  /// - Throws: if the program could not be started, or if the system does not say how it ended.
  func run(
    _ arguments: [String], environment: [String: String]
  ) throws(ProcessRunnerError) -> ProcessResult
}

extension ProcessRunner {
  func run(_ arguments: String...) throws(ProcessRunnerError) -> ProcessResult {
    try run(arguments, environment: [:])
  }
}

/// The result of a program that has ended.
package struct ProcessResult: Hashable, Sendable {
  /// 0 for success; 128 plus the signal's number if a signal ended it, as in shells.
  package var exitCode: Int32
  /// The text of its standard output.
  package var output = ""
  /// The text of its standard error.
  package var errors = ""
}

/// The reason why there is no result of a program.
package struct ProcessRunnerError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Runs processes of the system, with empty standard input.
package struct SystemProcessRunner: ProcessRunner {
  package init() {}

  /// Interrupts every child process that runs now, as Ctrl-C does. `swift build` then ends its compilers. Any
  /// thread.
  package static func interruptAll() {
    LiveProcesses.shared.interruptAll()
  }

  package func run(
    _ arguments: [String], environment: [String: String]
  ) throws(ProcessRunnerError) -> ProcessResult {
    let process = try ChildProcess(
      arguments, environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }, hasInput: false
    )
    // Read both pipes at once: a program that blocks on one of them would never end.
    let collected = CollectedErrors()
    let errors = process.errors
    let thread = Thread { collected.finish(errors.readDataToEndOfFile()) }
    thread.start()
    let data = process.output.readDataToEndOfFile()
    let errorData = collected.wait()
    let exitCode: Int32
    switch process.waitForEnd() {
    case .exit(let code): exitCode = code
    case .signal(let number): exitCode = 128 + number
    case .unknown:
      throw ProcessRunnerError(
        "the system does not say how \(arguments.first ?? "a program") ended, so it counts as failed; "
          + "does this process ignore the signal SIGCHLD?")
    }
    return ProcessResult(
      exitCode: exitCode, output: String(decoding: data, as: UTF8.self),
      errors: String(decoding: errorData, as: UTF8.self))
  }
}

/// Data read by another thread. SAFETY of `@unchecked Sendable`: one side writes before it signals the
/// semaphore, the other reads after waiting for it.
private final class CollectedErrors: @unchecked Sendable {
  private let isDone = DispatchSemaphore(value: 0)
  private var data = Data()

  func finish(_ data: Data) {
    self.data = data
    isDone.signal()
  }

  func wait() -> Data {
    isDone.wait()
    return data
  }
}

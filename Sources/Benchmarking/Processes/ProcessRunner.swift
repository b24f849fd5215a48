import Foundation

/// Runs other programs to their end, so that what depends on them can be tested without them.
package protocol ProcessRunner: Sendable {
  /// Runs a program that is found on the path, and waits for it.
  ///
  /// - Parameters:
  ///   - arguments: the program's name first.
  ///   - environment: added to this program's own.
  /// - Throws: where it could not be started at all.
  func run(
    _ arguments: [String], environment: [String: String]
  ) throws(ProcessRunnerError) -> ProcessResult
}

extension ProcessRunner {
  package func run(_ arguments: String...) throws(ProcessRunnerError) -> ProcessResult {
    try run(arguments, environment: [:])
  }
}

/// What a program that has ended left behind.
package struct ProcessResult: Hashable, Sendable {
  /// 0 where all was well; 128 and the signal's number where a signal ended it, as shells count.
  package var exitCode: Int32
  /// What it wrote to its standard output.
  package var output = ""
  /// What it wrote to its standard error.
  package var errors = ""
}

/// Why a program could not be started.
package struct ProcessRunnerError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// The system's own processes. Standard input is empty.
package struct SystemProcessRunner: ProcessRunner {
  package init() {}

  package func run(
    _ arguments: [String], environment: [String: String]
  ) throws(ProcessRunnerError) -> ProcessResult {
    let process = try ChildProcess(
      arguments, environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }, hasInput: false
    )
    // Both pipes are emptied at once: a program that waits for one of them to be read would never end.
    let collected = CollectedErrors()
    let errors = process.errors
    let thread = Thread { collected.finish(errors.readDataToEndOfFile()) }
    thread.start()
    let data = process.output.readDataToEndOfFile()
    let errorData = collected.wait()
    let exitCode =
      switch process.waitForEnd() {
      case .exit(let code): code
      case .signal(let number): 128 + number
      }
    return ProcessResult(
      exitCode: exitCode, output: String(decoding: data, as: UTF8.self),
      errors: String(decoding: errorData, as: UTF8.self))
  }
}

/// What another thread read. `@unchecked Sendable` rests on the semaphore: the one side writes before it signals, the other reads
/// after it waited.
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

import Foundation

/// Runs processes of the system, with empty standard input.
package struct SystemProcessRunner: ProcessRunner {
  package init() {}

  package func run(_ arguments: [String], environment: [String: String]) -> ProcessResult {
    let process: ChildProcess
    do {
      process = try ChildProcess(
        arguments, environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
        hasInput: false)
    } catch {
      return ProcessResult(exitCode: 127, errors: "the program \(error)")
    }
    // Read both pipes at once: a program that waits for room in a full pipe would never end.
    let errors = process.errors
    let areRead = DispatchSemaphore(value: 0)
    // SAFETY: the thread writes the data before it signals the semaphore; they are read after waiting for it.
    nonisolated(unsafe) var errorData = Data()
    Thread {
      errorData = errors.readDataToEndOfFile()
      areRead.signal()
    }.start()
    let data = process.output.readDataToEndOfFile()
    areRead.wait()
    let exitCode: Int32
    switch process.waitForEnd() {
    case .exit(let code): exitCode = code
    case .signal(let number): exitCode = 128 + number
    case .unknown:
      return ProcessResult(
        exitCode: 127,
        errors:
          "the system does not say how \(arguments.first ?? "a program") ended, so it counts as failed; "
          + "does this process ignore the signal SIGCHLD?")
    }
    return ProcessResult(
      exitCode: exitCode, output: String(decoding: data, as: UTF8.self),
      errors: String(decoding: errorData, as: UTF8.self))
  }
}

import Foundation
import Measuring

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
  /// if the output went into a pipe whose reader has closed it.
  ///
  /// - Returns: true if all output was written.
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

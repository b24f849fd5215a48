import Foundation

/// A child process that is asked and answers, a line at a time.
///
/// One thread at a time may use it. The process ends when this is let go of, and at the latest with the program.
package final class LineProcess {
  /// Why there is no answer. The process has ended then, or was ended.
  package enum Failure: Error, Hashable, Sendable {
    case notStarted(String)
    /// How it ended, with its last words.
    case ended(String)
    case tookTooLong(seconds: Double)
    /// A line without an end.
    case endless
  }

  private let process: ChildProcess
  private var channel: LineChannel
  private let limit: TimeInterval
  private let patience: TimeInterval
  private var isLive = true

  /// Reads of 64 KiB, which is as much as a pipe usually holds.
  private static let lastReads = 32

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - environment: nil, the default, for this program's own.
  ///   - limit: seconds that an answer may take.
  ///   - patience: seconds that the program is given to end by itself once its input is closed, default 1. After that it is killed.
  package init(
    executable: URL, arguments: [String], environment: [String: String]? = nil, limit: TimeInterval,
    patience: TimeInterval = 1
  ) throws(Failure) {
    self.limit = limit
    self.patience = patience
    do {
      process = try ChildProcess(
        [executable.path] + arguments, environment: environment, hasInput: true)
    } catch {
      throw .notStarted(error.description)
    }
    channel = LineChannel(
      reading: process.output, writing: process.input ?? .nullDevice, errors: process.errors)
  }

  deinit {
    end()
  }

  /// The process's number, for records.
  package var identifier: Int { Int(process.identifier) }

  /// Sends a line, without its end, and waits for the line that answers it.
  package func ask(_ line: Data) throws(Failure) -> Data {
    do throws(LineChannel.Failure) {
      let deadline = Date(timeIntervalSinceNow: limit)
      try channel.write(line, until: deadline)
      return try channel.readLine(until: deadline)
    } catch {
      throw failure(error)
    }
  }

  /// Closes the program's input and waits for its end, a moment at most. Once is enough, more does no harm.
  package func end() {
    guard isLive else { return }
    channel.close()
    end(within: patience)
  }

  /// Kills every process of the program that runs now; whoever waits for an answer learns that it has ended. Any thread.
  package static func killAll() {
    LiveProcesses.shared.killAll()
  }

  /// What a failure of the channel means; the process is ended.
  private func failure(_ failure: LineChannel.Failure) -> Failure {
    switch failure {
    case .closed:
      end(within: patience)
      let how =
        switch process.waitForEnd() {
        case .exit(let code): "with exit code \(code)"
        case .signal(let number): "by signal \(number)"
        }
      return .ended(channel.errors.reason.map { "\(how): \($0)" } ?? how)
    case .late:
      end(within: 0)
      return .tookTooLong(seconds: limit)
    case .endless:
      end(within: 0)
      return .endless
    }
  }

  /// Returns when the process is gone, of itself or not.
  private func end(within patience: TimeInterval) {
    guard isLive else { return }
    isLive = false
    let deadline = Date(timeIntervalSinceNow: patience)
    while process.endingIfKnown() == nil && Date() < deadline {
      // The report of a crash may be longer than a pipe is.
      channel.readErrors()
      usleep(1_000)
    }
    if process.endingIfKnown() == nil { process.kill() }
    _ = process.waitForEnd()
    // What is left in the pipe, which is a bounded amount unless the program left others behind that go on writing.
    for _ in 0..<Self.lastReads { channel.readErrors() }
  }
}

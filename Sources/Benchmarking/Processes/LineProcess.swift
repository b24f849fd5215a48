import Foundation

/// A child process that answers requests, one line each.
///
/// One thread at a time may use it. The process ends when this object is released, or with the program.
package final class LineProcess {
  /// The reason for a missing answer. The process has ended or was ended.
  package enum Failure: Error, Hashable, Sendable {
    case notStarted(String)
    /// The way in which it ended, with its last error.
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

  /// The number of final reads of 64 KiB, which is what a pipe usually holds.
  private static let lastReads = 32

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - environment: nil, the default, for this program's own.
  ///   - limit: the longest time for an answer, in seconds.
  ///   - patience: seconds between closing the program's input and killing it, if it does not end. Default 1.
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

  /// The process identifier, for records.
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

  /// Closes the program's input and waits for its end, at most `patience`. Further calls have no effect.
  package func end() {
    guard isLive else { return }
    channel.close()
    end(within: patience)
  }

  /// Kills every child process that runs now. Threads that wait for an answer get an error. Any thread.
  package static func killAll() {
    LiveProcesses.shared.killAll()
  }

  /// Ends the process and returns what a failure of the channel means.
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

  /// Waits for the process to end, and kills it after `patience` seconds.
  private func end(within patience: TimeInterval) {
    guard isLive else { return }
    isLive = false
    let deadline = Date(timeIntervalSinceNow: patience)
    while process.endingIfKnown() == nil && Date() < deadline {
      // A crash report may be longer than a pipe's buffer.
      channel.readErrors()
      usleep(1_000)
    }
    if process.endingIfKnown() == nil { process.kill() }
    _ = process.waitForEnd()
    // Reads the rest of the pipe. The limit matters if the program left others behind that keep writing.
    for _ in 0..<Self.lastReads { channel.readErrors() }
  }
}

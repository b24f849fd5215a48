import Foundation

/// A child process that is asked and answers, a line at a time.
///
/// One thread at a time may use it. The process ends when this is let go of, and at the latest with the program.
public final class LineProcess {
  /// Why there is no answer. The process has ended then, or was ended.
  public enum Failure: Error, Hashable, Sendable {
    case notStarted(String)
    /// How it ended, with its last words.
    case ended(String)
    case tookTooLong(seconds: Double)
    /// A line without an end.
    case endless
  }

  private let process = Process()
  private let errors = Pipe()
  private var channel: LineChannel
  private let limit: TimeInterval
  private let patience: TimeInterval
  private var isLive = false

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - environment: nil, the default, for this program's own.
  ///   - limit: seconds that an answer may take.
  ///   - patience: seconds that the program is given to end by itself once its input is closed, default 1. After that it is killed.
  public init(
    executable: URL, arguments: [String], environment: [String: String]? = nil, limit: TimeInterval,
    patience: TimeInterval = 1
  ) throws(Failure) {
    self.limit = limit
    self.patience = patience
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = executable
    process.arguments = arguments
    if let environment { process.environment = environment }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    channel = LineChannel(reading: output.fileHandleForReading, writing: input.fileHandleForWriting)
    do {
      try process.run()
    } catch {
      throw .notStarted("\(executable.path): \(error.localizedDescription)")
    }
    isLive = true
    LiveProcesses.shared.insert(process.processIdentifier)
  }

  deinit {
    end()
  }

  /// The process's number, for records.
  public var identifier: Int { Int(process.processIdentifier) }

  /// Sends a line, without its end, and waits for the line that answers it.
  public func ask(_ line: Data) throws(Failure) -> Data {
    do throws(LineChannel.Failure) {
      let deadline = Date(timeIntervalSinceNow: limit)
      try channel.write(line, until: deadline)
      return try channel.readLine(until: deadline)
    } catch {
      throw failure(error)
    }
  }

  /// Closes the program's input and waits for its end, a moment at most. Once is enough, more does no harm.
  public func end() {
    guard isLive else { return }
    channel.close()
    end(within: patience)
  }

  /// What a failure of the channel means; the process is ended.
  private func failure(_ failure: LineChannel.Failure) -> Failure {
    switch failure {
    case .closed:
      end(within: patience)
      let how =
        process.terminationReason == .uncaughtSignal
        ? "by signal \(process.terminationStatus)" : "with exit code \(process.terminationStatus)"
      return .ended(lastWords.map { "\(how): \($0)" } ?? how)
    case .late:
      end(within: 0)
      return .tookTooLong(seconds: limit)
    case .endless:
      end(within: 0)
      return .endless
    }
  }

  /// The last line that an ended program wrote to its standard error.
  private var lastWords: String? {
    let text = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    return text.split(separator: "\n").last.map(String.init)
  }

  /// Returns when the process is gone, of itself or not.
  private func end(within patience: TimeInterval) {
    guard isLive else { return }
    isLive = false
    let deadline = Date(timeIntervalSinceNow: patience)
    while process.isRunning && Date() < deadline { usleep(2_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    LiveProcesses.shared.remove(process.processIdentifier)
  }
}

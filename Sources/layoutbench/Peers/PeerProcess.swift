import Foundation

/// A peer's worker program, running as a child process.
///
/// One thread at a time may use it. The process ends when this is let go of, and at the latest with the program.
final class PeerProcess {
  private let process = Process()
  private let errors = Pipe()
  private var channel: LineChannel
  private let limit: TimeInterval
  private var isLive = false

  /// Seconds that a program is given to end by itself.
  private static let patience = 1.0
  /// Characters of an answer that are shown where it is not understood.
  private static let shownLength = 120

  /// Starts the program and says hello.
  init(_ program: PeerProgram) throws(PeerFailure) {
    limit = program.limit
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = program.executable
    process.arguments = program.arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    channel = LineChannel(reading: output.fileHandleForReading, writing: input.fileHandleForWriting)
    do {
      try process.run()
    } catch {
      throw .notStarted("\(program.executable.path): \(error.localizedDescription)")
    }
    isLive = true
    LivePeers.shared.insert(process.processIdentifier)
    let hello: PeerProtocol.HelloReply = try ask(PeerProtocol.Hello(limitSeconds: limit))
    guard hello.version == PeerProtocol.version else {
      throw .nonsense("version \(hello.version) of the protocol, and not \(PeerProtocol.version)")
    }
  }

  deinit {
    channel.close()
    end(within: PeerProcess.patience)
  }

  /// Sends a request and waits for its answer. After any failure but a refusal the process is of no more use.
  func ask<Reply: Decodable>(_ request: some Encodable) throws(PeerFailure) -> Reply {
    guard let line = try? JSONEncoder().encode(request) else {
      throw .error("a number of the tree cannot be written as JSON")
    }
    let answer: Data
    do throws(LineChannel.Failure) {
      let deadline = Date(timeIntervalSinceNow: limit)
      try channel.write(line, until: deadline)
      answer = try channel.readLine(until: deadline)
    } catch {
      throw failure(error)
    }
    guard let status = try? JSONDecoder().decode(PeerProtocol.Status.self, from: answer) else {
      throw nonsense(answer)
    }
    if let reason = status.refused, let element = status.element {
      throw .refused(reason: reason, element: element)
    }
    guard status.ok else { throw .error(status.error ?? "it gave no reason") }
    guard let reply = try? JSONDecoder().decode(Reply.self, from: answer) else { throw nonsense(answer) }
    return reply
  }

  private func nonsense(_ answer: Data) -> PeerFailure {
    let text = String(decoding: answer.prefix(PeerProcess.shownLength), as: UTF8.self)
    return .nonsense(answer.count > PeerProcess.shownLength ? "\(text)…" : text)
  }

  /// What a failure of the channel means; the process is ended.
  private func failure(_ failure: LineChannel.Failure) -> PeerFailure {
    switch failure {
    case .closed:
      end(within: PeerProcess.patience)
      let how =
        process.terminationReason == .uncaughtSignal
        ? "by signal \(process.terminationStatus)" : "with exit code \(process.terminationStatus)"
      return .ended(lastWords.map { "\(how): \($0)" } ?? how)
    case .late:
      end(within: 0)
      return .tookTooLong(seconds: limit)
    case .endless:
      end(within: 0)
      return .nonsense("a line that does not end")
    }
  }

  /// The last line that an ended program wrote to its standard error: of Python, the error itself.
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
    LivePeers.shared.remove(process.processIdentifier)
  }
}

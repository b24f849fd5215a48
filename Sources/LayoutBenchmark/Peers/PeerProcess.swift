import Benchmarking
import Foundation

/// A peer's worker program, running as a child process.
///
/// One thread at a time may use it. The process ends when this is released, at the latest with the program.
final class PeerProcess {
  private let process: LineProcess

  /// The number of characters shown of an invalid answer.
  private static let shownLength = 120

  /// Starts the program and exchanges greetings.
  init(_ program: PeerProgram) throws(PeerFailure) {
    do throws(LineProcess.Failure) {
      process = try LineProcess(
        executable: program.executable, arguments: program.arguments, limit: program.limit)
    } catch {
      throw PeerFailure(error)
    }
    let hello: PeerProtocol.HelloReply = try ask(PeerProtocol.Hello(limitSeconds: program.limit))
    guard hello.version == PeerProtocol.version else {
      throw .nonsense("version \(hello.version) of the protocol, and not \(PeerProtocol.version)")
    }
  }

  /// Sends a request and waits for its answer. After any failure but a refusal the process is unusable.
  func ask<Reply: Decodable>(_ request: some Encodable) throws(PeerFailure) -> Reply {
    guard let line = try? JSONEncoder().encode(request) else {
      throw .error("a number of the tree cannot be written as JSON")
    }
    let answer: Data
    do throws(LineProcess.Failure) {
      answer = try process.ask(line)
    } catch {
      throw PeerFailure(error)
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
}

extension PeerFailure {
  init(_ failure: LineProcess.Failure) {
    switch failure {
    case .notStarted(let reason): self = .notStarted(reason)
    case .ended(let how): self = .ended(how)
    case .tookTooLong(let seconds): self = .tookTooLong(seconds: seconds)
    case .endless: self = .nonsense("a line that does not end")
    }
  }
}

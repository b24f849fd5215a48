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
        executable: program.program.executable, arguments: program.program.arguments, limit: program.limit)
    } catch {
      throw .process(error)
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
      throw .process(error)
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

/// The reason why a peer did not do what was asked.
enum PeerFailure: Error, CustomStringConvertible {
  /// The worker program or the engine is missing.
  case notInstalled
  /// The engine does not support a property of the element.
  case refused(reason: String, element: Int)
  /// It reported a reason.
  case error(String)
  /// Its process gave no answer.
  case process(LineProcess.Failure)
  /// Its answer violates the protocol.
  case nonsense(String)

  var description: String {
    switch self {
    case .notInstalled: "the peers are not installed, or not in these versions; run \(PeerProgram.remedy)"
    case .refused(let reason, let element): "element #\(element) cannot be said to the engine: \(reason)"
    case .error(let message): "the peer could not: \(message)"
    case .process(.notStarted(let reason)): "the peer could not be started: \(reason)"
    case .process(.ended(let how)): "the peer ended \(how)"
    case .process(.tookTooLong(let seconds)): "the peer did not answer within \(seconds) s"
    case .process(.endless): "the peer answered nonsense: a line that does not end"
    case .nonsense(let answer): "the peer answered nonsense: \(answer)"
    }
  }
}

import ArgumentParser
import LayoutSpecs

/// `layoutbench check-peer`: checks a program against the protocol of peers, for those who write one.
struct CheckPeerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-peer",
    abstract: "Check a program against the protocol of peers.",
    discussion: """
      Sends it trees, edits and bad input, and says what is wrong. What it refuses is left
      out and no mistake. Benchmarks/peers/PROTOCOL.md describes the protocol. Exit code 1
      if a check fails.

      EXAMPLE
        layoutbench check-peer ./my-engine --its-options
      """,
    shouldDisplay: false)

  @Argument(
    parsing: .captureForPassthrough, help: "The program and its arguments.", completion: .file())
  var command: [String] = []

  func run() throws {
    guard let first = command.first, !first.isEmpty else {
      throw ValidationError("name a program that speaks the protocol of peers")
    }
    var failed = 0
    var passed = 0
    PeerConformance(program: PeerProgram(command: command)).run { sentence, outcome in
      switch outcome {
      case .passed:
        passed += 1
        print("ok        \(sentence)")
      case .leftOut(let reason):
        print("left out  \(sentence)\n          \(oneLine(reason))")
      case .failed(let reason):
        failed += 1
        print("FAILED    \(sentence)\n          \(oneLine(reason))")
      }
    }
    print("\(passed) passed, \(failed) failed")
    if failed > 0 { throw ExitCode.failure }
  }
}

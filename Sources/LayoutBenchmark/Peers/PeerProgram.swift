import Foundation

/// The program that is started for a peer.
struct PeerProgram {
  let program: PythonProgram

  /// The packages, and the sources of the native workers, in the order of `scripts/install-peers`.
  private static var requirements: [String] {
    let native = PackageFolder.current?.benchmarks.appendingPathComponent("peers/native").path ?? ""
    let sources = (try? FileManager.default.contentsOfDirectory(atPath: native)) ?? []
    return ["requirements.txt"] + sources.filter { !$0.hasPrefix(".") }.sorted().map { "native/\($0)" }
  }

  /// The command that installs missing peers.
  static var remedy: String { PackageFolder.command("install-peers") }

  /// A program that speaks the protocol, and its arguments. A shell's search finds names without a slash.
  init(command: [String]) {
    let isPath = command[0].contains("/")
    program = PythonProgram(
      executable: URL(fileURLWithPath: isPath ? command[0] : "/usr/bin/env"),
      arguments: isPath ? Array(command.dropFirst()) : command)
  }

  /// The limit for a request in seconds: `LAYOUTBENCH_PEER_LIMIT`, or 60.
  static var limit: TimeInterval {
    ProgramRun.current.environment["LAYOUTBENCH_PEER_LIMIT"].flatMap(TimeInterval.init) ?? 60
  }

  /// Finds the worker program for an engine; nil if it is not installed.
  ///
  /// The environment variable `LAYOUTBENCH_PEER_WORKER` names another program, which gets the engine's name
  /// as its argument.
  init?(engine: String) {
    if let other = ProgramRun.current.environment["LAYOUTBENCH_PEER_WORKER"] {
      program = PythonProgram(executable: URL(fileURLWithPath: other), arguments: [engine])
    } else if let folder = PythonProgram.installedFolder("peers", requirements: Self.requirements) {
      let native = folder.appendingPathComponent(".venv/bin/peer-\(engine)")
      program =
        FileManager.default.isExecutableFile(atPath: native.path)
        ? PythonProgram(executable: native, arguments: [])
        : PythonProgram("worker.py", in: folder, arguments: [engine])
    } else {
      return nil
    }
  }
}

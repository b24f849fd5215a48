import Foundation

/// The program that is started for a peer, and its time limit per request.
struct PeerProgram: Sendable {
  let executable: URL
  let arguments: [String]
  /// The limit for a request in seconds, default 60.
  let limit: TimeInterval

  /// The command that installs missing peers.
  static let remedy = "scripts/install-peers"

  /// Finds the worker program for an engine; nil if it is not installed in the checkout's versions.
  ///
  /// The environment variable `LAYOUTBENCH_PEER_WORKER` names another program, which gets the engine's name
  /// as its argument. `LAYOUTBENCH_PEER_LIMIT` sets another number of seconds.
  init?(engine: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    limit = environment["LAYOUTBENCH_PEER_LIMIT"].flatMap(TimeInterval.init) ?? 60
    if let program = environment["LAYOUTBENCH_PEER_WORKER"] {
      executable = URL(fileURLWithPath: program)
      arguments = [engine]
      return
    }
    guard let folder = PackageFolder.current?.benchmarks.appendingPathComponent("peers", isDirectory: true)
    else { return nil }
    executable = folder.appendingPathComponent(".venv/bin/python")
    // -B: no compiled files beside the sources.
    arguments = ["-B", folder.appendingPathComponent("worker.py").path, engine]
    guard PeerProgram.isInstalled(in: folder) else { return nil }
  }

  /// Compares with the copy of the requirements that `scripts/install-peers` leaves.
  private static func isInstalled(in folder: URL) -> Bool {
    let texts = [".venv/installed.txt", "build-requirements.txt", "requirements.txt"].map {
      try? Data(contentsOf: folder.appendingPathComponent($0))
    }
    guard let installed = texts[0], let build = texts[1], let packages = texts[2] else { return false }
    return installed == build + packages
  }
}

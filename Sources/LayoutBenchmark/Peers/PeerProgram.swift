import Foundation

/// What is started for a peer, and how long it may take over a request.
struct PeerProgram: Sendable {
  let executable: URL
  let arguments: [String]
  /// Seconds that a request may take, default 60.
  let limit: TimeInterval

  /// What to type where the peers are missing.
  static let remedy = "scripts/install-peers"

  /// The worker program for an engine; nil where it is not installed in the versions that this checkout names.
  ///
  /// The environment variable `LAYOUTBENCH_PEER_WORKER` names another program, which gets the engine's name as its argument;
  /// `LAYOUTBENCH_PEER_LIMIT` gives another number of seconds.
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
    // Without writing compiled files beside the sources.
    arguments = ["-B", folder.appendingPathComponent("worker.py").path, engine]
    guard PeerProgram.isInstalled(in: folder) else { return nil }
  }

  /// `scripts/install-peers` leaves a copy of what it was asked to install.
  private static func isInstalled(in folder: URL) -> Bool {
    let texts = [".venv/installed.txt", "build-requirements.txt", "requirements.txt"].map {
      try? Data(contentsOf: folder.appendingPathComponent($0))
    }
    guard let installed = texts[0], let build = texts[1], let packages = texts[2] else { return false }
    return installed == build + packages
  }
}

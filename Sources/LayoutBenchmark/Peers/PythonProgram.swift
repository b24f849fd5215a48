import Foundation

/// A program in Python under `Benchmarks`, in the environment that a script installs for it.
struct PythonProgram {
  let executable: URL
  let arguments: [String]
}

extension PythonProgram {
  /// A program in a folder of `Benchmarks`, by its file's name.
  init(_ script: String, in folder: URL, arguments: [String] = []) {
    executable = folder.appendingPathComponent(".venv/bin/python")
    // -B: no compiled files beside the sources.
    self.arguments = ["-B", folder.appendingPathComponent(script).path] + arguments
  }

  /// Returns a folder in `Benchmarks` whose environment is installed in the versions that this checkout requires; nil if it
  /// is missing, or of others.
  ///
  /// - Parameter requirements: files in the folder, which name its packages. The script that installs them leaves a copy
  ///   of all, one after the other.
  static func installedFolder(_ name: String, requirements: [String]) -> URL? {
    guard let folder = PackageFolder.current?.benchmarks.appendingPathComponent(name, isDirectory: true),
      let installed = try? Data(contentsOf: folder.appendingPathComponent(".venv/installed.txt"))
    else { return nil }
    let required = requirements.map { try? Data(contentsOf: folder.appendingPathComponent($0)) }
    return !required.contains(nil) && installed == Data(required.compactMap { $0 }.joined()) ? folder : nil
  }
}

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

  /// A program that speaks the protocol, and its arguments. One without a slash is found as a shell finds it.
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

import Foundation

/// A program under `Benchmarks` that a script installs, or another one in its place.
struct InstalledProgram {
  let executable: URL
  let arguments: [String]
}

extension InstalledProgram {
  /// A program in Python in a folder of `Benchmarks`, by its file's name, in the environment that is installed for it.
  init(_ script: String, in folder: URL, arguments: [String] = []) {
    executable = folder.appendingPathComponent(".venv/bin/python")
    // -B: no compiled files beside the sources.
    self.arguments = ["-B", folder.appendingPathComponent(script).path] + arguments
  }

  /// Returns a folder in `Benchmarks` whose environment is installed in the versions that this checkout requires; nil if it
  /// is missing, or has other versions.
  ///
  /// - Parameter requirements: files in the folder, which name its packages. The script that installs these leaves a copy
  ///   of all files, one after the other.
  static func folder(_ name: String, requirements: [String]) -> URL? {
    guard let folder = PackageFolder.current?.benchmarks.appendingPathComponent(name, isDirectory: true),
      let installed = try? Data(contentsOf: folder.appendingPathComponent(".venv/installed.txt"))
    else { return nil }
    let required = requirements.map { try? Data(contentsOf: folder.appendingPathComponent($0)) }
    return !required.contains(nil) && installed == Data(required.compactMap { $0 }.joined()) ? folder : nil
  }
}

// MARK: - Peers

extension InstalledProgram {
  /// The command that installs missing peers.
  static var peerRemedy: String { PackageFolder.command("install-peers") }

  /// A program that speaks the protocol of peers, and its arguments. A shell's search finds names without a slash.
  init(command: [String]) {
    let isPath = command[0].contains("/")
    executable = URL(fileURLWithPath: isPath ? command[0] : "/usr/bin/env")
    arguments = isPath ? Array(command.dropFirst()) : command
  }

  /// The worker program for an engine; nil if it is not installed.
  ///
  /// The environment variable `LAYOUTBENCH_PEER_WORKER` names another program, which gets the engine's name
  /// as its argument.
  init?(engine: String) {
    if let other = ProgramRun.current.environment["LAYOUTBENCH_PEER_WORKER"] {
      self.init(executable: URL(fileURLWithPath: other), arguments: [engine])
      return
    }
    let sources = PackageFolder.current?.benchmarks.appendingPathComponent("peers/native").path ?? ""
    let native = ((try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? [])
      .filter { !$0.hasPrefix(".") }.sorted().map { "native/\($0)" }
    // In the order of `scripts/install-peers`.
    guard let folder = Self.folder("peers", requirements: ["requirements.txt"] + native) else { return nil }
    let program = folder.appendingPathComponent(".venv/bin/peer-\(engine)")
    if FileManager.default.isExecutableFile(atPath: program.path) {
      self.init(executable: program, arguments: [])
    } else {
      self.init("worker.py", in: folder, arguments: [engine])
    }
  }
}

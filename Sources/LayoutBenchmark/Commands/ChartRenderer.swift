import Foundation

/// The program that draws specifications: `Benchmarks/charts/render.py`, in the environment that `scripts/install-renderer` makes.
struct ChartRenderer {
  private let executable: URL
  private let arguments: [String]

  /// What to type where it is missing.
  static let remedy = "scripts/install-renderer"

  /// nil where it is not installed in the version that this checkout names.
  ///
  /// The environment variable `LAYOUTBENCH_RENDERER` names another program, which gets the same options; empty, there is none.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    if let program = environment["LAYOUTBENCH_RENDERER"] {
      guard !program.isEmpty else { return nil }
      executable = URL(fileURLWithPath: program)
      arguments = []
      return
    }
    guard let folder = PackageFolder.current?.benchmarks.appendingPathComponent("charts", isDirectory: true)
    else { return nil }
    executable = folder.appendingPathComponent(".venv/bin/python")
    // Without writing compiled files beside the source.
    arguments = ["-B", folder.appendingPathComponent("render.py").path]
    guard ChartRenderer.isInstalled(in: folder) else { return nil }
  }

  /// `scripts/install-renderer` leaves a copy of what it was asked to install.
  private static func isInstalled(in folder: URL) -> Bool {
    let texts = [".venv/installed.txt", "requirements.txt"].map {
      try? Data(contentsOf: folder.appendingPathComponent($0))
    }
    guard let installed = texts[0], let wanted = texts[1] else { return false }
    return installed == wanted
  }

  /// Draws each specification in each format, beside it. Waits until that is done.
  ///
  /// - Throws: `CommandFailure` with the program's last words.
  func draw(_ specifications: [URL], formats: [String]) throws {
    let process = Process()
    process.executableURL = executable
    process.arguments =
      arguments + ["--format", formats.joined(separator: ","), "--"] + specifications.map(\.path)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw CommandFailure.failed("\(executable.path) does not start: \(error.localizedDescription)")
    }
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationReason == .exit && process.terminationStatus == 0 else {
      let last = words.split(separator: "\n").last.map(String.init) ?? "it gave no reason"
      throw CommandFailure.failed("the charts cannot be drawn: \(last)")
    }
  }
}

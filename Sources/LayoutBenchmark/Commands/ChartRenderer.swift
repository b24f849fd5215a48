import Foundation

/// The program that draws specifications: `Benchmarks/charts/render.py`, in the environment that
/// `scripts/install-renderer` makes.
struct ChartRenderer {
  private let executable: URL
  private let arguments: [String]

  /// The command that installs it.
  static let remedy = "scripts/install-renderer"

  /// nil if it is not installed in the version that this checkout requires.
  ///
  /// The environment variable `LAYOUTBENCH_RENDERER` names another program, which gets the same options; if it is
  /// empty, there is none.
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
    // -B: without compiled files beside the source.
    arguments = ["-B", folder.appendingPathComponent("render.py").path]
    guard ChartRenderer.isInstalled(in: folder) else { return nil }
  }

  /// `scripts/install-renderer` leaves a copy of the requirements that it installed.
  private static func isInstalled(in folder: URL) -> Bool {
    let texts = [".venv/installed.txt", "requirements.txt"].map {
      try? Data(contentsOf: folder.appendingPathComponent($0))
    }
    guard let installed = texts[0], let wanted = texts[1] else { return false }
    return installed == wanted
  }

  /// Draws each specification in each format, beside it, and waits until that is done.
  ///
  /// - Throws: `CommandFailure` with the last line of the program's errors.
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

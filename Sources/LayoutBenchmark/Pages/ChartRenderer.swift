import Foundation
import Measuring

/// The program that draws specifications: `Benchmarks/charts/render.py`.
struct ChartRenderer {
  private let program: InstalledProgram

  /// The command that installs the renderer.
  static var remedy: String { PackageFolder.command("install-renderer") }

  /// nil if the renderer is not installed.
  ///
  /// The environment variable `LAYOUTBENCH_RENDERER` names another program, which gets the same options; an empty
  /// name means that there is no renderer.
  init?() {
    if let other = ProgramRun.current.environment["LAYOUTBENCH_RENDERER"] {
      guard !other.isEmpty else { return nil }
      program = InstalledProgram(executable: URL(fileURLWithPath: other), arguments: [])
    } else if let folder = InstalledProgram.folder("charts", requirements: ["requirements.txt"]) {
      program = InstalledProgram("render.py", in: folder)
    } else {
      return nil
    }
  }

  /// Draws each specification in each format, in the specification's folder, and waits until all are drawn.
  ///
  /// - Throws: `CommandFailure` with the last line of the program's errors.
  func draw(_ specifications: [URL], formats: [String]) throws {
    let options = ["--format", formats.joined(separator: ","), "--"]
    let command = [program.executable.path] + program.arguments + options + specifications.map(\.path)
    // A program that this one starts does not get the terminal's Ctrl-C by itself.
    Signals.watch()
    let result = SystemProcessRunner().run(command, environment: [:])
    guard result.exitCode == 0 else {
      let last = result.errors.split(separator: "\n").last.map(String.init) ?? "it gave no reason"
      throw CommandFailure.failed("the charts cannot be drawn: \(last)")
    }
  }
}

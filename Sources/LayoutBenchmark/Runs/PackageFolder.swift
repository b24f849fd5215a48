import Benchmarking
import Foundation

/// The checkout that the program was built in or is run in: the folder with `Benchmarks/suites`.
struct PackageFolder {
  let url: URL

  /// `Benchmarks/suites`.
  var suites: URL { url.appendingPathComponent("Benchmarks/suites", isDirectory: true) }
  /// `Benchmarks`, which documents in suites are relative to.
  var benchmarks: URL { url.appendingPathComponent("Benchmarks", isDirectory: true) }
  /// `results`, where runs go unless another folder is given.
  var results: URL { url.appendingPathComponent("results", isDirectory: true) }

  /// Whether the program's own sources are in it, and not those of another package that measures with the program.
  var holdsProgram: Bool {
    FileManager.default.fileExists(atPath: url.appendingPathComponent("Sources/layoutbench").path)
  }

  /// The checkout around the working folder, else the one around the program; nil where neither lies in one.
  static var current: PackageFolder? {
    let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let program = Bundle.main.executableURL?.resolvingSymlinksInPath()
    return around(here) ?? program.flatMap { around($0) }
  }

  private static func around(_ start: URL) -> PackageFolder? {
    var url = start.standardizedFileURL
    while true {
      let folder = PackageFolder(url: url)
      if FileManager.default.fileExists(atPath: folder.suites.path) { return folder }
      let parent = url.deletingLastPathComponent()
      if parent.path == url.path { return nil }
      url = parent
    }
  }
}

extension ResultsFolder {
  /// Where runs go unless another folder is given, and where names of runs are looked up: `results` in the checkout, or in the working
  /// folder where there is none.
  static var current: ResultsFolder {
    ResultsFolder(
      url: PackageFolder.current?.results ?? URL(fileURLWithPath: "results", isDirectory: true))
  }
}

import Foundation

/// The checkout that contains the program or the working folder: the folder with `Benchmarks/suites`. For a
/// program with workloads of its own, the package that it is built from.
struct PackageFolder {
  let url: URL

  /// `Benchmarks/suites`; `suites` in a package with benchmarks of its own.
  var suites: URL {
    url.appendingPathComponent(ThisProgram.isOwn ? "suites" : "Benchmarks/suites", isDirectory: true)
  }
  /// The files of the suites, by name; nil if the folder cannot be read.
  var suiteFiles: [URL]? {
    let files = try? FileManager.default.contentsOfDirectory(at: suites, includingPropertiesForKeys: nil)
    return files?.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }
  /// `Benchmarks` of the checkout of layoutbench, where scripts install programs.
  var benchmarks: URL {
    let checkout = ThisProgram.isOwn ? OwnPackage.layoutBenchCheckout : url
    return checkout.appendingPathComponent("Benchmarks", isDirectory: true)
  }
  /// `results`, the default folder for runs.
  var results: URL { url.appendingPathComponent("results", isDirectory: true) }

  /// True if the folder contains the program's own sources, and is not another package that uses it.
  var holdsProgram: Bool {
    FileManager.default.fileExists(atPath: url.appendingPathComponent("Sources/layoutbench").path)
  }

  /// The checkout around the working folder, or else the checkout around the program, or else the folder that
  /// scripts/install put beside the program; nil if there is none.
  static var current: PackageFolder? {
    guard !ThisProgram.isOwn else { return OwnPackage.folder.map(PackageFolder.init) }
    return here ?? ThisProgram.executable.flatMap { around($0) ?? installed(with: $0) }
  }

  /// The checkout around the working folder; nil if there is none. For a program with workloads of its own, its
  /// package.
  static var here: PackageFolder? {
    guard !ThisProgram.isOwn else { return current }
    return around(URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
  }

  /// Returns `share/layoutbench` under the prefix of a program in `bin`; nil if it has no suites.
  private static func installed(with program: URL) -> PackageFolder? {
    let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
    let folder = PackageFolder(url: prefix.appendingPathComponent("share/layoutbench", isDirectory: true))
    return FileManager.default.fileExists(atPath: folder.suites.path) ? folder : nil
  }

  /// Returns the command that runs one of the checkout's or the installation's scripts from the working folder.
  static func command(_ script: String) -> String {
    let name = "scripts/\(script)"
    guard let folder = current?.benchmarks.deletingLastPathComponent() else { return name }
    let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let isHere = here.standardizedFileURL.path == folder.standardizedFileURL.path
    return isHere ? name : folder.appendingPathComponent(name).path.shellWord
  }

  /// Returns the checkout around a file or folder; nil if there is none.
  static func around(_ start: URL) -> PackageFolder? {
    nearestFolder(around: start) {
      FileManager.default.fileExists(atPath: PackageFolder(url: $0).suites.path)
    }
    .map(PackageFolder.init)
  }
}

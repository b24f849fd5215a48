import Foundation
import Measuring

/// The package of a program with workloads of its own.
enum OwnPackage {
  /// The script in a user's package of benchmarks that builds and runs it; `layoutbench init` writes it.
  static let script = "bench"

  /// A line for a user who called `layoutbench` although the package of benchmarks in the working folder has the answer;
  /// nil if there is no such package.
  static var hint: String? {
    let path = "Benchmarks/\(script)"
    guard !ThisProgram.isOwn, FileManager.default.isExecutableFile(atPath: path) else { return nil }
    return "\(path) has the layouts of this folder, and every command for them."
  }

  /// The folder of the nearest `Package.swift` around the program's file, or else around the working folder;
  /// nil if there is none. SwiftPM builds into `.build` in the package's folder.
  static let folder: URL? = {
    let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    return ThisProgram.executable.flatMap(manifestFolder) ?? manifestFolder(around: here)
  }()

  private static func manifestFolder(around start: URL) -> URL? {
    nearestFolder(around: start) {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("Package.swift").path)
    }
  }

  /// The revision of the package; nil without a repository.
  static let git: GitState? = {
    guard let folder, let revision = try? GitRepository(folder: folder).revision(".") else { return nil }
    return GitState(revision: revision.commit, isDirty: revision.isDirty)
  }()

  /// The hash of the program's file: equal for equal builds.
  static let programHash = ThisProgram.executable.flatMap { file in
    (try? Data(contentsOf: file, options: .mappedIfSafe)).map { stableHash(of: $0) }
  }

  /// A warning if a Swift file of the repository is newer than the program; nil if none is. The results would
  /// be labelled with a revision that was not measured.
  static var newerSources: Warning? {
    guard let folder, let executable = ThisProgram.executable, let built = modificationDate(of: executable)
    else { return nil }
    let top = GitRepository.top(around: folder).map { URL(fileURLWithPath: $0) } ?? folder
    let files = FileManager.default.enumerator(
      at: top, includingPropertiesForKeys: [.contentModificationDateKey], options: .skipsHiddenFiles)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", let changed = modificationDate(of: file), changed > built else {
        continue
      }
      return Warning(
        cause: "\(file.path.dropFirst(top.path.count + 1)) was changed after this program was built.",
        nextStep: "Results are of the build; for the sources, build it again: swift build -c release")
    }
    return nil
  }

  private static func modificationDate(of file: URL) -> Date? {
    try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
  }

  /// The checkout of layoutbench in which this program lies, or else the checkout from which this library was
  /// compiled, which need not exist any more.
  static let layoutBenchCheckout: URL = {
    // A checkout may have been moved since the build.
    if !ThisProgram.isOwn, let checkout = ThisProgram.executable.flatMap(PackageFolder.around),
      checkout.holdsProgram
    {
      return checkout.url
    }
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url
  }()
}

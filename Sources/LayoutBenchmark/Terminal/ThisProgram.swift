import Foundation
import Measuring

/// This program: its name, its allocator, its sources, and the sources of the checkout in which it is used.
enum ThisProgram {
  // SAFETY: written once, by `LayoutBench.main(counting:)`, before any other thread exists.
  /// Counts allocations with the allocator that the program links. Default: counts nothing.
  nonisolated(unsafe) static var allocations: any AllocationCounter = NoAllocationCounter()

  // SAFETY: like `allocations`.
  /// True for a program with workloads of its own, false for `layoutbench`.
  nonisolated(unsafe) static var isOwn = false

  /// The name by which it is started: `layoutbench`, or the name of a program with workloads of its own.
  static var name: String {
    isOwn ? executable?.lastPathComponent ?? "benchmarks" : "layoutbench"
  }

  /// The words that you type to start the program. A program with workloads of its own lies in a build folder, so its
  /// command is the script that `init` writes, if there is one.
  static let command: String = {
    guard isOwn, let folder = OwnPackage.folder else { return name }
    let script = folder.appendingPathComponent(OwnPackage.script).path
    guard FileManager.default.isExecutableFile(atPath: script) else { return name }
    let here = FileManager.default.currentDirectoryPath + "/"
    return (script.hasPrefix(here) ? "./\(script.dropFirst(here.count))" : script).shellWord
  }()

  /// Returns the run for an example in a help: a reference run, which only a checkout of layoutbench has, or the newest
  /// run.
  static func exampleRun(_ name: String) -> String { isOwn ? "latest" : "results/reference/\(name)" }

  /// The program's file, with links resolved; nil if the system does not report it.
  static let executable = Bundle.main.executableURL?.resolvingSymlinksInPath()

  /// Returns the program's file, to start worker processes with it.
  static func requireExecutable() throws -> URL {
    guard let executable else { throw CommandFailure.failed("the program cannot find itself") }
    return executable
  }

  static var build: BuildFacts {
    BuildFacts(
      allocator: allocations.allocatorName,
      sourceHash: isOwn ? OwnPackage.programHash : SourceStamp.ofThisProgram.hash)
  }

  /// The revision that labels results; nil = unknown.
  ///
  /// A checkout with this program's sources knows their commit, even if they were committed after the build.
  static var git: GitState? {
    guard !ThisProgram.isOwn else { return OwnPackage.git }
    let own = SourceStamp.ofThisProgram
    return checkout?.hash == own.hash ? checkout?.git ?? own.git : own.git
  }

  /// A warning if the checkout's sources differ from this program's; nil otherwise, or without a checkout.
  static var otherSources: Warning? {
    guard !isOwn else { return OwnPackage.newerSources }
    guard let checkout, checkout.hash != SourceStamp.ofThisProgram.hash
    else { return nil }
    let program = SourceStamp.ofThisProgram
    // If the commits are equal, only the file outside of git can differ.
    let isOfDependencies = program.git == checkout.git && checkout.git?.isDirty == false
    return Warning(
      cause: "This program was built from \(program), and the checkout now has \(checkout)"
        + (isOfDependencies ? ": the versions of its dependencies differ, see Package.resolved." : "."),
      nextStep: "Results are of the former; for the latter, build it again: swift build -c release")
  }

  /// A warning if the columns of allocations stay empty; nil if they are counted.
  static var uncountedAllocations: Warning? {
    guard allocations.allocatorName == nil else { return nil }
    return Warning(
      cause: "Allocations are not counted, because \(name) does not link jemalloc.",
      nextStep: "Install libjemalloc-dev, and add the trait \"Jemalloc\" to the dependency on LayoutBench.")
  }

  static func warnOfOtherSources() {
    if let otherSources { StandardError.print("warning: \(otherSources)") }
  }

  /// Read once, before anything is measured.
  private static let checkout = PackageFolder.current.flatMap { SourceStamp(ofPackage: $0.url) }
}

/// Returns the innermost match among a file or folder and the folders around it; nil if there is none.
func nearestFolder(around start: URL, where isSought: (URL) -> Bool) -> URL? {
  var url = start.standardizedFileURL
  while !isSought(url) {
    let parent = url.deletingLastPathComponent()
    if parent.path == url.path { return nil }
    url = parent
  }
  return url
}

extension ResultsFolder {
  /// The default folder for runs, in which names of runs are looked up: `results` in the checkout around the
  /// working folder, or in the working folder if there is no checkout around it.
  static var current: ResultsFolder {
    ResultsFolder(url: PackageFolder.here?.results ?? URL(fileURLWithPath: "results", isDirectory: true))
  }
}

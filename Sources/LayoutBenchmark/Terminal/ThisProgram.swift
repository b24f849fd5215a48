import Benchmarking
import Foundation
import LayoutWorkloads

/// This program: what it measures, its allocator, its sources, and those of the checkout that it is used in.
enum ThisProgram {
  // SAFETY: written once, by `LayoutBench.main(counting:)`, before any other thread exists.
  /// Counts allocations with the allocator that the program links. Default: counts nothing.
  nonisolated(unsafe) static var allocations: any AllocationCounter = NoAllocationCounter()

  // SAFETY: as `allocations`.
  /// What it measures besides the shipped workloads and subjects; nil for `layoutbench`.
  nonisolated(unsafe) static var own: OwnBenchmarks?

  /// The name that it is started by: `layoutbench`, or the name of a program with workloads of its own.
  static var name: String {
    own == nil ? "layoutbench" : executable?.lastPathComponent ?? "benchmarks"
  }

  /// The words that somebody types to start it: of a program with workloads of its own the script that `init` writes, if
  /// there is one, since the program itself is in a build folder.
  static let command: String = {
    guard own != nil, let folder = OwnPackage.folder else { return name }
    let script = folder.appendingPathComponent(OwnPackage.script).path
    guard FileManager.default.isExecutableFile(atPath: script) else { return name }
    let here = FileManager.default.currentDirectoryPath + "/"
    return shellWord(script.hasPrefix(here) ? "./\(script.dropFirst(here.count))" : script)
  }()

  /// Returns a text that names commands of layoutbench, such as `layoutbench run`, with what starts this program in them.
  static func named(_ text: String) -> String {
    guard own != nil, text.contains("layoutbench ") else { return text }
    return text.replacingOccurrences(
      of: commandOfLayoutBench, with: NSRegularExpression.escapedTemplate(for: command) + " $1",
      options: .regularExpression)
  }

  /// Returns a help with this program's name in it, and without the reference results, which only a checkout of
  /// layoutbench has.
  static func ownHelp(_ text: String) -> String {
    guard own != nil else { return text }
    return named(text).replacingOccurrences(
      of: "results/reference/[a-z]+", with: "latest", options: .regularExpression)
  }

  /// Matches a command as somebody would type it. `scripts/layoutbench` is a file, and not this program.
  private static let commandOfLayoutBench =
    "(?<![/A-Za-z-])layoutbench ("
    + LayoutBench.configuration.subcommands.compactMap { $0.configuration.commandName }.joined(separator: "|")
    + ")\\b"

  /// The program's file, with links resolved; nil if the system does not say.
  static let executable = Bundle.main.executableURL?.resolvingSymlinksInPath()

  /// Returns the program's file, to start worker processes of it.
  static func requireExecutable() throws -> URL {
    guard let executable else { throw CommandFailure.failed("the program cannot find itself") }
    return executable
  }

  /// The families of workloads, its own first.
  static var families: [WorkloadFamily] {
    (own?.workloads.map(\.family) ?? []) + WorkloadFamily.all + RealFonts.families
  }

  /// The subjects, its own first.
  static var subjects: [any Subject] { (own?.subjects ?? []) + shippedSubjects }

  /// Returns true if it is a workload of this program alone.
  static func isOwn(_ source: CellSource) -> Bool {
    let family = source.workload?.prefix { $0 != "(" }
    return own?.workloads.contains { $0.family.name[...] == family } ?? false
  }

  /// Parses the text of a workload.
  static func workload(_ text: String) throws(WorkloadError) -> Workload {
    try RealFonts.requireFonts(for: text)
    return try Workload(parsing: text, among: families)
  }

  /// The build of this program.
  static var build: BuildFacts {
    BuildFacts(
      allocator: allocations.allocatorName,
      sourceHash: own == nil ? SourceStamp.ofThisProgram.hash : OwnPackage.programHash)
  }

  /// The revision that labels results; nil = unknown.
  ///
  /// A checkout with this program's sources knows their commit, even if they were committed after the build.
  static var git: GitState? {
    guard ThisProgram.own == nil else { return OwnPackage.git }
    let own = SourceStamp.ofThisProgram
    return checkout?.hash == own.hash ? checkout?.git ?? own.git : own.git
  }

  /// A warning if the checkout has other sources than this program; nil if not, or without a checkout.
  static var otherSources: Warning? {
    guard own == nil else { return OwnPackage.newerSources }
    guard let checkout, checkout.hash != SourceStamp.ofThisProgram.hash
    else { return nil }
    let program = SourceStamp.ofThisProgram
    // Of one commit only the file that git does not know can differ.
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

/// The checkout that contains the program or the working folder: the folder with `Benchmarks/suites`. For a
/// program with workloads of its own, the package that it is built from.
struct PackageFolder {
  let url: URL

  /// `Benchmarks/suites`; `suites` in a package with benchmarks of its own.
  var suites: URL {
    url.appendingPathComponent(ThisProgram.own == nil ? "Benchmarks/suites" : "suites", isDirectory: true)
  }
  /// The files of the suites, by name; nil if the folder cannot be read.
  var suiteFiles: [URL]? {
    let files = try? FileManager.default.contentsOfDirectory(at: suites, includingPropertiesForKeys: nil)
    return files?.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }
  /// `Benchmarks` of the checkout of layoutbench, with what scripts install for it.
  var benchmarks: URL {
    let checkout = ThisProgram.own == nil ? url : OwnPackage.layoutBenchCheckout
    return checkout.appendingPathComponent("Benchmarks", isDirectory: true)
  }
  /// `results`, the default folder for runs.
  var results: URL { url.appendingPathComponent("results", isDirectory: true) }

  /// True if it contains the program's own sources, not those of another package that uses it.
  var holdsProgram: Bool {
    FileManager.default.fileExists(atPath: url.appendingPathComponent("Sources/layoutbench").path)
  }

  /// The checkout around the working folder, or else the one around the program, or what scripts/install put
  /// beside it; nil if there is none.
  static var current: PackageFolder? {
    guard ThisProgram.own == nil else { return OwnPackage.folder.map(PackageFolder.init) }
    return here ?? ThisProgram.executable.flatMap { around($0) ?? installed(with: $0) }
  }

  /// The checkout around the working folder; nil if there is none. For a program with workloads of its own, its
  /// package.
  static var here: PackageFolder? {
    guard ThisProgram.own == nil else { return current }
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
    return isHere ? name : shellWord(folder.appendingPathComponent(name).path)
  }

  /// Returns the checkout around a file or folder; nil if there is none.
  static func around(_ start: URL) -> PackageFolder? {
    nearestFolder(around: start) {
      FileManager.default.fileExists(atPath: PackageFolder(url: $0).suites.path)
    }
    .map(PackageFolder.init)
  }
}

/// Returns the innermost of a file or folder and the folders around it that is as asked; nil if there is none.
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

// MARK: - Programs with workloads of their own

/// The package of a program with workloads of its own.
enum OwnPackage {
  /// The script in a package of benchmarks that builds and runs it, which `layoutbench init` writes.
  static let script = "bench"

  /// A line for somebody who asked `layoutbench` for what the package of benchmarks in the working folder has; nil if there
  /// is none.
  static var hint: String? {
    let path = "Benchmarks/\(script)"
    guard ThisProgram.own == nil, FileManager.default.isExecutableFile(atPath: path) else { return nil }
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

  /// The checkout of layoutbench that this program lies in, or else the one that this library was compiled from,
  /// which need not exist any more.
  static let layoutBenchCheckout: URL = {
    // A checkout may have been moved since the build.
    if ThisProgram.own == nil, let checkout = ThisProgram.executable.flatMap(PackageFolder.around),
      checkout.holdsProgram
    {
      return checkout.url
    }
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url
  }()
}

import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Release builds of revisions, kept so that each is built once.
///
/// A build's name is made of the tree of its sources, the versions of its dependencies, the compiler and the flags. So a commit with
/// a new message needs no new build, and a new compiler does. All names are equally long, and with them all paths that a build holds:
/// the length of a path alone can move a program's stack and change its speed.
///
/// Any number of processes may use one folder: they wait for one another. The folder can be deleted at any time when none does.
package struct BuildCache: Sendable {
  /// A program that is ready to run.
  package struct Build: Hashable, Sendable {
    /// The program.
    package var executable: URL
    /// A copy of it in a path of the same length, for the null arm.
    package var copy: URL
    /// Tells builds apart: tree, dependencies, compiler and flags.
    package var identifier: String

    package init(executable: URL, copy: URL, identifier: String) {
      self.executable = executable
      self.copy = copy
      self.identifier = identifier
    }
  }

  /// What is done for a build, for a line to the user.
  package enum Event: Hashable, Sendable {
    case resolving(SourceRevision)
    case building(SourceRevision)
    case waiting(SourceRevision)
  }

  package let folder: URL
  private let product: String
  private let flags: [String]
  private let runner: any ProcessRunner

  /// - Parameters:
  ///   - product: the executable product to build.
  ///   - flags: given to `swift build` beside `-c release`.
  package init(
    folder: URL, product: String = "layoutbench", flags: [String] = [],
    runner: any ProcessRunner = SystemProcessRunner()
  ) {
    self.folder = folder
    self.product = product
    self.flags = flags
    self.runner = runner
  }

  /// Where builds are kept unless the user says otherwise: `LAYOUTBENCH_CACHE`, else the system's folder for caches.
  package static func defaultFolder(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL {
    if let folder = environment["LAYOUTBENCH_CACHE"], !folder.isEmpty {
      return URL(fileURLWithPath: folder, isDirectory: true)
    }
    let home = FileManager.default.homeDirectoryForCurrentUser
    #if canImport(Darwin)
    return home.appendingPathComponent("Library/Caches/layoutbench", isDirectory: true)
    #else
    if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") {
      return URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(
        "layoutbench", isDirectory: true)
    }
    return home.appendingPathComponent(".cache/layoutbench", isDirectory: true)
    #endif
  }

  /// The versions of dependencies that two revisions are to be built with, so that a difference is the revisions' own; nil for a package
  /// without dependencies.
  ///
  /// A revision that has a `Package.resolved` keeps it. One that has none gets the other's, else that of the checkout, else what the base
  /// is resolved to now, which is kept.
  package func pins(
    base: SourceRevision, candidate: SourceRevision, of repository: GitRepository,
    progress: (Event) -> Void = { _ in }
  ) throws(RevisionError) -> (base: DependencyPins?, candidate: DependencyPins?) {
    let (own, other) = (try repository.pins(of: base), try repository.pins(of: candidate))
    if let own, let other { return (own, other) }
    if let shared = own ?? other ?? repository.resolvedPins { return (shared, shared) }
    let resolved = try resolve(base, repository, progress)
    return (resolved, resolved)
  }

  /// The build of a revision, made now where it is not there. Minutes for a new one.
  ///
  /// - Parameter pins: of its dependencies; nil where it has none.
  /// - Throws: the compiler's own words where the sources do not build; the log stays beside the builds.
  package func build(
    _ revision: SourceRevision, pins: DependencyPins?, of repository: GitRepository,
    progress: (Event) -> Void = { _ in }
  ) throws(RevisionError) -> Build {
    let identifier = try identifier(of: revision, pins: pins)
    let build = Build(
      executable: folder.appendingPathComponent("builds/\(identifier)/\(product)"),
      copy: folder.appendingPathComponent("copies/\(identifier)/\(product)"), identifier: identifier)
    removeLeftCopies(of: build)
    if isThere(build) { return build }
    let lock = try lock(identifier) { progress(.waiting(revision)) }
    defer { lock.unlock() }
    // Whoever held the lock may have built it.
    if isThere(build) { return build }
    progress(.building(revision))
    try make(build, revision, pins, repository)
    return build
  }

  private func lock(_ identifier: String, wait: () -> Void) throws(RevisionError) -> FileLock {
    try makeFolder(folder.appendingPathComponent("locks", isDirectory: true))
    return try FileLock(folder.appendingPathComponent("locks/\(identifier)"), wait: wait)
  }

  /// Removes the copies of programs that a comparison left which was killed. One that is in use is a few milliseconds old.
  private func removeLeftCopies(of build: Build) {
    for folder in [build.executable, build.copy].map({ $0.deletingLastPathComponent() }) {
      let files = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
      for file in files ?? [] where file.lastPathComponent.hasPrefix(FreshCopy.namePrefix) {
        let time = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        if let time, Date().timeIntervalSince(time) > 3_600 { remove(file) }
      }
    }
  }

  private func isThere(_ build: Build) -> Bool {
    FileManager.default.isExecutableFile(atPath: build.executable.path)
      && FileManager.default.isExecutableFile(atPath: build.copy.path)
  }

  private func make(
    _ build: Build, _ revision: SourceRevision, _ pins: DependencyPins?, _ repository: GitRepository
  ) throws(RevisionError) {
    try withSources(of: revision, repository, build.identifier) { sources, scratch throws(RevisionError) in
      if let pins { try write(pins, to: sources.appendingPathComponent(DependencyPins.fileName)) }
      let result = try run(
        ["swift", "build", "-c", "release", "--product", product] + options(sources, scratch))
      guard result.exitCode == 0 else { throw failure(result, revision, build) }
      let built = scratch.appendingPathComponent("release/\(product)")
      try install(built, at: build.executable)
      try install(built, at: build.copy)
    }
  }

  /// What a revision's dependencies are resolved to, the first time; nil where there are none. Where they cannot be resolved the build will
  /// say why.
  private func resolve(
    _ revision: SourceRevision, _ repository: GitRepository, _ progress: (Event) -> Void
  ) throws(RevisionError) -> DependencyPins? {
    let identifier = try identifier(of: revision, pins: nil)
    let file = folder.appendingPathComponent("pins/\(identifier)")
    let lock = try lock(identifier) { progress(.waiting(revision)) }
    defer { lock.unlock() }
    var text = try? String(contentsOf: file, encoding: .utf8)
    if text == nil {
      progress(.resolving(revision))
      try withSources(of: revision, repository, identifier) { sources, scratch throws(RevisionError) in
        let result = try run(["swift", "package"] + options(sources, scratch) + ["resolve"])
        guard result.exitCode == 0 else { return }
        let resolved = sources.appendingPathComponent(DependencyPins.fileName)
        text = (try? String(contentsOf: resolved, encoding: .utf8)) ?? ""
        try makeFolder(file.deletingLastPathComponent())
        try write(DependencyPins(text: text ?? ""), to: file)
      }
    }
    return text.flatMap { $0.isEmpty ? nil : DependencyPins(text: $0) }
  }

  /// Exports a revision, does something with it, and removes it again.
  private func withSources(
    of revision: SourceRevision, _ repository: GitRepository, _ identifier: String,
    _ work: (_ sources: URL, _ scratch: URL) throws(RevisionError) -> Void
  ) throws(RevisionError) {
    let sources = folder.appendingPathComponent("sources/\(identifier)", isDirectory: true)
    let scratch = folder.appendingPathComponent("scratch/\(identifier)", isDirectory: true)
    // What an interrupted build left behind is of no use.
    remove(sources, scratch)
    defer { remove(sources, scratch) }
    try repository.export(revision, to: sources)
    try work(sources, scratch)
  }

  private func options(_ sources: URL, _ scratch: URL) -> [String] {
    ["--package-path", sources.path, "--scratch-path", scratch.path] + flags
  }

  private func write(_ pins: DependencyPins, to file: URL) throws(RevisionError) {
    do {
      try Data(pins.text.utf8).write(to: file, options: .atomic)
    } catch {
      throw RevisionError("\(file.path) cannot be written: \(error.localizedDescription)")
    }
  }

  /// The errors of the compiler, a few, and where the rest is.
  private func failure(_ result: ProcessResult, _ revision: SourceRevision, _ build: Build) -> RevisionError {
    let text = result.output + result.errors
    let log = folder.appendingPathComponent("\(build.identifier).log")
    try? Data(text.utf8).write(to: log)
    let lines = text.split(separator: "\n")
    var errors: [Substring] = []
    for line in lines where line.contains("error:") && !errors.contains(line) { errors.append(line) }
    let shown = errors.isEmpty ? lines.suffix(3) : errors.prefix(3)
    return RevisionError(
      "\(revision.name) (\(revision.commit.prefix(10))) does not build:\n"
        + shown.map { "  \($0)\n" }.joined() + "  All that the build said: \(log.path)")
  }

  // MARK: Names and files

  /// Tree, dependencies, compiler and flags, always equally long.
  private func identifier(of revision: SourceRevision, pins: DependencyPins?) throws(RevisionError) -> String
  {
    let version = try run(["swift", "--version"])
    guard version.exitCode == 0 else {
      throw RevisionError("swift --version failed; is Swift installed? \(version.errors)")
    }
    let text = ([version.output, product, pins?.text ?? ""] + flags).joined(separator: "\u{0}")
    let digits = String(
      text.utf8.reduce(into: UInt32(2_166_136_261)) { $0 = ($0 ^ UInt32($1)) &* 16_777_619 }, radix: 16)
    return "\(revision.tree.prefix(16))-\(String(repeating: "0", count: 8 - digits.count))\(digits)"
  }

  /// Copies a file so that it is there as a whole or not at all.
  private func install(_ file: URL, at target: URL) throws(RevisionError) {
    try makeFolder(target.deletingLastPathComponent())
    let temporary = target.deletingLastPathComponent().appendingPathComponent(".\(product).\(getpid())")
    do {
      try? FileManager.default.removeItem(at: temporary)
      try FileManager.default.copyItem(at: file, to: temporary)
    } catch {
      throw RevisionError("\(target.path) cannot be written: \(error.localizedDescription)")
    }
    guard rename(temporary.path, target.path) == 0 else {
      throw RevisionError("\(target.path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  private func makeFolder(_ url: URL) throws(RevisionError) {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw RevisionError(
        "\(url.path) cannot be made a folder: \(error.localizedDescription). LAYOUTBENCH_CACHE names another place for builds."
      )
    }
  }

  private func remove(_ urls: URL...) {
    for url in urls { try? FileManager.default.removeItem(at: url) }
  }

  private func run(_ arguments: [String]) throws(RevisionError) -> ProcessResult {
    do {
      return try runner.run(arguments, environment: [:])
    } catch {
      throw RevisionError(error.description)
    }
  }
}

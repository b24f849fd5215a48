import Foundation

/// A cache of release builds of revisions, so that each is built once.
///
/// A build's name derives from its sources, the versions of its dependencies, the compiler and the flags. A commit that
/// only has a new message, or new tests, needs no new build; a new compiler does. All names, and so
/// all paths that a build contains, have one length, since the length of a path alone can move a program's
/// stack and change its speed.
///
/// Any number of processes may share a folder: they wait for one another. An unused folder may be deleted.
package struct BuildCache: Sendable {
  /// The prefix of the names of copies of a program; processes run from these copies.
  static let copyPrefix = "running-"

  /// A program that is ready to run.
  package struct Build: Hashable, Sendable {
    /// The program's file.
    package var executable: URL
    /// Identifies the build by sources, dependencies, compiler and flags: builds of one identifier are equal.
    var identifier: String
  }

  /// A step of a build, for a progress line.
  package enum Event: Hashable, Sendable {
    case resolving(SourceRevision)
    case building(SourceRevision)
    case ended(SourceRevision, isBuilt: Bool)
    case waiting(SourceRevision)
  }

  package let folder: URL
  private let product: String
  private let sources: [String]
  private let flags: [String]
  private let runner: any ProcessRunner

  /// - Parameters:
  ///   - product: the executable product to build.
  ///   - sources: the files and folders of the package that a build of the product reads; empty, the default, for all of
  ///     the repository.
  ///   - flags: passed to `swift build` in addition to `-c release`.
  package init(
    folder: URL, product: String = "layoutbench", sources: [String] = [], flags: [String] = [],
    runner: any ProcessRunner = SystemProcessRunner()
  ) {
    self.folder = folder
    self.product = product
    self.sources = sources
    self.flags = flags
    self.runner = runner
  }

  /// Returns the default folder: `LAYOUTBENCH_CACHE` if set, else in the system's folder for caches.
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

  /// Returns the dependency versions to build two revisions with, chosen so that a difference is the
  /// revisions' own; nil for a package without dependencies.
  ///
  /// A revision with a `Package.resolved` uses that file's versions. A revision without one uses the other
  /// revision's, else the checkout's, else the versions that the base resolves to now, which are stored.
  ///
  /// - Parameter resolving: false to return nil rather than to resolve versions, which may need a network.
  func pins(
    base: SourceRevision, candidate: SourceRevision, of repository: GitRepository,
    resolving: Bool = true, progress: (Event) -> Void = { _ in }
  ) throws(RevisionError) -> (base: DependencyPins?, candidate: DependencyPins?) {
    let (own, other) = (repository.pins(of: base), repository.pins(of: candidate))
    if let own, let other { return (own, other) }
    if let shared = own ?? other ?? repository.resolvedPins { return (shared, shared) }
    guard resolving else { return (nil, nil) }
    let resolved = try resolve(base, repository, progress)
    return (resolved, resolved)
  }

  /// Returns the build that a revision has, or will have.
  ///
  /// - Parameter pins: its dependencies' versions; nil if it has none.
  func place(
    of revision: SourceRevision, pins: DependencyPins?, in repository: GitRepository
  ) throws(RevisionError) -> Build {
    let identifier = try identifier(of: revision, repository, pins: pins)
    return Build(
      executable: folder.appendingPathComponent("builds/\(identifier)/\(product)"), identifier: identifier)
  }

  /// Makes the build of a revision if it is missing, which takes minutes.
  ///
  /// - Parameters:
  ///   - build: its place.
  ///   - pins: its dependencies' versions; nil if it has none.
  /// - Throws: the compiler's errors if the sources do not build. The log stays next to the builds.
  func make(
    _ build: Build, of revision: SourceRevision, pins: DependencyPins?, in repository: GitRepository,
    progress: (Event) -> Void = { _ in }
  ) throws(RevisionError) {
    removeLeftCopies(of: build)
    if isThere(build) { return touch(build, for: revision) }
    let lock = try lock(build.identifier) { progress(.waiting(revision)) }
    defer { lock.unlock() }
    // Another process may have built it while holding the lock.
    if isThere(build) { return }
    progress(.building(revision))
    do throws(RevisionError) {
      try compile(build, revision, pins, repository)
    } catch {
      remove(build.executable.deletingLastPathComponent())
      progress(.ended(revision, isBuilt: false))
      throw error
    }
    touch(build, for: revision)
    progress(.ended(revision, isBuilt: true))
  }

  private func lock(_ identifier: String, wait: () -> Void) throws(RevisionError) -> FileLock {
    try FileLock(lockFile(identifier), wait: wait)
  }

  /// Returns the lock of a build; nil if another process holds it.
  func lockUnlessBusy(_ identifier: String) throws(RevisionError) -> FileLock? {
    try FileLock(unlessBusy: lockFile(identifier))
  }

  private func lockFile(_ identifier: String) throws(RevisionError) -> URL {
    let locks = folder.appendingPathComponent("locks", isDirectory: true)
    try makeFolder(locks)
    return locks.appendingPathComponent(identifier)
  }

  /// Removes copies over an hour old, which a killed comparison left. A copy in use lasts milliseconds.
  private func removeLeftCopies(of build: Build) {
    let files = try? FileManager.default.contentsOfDirectory(
      at: build.executable.deletingLastPathComponent(),
      includingPropertiesForKeys: [.contentModificationDateKey])
    for file in files ?? [] where file.lastPathComponent.hasPrefix(Self.copyPrefix) {
      let time = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
      if let time, Date().timeIntervalSince(time) > 3_600 { remove(file) }
    }
  }

  /// Returns true if a build is there already.
  func isThere(_ build: Build) -> Bool {
    FileManager.default.isExecutableFile(atPath: build.executable.path)
  }

  private func compile(
    _ build: Build, _ revision: SourceRevision, _ pins: DependencyPins?, _ repository: GitRepository
  ) throws(RevisionError) {
    // One process at a time builds a working tree: two states of the tree have two names and one folder.
    let lock = try isKept(revision) ? self.lock(Self.workingTree(of: repository)) {} : nil
    defer { lock?.unlock() }
    try withSources(of: revision, repository, build.identifier) {
      sources, scratch, missing throws(RevisionError) in
      if let pins { try write(pins, to: sources.appendingPathComponent(DependencyPins.fileName)) }
      let command = ["swift", "build", "-c", "release", "--product", product] + options(sources, scratch)
      var built = result(of: command + Self.placementFlags)
      // Without the linker of placements, there is one.
      if built.exitCode != 0 && (built.output + built.errors).contains("-fuse-ld=lld") {
        built = result(of: command)
      }
      guard built.exitCode == 0 else { throw failure(built, revision, build, missing) }
      let products = scratch.appendingPathComponent("release", isDirectory: true)
      let program = products.appendingPathComponent(product)
      let target = build.executable.deletingLastPathComponent()
      try installBundles(from: products, into: target)
      try linkPlacements(of: program, scratch: scratch, into: target)
      // The program is the last file: once it exists, the build is complete.
      try install(program, at: build.executable)
    }
  }

  /// Returns the versions that a revision's dependencies first resolved to; nil if there are none. If
  /// resolving fails, the build will say why.
  private func resolve(
    _ revision: SourceRevision, _ repository: GitRepository, _ progress: (Event) -> Void
  ) throws(RevisionError) -> DependencyPins? {
    let identifier = try identifier(of: revision, repository, pins: nil)
    let file = folder.appendingPathComponent("pins/\(identifier)")
    let lock = try lock(identifier) { progress(.waiting(revision)) }
    defer { lock.unlock() }
    var text = try? String(contentsOf: file, encoding: .utf8)
    if text == nil {
      progress(.resolving(revision))
      try withSources(of: revision, repository, identifier) { sources, scratch, _ throws(RevisionError) in
        guard result(of: ["swift", "package"] + options(sources, scratch) + ["resolve"]).exitCode == 0
        else { return }
        let resolved = sources.appendingPathComponent(DependencyPins.fileName)
        text = (try? String(contentsOf: resolved, encoding: .utf8)) ?? ""
        try makeFolder(file.deletingLastPathComponent())
        try write(DependencyPins(text: text ?? ""), to: file)
      }
    }
    return text.flatMap { $0.isEmpty ? nil : DependencyPins(text: $0) }
  }

  /// True for the working tree, which is built again and again: the compiler's files are kept, and modules that did not
  /// change are not compiled again.
  private func isKept(_ revision: SourceRevision) -> Bool { revision.name == "." }

  /// The prefix of the names of working trees.
  static let workingTreePrefix = "working-tree-"

  /// The name of the kept folders of a repository's working tree, as long as any other.
  private static func workingTree(of repository: GitRepository) -> String {
    workingTreePrefix + stableHash(of: repository.folder.path.utf8).suffix(12)
  }

  /// Exports a revision, runs `work` on its package, and removes the files again, unless they are kept.
  private func withSources(
    of revision: SourceRevision, _ repository: GitRepository, _ identifier: String,
    _ work: (_ sources: URL, _ scratch: URL, _ missing: [String]) throws(RevisionError) -> Void
  ) throws(RevisionError) {
    let isKept = isKept(revision)
    let name = isKept ? Self.workingTree(of: repository) : identifier
    let around = folder.appendingPathComponent("sources/\(name)", isDirectory: true)
    let scratch = folder.appendingPathComponent("scratch/\(name)", isDirectory: true)
    // An interrupted build left these files.
    if !isKept { remove(around, scratch) }
    defer { if !isKept { remove(around, scratch) } }
    let top = URL(fileURLWithPath: try repository.top(), isDirectory: true)
    let sources = around.appendingPathComponent(top.lastPathComponent, isDirectory: true)
    let missing = try repository.export(revision, to: sources)
    linkPackages(beside: top, into: around)
    try work(sources.appendingPathComponent(repository.prefix, isDirectory: true), scratch, missing)
  }

  /// Links packages beside the repository, such as a dependency on `../Other`, into the build's surroundings.
  private func linkPackages(beside top: URL, into around: URL) {
    let files = FileManager.default
    let parent = top.deletingLastPathComponent()
    for name in (try? files.contentsOfDirectory(atPath: parent.path)) ?? []
    where name != top.lastPathComponent {
      let package = parent.appendingPathComponent(name, isDirectory: true)
      guard files.fileExists(atPath: package.appendingPathComponent("Package.swift").path) else { continue }
      try? files.createSymbolicLink(at: around.appendingPathComponent(name), withDestinationURL: package)
    }
  }

  private func options(_ sources: URL, _ scratch: URL) -> [String] {
    ["--package-path", sources.path, "--scratch-path", scratch.path] + flags
  }

  private func write(_ pins: DependencyPins, to file: URL) throws(RevisionError) {
    do {
      try Data(pins.text.utf8).write(to: file, options: .atomic)
    } catch {
      throw RevisionError("\(file.path) cannot be written: \(error.reason)")
    }
  }

  /// Returns an error with the first few compiler errors and the path of the log.
  private func failure(
    _ result: ProcessResult, _ revision: SourceRevision, _ build: Build, _ missing: [String]
  ) -> RevisionError {
    let text = result.output + result.errors
    let log = folder.appendingPathComponent("\(build.identifier).log")
    try? Data(text.utf8).write(to: log)
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    let errors = lines.filter { $0.contains("error:") }.firstAppearances()
    let shown = errors.isEmpty ? lines.suffix(3) : errors.prefix(3)
    let advice = missing.map { "The submodule \($0) is not here; git submodule update --init fetches it" }
    return RevisionError(
      "\(revision.label) does not build", details: shown + advice + ["All that the build said: \(log.path)"])
  }

  // MARK: Names and files

  /// Returns a name of constant length for tree, package, dependencies, compiler and flags.
  private func identifier(
    of revision: SourceRevision, _ repository: GitRepository, pins: DependencyPins?
  ) throws(RevisionError) -> String {
    let version = result(of: ["swift", "--version"])
    guard version.exitCode == 0 else {
      throw RevisionError("swift --version failed; is Swift installed? \(version.errors)")
    }
    let package = repository.prefix.isEmpty ? [] : [repository.prefix]
    let text = ([version.output, product, pins?.text ?? ""] + flags + Self.placementFlags + package)
      .joined(separator: "\u{0}")
    let files = sources.isEmpty ? nil : repository.hashes(of: sources, in: revision)
    let tree = files.map { stableHash(of: $0.utf8) } ?? String(revision.tree.prefix(16))
    return "\(tree)-\(stableHash(of: text.utf8).suffix(8))"
  }

  /// Copies the bundles of resources that a program looks for beside itself.
  private func installBundles(from products: URL, into folder: URL) throws(RevisionError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: products.path)) ?? []
    for name in names where name.hasSuffix(".resources") || name.hasSuffix(".bundle") {
      try install(products.appendingPathComponent(name), at: folder.appendingPathComponent(name))
    }
  }

  /// Copies a file or a folder atomically: it exists completely or not at all.
  func install(_ file: URL, at target: URL) throws(RevisionError) {
    try makeFolder(target.deletingLastPathComponent())
    let temporary = target.deletingLastPathComponent().appendingPathComponent(".\(product).\(getpid())")
    do {
      try? FileManager.default.removeItem(at: temporary)
      try FileManager.default.copyItem(at: file, to: temporary)
    } catch {
      throw RevisionError("\(target.path) cannot be written: \(error.reason)")
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
        "\(url.path) cannot be made a folder: \(error.reason). LAYOUTBENCH_CACHE names another place for builds."
      )
    }
  }

  private func remove(_ urls: URL...) {
    for url in urls { try? FileManager.default.removeItem(at: url) }
  }

  func result(of arguments: [String]) -> ProcessResult { runner.run(arguments, environment: [:]) }
}

/// A lock between processes, on a file that remains, empty. The system releases it when the process ends.
struct FileLock {
  private let descriptor: Int32

  /// Acquires the lock; nil if another process holds it.
  init?(unlessBusy file: URL) throws(RevisionError) {
    descriptor = try Self.open(file)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
  }

  /// Waits until the lock is free and acquires it.
  ///
  /// - Parameter wait: called once if another process holds the lock.
  init(_ file: URL, wait: () -> Void) throws(RevisionError) {
    descriptor = try Self.open(file)
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
    wait()
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let failure = RevisionError("\(file.path) cannot be locked: \(String(cString: strerror(errno)))")
        close(descriptor)
        throw failure
      }
    }
  }

  private static func open(_ file: URL) throws(RevisionError) -> Int32 {
    let descriptor = Foundation.open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw RevisionError("\(file.path) cannot be opened: \(String(cString: strerror(errno)))")
    }
    return descriptor
  }

  func unlock() {
    // As in `CSVWriter`: a child process may have a copy of the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

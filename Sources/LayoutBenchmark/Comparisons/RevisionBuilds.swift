import Benchmarking
import Foundation
import Synchronization

/// Two revisions of a package and their programs, which are built once: what `compare` measures, and `bisect` and `history`
/// again and again.
struct RevisionBuilds {
  /// A revision, the versions of its dependencies, and its program, which need not be built yet.
  struct Side {
    let revision: SourceRevision
    let pins: DependencyPins?
    let build: BuildCache.Build
  }

  let base: Side
  let candidate: Side
  private let repository: GitRepository

  /// Looks both names up, before a build takes minutes.
  ///
  /// - Parameters:
  ///   - resolving: false if no versions of dependencies may be looked up in a network.
  init(
    base: String, candidate: String, resolving: Bool = true
  ) throws {
    repository = try Self.repository()
    let (own, other) = (try repository.revision(base), try repository.revision(candidate))
    let pins = try Self.cache.pins(
      base: own, candidate: other, of: repository, resolving: resolving, progress: BuildProgress().show)
    self.base = Side(
      revision: own, pins: pins.base, build: try Self.cache.place(of: own, pins: pins.base, in: repository))
    self.candidate = Side(
      revision: other, pins: pins.candidate,
      build: try Self.cache.place(of: other, pins: pins.candidate, in: repository))
  }

  /// True if the programs are the same: a build reads nothing else.
  var haveEqualSources: Bool { base.build.identifier == candidate.build.identifier }

  /// Builds what is missing.
  ///
  /// - Throws: `UnmeasurableCandidate` if only the candidate does not build.
  func build() throws {
    try build(base)
    do throws(RevisionError) {
      try build(candidate)
    } catch {
      throw UnmeasurableCandidate(reason: error)
    }
  }

  private func build(_ side: Side) throws(RevisionError) {
    try Self.cache.make(
      side.build, of: side.revision, pins: side.pins, in: repository, progress: BuildProgress().show)
  }

  /// The sides and if they are built already, a line each.
  var plan: String {
    [("Base:     ", base), ("Candidate:", candidate)].map { title, side in
      let revision = side.revision
      let isBuilt = Self.cache.isThere(side.build)
      return
        "\(title) \(revision.name), \(revision.commit.prefix(10))\(revision.isDirty ? " with changes" : ""): "
        + "\(revision.title); \(isBuilt ? "built already" : "to be built, which takes minutes")\n"
    }.joined()
  }

  /// The slowdowns that the commits between the two announce, and a warning for each that is not understood.
  func expectedSlowdowns() throws -> ([ExpectedSlowdown], [Warning]) {
    var (expected, warnings) = ([ExpectedSlowdown](), [Warning]())
    let name = ExpectedSlowdown.trailer
    for (commit, text) in try repository.trailers(
      named: name, after: base.revision.commit, to: candidate.revision.commit)
    {
      if let slowdown = ExpectedSlowdown(text, commit: commit) {
        expected.append(slowdown)
      } else {
        warnings.append(
          Warning(
            cause: "\(commit) has a trailer that is not understood: \(name): \(text)",
            nextStep: "Write it as \(name): spec.edit +3%, because ..."))
      }
    }
    return (expected, warnings)
  }

  /// A warning if dependencies have different versions.
  var warnings: [Warning] {
    guard let own = base.pins, let other = candidate.pins else { return [] }
    let differences = own.differences(from: other)
    guard !differences.isEmpty else { return [] }
    return [
      Warning(
        cause:
          "\(base.revision.name) and \(candidate.revision.name) are built with different versions of dependencies: "
          + "\(differences.joined(separator: ", ")).",
        nextStep: "A difference between them may be a dependency's.")
    ]
  }
}

extension RevisionBuilds {
  private static var cache: BuildCache {
    BuildCache(
      folder: BuildCache.defaultFolder(), product: ThisProgram.name,
      // A package of one's own may depend on others in its repository.
      sources: ThisProgram.isOwn ? [] : ["Sources", "Plugins", "Package.swift"])
  }

  /// The repository of the package whose revisions are built.
  static func repository() throws(RevisionError) -> GitRepository {
    try GitRepository(
      folder: PackageFolder.current?.url ?? URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
  }

  /// Returns the program of a revision, after building it if need be.
  static func program(of name: String) throws -> URL {
    try requireOwnRepository()
    let builds = try RevisionBuilds(base: name, candidate: name)
    try builds.build()
    return builds.base.build.executable
  }

  /// Throws an error outside a checkout of this program, since it builds revisions of itself.
  static func requireOwnRepository() throws {
    if ThisProgram.isOwn {
      guard OwnPackage.folder == nil else { return }
      throw CommandFailure.badInput(
        "\(ThisProgram.name) lies in no package whose revisions could be built; start it from its package's .build, "
          + "or in the package's folder")
    }
    guard let package = PackageFolder.current else { return }
    let remedy =
      "compare builds layoutbench itself: run it in a checkout of layoutbench. Layouts of your own are compared "
      + "by a program of your own, which layoutbench init writes"
    guard package.holdsProgram else {
      throw CommandFailure.badInput("\(package.url.path) is not a checkout of layoutbench; \(remedy)")
    }
    let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    if let own = GitRepository.top(around: folder), own != GitRepository.top(around: package.url) {
      throw CommandFailure.badInput(
        "the revisions would be those of layoutbench in \(package.url.path), and not of \(own); \(remedy)")
    }
    guard PackageFolder.here != nil else {
      throw CommandFailure.badInput(
        "the revisions would be those of layoutbench in \(package.url.path), and \(folder.path) is no part of it; "
          + remedy)
    }
  }
}

/// Says which revisions are built, and for how long. On a terminal it counts the seconds.
final class BuildProgress: Sendable {
  private struct Building {
    let name: String
    let start = ContinuousClock.now
    var line = StatusLine()

    var time: String {
      let seconds = start.duration(to: .now).components.seconds
      return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
  }

  private let building = Mutex<Building?>(nil)

  func show(_ event: BuildCache.Event) {
    switch event {
    case .resolving(let revision):
      StandardError.print("Looking up the dependencies of \(revision.name), once ...")
    case .waiting(let revision):
      StandardError.print("Waiting for another process that builds \(revision.name) ...")
    case .building(let revision):
      let name = revision.label
      StandardError.print("Building \(name); this takes minutes, once ...")
      building.withLock { $0 = Building(name: name) }
      tick()
    case .ended(_, let isBuilt):
      building.withLock { building in
        building?.line.clear()
        if let building, isBuilt { StandardError.print("Built \(building.name) in \(building.time)") }
        building = nil
      }
    }
  }

  /// Shows the time every second until the build is done.
  private func tick() {
    let isBuilding = building.withLock { building in
      if let (name, time) = building.map({ ($0.name, $0.time) }) {
        building?.line.show("Building \(name): \(time)")
      }
      return building != nil
    }
    guard isBuilding else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [weak self] in self?.tick() }
  }
}

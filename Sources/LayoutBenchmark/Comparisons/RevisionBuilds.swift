import Benchmarking
import Foundation

/// A revision with its build.
struct BuiltRevision {
  let revision: SourceRevision
  let build: BuildCache.Build
  /// The versions of its dependencies; nil if it has none.
  let pins: DependencyPins?
}

/// The builds of this program's own package at other revisions, each made once.
enum RevisionBuilds {
  /// Throws an error outside a checkout of this program, since it builds revisions of itself.
  static func requireOwnRepository() throws {
    if ThisProgram.own != nil {
      guard OwnPackage.folder == nil else { return }
      throw CommandFailure.badInput(
        "\(ThisProgram.name) lies in no package whose revisions could be built; start it from its package's .build, "
          + "or in the package's folder")
    }
    guard let package = PackageFolder.current else { return }
    let remedy =
      "compare builds layoutbench itself: run it in a checkout of layoutbench. Layouts of your own are compared "
      + "by a program of your own, which layoutbench init writes; two runs anywhere: layoutbench compare RUN RUN"
    guard package.holdsProgram else {
      throw CommandFailure.badInput("\(package.url.path) is not a checkout of layoutbench; \(remedy)")
    }
    let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    guard let own = GitRepository.top(around: folder), own != GitRepository.top(around: package.url) else {
      return
    }
    throw CommandFailure.badInput(
      "the revisions would be those of layoutbench in \(package.url.path), and not of \(own); \(remedy)")
  }

  /// The repository of the package whose revisions are built.
  static func repository() throws(RevisionError) -> GitRepository {
    try GitRepository(
      folder: PackageFolder.current?.url ?? URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
  }

  /// Builds the two sides of a comparison.
  ///
  /// - Throws: `UnmeasurableCandidate` if only the candidate does not build.
  static func build(
    base: String, candidate: String
  ) throws -> (base: BuiltRevision, candidate: BuiltRevision) {
    let (cache, repository) = (cache, try failingOnRevisions(repository))
    // Both names are looked up before a build takes minutes.
    let one = try failingOnRevisions { () throws(RevisionError) in try repository.revision(base) }
    let two = try failingOnRevisions { () throws(RevisionError) in try repository.revision(candidate) }
    let pins = try failingOnRevisions { () throws(RevisionError) in
      try cache.pins(base: one, candidate: two, of: repository, progress: tell)
    }
    let built = try failingOnRevisions { () throws(RevisionError) in
      try cache.build(one, pins: pins.base, of: repository, progress: tell)
    }
    do throws(RevisionError) {
      let other = try cache.build(two, pins: pins.candidate, of: repository, progress: tell)
      return (
        BuiltRevision(revision: one, build: built, pins: pins.base),
        BuiltRevision(revision: two, build: other, pins: pins.candidate)
      )
    } catch {
      throw UnmeasurableCandidate(reason: error.description)
    }
  }

  /// Builds one revision.
  static func build(_ name: String) throws -> BuiltRevision {
    try failingOnRevisions { () throws(RevisionError) in
      let repository = try repository()
      let revision = try repository.revision(name)
      let pins = try cache.pins(base: revision, candidate: revision, of: repository, progress: tell).base
      return BuiltRevision(
        revision: revision, build: try cache.build(revision, pins: pins, of: repository, progress: tell),
        pins: pins)
    }
  }

  /// Turns an error of git or of a build into a failure of the command.
  static func failingOnRevisions<Result>(_ work: () throws(RevisionError) -> Result) throws -> Result {
    do throws(RevisionError) {
      return try work()
    } catch {
      throw error.isInput ? CommandFailure.badInput(error) : CommandFailure.failed(error)
    }
  }

  private static var cache: BuildCache {
    BuildCache(folder: BuildCache.defaultFolder(), product: ThisProgram.name)
  }

  private static func tell(_ event: BuildCache.Event) {
    switch event {
    case .resolving(let revision):
      StandardError.print("Looking up the dependencies of \(revision.nameInSentences), once ...")
    case .building(let revision):
      StandardError.print(
        "Building \(revision.name) (\(revision.commit.prefix(10))); this takes minutes, once ...")
    case .waiting(let revision):
      StandardError.print("Waiting for another process that builds \(revision.name) ...")
    }
  }
}

/// The reason why the candidate of a comparison cannot be measured, though the base can.
struct UnmeasurableCandidate: Error {
  /// Sentences, the first with the candidate's name.
  let reason: String
}

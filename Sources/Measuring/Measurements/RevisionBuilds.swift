import Foundation

/// Two revisions of a package and their programs, which are built once: `compare` measures them, and `bisect` and `history`
/// measure them again and again.
package struct RevisionBuilds {
  /// A revision, the versions of its dependencies, and its program, which need not be built yet.
  package struct Side {
    let revision: SourceRevision
    let pins: DependencyPins?
    package let build: BuildCache.Build
  }

  package let base: Side
  let candidate: Side
  private let repository: GitRepository
  private let cache: BuildCache
  private let progress: @Sendable (BuildCache.Event) -> Void

  /// Looks both names up, before a build takes minutes.
  ///
  /// - Parameters:
  ///   - resolving: false if no versions of dependencies may be looked up in a network.
  ///   - progress: called when a build begins and ends.
  package init(
    base: String, candidate: String, of repository: GitRepository, cache: BuildCache, resolving: Bool = true,
    progress: @escaping @Sendable (BuildCache.Event) -> Void
  ) throws {
    (self.repository, self.cache, self.progress) = (repository, cache, progress)
    let (own, other) = (try repository.revision(base), try repository.revision(candidate))
    let pins = try cache.pins(
      base: own, candidate: other, of: repository, resolving: resolving, progress: progress)
    self.base = Side(
      revision: own, pins: pins.base, build: try cache.place(of: own, pins: pins.base, in: repository))
    self.candidate = Side(
      revision: other, pins: pins.candidate,
      build: try cache.place(of: other, pins: pins.candidate, in: repository))
  }

  /// True if the programs are the same: a build reads no other files.
  var haveEqualSources: Bool { base.build.identifier == candidate.build.identifier }

  /// Builds the programs that are missing.
  ///
  /// - Throws: `UnmeasurableCandidate` if only the candidate does not build.
  package func build() throws {
    try build(base)
    do throws(RevisionError) {
      try build(candidate)
    } catch {
      throw UnmeasurableCandidate(reason: error)
    }
  }

  private func build(_ side: Side) throws(RevisionError) {
    try cache.make(
      side.build, of: side.revision, pins: side.pins, in: repository, progress: progress)
  }

  /// The sides, and whether they are built already, a line each.
  package var plan: String {
    [("Base:     ", base), ("Candidate:", candidate)].map { title, side in
      let revision = side.revision
      let isBuilt = cache.isThere(side.build)
      return
        "\(title) \(revision.name), \(revision.commit.prefix(10))\(revision.isDirty ? " with changes" : ""): "
        + "\(revision.title); \(isBuilt ? "built already" : "to be built, which takes minutes")\n"
    }.joined()
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

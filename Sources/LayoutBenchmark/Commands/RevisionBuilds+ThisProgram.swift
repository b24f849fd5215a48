import Foundation
import Measuring

extension RevisionBuilds {
  /// Looks both names up in the repository of the package in the working folder.
  init(base: String, candidate: String, resolving: Bool = true) throws {
    try self.init(
      base: base, candidate: candidate, of: Self.repository(), cache: Self.cache, resolving: resolving,
      progress: BuildProgress().show)
  }

  static var cache: BuildCache {
    BuildCache(
      folder: BuildCache.defaultFolder(), product: ThisProgram.name,
      // A user's package may depend on other packages in its repository.
      sources: ThisProgram.isOwn ? [] : ["Sources", "Plugins", "Package.swift"])
  }

  /// The repository of the package whose revisions are built.
  static func repository() throws(RevisionError) -> GitRepository {
    try GitRepository(
      folder: PackageFolder.current?.url ?? URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
  }

  /// Returns the program of a revision, and builds it first if it is missing.
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
      + "by a program of your own, which \(ProgramName.command) init writes"
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

import Foundation
import StrictJSON

extension BuildCache {
  /// A build that the cache has.
  package struct Entry: Hashable, Sendable {
    /// Identifies the build by tree, dependencies, compiler and flags.
    package var identifier: String
    /// The program's name.
    package var product: String
    /// The revision that was last asked for: its name, its commit and its message; nil if unknown.
    package var revision: String?
    /// The time when it was made, or last used.
    package var lastUse: Date
    /// The bytes of the program, in all of its placements.
    package var size: Int
  }

  /// The builds, the last used one first. Empty without a folder; skips other files.
  package func entries() -> [Entry] {
    let folders = contents(of: folder.appendingPathComponent("builds", isDirectory: true))
    return folders.compactMap { build -> Entry? in
      // Copies of the program, and folders with resources, may lie beside it.
      let program = contents(of: build).first {
        let isFile = try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
        let name = $0.lastPathComponent
        return isFile == true && !name.hasPrefix(".")
          && ![Self.copyPrefix, Self.placementPrefix].contains(where: name.hasPrefix)
      }
      let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
      guard let program, let values = try? program.resourceValues(forKeys: keys),
        let folder = try? build.resourceValues(forKeys: keys)
      else { return nil }
      let dates = [values.contentModificationDate, folder.contentModificationDate].compactMap(\.self)
      return Entry(
        identifier: build.lastPathComponent, product: program.lastPathComponent,
        revision: try? String(contentsOf: label(of: build.lastPathComponent), encoding: .utf8),
        lastUse: dates.max() ?? .distantPast, size: size(of: build))
    }.sorted { ($0.lastUse, $1.identifier) > ($1.lastUse, $0.identifier) }
  }

  /// Removes builds. A build that is being made, or for which another process waits, is kept.
  ///
  /// - Returns: the builds that were removed.
  package func remove(_ entries: [Entry]) throws(RevisionError) -> [Entry] {
    var removed: [Entry] = []
    for entry in entries where try remove(entry.identifier, from: ["builds", "revisions"]) {
      removed.append(entry)
    }
    return removed
  }

  /// Removes a build's files from folders of the cache. Returns false if the build goes on by now.
  private func remove(_ identifier: String, from folders: [String]) throws(RevisionError) -> Bool {
    guard let lock = try lockUnlessBusy(identifier) else { return false }
    defer { lock.unlock() }
    for name in folders {
      let files = folder.appendingPathComponent("\(name)/\(identifier)", isDirectory: true)
      do {
        if FileManager.default.fileExists(atPath: files.path) {
          try FileManager.default.removeItem(at: files)
        }
      } catch {
        throw RevisionError("\(files.path) cannot be removed: \(error.reason)")
      }
    }
    return true
  }

  /// Sources that were exported for a build, and the compiler's files: an interrupted build left them behind, or they are
  /// kept for the next build of a working tree.
  package struct Leftover: Hashable, Sendable {
    package var identifier: String
    package var bytes: Int
    package var isOfWorkingTree: Bool { identifier.hasPrefix(BuildCache.workingTreePrefix) }
  }

  /// Returns the files that builds left behind, by identifier. Builds that go on are passed over.
  package func leftovers() throws(RevisionError) -> [Leftover] {
    let names = Set(
      Self.workingFolders.flatMap { contents(of: folder.appendingPathComponent($0)) }
        .map(\.lastPathComponent)
    ).sorted()
    var leftovers: [Leftover] = []
    for name in names {
      guard let lock = try lockUnlessBusy(name) else { continue }
      lock.unlock()
      let bytes = Self.workingFolders.reduce(0) {
        $0 + size(of: folder.appendingPathComponent("\($1)/\(name)"))
      }
      leftovers.append(Leftover(identifier: name, bytes: bytes))
    }
    return leftovers
  }

  /// Removes files that builds left behind, unless the same build is going on by now.
  package func remove(_ leftovers: [Leftover]) throws(RevisionError) {
    for leftover in leftovers { _ = try remove(leftover.identifier, from: Self.workingFolders) }
  }

  /// Removes what builds that failed said, and versions to which dependencies were resolved, from before a date.
  package func removeNotes(until date: Date) {
    let logs = contents(of: folder).filter { $0.pathExtension == "log" }
    for file in logs + contents(of: folder.appendingPathComponent("pins")) {
      let time = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
      if let time, time <= date { try? FileManager.default.removeItem(at: file) }
    }
  }

  /// The folders of builds under way.
  private static let workingFolders = ["sources", "scratch"]

  private func size(of folder: URL) -> Int {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.fileSizeKey])
    var size = 0
    while let file = files?.nextObject() as? URL {
      size += (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    }
    return size
  }

  /// The file that names the revision of a build.
  private func label(of identifier: String) -> URL {
    folder.appendingPathComponent("revisions/\(identifier)")
  }

  /// Notes the time at which a build is used, so that it is not removed as an old one, and its revision.
  func touch(_ build: Build, for revision: SourceRevision) {
    let label = label(of: build.identifier)
    let name = revision.commit.hasPrefix(revision.name) ? "" : "\(revision.name), "
    let changes = revision.isDirty ? " with changes" : ""
    let text = "\(name)\(revision.commit.prefix(10))\(changes): \(revision.title)".onOneLine
    try? FileManager.default.createDirectory(
      at: label.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? Data(text.utf8).write(to: label, options: .atomic)
    let folder = build.executable.deletingLastPathComponent()
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: folder.path)
  }

  private func contents(of folder: URL) -> [URL] {
    (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
  }
}

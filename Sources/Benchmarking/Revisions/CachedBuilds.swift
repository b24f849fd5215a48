import Foundation

extension BuildCache {
  /// A build that the cache has.
  package struct Entry: Hashable, Sendable {
    /// Identifies the build by tree, dependencies, compiler and flags.
    package var identifier: String
    /// The program's name.
    package var product: String
    /// The time when it was made, or last used.
    package var lastUse: Date
    /// The bytes of the program and its copy.
    package var size: Int
  }

  /// The builds, the one that was used last first. Empty without a folder; what is no build is passed over.
  package func entries() -> [Entry] {
    let folders = contents(of: folder.appendingPathComponent("builds", isDirectory: true))
    return folders.compactMap { build -> Entry? in
      let program = contents(of: build).first { !$0.lastPathComponent.hasPrefix(Self.copyPrefix) }
      let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
      guard let program, let values = try? program.resourceValues(forKeys: keys),
        let folder = try? build.resourceValues(forKeys: keys)
      else { return nil }
      let dates = [values.contentModificationDate, folder.contentModificationDate].compactMap(\.self)
      return Entry(
        identifier: build.lastPathComponent, product: program.lastPathComponent,
        lastUse: dates.max() ?? .distantPast, size: 2 * (values.fileSize ?? 0))
    }.sorted { ($0.lastUse, $1.identifier) > ($1.lastUse, $0.identifier) }
  }

  /// Removes builds. One that is being made or that another process waits for is kept.
  ///
  /// - Returns: those that were removed.
  package func remove(_ entries: [Entry]) throws(RevisionError) -> [Entry] {
    var removed: [Entry] = []
    for entry in entries {
      guard let lock = try lockUnlessBusy(entry.identifier) else { continue }
      defer { lock.unlock() }
      for name in ["builds", "copies"] {
        let files = folder.appendingPathComponent("\(name)/\(entry.identifier)", isDirectory: true)
        do {
          if FileManager.default.fileExists(atPath: files.path) {
            try FileManager.default.removeItem(at: files)
          }
        } catch {
          throw RevisionError("\(files.path) cannot be removed: \(error.localizedDescription)")
        }
      }
      removed.append(entry)
    }
    return removed
  }

  /// Notes that a build is used now, so that it is not removed as an old one.
  func touch(_ build: Build) {
    let folder = build.executable.deletingLastPathComponent()
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: folder.path)
  }

  private func contents(of folder: URL) -> [URL] {
    (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
  }
}

import Foundation

/// The folder in which runs store their folders, `results` in a checkout. It need not exist.
package struct ResultsFolder: Hashable, Sendable {
  package let url: URL

  package init(url: URL) {
    self.url = url
  }

  /// Returns the folders with a `run.json`, by name: that is by time, except for names that users chose.
  package func runs() -> [RunFolder] {
    let folders =
      (try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)) ?? []
    return
      folders
      .filter { !$0.lastPathComponent.hasPrefix(".") }
      .map { RunFolder(url: $0) }
      .filter(\.holdsRun)
      .sorted { $0.name < $1.name }
  }

  /// Returns the runs whose descriptions can be read, the newest first; among runs that began in the same millisecond,
  /// the last name first. Reads the description of each.
  func newestRuns() -> [(run: RunFolder, description: RunDescription)] {
    runs().compactMap { run in (try? run.readDescription()).map { (run, $0) } }
      .sorted { ($0.description.startedUTC, $0.run.name) > ($1.description.startedUTC, $1.run.name) }
  }
}

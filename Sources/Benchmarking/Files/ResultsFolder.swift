import Foundation

/// The folder in which runs store theirs, `results` in a checkout. It need not exist.
package struct ResultsFolder: Hashable, Sendable {
  package let url: URL

  package init(url: URL) {
    self.url = url
  }

  /// The folder of runs with names chosen by users.
  var baselinesURL: URL { url.appendingPathComponent("baselines", isDirectory: true) }

  /// Returns the folders with a `run.json` but no baselines, by name: by time, except those named by users.
  package func runs() -> [RunFolder] {
    Self.runs(in: url)
  }

  /// Returns the run that began last; nil if none can be read. Reads the description of each. Of several that
  /// began in the same millisecond, returns the last by name.
  package func newestRun() -> RunFolder? {
    let started = runs().compactMap { run in
      (try? run.readDescription()).map { (run: run, utc: $0.startedUTC) }
    }
    return started.max { $0.utc <= $1.utc && $0.utc != $1.utc }?.run
  }

  static func runs(in url: URL) -> [RunFolder] {
    let folders =
      (try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)) ?? []
    return
      folders
      .filter { !$0.lastPathComponent.hasPrefix(".") }
      .map { RunFolder(url: $0) }
      .filter(\.holdsRun)
      .sorted { $0.url.lastPathComponent < $1.url.lastPathComponent }
  }
}

extension RunFolder {
  /// True if there is a `run.json`, whatever it contains.
  package var holdsRun: Bool { FileManager.default.fileExists(atPath: runFile.path) }
}

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
  func newestRun() -> RunFolder? {
    let started = runs().compactMap { run in
      (try? run.readDescription()).map { (run: run, key: ($0.startedUTC, run.url.lastPathComponent)) }
    }
    return started.max { $0.key < $1.key }?.run
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

  /// Returns the median batch durations, in nanoseconds, of the newest run of a suite, for estimating another
  /// one. nil if no readable run has the same build configuration.
  package func newestTimes(
    ofSuite suite: String, build: BuildFacts
  ) -> (name: String, batches: [CellID: Double])? {
    let started = runs().compactMap { run -> (run: RunFolder, utc: String)? in
      guard !run.holdsComparison, let description = try? run.readDescription(), description.suite == suite,
        description.build.configuration == build.configuration
      else { return nil }
      return (run, description.startedUTC)
    }
    for (run, _) in started.sorted(by: { $0.utc > $1.utc }) {
      guard let file = try? run.readSamples() else { continue }
      var walls: [CellID: [Double]] = [:]
      for sample in file.samples
      where sample.pass == .time && sample.phase == .measure && sample.status == .ok {
        guard let wall = sample.wallNanoseconds else { continue }
        walls[sample.cell, default: []].append(Double(wall))
      }
      if walls.isEmpty { continue }
      let batches = walls.compactMapValues(\.median)
      return (run.url.lastPathComponent, batches)
    }
    return nil
  }
}

/// A run as users name it: a path, its folder's name in the results, a baseline's name, or `latest`.
package struct RunReference: Hashable, Sendable, CustomStringConvertible {
  /// The name of the run that began last.
  package static let latest = "latest"

  /// The name as given.
  package var text: String

  package var description: String { text }

  package init(_ text: String) {
    self.text = text
  }

  /// Finds the run, in this order: a folder at that path; one of that name in the results; a baseline;
  /// `latest`. Folders without a `run.json` are skipped, so that a folder with the name of a baseline does
  /// not hide it.
  ///
  /// - Parameters:
  ///   - results: the folder in which names are looked up.
  ///   - currentFolder: the base of relative paths; nil, the default, is the process's.
  /// - Throws: `FileError` that lists what there is.
  package func folder(in results: ResultsFolder, currentFolder: URL? = nil) throws(FileError) -> RunFolder {
    let start = currentFolder ?? URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let path = text.hasPrefix("/") ? URL(fileURLWithPath: text) : start.appendingPathComponent(text)
    let candidates = [
      path, results.url.appendingPathComponent(text, isDirectory: true),
      results.baselinesURL.appendingPathComponent(text, isDirectory: true),
    ].map { RunFolder(url: $0.standardizedFileURL) }
    if !text.isEmpty, let folder = candidates.first(where: \.holdsRun) { return folder }
    if text == Self.latest {
      guard let newest = results.newestRun() else {
        throw FileError(file: results.url.path, message: "Holds no run yet; `layoutbench run` makes one.")
      }
      return newest
    }
    if !text.isEmpty && FileManager.default.fileExists(atPath: path.path) {
      throw FileError(file: text, message: "Is no run's folder: there is no run.json in it.")
    }
    throw FileError(
      file: text.isEmpty ? "\"\"" : text, message: "There is no such run. \(Self.choice(results))")
  }

  /// Returns a sentence with the existing names, the newest runs first.
  private static func choice(_ results: ResultsFolder) -> String {
    let most = 8
    func list(_ kind: String, _ names: [String]) -> String? {
      guard !names.isEmpty else { return nil }
      let more = names.count > most ? " and \(names.count - most) more" : ""
      return "\(kind): \(names.prefix(most).joined(separator: ", "))\(more)"
    }
    let parts = [
      list("baselines", ResultsFolder.runs(in: results.baselinesURL).map(\.url.lastPathComponent)),
      list("runs", results.runs().reversed().map(\.url.lastPathComponent)),
    ].compactMap { $0 }
    guard !parts.isEmpty else { return "Give a path: \(results.url.path) holds none." }
    return "There are \(parts.joined(separator: "; ")); or give a path, or \"\(latest)\"."
  }
}

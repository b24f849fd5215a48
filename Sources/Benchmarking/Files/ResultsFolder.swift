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

  /// Returns the runs whose descriptions can be read, the one that began last first: of several that began in the same
  /// millisecond, the last by name. Reads the description of each.
  func newestRuns() -> [(run: RunFolder, description: RunDescription)] {
    runs().compactMap { run in (try? run.readDescription()).map { (run, $0) } }
      .sorted { ($0.description.startedUTC, $0.run.name) > ($1.description.startedUTC, $1.run.name) }
  }

  static func runs(in url: URL) -> [RunFolder] {
    let folders =
      (try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)) ?? []
    return
      folders
      .filter { !$0.lastPathComponent.hasPrefix(".") }
      .map { RunFolder(url: $0) }
      .filter(\.holdsRun)
      .sorted { $0.name < $1.url.lastPathComponent }
  }
}

// MARK: - Baselines

extension ResultsFolder {
  /// The rule for names of baselines, as the end of a sentence.
  package static let baselineNameRule = """
    a name has 1 to 100 of the letters a to z and A to Z, digits, '-', '_' and '.', begins with a letter, a digit \
    or '_', and is not "\(RunReference.latest)"
    """

  /// Returns true if a baseline may have this name: ASCII letters, digits, `-`, `_` and `.`, but no `.` or `-` at
  /// the start; at most 100 of them, and not `latest`, which has another meaning. Such a name is a folder's
  /// name on every system, and never a path or an option.
  package static func isBaselineName(_ name: String) -> Bool {
    name.allSatisfy(\.isPortable) && (1...100).contains(name.count) && name.first != "." && name.first != "-"
      && name != RunReference.latest
  }

  /// Returns all baselines, by name: finished runs stored under names, to compare others with.
  package func baselines() -> [RunFolder] { Self.runs(in: baselinesURL) }

  /// Copies a run under a name.
  ///
  /// - Parameters:
  ///   - name: a valid name.
  ///   - replacing: true if a baseline of that name is replaced. Default: it is an error.
  /// - Throws: `FileError`, also if the run is incomplete: it may be resumed, or samples are missing.
  @discardableResult
  package func saveBaseline(
    named name: String, of run: RunFolder, replacing: Bool = false
  ) throws(FileError) -> RunFolder {
    precondition(Self.isBaselineName(name), "A baseline's name is checked where it is given.")
    try run.requireWhole()
    let url = baselinesURL.appendingPathComponent(name, isDirectory: true).standardizedFileURL
    if runs().contains(where: { $0.name == name }) {
      throw FileError(url, "A run in \(self.url.path) has this name already; choose another.")
    }
    guard run.url.standardizedFileURL != url else {
      throw FileError(url, "Is this baseline already.")
    }
    if !replacing && FileManager.default.fileExists(atPath: url.path) {
      throw FileError(url, "Is there already; --force replaces it.")
    }
    return try RunFolder.assemble(at: url, replacing: replacing) { copy throws(FileError) in
      try copy.fill(from: run)
    }
  }

  /// Removes a baseline with all its files and returns its description; nil if that cannot be read.
  ///
  /// - Throws: `FileError` if there is no baseline of that name. Anything else of that name is left alone.
  @discardableResult
  package func deleteBaseline(named name: String) throws(FileError) -> RunDescription? {
    guard let baseline = baselines().first(where: { $0.name == name }) else {
      let names = baselines().map(\.name)
      throw FileError(
        file: name,
        message: "Is no baseline; there are \(names.isEmpty ? "none" : names.joined(separator: ", ")).")
    }
    let description = try? baseline.readDescription()
    do {
      try FileManager.default.removeItem(at: baseline.url)
    } catch {
      throw FileError(baseline.url, "Cannot be deleted: \(error.reason).")
    }
    return description
  }
}

extension RunFolder {
  /// Throws an error if the run is incomplete and so cannot be a baseline.
  package func requireWhole() throws(FileError) {
    let description = try readDescription()
    if let incompleteness = description.incompleteness(path: url.path) {
      throw FileError(url, "Is incomplete, and a baseline is made of whole runs. \(incompleteness.nextStep)")
    }
    try requireAllSamples(of: description, among: readSamples().samples, to: "be a baseline")
  }

  /// Copies all files of another run's folder into this one.
  fileprivate func fill(from run: RunFolder) throws(FileError) {
    do {
      for file in try FileManager.default.contentsOfDirectory(at: run.url, includingPropertiesForKeys: nil) {
        try FileManager.default.copyItem(at: file, to: url.appendingPathComponent(file.lastPathComponent))
      }
    } catch {
      throw FileError(run.url, "Cannot be copied: \(error.reason).")
    }
  }
}

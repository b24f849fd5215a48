import Foundation

/// A finished run stored under a name, to compare others with.
package struct Baseline: Hashable, Sendable {
  package let name: String
  package let folder: RunFolder

  /// The rule for names, as the end of a sentence.
  package static let nameRule = """
    a name has 1 to 100 of the letters a to z and A to Z, digits, '-', '_' and '.', begins with a letter, a digit \
    or '_', and is not "\(RunReference.latest)"
    """

  /// Returns true if a baseline may have this name: ASCII letters, digits, `-`, `_` and `.`, but no `.` or `-` at
  /// the start; at most 100 of them, and not `latest`, which has another meaning. Such a name is a folder's
  /// name on every system, and never a path or an option.
  package static func isValid(name: String) -> Bool {
    let isFit =
      name.utf8.count == name.count && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    return isFit && (1...100).contains(name.count) && name.first != "." && name.first != "-"
      && name != RunReference.latest
  }
}

extension ResultsFolder {
  /// Returns all baselines, by name.
  package func baselines() -> [Baseline] {
    Self.runs(in: baselinesURL).map { Baseline(name: $0.url.lastPathComponent, folder: $0) }
  }

  /// Copies a run under a name.
  ///
  /// - Parameters:
  ///   - name: a valid name.
  ///   - replacing: true if a baseline of that name is replaced. Default: it is an error.
  /// - Throws: `FileError`, also if the run is incomplete: it may be resumed, or samples are missing.
  @discardableResult
  package func saveBaseline(
    named name: String, of run: RunFolder, replacing: Bool = false
  ) throws(FileError) -> Baseline {
    precondition(Baseline.isValid(name: name), "A baseline's name is checked where it is given.")
    try run.requireWhole()
    let url = baselinesURL.appendingPathComponent(name, isDirectory: true).standardizedFileURL
    if runs().contains(where: { $0.url.lastPathComponent == name }) {
      throw FileError(
        file: url.path, message: "A run in \(self.url.path) has this name already; choose another.")
    }
    guard run.url.standardizedFileURL != url else {
      throw FileError(file: url.path, message: "Is this baseline already.")
    }
    if !replacing && FileManager.default.fileExists(atPath: url.path) {
      throw FileError(file: url.path, message: "Is there already; --force replaces it.")
    }
    let folder = try RunFolder.assemble(at: url, replacing: replacing) { copy throws(FileError) in
      try copy.fill(from: run)
    }
    return Baseline(name: name, folder: folder)
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
    let description = try? baseline.folder.readDescription()
    do {
      try FileManager.default.removeItem(at: baseline.folder.url)
    } catch {
      throw FileError(
        file: baseline.folder.url.path, message: "Cannot be deleted: \(error.localizedDescription)")
    }
    return description
  }
}

extension RunFolder {
  /// Throws an error if the run is incomplete and so cannot be a baseline.
  package func requireWhole() throws(FileError) {
    let description = try readDescription()
    if let incompleteness = description.incompleteness(path: url.path) {
      throw FileError(
        file: url.path,
        message: "Is incomplete, and a baseline is made of whole runs. \(incompleteness.nextStep)")
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
      throw FileError(file: run.url.path, message: "Cannot be copied: \(error.localizedDescription)")
    }
  }
}

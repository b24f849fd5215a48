import Foundation

/// A finished run that is kept under a name, to compare others with.
package struct Baseline: Hashable, Sendable {
  package let name: String
  package let folder: RunFolder

  /// Whether a baseline may be called so: letters, digits, `-`, `_` and `.`, not first, in ASCII; 100 of them at most, and not `latest`,
  /// which means something else. So a name is a folder's on every system, and never a path.
  package static func isValid(name: String) -> Bool {
    let isFit =
      name.utf8.count == name.count && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    return isFit && (1...100).contains(name.count) && name.first != "." && name != RunReference.latest
  }
}

extension ResultsFolder {
  /// All baselines, by name.
  package func baselines() -> [Baseline] {
    Self.runs(in: baselinesURL).map { Baseline(name: $0.url.lastPathComponent, folder: $0) }
  }

  /// Copies a run under a name.
  ///
  /// - Parameters:
  ///   - name: has to be valid.
  ///   - replacing: whether a baseline of that name gives way. Default: it is an error.
  /// - Throws: `FileError`, also for a run that is incomplete: it has not ended and may go on, or samples of it are gone.
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

  /// Removes a baseline with all its files, and returns what it was of; nil where that cannot be read.
  ///
  /// - Throws: `FileError` where there is no baseline of that name: whatever else is called so is left alone.
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
  /// Refuses a run that no baseline is made of.
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

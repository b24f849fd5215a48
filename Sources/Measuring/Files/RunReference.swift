import Foundation

/// A run as users name it: a path, its folder's name in the results, or `latest`.
package struct RunReference: Hashable, Sendable, CustomStringConvertible {
  /// The name of the run that began last.
  package static let latest = "latest"

  /// The name as given.
  package var text: String

  package var description: String { text }

  package init(_ text: String) {
    self.text = text
  }

  /// Finds the run, in this order: a folder at that path; one of that name in the results; `latest`. Folders without a
  /// `run.json` are skipped.
  ///
  /// - Parameters:
  ///   - results: the folder in which names are looked up.
  ///   - currentFolder: the base of relative paths; nil, the default, for the process's folder.
  /// - Throws: `FileError` that lists the runs that exist.
  package func folder(in results: ResultsFolder, currentFolder: URL? = nil) throws(FileError) -> RunFolder {
    let start = currentFolder ?? URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let path = text.hasPrefix("/") ? URL(fileURLWithPath: text) : start.appendingPathComponent(text)
    let candidates = [path, results.url.appendingPathComponent(text, isDirectory: true)]
      .map { RunFolder(url: $0.standardizedFileURL) }
    if !text.isEmpty, let folder = candidates.first(where: \.holdsRun) { return folder }
    if text == Self.latest {
      guard let newest = results.newestRuns().first?.run else {
        throw FileError(results.url, "holds no run yet; `\(ProgramName.command) run` makes one")
      }
      return newest
    }
    if !text.isEmpty && FileManager.default.fileExists(atPath: path.path) {
      throw FileError(file: text, message: "is no run's folder: there is no run.json in it")
    }
    throw FileError(
      file: text.isEmpty ? "\"\"" : text, message: "there is no such run; \(Self.choice(results))")
  }

  /// Returns the end of a sentence with the existing names, the newest runs first.
  private static func choice(_ results: ResultsFolder) -> String {
    let most = 8
    let names = results.runs().reversed().map(\.name)
    guard !names.isEmpty else { return "give a path: \(results.url.path) holds none" }
    let more = names.count > most ? " and \(names.count - most) more" : ""
    let list = names.prefix(most).joined(separator: ", ") + more
    return "there are \(list); or give a path, or \"\(latest)\""
  }
}

import Foundation

extension RunFolder {
  /// The rows alone, for spreadsheets and statistics programs.
  package var comparisonFile: URL { url.appendingPathComponent("compare.csv") }
  /// Everything that the comparison contains.
  package var comparisonDocument: URL { url.appendingPathComponent("compare.json") }

  /// True if a comparison was measured here, not a run; also if it was killed before it was judged.
  package var holdsComparison: Bool {
    FileManager.default.fileExists(atPath: comparisonFile.path) || (try? readDescription())?.base != nil
  }

  /// Replaces `compare.csv` and `compare.json`, each as a whole.
  package func write(_ comparison: Comparison) throws(FileError) {
    let document: Data
    do {
      document = try ComparisonJSON.data(of: comparison)
    } catch {
      throw FileError(file: comparisonDocument.path, message: "Cannot be put into JSON: \(error)")
    }
    try Data(comparison.csv.utf8).writeWhole(to: comparisonFile)
    try document.writeWhole(to: comparisonDocument)
  }

  /// Reads `compare.json`, or `compare.csv` if there is none.
  package func readComparison() throws(FileError) -> Comparison {
    let files = FileManager.default
    guard files.fileExists(atPath: comparisonDocument.path) else {
      guard files.fileExists(atPath: comparisonFile.path) else {
        throw FileError(
          file: url.path, message: "Is a comparison that was ended before it was judged; compare again.")
      }
      return try Comparison(contentsOf: comparisonFile.path)
    }
    return try ComparisonJSON.comparison(
      in: Data(readingFile: comparisonDocument.path), file: comparisonDocument.path)
  }
}

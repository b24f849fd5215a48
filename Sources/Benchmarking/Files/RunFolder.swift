import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A run's folder and the files in it.
package struct RunFolder: Hashable, Sendable {
  package let url: URL

  /// A folder that is there.
  package init(url: URL) {
    self.url = url
  }

  /// Makes the folder of a new run, in which its description is from the beginning: whoever finds samples finds out what they are of.
  /// `parent` is made too where it is missing.
  ///
  /// - Throws: `FileError` where the folder exists, whatever is in it, or cannot be made.
  package init(creating description: RunDescription, in parent: URL) throws(FileError) {
    let url = parent.appendingPathComponent(description.runID, isDirectory: true)
    self = try Self.assemble(at: url) { folder throws(FileError) in try folder.write(description) }
  }

  package var samplesFile: URL { url.appendingPathComponent("samples.csv") }
  package var latencyFile: URL { url.appendingPathComponent("latency.csv") }
  package var summaryFile: URL { url.appendingPathComponent("summary.csv") }
  package var runFile: URL { url.appendingPathComponent("run.json") }

  /// Makes a folder as a whole: it is there with all that `fill` puts into it, or not at all. The folder's parent is made where it is
  /// missing.
  ///
  /// - Parameters:
  ///   - replacing: whether a folder that is there gives way once the new one is filled. Default: it is an error.
  ///   - fill: is given a folder beside `url`.
  /// - Throws: `FileError`, also what `fill` throws.
  @discardableResult
  package static func assemble(
    at url: URL, replacing: Bool = false, _ fill: (RunFolder) throws(FileError) -> Void
  ) throws(FileError) -> RunFolder {
    let files = FileManager.default
    let url = url.standardizedFileURL
    let parent = url.deletingLastPathComponent()
    let new = parent.appendingPathComponent(".\(url.lastPathComponent).\(getpid())", isDirectory: true)
    let old = parent.appendingPathComponent(".\(url.lastPathComponent).\(getpid()).old", isDirectory: true)
    defer { try? files.removeItem(at: new) }
    do {
      let exists = files.fileExists(atPath: url.path)
      if exists && !replacing { throw CocoaError(.fileWriteFileExists) }
      try files.createDirectory(at: new, withIntermediateDirectories: true)
      try fill(RunFolder(url: new))
      if exists { try files.moveItem(at: url, to: old) }
      do {
        try files.moveItem(at: new, to: url)
      } catch {
        // The old one goes last, so that there is always one of them.
        if exists, (try? files.moveItem(at: old, to: url)) == nil {
          throw FileError(
            file: url.path,
            message: "Cannot be replaced: \(error.localizedDescription) What was there is in \(old.path).")
        }
        throw error
      }
      if exists { try? files.removeItem(at: old) }
    } catch let error as FileError {
      throw error
    } catch CocoaError.fileWriteFileExists {
      throw FileError(file: url.path, message: "Exists already; results are never overwritten.")
    } catch {
      throw FileError(file: url.path, message: "Cannot be made: \(error.localizedDescription)")
    }
    return RunFolder(url: url)
  }

  /// Opens `samples.csv` for a run that begins here.
  package func makeSampleWriter() throws(FileError) -> SampleWriter {
    try SampleWriter(creating: samplesFile.path)
  }

  /// Opens `samples.csv` for a run that goes on here, wherever it was cut short. Nobody else can until the writer is gone.
  package func resumeSampleWriter() throws(FileError) -> SampleWriter {
    try SampleWriter(appendingTo: samplesFile.path)
  }

  /// Opens `latency.csv` for a run that begins here.
  package func makeLatencyWriter() throws(FileError) -> LatencyWriter {
    try LatencyWriter(creating: latencyFile.path)
  }

  /// Opens `latency.csv` for a run that goes on here, even where it has none yet.
  package func resumeLatencyWriter() throws(FileError) -> LatencyWriter {
    try LatencyWriter(appendingTo: latencyFile.path)
  }

  /// Writes `run.json` anew. A reader sees the old file or the new one, never half of one.
  package func write(_ description: RunDescription) throws(FileError) {
    let data: Data
    do {
      data = try description.json()
    } catch {
      throw FileError(file: runFile.path, message: "Cannot be put into JSON: \(error)")
    }
    try replace(runFile, with: data)
  }

  /// Writes `summary.csv` anew, as a whole.
  package func write(_ summary: Summary) throws(FileError) {
    try replace(summaryFile, with: Data(summary.csv.utf8))
  }

  /// Writes a table's text into a file of this name, as a whole.
  func write(table: String, to file: String) throws(FileError) {
    try replace(url.appendingPathComponent(file), with: Data(table.utf8))
  }

  /// Reads `run.json`.
  package func readDescription() throws(FileError) -> RunDescription {
    let data: Data
    do {
      data = try Data(contentsOf: runFile)
    } catch {
      throw FileError(file: runFile.path, message: "Cannot be read: \(error.localizedDescription)")
    }
    return try RunDescription(json: data, file: runFile.path)
  }

  /// Reads `samples.csv`.
  package func readSamples() throws(FileError) -> SampleFile {
    try SampleFile(table: readSampleTable(), file: samplesFile.path)
  }

  /// Reads `samples.csv`, unknown columns too. A run that was killed before it wrote the first row has none, even where it did not get as
  /// far as the file.
  func readSampleTable() throws(FileError) -> CSVTable {
    let files = FileManager.default
    if !files.fileExists(atPath: samplesFile.path) && files.fileExists(atPath: runFile.path) {
      return CSVTable(header: SampleColumns.names)
    }
    return try CSVTable(contentsOf: samplesFile.path, header: SampleColumns.names)
  }

  /// Reads `latency.csv`; nil where the run has none, as runs of older programs.
  package func readLatencies() throws(FileError) -> LatencyFile? {
    guard FileManager.default.fileExists(atPath: latencyFile.path) else { return nil }
    return try LatencyFile(contentsOf: latencyFile.path)
  }

  /// Writes a file anew. A reader sees the old file or the new one, never half of one.
  func replace(_ file: URL, with data: Data) throws(FileError) {
    let temporary = url.appendingPathComponent(".\(file.lastPathComponent).\(getpid())")
    do {
      try data.write(to: temporary)
    } catch {
      // Where the disk is full there may be a part of it.
      unlink(temporary.path)
      throw FileError(file: file.path, message: "Cannot be written: \(error.localizedDescription)")
    }
    guard rename(temporary.path, file.path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(temporary.path)
      throw FileError(file: file.path, message: "Cannot be replaced: \(reason)")
    }
  }
}

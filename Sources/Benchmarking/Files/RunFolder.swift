import Foundation

/// A run's folder and the files in it.
package struct RunFolder: Hashable, Sendable {
  package let url: URL

  /// Refers to an existing folder.
  package init(url: URL) {
    self.url = url
  }

  /// Makes the folder of a new run, with its description from the start, so that samples never lack one. A
  /// missing `parent` is made too.
  ///
  /// - Throws: `FileError` if the folder exists, even if it is empty, or cannot be made.
  package init(creating description: RunDescription, in parent: URL) throws(FileError) {
    let url = parent.appendingPathComponent(description.runID, isDirectory: true)
    self = try Self.assemble(at: url) { folder throws(FileError) in try folder.write(description) }
  }

  package var samplesFile: URL { url.appendingPathComponent("samples.csv") }
  package var latencyFile: URL { url.appendingPathComponent("latency.csv") }
  package var summaryFile: URL { url.appendingPathComponent("summary.csv") }
  package var runFile: URL { url.appendingPathComponent("run.json") }

  /// Makes a folder as a whole: with all that `fill` puts into it, or not at all. A missing parent is made
  /// too.
  ///
  /// - Parameters:
  ///   - replacing: true if an existing folder is replaced once the new one is filled; an error by default.
  ///   - fill: fills a folder beside `url`.
  /// - Throws: `FileError`, also those of `fill`.
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
        // The old one is removed last, so that one of them always exists.
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

  /// Opens `samples.csv` for a run interrupted anywhere. Nobody else can until the writer is gone.
  package func resumeSampleWriter() throws(FileError) -> SampleWriter {
    try SampleWriter(appendingTo: samplesFile.path)
  }

  /// Opens `latency.csv` for a run that begins here.
  package func makeLatencyWriter() throws(FileError) -> LatencyWriter {
    try LatencyWriter(creating: latencyFile.path)
  }

  /// Opens `latency.csv` for a resumed run, and creates it if it is missing.
  package func resumeLatencyWriter() throws(FileError) -> LatencyWriter {
    try LatencyWriter(appendingTo: latencyFile.path)
  }

  /// Replaces `run.json`. A reader sees the old file or the new one, never half of one.
  package func write(_ description: RunDescription) throws(FileError) {
    let data: Data
    do {
      data = try description.json()
    } catch {
      throw FileError(file: runFile.path, message: "Cannot be put into JSON: \(error)")
    }
    try replace(runFile, with: data)
  }

  /// Replaces `summary.csv` as a whole.
  package func write(_ summary: Summary) throws(FileError) {
    try replace(summaryFile, with: Data(summary.csv.utf8))
  }

  /// Replaces the file of this name with a table's text, as a whole.
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

  /// Reads `samples.csv` with unknown columns. The table is empty if the run was killed before it wrote its
  /// first row or made the file.
  func readSampleTable() throws(FileError) -> CSVTable {
    let files = FileManager.default
    if !files.fileExists(atPath: samplesFile.path) && files.fileExists(atPath: runFile.path) {
      return CSVTable(header: SampleColumns.names)
    }
    return try CSVTable(contentsOf: samplesFile.path, header: SampleColumns.names)
  }

  /// Reads `latency.csv`; nil if there is none, as in runs of older programs.
  package func readLatencies() throws(FileError) -> LatencyFile? {
    guard FileManager.default.fileExists(atPath: latencyFile.path) else { return nil }
    return try LatencyFile(contentsOf: latencyFile.path)
  }

  /// Replaces a file. A reader sees the old file or the new one, never half of one.
  func replace(_ file: URL, with data: Data) throws(FileError) {
    let temporary = url.appendingPathComponent(".\(file.lastPathComponent).\(getpid())")
    do {
      try data.write(to: temporary)
    } catch {
      // If the disk is full, part of it may exist.
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

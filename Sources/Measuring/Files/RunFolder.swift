import Foundation

/// A run's folder and the files in it.
package struct RunFolder: Hashable, Sendable {
  package let url: URL

  package var name: String { url.lastPathComponent }

  /// Refers to an existing folder.
  package init(url: URL) {
    self.url = url
  }

  /// Makes the folder of a new run, with its description from the start, so that samples never lack one. A
  /// missing `parent` is made too.
  ///
  /// - Throws: `FileError` if the folder exists, even if it is empty, or cannot be made.
  init(creating description: RunDescription, in parent: URL) throws(FileError) {
    let url = parent.appendingPathComponent(description.runID, isDirectory: true)
    self = try Self.assemble(at: url) { folder throws(FileError) in try folder.write(description) }
  }

  var samplesFile: URL { url.appendingPathComponent("samples.csv") }
  var summaryFile: URL { url.appendingPathComponent("summary.csv") }
  var runFile: URL { url.appendingPathComponent("run.json") }

  /// Makes a folder as a whole: with all files that `fill` puts into it, or not at all. Makes a missing
  /// parent too.
  ///
  /// - Parameter fill: fills a folder beside `url`.
  /// - Throws: `FileError`, also the errors of `fill`, and if the folder exists.
  @discardableResult
  static func assemble(
    at url: URL, _ fill: (RunFolder) throws(FileError) -> Void
  ) throws(FileError) -> RunFolder {
    let files = FileManager.default
    let url = url.standardizedFileURL
    let parent = url.deletingLastPathComponent()
    let new = parent.appendingPathComponent(".\(url.lastPathComponent).\(getpid())", isDirectory: true)
    defer { try? files.removeItem(at: new) }
    do {
      if files.fileExists(atPath: url.path) { throw CocoaError(.fileWriteFileExists) }
      try OutputFolder(parent).make()
      if mkdir(new.path, 0o777) != 0 && errno != EEXIST {
        throw FileError(url, "cannot be made: \(String(cString: strerror(errno)))")
      }
      try fill(RunFolder(url: new))
      try files.moveItem(at: new, to: url)
    } catch let error as FileError {
      throw error
    } catch CocoaError.fileWriteFileExists {
      throw FileError(url, "exists already; results are never overwritten")
    } catch {
      throw FileError(url, "cannot be made: \(error.reason)")
    }
    return RunFolder(url: url)
  }

  /// Opens `samples.csv` for a run that begins here, or one interrupted anywhere. No other process can until the writer is gone.
  ///
  /// - Parameter isNew: true if the run begins, so that there must be no such file yet; default false.
  package func openSamples(isNew: Bool = false) throws(FileError) -> SampleWriter {
    try SampleWriter(appendingTo: samplesFile.path, isNew: isNew)
  }

  /// Replaces `run.json`. A reader sees the old file or the new one, never a part of one.
  func write(_ description: RunDescription) throws(FileError) {
    var description = description
    description.request = description.request?.stored(in: url)
    try StableJSON.write(description, to: runFile)
  }

  /// Replaces `summary.csv` as a whole.
  func write(_ summary: Summary) throws(FileError) {
    try Data(summary.csv.utf8).writeWhole(to: summaryFile)
  }

  /// Reads `run.json`.
  package func readDescription() throws(FileError) -> RunDescription {
    var description: RunDescription = try StableJSON.read(
      Data(readingFile: runFile.path), file: runFile.path, as: "a run's description",
      newest: SampleRecord.schema)
    description.request = description.request?.resolved(in: url)
    return description
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
      return CSVTable(header: SampleRecord.columnNames)
    }
    return try CSVTable(contentsOf: samplesFile.path, header: SampleRecord.columnNames)
  }
}

// MARK: - Completeness

extension RunFolder {
  /// True if there is a `run.json`, whatever it contains.
  var holdsRun: Bool { FileManager.default.fileExists(atPath: runFile.path) }

  package var holdsSummary: Bool { FileManager.default.fileExists(atPath: summaryFile.path) }

  /// Reads `samples.csv`, with a warning if it has fewer samples than the run's description counts.
  ///
  /// - Throws: `FileError`, also if there are no samples, or they are of another run.
  package func readSamples(countedBy description: RunDescription) throws(FileError) -> SampleFile {
    var file = try readSamples()
    if let index = file.samples.firstIndex(where: { description.machinesOfRuns[$0.runID] == nil }) {
      throw FileError(
        samplesFile, line: file.lines[index],
        "is of the run \(file.samples[index].runID), and run.json of \(description.runID); restore the file")
    }
    let (counted, missing) = description.missingSamples(in: file.samples)
    guard missing > 0 else {
      // A row is cut off while a run is measured, and not after its end.
      if description.endedUTC != nil {
        file.warnings = file.warnings.map {
          Warning(
            cause: $0.cause,
            nextStep: "The run had ended, so the file is damaged: restore it, or measure again.")
        }
      }
      return file
    }
    guard missing < counted else {
      throw FileError(
        samplesFile,
        "has none of the \(counted) samples that run.json counts; restore the file, or measure again")
    }
    // Replaces the warning about a cut-off row: this run had ended.
    file.warnings = [
      Warning(
        cause: "\(samplesFile.path): Lacks \(missing) of the \(counted) samples that run.json counts.",
        nextStep: "Restore the file, or measure again: figures are of what is left.")
    ]
    return file
  }

  /// Reads the samples and summarises them.
  func readSummary() throws(FileError) -> Summary {
    let file = try readSamples(countedBy: readDescription())
    return Summary(of: file.samples, arm: file.arm)
  }

  /// Writes the summary of a run that has ended, and its description.
  package func summarize(_ ended: RunDescription) throws(FileError) {
    var description = ended
    let summary = try readSummary()
    let flags = summary.flags
    for (index, outcome) in description.cells.enumerated() {
      description.cells[index].flags = flags[outcome.cell]
    }
    try write(summary)
    try write(description)
  }

  /// Throws an error if samples of a run that is to be merged are missing.
  ///
  /// - Parameter samples: the samples that are there.
  func requireAllSamples(
    of description: RunDescription, among samples: [SampleRecord]
  ) throws(FileError) {
    let (counted, missing) = description.missingSamples(in: samples)
    guard missing > 0 else { return }
    throw FileError(
      samplesFile,
      "lacks \(missing) of the \(counted) samples that run.json counts, so the run cannot be merged; "
        + "restore the file, or measure again")
  }

  /// Returns the name of a new run: its start, suite and shard, and four random digits in case two runs begin in one second,
  /// such as `20261121T052013Z-quick-3f9a` or `20261121T052013Z-quick-2of4-3f9a`. Sorts by time.
  ///
  /// Shards begin together, on machines that share a folder, so with the digits alone two of them would
  /// sometimes have the same name.
  ///
  /// - Parameters:
  ///   - start: when the run began.
  ///   - suite: its name; characters that are unsuitable for a folder's name become hyphens, and only the first hundred
  ///     are used. Empty = `run`.
  ///   - shard: nil, the default, for the whole run.
  ///   - number: the digits, by default at random.
  package static func newName(
    start: Date, suite: String, shard: Shard? = nil, number: UInt16 = .random(in: .min ... .max)
  ) -> String {
    let name = suite.isEmpty ? "run" : String(suite.prefix(100).map { $0.isPortable ? $0 : "-" })
    let part = shard.map { "\($0.index)of\($0.count)-" } ?? ""
    return "\(start.compact)-\(name)-\(part)\(NumberText.padded(number, digits: 4, radix: 16))"
  }
}

import Foundation
import Measurement

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A run's folder and the files in it.
public struct RunFolder: Hashable, Sendable {
  public let url: URL

  /// A folder that is there.
  public init(url: URL) {
    self.url = url
  }

  /// Makes the folder of a new run. `parent` is made too where it is missing.
  ///
  /// - Throws: `FileError` where the folder exists, whatever is in it, or cannot be made.
  public init(creating id: RunID, in parent: URL) throws(FileError) {
    do {
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    } catch {
      throw FileError(
        file: parent.path, message: "Cannot be made a folder: \(error.localizedDescription)")
    }
    url = parent.appendingPathComponent(id.description, isDirectory: true)
    // Straight from the system, which alone can tell in one step whether the folder is new.
    guard mkdir(url.path, 0o755) == 0 else {
      let reason =
        errno == EEXIST ? "Exists already; results are never overwritten." : String(cString: strerror(errno))
      throw FileError(file: url.path, message: "Cannot be made: \(reason)")
    }
  }

  public var samplesFile: URL { url.appendingPathComponent("samples.csv") }
  public var summaryFile: URL { url.appendingPathComponent("summary.csv") }
  /// What a comparison came to; plain runs have none.
  public var compareFile: URL { url.appendingPathComponent("compare.csv") }
  public var runFile: URL { url.appendingPathComponent("run.json") }

  /// Opens `samples.csv` for a run that begins here.
  public func makeSampleWriter() throws(FileError) -> SampleWriter {
    try SampleWriter(creating: samplesFile.path)
  }

  /// Writes `run.json` anew. A reader sees the old file or the new one, never half of one.
  public func write(_ description: RunDescription) throws(FileError) {
    let data: Data
    do {
      data = try description.json()
    } catch {
      throw FileError(file: runFile.path, message: "Cannot be put into JSON: \(error)")
    }
    try replace(runFile, with: data)
  }

  /// Writes `summary.csv` anew, as a whole.
  public func write(_ summary: Summary) throws(FileError) {
    try replace(summaryFile, with: Data(summary.csv.utf8))
  }

  /// Writes `compare.csv` anew, as a whole.
  public func write(_ comparison: Comparison) throws(FileError) {
    try replace(compareFile, with: Data(ComparisonCSV.text(of: comparison).utf8))
  }

  /// Reads `run.json`.
  public func readDescription() throws(FileError) -> RunDescription {
    let data: Data
    do {
      data = try Data(contentsOf: runFile)
    } catch {
      throw FileError(file: runFile.path, message: "Cannot be read: \(error.localizedDescription)")
    }
    return try RunDescription(json: data, file: runFile.path)
  }

  /// Reads `samples.csv`.
  public func readSamples() throws(FileError) -> SampleFile {
    try SampleFile(contentsOf: samplesFile.path)
  }

  private func replace(_ file: URL, with data: Data) throws(FileError) {
    let temporary = url.appendingPathComponent(".\(file.lastPathComponent).\(getpid())")
    do {
      try data.write(to: temporary)
    } catch {
      throw FileError(file: file.path, message: "Cannot be written: \(error.localizedDescription)")
    }
    guard rename(temporary.path, file.path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(temporary.path)
      throw FileError(file: file.path, message: "Cannot be replaced: \(reason)")
    }
  }
}

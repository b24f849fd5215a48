import Foundation

/// A run that is merged with others: what its folder holds.
struct MergePart {
  let folder: RunFolder
  let description: RunDescription
  let table: CSVTable
  let samples: SampleFile
  /// Tables of buckets, by their files' names.
  let histograms: [String: CSVTable]
  /// What `latency.csv` among them holds.
  let latencies: [RunCell: LatencyHistogram]
  /// Files with measurements that are not taken over, since nothing is known of how they add up.
  let unknownFiles: [String]

  init(_ folder: RunFolder) throws(FileError) {
    self.folder = folder
    description = try folder.readDescription()
    guard !folder.holdsComparison else {
      throw FileError(
        file: folder.url.path, message: "Is a comparison, which cannot be merged; name runs alone.")
    }
    table = try folder.readSampleTable()
    samples = try SampleFile(table: table, file: folder.samplesFile.path)
    if let index = samples.samples.firstIndex(where: { $0.arm != .base || $0.pair != nil }) {
      throw FileError(
        file: folder.samplesFile.path, line: samples.lines[index],
        message: "Is of a comparison, which cannot be merged; name runs alone.")
    }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []
    var histograms: [String: CSVTable] = [:]
    var unknown: [String] = []
    let made = [folder.samplesFile.lastPathComponent, folder.summaryFile.lastPathComponent]
    for file in files.sorted() where file.hasSuffix(".csv") && !file.hasPrefix(".") && !made.contains(file) {
      let table = try CSVTable(contentsOf: folder.url.appendingPathComponent(file).path)
      if table.header.contains("upper_ns") && table.header.contains("count") {
        histograms[file] = table
      } else {
        unknown.append(file)
      }
    }
    self.histograms = histograms
    latencies =
      try histograms[folder.latencyFile.lastPathComponent].map { table throws(FileError) in
        try LatencyFile(table: table, file: folder.latencyFile.path).histograms
      } ?? [:]
    unknownFiles = unknown
  }

  var shard: Shard? { description.request?.shard }

  /// What parts are put in order by, so that the order in which they are named does not matter.
  func precedes(_ other: MergePart) -> Bool {
    let key = { (part: MergePart) in
      (part.shard?.index ?? 0, part.description.startedUTC, part.description.runID, part.folder.url.path)
    }
    return key(self) < key(other)
  }
}

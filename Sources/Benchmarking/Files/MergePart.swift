import Foundation

/// A run that is merged with others: the contents of its folder.
struct MergePart {
  let folder: RunFolder
  let description: RunDescription
  let table: CSVTable
  let samples: SampleFile
  /// The tables of buckets, by file name.
  let histograms: [String: CSVTable]
  /// The contents of `latency.csv`, if it is among them.
  let latencies: [RunCell: LatencyHistogram]
  /// Files with measurements that are not merged, since how they add up is unknown.
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

  /// Orders the parts, so that the order in which they are named does not matter.
  func precedes(_ other: MergePart) -> Bool {
    let key = { (part: MergePart) in
      (part.shard?.index ?? 0, part.description.startedUTC, part.description.runID, part.folder.url.path)
    }
    return key(self) < key(other)
  }
}

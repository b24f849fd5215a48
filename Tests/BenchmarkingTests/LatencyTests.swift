import Foundation
import LayoutTestSupport
import Testing

@testable import Benchmarking

private func histogram(of values: [UInt64]) -> LatencyHistogram {
  values.reduce(into: LatencyHistogram()) { $0.record($1) }
}

@Suite("The file latency.csv")
struct LatencyFileTests {
  private let folder = TemporaryFolder()
  private let header = CSVText.row(LatencyBucket.columnNames)

  private func record(
    _ nanoseconds: [UInt64], of cell: CellID = makeCell(), shard: Int? = nil
  ) -> LatencyRecord {
    LatencyRecord(runID: "run-1", shard: shard, cell: cell, histogram: histogram(of: nanoseconds))
  }

  private func text(_ record: LatencyRecord) -> String { record.rows.map { CSVText.row($0.fields) }.joined() }

  private func read(_ text: String) throws(FileError) -> [RunCell: LatencyHistogram] {
    try LatencyFile.histograms(in: CSVTable(bytes: Array(text.utf8), file: "l.csv"), file: "l.csv")
  }

  private func key(_ cell: CellID = makeCell()) -> RunCell { RunCell(runID: "run-1", cell: cell) }

  @Test func `A cell has a row for each bucket, as recorded, and none without jobs`() throws {
    try expectRecorded(
      header + text(record([7, 5_000, 7, 0], of: makeCell("sp,ec", threads: 2), shard: 3)), as: "latency.csv")
    #expect(text(record([])) == "", "A cell without jobs has no rows.")
  }

  @Test func `Histograms are read back as they were written, also after appending`() throws {
    let file = folder.url.appending(path: "latency.csv")
    let records = [
      record([1, 2, 3]), record([.max, 9, 1_000_000], of: makeCell("naive", mode: .concurrentQueue)),
    ]
    do {
      let writer = try LatencyWriter(appendingTo: file.path, isNew: true)
      for record in records { try writer.append(record) }
    }
    let histograms = try read(file.text())
    #expect(Set(histograms.keys) == Set(records.map { key($0.cell) }))
    for record in records { #expect(histograms[key(record.cell)] == record.histogram) }
    try LatencyWriter(appendingTo: file.path).append(record([4]))
    #expect(try read(file.text())[key()]?.count == 4)
    #expect(throws: FileError.self) { try LatencyWriter(appendingTo: file.path, isNew: true) }
    // Rows of one cell add up, also those of several shards.
    let shards = try read(header + text(record([1, 2], shard: 1)) + header + text(record([2], shard: 2)))
    #expect(shards[key()] == record([1, 2, 2]).histogram)
    #expect(try read(header).isEmpty)
  }

  @Test func `A field that its column cannot hold is an error with its place, as recorded`() throws {
    try expectRecordedErrors("latency-errors.txt", count: 9) { field throws(FileError) in
      let parts = field.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      var fields = record([1]).rows[0].fields
      fields[LatencyBucket.columnNames.firstIndex(of: parts[0]) ?? 0] = parts[1]
      _ = try read(header + text(record([1])) + CSVText.row(fields))
    }
    expectFailure(line: 1, says: "Lacks the columns upper_ns, count") {
      try read(CSVText.row(SampleRecord.columnNames))
    }
  }

  @Test func `A run without the file, or killed before its header, has no latencies and no error`() throws {
    let run = try makeRun(at: folder.url.appending(path: "run"))
    #expect(try run.readLatencies(of: run.readSamples()) == nil)
    for text in ["", String(CSVText.row(LatencyBucket.columnNames).dropLast(3))] {
      try run.latencyFile.write(text)
      let file = try run.readLatencies(of: run.readSamples())
      #expect(file?.histograms.isEmpty == true && file?.warnings.isEmpty == true)
    }
  }
}

@Suite("Histograms of latencies")
struct LatencyHistogramTests {
  /// Percentages in thousandths, so that ranks are exact.
  private static let thousandths: [UInt64] = [0, 1, 250, 500, 750, 900, 990, 999, 1_000]

  @Test(arguments: [1, 2, 9, 10, 1_000, 20_000] as [Int], [1, 2, 3] as [UInt64])
  func `Percentiles are those of the values, within a thousandth above`(count: Int, seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    // From nanoseconds to minutes, as many of each order of magnitude.
    let values = (0..<count).map { _ in generator.next() >> (28 + generator.next() % 36) }
    let histogram = histogram(of: values)
    let sorted = values.sorted()
    for thousandth in Self.thousandths {
      let rank = max(1, (thousandth * UInt64(count) + 999) / 1_000)
      let exact = sorted[Int(rank) - 1]
      let found = try #require(histogram.percentile(Double(thousandth) / 10))
      #expect(found >= exact && found - exact <= exact / 1_000, "seed \(seed), \(thousandth), \(exact)")
    }
  }

  @Test func `Nothing has no percentiles, zero is a value, and the limit is the largest`() throws {
    let empty = LatencyHistogram()
    #expect(empty.count == 0 && empty.buckets.isEmpty && empty.medianAbsoluteDeviation == nil)
    #expect(empty.percentile(50) == nil && empty.percentile(0) == nil && empty.percentile(100) == nil)
    let zeros = histogram(of: [0, 0, 0, 5])
    #expect(zeros.buckets.map(\.upperNanoseconds) == [0, 5] && zeros.buckets.map(\.count) == [3, 1])
    #expect(zeros.percentile(0) == 0 && zeros.percentile(75) == 0 && zeros.percentile(100) == 5)
    let limit = LatencyHistogram.limit
    let long = histogram(of: [1, limit, limit + 1, .max])
    let longest = try #require(long.percentile(100))
    #expect(long.buckets.map(\.count) == [1, 3] && longest >= limit && longest - limit <= limit / 1_000)
  }

  @Test func `Its buckets make the same histogram again, and so do those of its parts`() {
    var generator = SplitMix64(seed: 4)
    let values = (0..<5_000).map { _ in generator.next() >> (generator.next() % 64) }
    let original = histogram(of: values)
    var sum = histogram(of: Array(values[..<300]))
    for part in [histogram(of: Array(values[300...])), LatencyHistogram()] { sum.add(part) }
    #expect(sum == original && sum.count == 5_000)
    var again = LatencyHistogram()
    for bucket in original.buckets { again.record(bucket.upperNanoseconds, count: bucket.count) }
    #expect(again == original)
    #expect(original.buckets.allSatisfy { LatencyHistogram.isUpperBound($0.upperNanoseconds) })
    #expect(original.buckets.map(\.upperNanoseconds) == original.buckets.map(\.upperNanoseconds).sorted())
    for percentage in [0, 50, 90, 99, 99.9, 100] {
      #expect(again.percentile(percentage) == original.percentile(percentage))
    }
    #expect(again.medianAbsoluteDeviation == original.medianAbsoluteDeviation)
    #expect(LatencyHistogram.isUpperBound(2_047) && LatencyHistogram.isUpperBound(2_049))
    #expect(!LatencyHistogram.isUpperBound(2_048) && !LatencyHistogram.isUpperBound(.max))
  }

  @Test func `A high percentile needs jobs beyond it`() {
    let many = histogram(of: Array(1...999))
    #expect(many.percentileIfSupported(99) == 990 && many.percentileIfSupported(99.9) == nil)
    #expect(histogram(of: Array(1...9)).percentileIfSupported(90) == nil)
    #expect(histogram(of: Array(1...10)).percentileIfSupported(90) == 9)
    // The median absolute deviation is the median distance from the median.
    #expect(histogram(of: [10, 20, 30, 40, 100]).medianAbsoluteDeviation == 10)
    #expect(histogram(of: [7]).medianAbsoluteDeviation == 0)
  }
}

@Suite("A file of latencies that was cut off")
struct CutLatencyTests {
  private let temporary = TemporaryFolder()
  private let simulated = SimulatedRun()

  /// Measures a run, or what is left of it, into its folder.
  private func measure(_ folder: RunFolder, resumes: Bool) throws {
    let samples = try resumes ? folder.resumeSampleWriter() : folder.makeSampleWriter()
    let earlier = resumes ? try EarlierParts(of: folder) : nil
    let latencies =
      try earlier.map { try folder.resumeLatencyWriter(after: $0.latencies) } ?? folder.makeLatencyWriter()
    let log = RecordingObserver()
    log.whenSampled = { sample, _ in try samples.append(sample) }
    log.whenLatenciesTaken = { try latencies.append($0) }
    let identity = RunIdentity(runID: "run-1", firstSequence: earlier?.samples.nextSequence ?? 0)
    let cells = ["a", "b", "c"].map { simulated.cell($0) }
    let plan = RunPlan(cells: cells, rounds: 1, budget: nil, seed: 1, after: earlier)
    let outcome = try simulated.run(plan, log, identity: identity).outcome
    #expect(outcome.ending == .complete && log.dropped.isEmpty)
  }

  private func measured() throws -> RunFolder {
    let folder = try makeRun(at: temporary.url.appending(path: "run"))
    try folder.samplesFile.remove()
    try measure(folder, resumes: false)
    return folder
  }

  /// The jobs of each cell whose latencies are in the file.
  private func counts(_ folder: RunFolder) throws -> [String: UInt64] {
    let file = try #require(try folder.readLatencies(of: folder.readSamples()))
    #expect(file.warnings.isEmpty)
    // No row is of a cell that is left out, and no cell has rows of two passes.
    let table = try CSVTable(contentsOf: folder.latencyFile.path)
    #expect(table.droppedLine == nil)
    #expect(try LatencyFile.histograms(in: table, file: "") == file.histograms)
    return Dictionary(uniqueKeysWithValues: file.histograms.map { ($0.key.cell.subject, $0.value.count) })
  }

  /// With all samples the file was cut off later. Without the last one the program was killed before it, whatever
  /// of the cell's rows is there.
  @Test(arguments: [false, true])
  func `Wherever it is cut, a resumed run has each cell's latencies once`(isKilled: Bool) throws {
    let folder = try measured()
    let whole = try counts(folder)
    #expect(whole.count == 3 && whole.values.allSatisfy { $0 == 5 })
    var samples = try folder.samplesFile.text().split(separator: "\n").map { $0 + "\n" }
    #expect(samples.last?.contains(",latency,") == true)
    if isKilled { samples.removeLast() }
    let latencies = try Data(contentsOf: folder.latencyFile)
    // Every place at night; by day one of a few in each row, another in each, and the end.
    let step = SlowTests.areOn ? 1 : 11
    for length in Array(stride(from: 0, to: latencies.count, by: step)) + [latencies.count] {
      try folder.samplesFile.write(samples.joined())
      try latencies.prefix(length).write(to: folder.latencyFile)
      try measure(folder, resumes: true)
      let resumed = try counts(folder)
      #expect(Set(resumed.keys) == Set(whole.keys), "cut to \(length) of \(latencies.count) bytes")
      #expect(resumed.values.allSatisfy { $0 == 5 }, "cut to \(length)")
      let after = try folder.samplesFile.text()
      #expect(after.hasPrefix(samples.joined()))
      if length == latencies.count && !isKilled { #expect(after == samples.joined()) }
    }
  }

  @Test func `Without its damaged cells it can be read, which a warning says; a merge refuses it`() throws {
    let folder = try measured()
    let rows = try folder.latencyFile.text().split(separator: "\n").map { $0 + "\n" }
    // The last row is lost as a whole, so the file looks sound.
    try folder.latencyFile.write(rows.dropLast().joined())
    let file = try #require(try folder.readLatencies(of: folder.readSamples()))
    #expect(file.damagedCells.map(\.cell.subject) == ["c"])
    #expect(Set(file.histograms.keys.map(\.cell.subject)) == ["a", "b"])
    #expect(
      file.warnings.map(\.cause) == [
        "\(folder.latencyFile.path): The latencies of a cell are not whole. They are left out."
      ])
    let error = failure { try RunMerge(of: [folder], id: "merged", commandLine: []) }
    #expect(error?.file == folder.latencyFile.path)
    #expect(error?.message == "The latencies of a cell are not whole. Restore the file, or measure again.")
  }
}

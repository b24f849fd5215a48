import Foundation
import Testing

@testable import Benchmarking

@Suite("The file latency.csv")
struct LatencyFileTests {
  private let folder = TemporaryFolder()
  private let header = CSVText.row(LatencyBucket.columnNames)

  private func record(
    _ nanoseconds: [UInt64], of cell: CellID = makeCell(), shard: Int? = nil
  ) -> LatencyRecord {
    LatencyRecord(
      runID: "run-1", shard: shard, cell: cell,
      histogram: nanoseconds.reduce(into: LatencyHistogram()) { $0.record($1) })
  }

  private func text(_ record: LatencyRecord) -> String {
    record.rows.map { CSVText.row($0.fields) }.joined()
  }

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
    let path = folder.url.appendingPathComponent("latency.csv").path
    let records = [
      record([1, 2, 3]), record([.max, 9, 1_000_000], of: makeCell("naive", mode: .concurrentQueue)),
    ]
    do {
      let writer = try LatencyWriter(creating: path)
      for record in records { try writer.append(record) }
    }
    let histograms = try read(String(contentsOfFile: path, encoding: .utf8))
    #expect(Set(histograms.keys) == Set(records.map { key($0.cell) }))
    for record in records { #expect(histograms[key(record.cell)] == record.histogram) }
    try LatencyWriter(appendingTo: path).append(record([4]))
    #expect(try read(String(contentsOfFile: path, encoding: .utf8))[key()]?.count == 4)
    #expect(throws: FileError.self) { try LatencyWriter(creating: path) }
  }

  @Test func `Rows of one cell add up, also those of several shards`() throws {
    let file = try read(header + text(record([1, 2], shard: 1)) + header + text(record([2], shard: 2)))
    #expect(file[key()] == record([1, 2, 2]).histogram)
    #expect(try read(header).isEmpty)
  }

  private func expect(_ text: String, line: Int, says words: String) {
    expectFailure(line: line, says: words) { try read(text) }
  }

  private func row(_ column: String, _ value: String) -> String {
    var fields = record([1]).rows[0].fields
    fields[LatencyBucket.columnNames.firstIndex(of: column) ?? 0] = value
    return CSVText.row(fields)
  }

  @Test func `Damaged and foreign files are errors with their line and column`() {
    let good = text(record([1]))
    expect(CSVText.row(SampleRecord.columnNames), line: 1, says: "Lacks the columns upper_ns, count")
    expect(header + row("schema", "0"), line: 2, says: "schema: Expected a number from 1")
    expect(header + row("threads", "0"), line: 2, says: "threads: Expected a number from 1")
    expect(header + row("schema", "2"), line: 2, says: "schema: 2 is newer than 1")
    expect(header + good + row("upper_ns", "2048"), line: 3, says: "2048 is the upper bound of no bucket")
    expect(header + row("upper_ns", "\(UInt64.max)"), line: 2, says: "of no bucket")
    expect(header + row("upper_ns", ""), line: 2, says: "upper_ns: Expected a number, found nothing")
    expect(header + row("count", "0"), line: 2, says: "count: Expected a number from 1")
    expect(header + row("count", "-3"), line: 2, says: "count: Expected a number, found \"-3\"")
    expect(header + row("count", "\(UInt64.max)"), line: 2, says: "count: Expected a number from 1")
  }

  @Test(
    "A run without the file, or killed before the file had its header, has no latencies, which is no error")
  func none() throws {
    let run = try makeRun(at: folder.url.appendingPathComponent("run"))
    #expect(try run.readLatencies(of: run.readSamples()) == nil)
    for text in ["", String(CSVText.row(LatencyBucket.columnNames).dropLast(3))] {
      try Data(text.utf8).write(to: run.latencyFile)
      let file = try run.readLatencies(of: run.readSamples())
      #expect(file?.histograms.isEmpty == true && file?.warnings.isEmpty == true)
    }
  }
}

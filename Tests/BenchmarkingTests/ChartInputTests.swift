import Foundation
import Testing

@testable import Benchmarking

/// Faults of files that charts are drawn from.
@Suite("The runs that charts are drawn of")
struct ChartInputTests {
  private let temporary = TemporaryFolder()

  private func refusal(files: [String: String] = [:]) -> FileError? {
    #expect(throws: FileError.self) { try ChartFixtures.run(files: files) }
  }

  @Test("A folder with no table, or with tables that have no row or lack columns, is not a run to draw")
  func aFolderWithoutFilesIsNoRun() {
    #expect(
      refusal()?.message.contains("none of samples.csv, summary.csv, latency.csv, compare.json") == true)
    #expect(
      refusal(files: [
        "latency.csv": "schema,\(CellID.columnNames.joined(separator: ",")),upper_ns,count\n"
      ])?.message == "Has no measured row in latency.csv.")
    #expect(refusal(files: ["summary.csv": "schema\n"])?.message.hasSuffix("p25, p75.") == true)
  }

  @Test func `Missing samples and an interruption are warnings, and no samples at all is an error`() throws {
    let folder = try ChartFixtures.makeRun(in: temporary, samples: ChartFixtures.samples)
    var description = ChartFixtures.description
    let cell = ChartFixtures.samples[0].cell
    description.cells = [CellOutcome(cell: cell, status: .measured, sampleCount: 7)]
    description.ending = .interrupted
    try folder.write(description)
    let run = try ChartRun(folder: folder)
    #expect(
      run.warnings == [
        "\(folder.samplesFile.path): Lacks 4 of the 7 samples that run.json counts.",
        "\(folder.url.path) is incomplete: it was interrupted. Measure again.",
      ])
    #expect(run.caption(of: "samples.csv")[0].hasSuffix("; incomplete"))
    try Data().write(to: folder.samplesFile)
    #expect(throws: FileError.self) { try ChartRun(folder: folder) }
  }

  @Test func `A summary without its samples is enough for the charts of medians`() throws {
    let summary = Summary(of: ChartFixtures.samples)
    let run = try ChartFixtures.run(files: ["summary.csv": summary.csv])
    #expect(run.summary.rows.map(\.cell) == summary.rows.map(\.cell))
    #expect(run.summary.rows.map(\.median) == summary.rows.map(\.median))
    #expect(run.summary.rows.map(\.interval) == summary.rows.map(\.interval))
    #expect(run.summary.rows.map(\.p75) == summary.rows.map(\.p75))
    #expect(run.warnings.isEmpty)
    let charts = ChartKind.allCases.flatMap { $0.charts(of: run) }
    #expect(charts.map(\.kind).firstAppearances() == ["growth", "threads", "ratios", "memory"])
    #expect(charts.allSatisfy { $0.notes.contains { $0.hasPrefix("run/summary.csv; suite odd") } })
  }

  @Test(arguments: ["nan", "inf", "-inf"])
  func `A median that is not finite is left out with a warning that names its line`(text: String) throws {
    var lines = Summary(of: ChartFixtures.samples).csv.split(separator: "\n").map(String.init)
    let rows = lines.count - 1
    let median = try #require(SummaryRow.columnNames.firstIndex(of: "median"))
    var fields = lines[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    fields[median] = text
    lines[1] = fields.joined(separator: ",")
    let folder = try ChartFixtures.makeRun(
      in: temporary, files: ["summary.csv": lines.map { $0 + "\n" }.joined()])
    let run = try ChartRun(folder: folder)
    #expect(run.summary.rows.count == rows - 1)
    #expect(
      run.warnings.count == 1
        && run.warnings[0].contains("summary.csv:2: A figure of wall_ns_per_element is not finite"))
  }

  @Test(arguments: ["-1e300", "1e308", "0", "-9223372036854775808"])
  func `Figures that cannot be true still give charts that can be written`(number: String) throws {
    let wild = ChartFixtures.comparison.replacing("\"ratio\" : 1.042", with: "\"ratio\" : \(number)")
    let summary = Summary(of: ChartFixtures.samples).csv.replacing(",1000,5,", with: ",0,5,")
      .replacing(",10.0,", with: ",\(number),")
    let run = try ChartFixtures.run(files: ["compare.json": wild, "summary.csv": summary])
    let charts = ChartKind.allCases.flatMap { $0.charts(of: run) }
    #expect(
      charts.contains { $0.kind == "forest" }
        && charts.allSatisfy { !$0.specification(.light).formatted.isEmpty })
  }

  @Test func `Without a description of the run the caption says that the machine is not known`() throws {
    let run = try ChartFixtures.run(samples: ChartFixtures.samples, described: false)
    #expect(run.caption(of: "samples.csv") == ["run/samples.csv; no run.json says on which machine."])
  }

  @Test func `A file of more than 256 MiB is refused before it is read`() throws {
    let folder = try ChartFixtures.makeRun(in: temporary, files: ["samples.csv": ""])
    // A hole, which takes no room on the disk.
    let file = try FileHandle(forWritingTo: folder.samplesFile)
    try file.truncate(atOffset: UInt64(ChartRun.largestFile) + 1)
    try file.close()
    #expect(failure { try ChartRun(folder: folder) }?.message.contains("at most 256 MiB") == true)
  }
}

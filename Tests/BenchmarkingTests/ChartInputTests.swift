import Foundation
import Testing

@testable import Benchmarking

/// Faults of files that charts are drawn from.
@Suite("The runs that charts are drawn of")
struct ChartInputTests {
  private let temporary = TemporaryFolder()

  @Test("A folder without a description, or with no row in its tables, is not a run to draw")
  func aFolderWithoutFilesIsNoRun() throws {
    let folder = try ChartFixtures.makeRun(in: temporary)
    #expect(failure { try ChartRun(folder: folder) }?.message == "Has no measured row.")
    try FileManager.default.removeItem(at: folder.runFile)
    #expect(failure { try ChartRun(folder: folder) }?.file == folder.runFile.path)
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

  @Test(arguments: ["-1e300", "1e308", "0", "-9223372036854775808"])
  func `Figures that cannot be true still give charts that can be written`(number: String) throws {
    let wild = ChartFixtures.comparison.replacing("\"ratio\" : 1.042", with: "\"ratio\" : \(number)")
    let run = try ChartFixtures.run(files: ["compare.json": wild])
    let charts = ChartKind.allCases.flatMap { $0.charts(of: run) }
    #expect(
      charts.contains { $0.kind == "forest" }
        && charts.allSatisfy { !$0.specification(.light).formatted.isEmpty })
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

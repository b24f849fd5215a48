import Foundation
import LayoutTestSupport
import Testing

@testable import Benchmarking

@Suite("A file of latencies that was cut off")
struct CutLatencyTests {
  private let temporary = TemporaryFolder()
  private let clock = ManualClock(stepNanoseconds: 1)

  private func plan(after earlier: EarlierParts? = nil) -> RunPlan {
    let cells = ["a", "b", "c"].map { subject in
      Cell(id: makeCell(subject, workload: "feed(10)", nodeCount: 10)) { [clock] in
        SlowWorker(clock: clock, wall: 1_000_000, cpu: 1_000_000)
      }
    }
    return RunPlan(cells: cells, rounds: 1, budget: nil, seed: 1, after: earlier)
  }

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
    let outcome = try MeasuringRun(
      plan: plan(after: earlier), identity: identity, observer: log,
      environment: RunEnvironment(clock: clock, counters: FakeCounters())
    ).run()
    #expect(outcome.ending == .complete && log.dropped.isEmpty)
  }

  private func measured() throws -> RunFolder {
    let folder = try makeRun(at: temporary.url.appendingPathComponent("run"))
    try FileManager.default.removeItem(at: folder.samplesFile)
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
  @Test(
    "Wherever it is cut, a resumed run has each cell's latencies once, as an undisturbed run has",
    arguments: [false, true])
  func everywhere(isKilled: Bool) throws {
    let folder = try measured()
    let whole = try counts(folder)
    #expect(whole.count == 3 && whole.values.allSatisfy { $0 == 5 })
    var samples = try text(of: folder.samplesFile).split(separator: "\n").map { $0 + "\n" }
    #expect(samples.last?.contains(",latency,") == true)
    if isKilled { samples.removeLast() }
    let latencies = try Data(contentsOf: folder.latencyFile)
    // Every place at night; by day one of a few in each row, another in each, and the end.
    let step = SlowTests.areOn ? 1 : 11
    for length in Array(stride(from: 0, to: latencies.count, by: step)) + [latencies.count] {
      try Data(samples.joined().utf8).write(to: folder.samplesFile)
      try latencies.prefix(length).write(to: folder.latencyFile)
      try measure(folder, resumes: true)
      let resumed = try counts(folder)
      #expect(Set(resumed.keys) == Set(whole.keys), "cut to \(length) of \(latencies.count) bytes")
      #expect(resumed.values.allSatisfy { $0 == 5 }, "cut to \(length)")
      let after = try text(of: folder.samplesFile)
      #expect(after.hasPrefix(samples.joined()))
      if length == latencies.count && !isKilled { #expect(after == samples.joined()) }
    }
  }

  @Test func `Without its damaged cells it can be read, which a warning says; a merge refuses it`() throws {
    let folder = try measured()
    let rows = try text(of: folder.latencyFile).split(separator: "\n").map { $0 + "\n" }
    // The last row is lost as a whole, so the file looks sound.
    try Data(rows.dropLast().joined().utf8).write(to: folder.latencyFile)
    let file = try #require(try folder.readLatencies(of: folder.readSamples()))
    #expect(file.damagedCells.map(\.cell.subject) == ["c"])
    #expect(Set(file.histograms.keys.map(\.cell.subject)) == ["a", "b"])
    #expect(
      file.warnings.map(\.cause) == [
        "\(folder.latencyFile.path): The latencies of a cell are not whole. They are left out."
      ])
    let error = failure {
      try RunMerge(of: [folder], id: "merged", commandLine: [])
    }
    #expect(error?.file == folder.latencyFile.path)
    #expect(error?.message == "The latencies of a cell are not whole. Restore the file, or measure again.")
  }
}

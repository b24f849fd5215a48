import Foundation
import LayoutTestSupport
import Testing

@testable import Benchmarking

@Suite("The summary of a run")
struct SummaryTests {
  private func row(_ summary: Summary, _ metric: Metric) -> SummaryRow? {
    summary.rows.first { $0.metric == metric }
  }

  private func report(_ summary: Summary) -> RunReport {
    RunReport(
      summary: summary, run: makeDescription(), samples: [], arm: .base, warnings: [], path: "/run-1")
  }

  @Test func `No samples give no rows`() {
    #expect(Summary(of: []).rows.isEmpty)
    #expect(Summary(of: []).csv == CSVText.row(SummaryRow.columns.map(\.name)))
  }

  /// 10 trees of 1,000 elements in 5 ms.
  @Test func `One sample is its own median, with an interval of level 0`() throws {
    let summary = Summary(of: makeSamples([5_000_000]))
    let wall = try #require(row(summary, .wallNanosecondsPerElement))
    #expect(wall.median == 500 && wall.minimum == 500 && wall.maximum == 500)
    #expect(wall.sampleCount == 1 && wall.interval.level == 0)
    #expect(wall.p90 == nil && wall.p99 == nil && wall.p999 == nil)
    #expect(row(summary, .treesPerSecond)?.median == 2_000)
    #expect(summary.rows.count == 2, "What was not measured has no row.")
  }

  @Test func `Rows of times and of latencies are as recorded`() throws {
    let cell = makeCell("a,b", workload: "say \"hi\"\n")
    let histogram = (1...2_000).reduce(into: LatencyHistogram()) { $0.record($1) }
    let summary = Summary(
      of: makeSamples(cell, [10_000, 20_000, 40_000]),
      latencies: [RunCell(runID: "run-1", cell: cell): histogram]
    )
    try expectRecorded(summary.csv, as: "summary.csv")
  }

  @Test func `Bencher gets each cell with its measures and their bounds`() throws {
    let cells = [makeCell("a\"b"), makeCell(threads: 2)]
    let summary = Summary(of: cells.flatMap { makeSamples($0, [10_000, 20_000, 40_000]) })
    let read = try JSONDecoder().decode(
      [String: [String: [String: Double]]].self, from: Data(BencherOutput.text(of: report(summary)).utf8))
    #expect(Set(read.keys) == Set(cells.map(\.description)))
    let time = read[cells[0].description]?["wall_ns_per_element"]
    #expect(time == ["value": 2, "lower_value": 1, "upper_value": 4])
    #expect(BencherOutput.text(of: report(Summary(of: []))) == "{}\n")
  }

  @Test func `github-action-benchmark gets times and allocations, of which less is better`() throws {
    struct Result: Decodable {
      let name: String
      let unit: String
      let value: Double
      let range: String
    }
    let cell = makeCell("a\"b")
    let summary = Summary(of: makeSamples(cell, [10_000, 20_000, 40_000]))
    let read = try JSONDecoder().decode(
      [Result].self, from: Data(GitHubActionBenchmark.text(of: report(summary)).utf8))
    #expect(read.map(\.name) == [cell.description] && read.first?.unit == "ns/element")
    #expect(read.first?.value == 2 && read.first?.range == "± 1.5")
    #expect(GitHubActionBenchmark.text(of: report(Summary(of: []))) == "[]\n")
  }

  @Test func `Only the base's trusted samples count, and none of warming up`() {
    var untrusted = makeSample(wall: 1)
    untrusted.status = .checksumChanged
    var candidate = makeSample(wall: 1)
    candidate.arm = .cand
    let summary = Summary(of: [makeSample(phase: .warmup, wall: 1), untrusted, candidate, makeSample()])
    #expect(row(summary, .wallNanosecondsPerElement)?.sampleCount == 1)
    #expect(row(summary, .wallNanosecondsPerElement)?.median == 500)
  }

  @Test func `Times are those of the timing pass, and counts and peaks those of the counting pass`() {
    var counted = makeSample(pass: .alloc, wall: 77)
    counted.allocCount = 30
    counted.allocBytes = 4_000
    counted.peakResidentBytes = 4_000
    var timed = makeSample()
    timed.allocCount = 1_000_000
    timed.cpuNanoseconds = 20_000_000
    timed.peakResidentBytes = 9_000
    let summary = Summary(of: [timed, counted])
    #expect(row(summary, .wallNanosecondsPerElement)?.median == 500)
    #expect(row(summary, .cpuNanosecondsPerElement)?.median == 2_000)
    #expect(row(summary, .allocCountPerTree)?.median == 3)
    #expect(row(summary, .allocBytesPerTree)?.median == 400)
    #expect(row(summary, .peakResidentBytes)?.median == 4_000)
  }

  @Test func `Without elements, time or iterations to divide by there is no figure`() {
    #expect(Summary(of: makeSamples(makeCell(nodeCount: 0), [5])).rows.map(\.metric) == [.treesPerSecond])
    #expect(Summary(of: makeSamples([0])).rows.map(\.metric) == [.wallNanosecondsPerElement])
    #expect(Summary(of: [makeSample(iterations: 0)]).rows.isEmpty)
  }

  /// Two workers that had jobs in hand for 9 of 10 ms together.
  @Test func `The busy share is that of all workers together`() {
    var sample = makeSample(makeCell(threads: 2))
    sample.busyNanoseconds = 9_000_000
    #expect(row(Summary(of: [sample]), .busyShare)?.median == 0.9)
  }

  @Test func `Latencies have a row of percentiles, of which each needs jobs beyond it`() throws {
    let histogram = (1...2_000).reduce(into: LatencyHistogram()) { $0.record($1) }
    let key = RunCell(runID: "run-1", cell: makeCell())
    let other = RunCell(runID: "run-2", cell: makeCell())
    let summary = Summary(of: makeSamples([5_000_000]), latencies: [key: histogram, other: histogram])
    let rows = summary.rows.filter { $0.metric == .latencyNanoseconds }
    #expect(rows.map(\.runID) == ["run-1"])
    let few = (1...9).reduce(into: LatencyHistogram()) { $0.record($1) }
    let small = Summary(of: makeSamples([5_000_000]), latencies: [key: few])
    #expect(row(small, .latencyNanoseconds)?.p90 == nil)
    let none = Summary(of: makeSamples([5_000_000]), latencies: [key: LatencyHistogram()])
    #expect(row(none, .latencyNanoseconds) == nil)
  }

  @Test func `A cell's flags stand in the rows of its times, in the file too, and in no others`() throws {
    var counted = makeSample(pass: .alloc, wall: nil)
    counted.allocCount = 30
    let halves = Array(repeating: UInt64(5_000_000), count: 6) + Array(repeating: UInt64(9_000_000), count: 6)
    let summary = Summary(of: makeSamples(halves) + makeSamples(makeCell("calm"), [5_000_000]) + [counted])
    #expect(summary.flags == [makeCell(): [.twoModes]])
    #expect(row(summary, .wallNanosecondsPerElement)?.flags == [.twoModes])
    #expect(row(summary, .allocCountPerTree)?.flags == [])
    #expect(summary.csv.split(separator: "\n").filter { $0.hasSuffix(",two_modes") }.count == 2)
    #expect(
      summary.flagWarning(of: "main")?.description
        == "The times of 1 of 2 cells are no reference: two modes in 1. layoutbench table main says which, and what to do."
    )
    #expect(Summary(of: makeSamples([5])).flagWarning(of: "main") == nil)
  }

  @Test func `Cells are in the order in which they were warmed up`() {
    let cells = [makeCell("b"), makeCell("a")]
    let warm = cells.map { makeSample($0, phase: .warmup) }
    let rows = Summary(of: warm + [makeSample(cells[1]), makeSample(cells[0])]).rows
    #expect(rows.map(\.cell.subject) == ["b", "b", "a", "a"])
  }

  @Test func `Cells that differ in anything have rows of their own, in their order`() {
    let cells = [makeCell("b"), makeCell("a"), makeCell("a", threads: 2), makeCell("a", params: "x")]
    let summary = Summary(of: cells.flatMap { makeSamples($0, [5, 6]) })
    let rows = summary.rows.filter { $0.metric == .wallNanosecondsPerElement }
    #expect(rows.map(\.cell) == cells)
    #expect(rows.allSatisfy { $0.sampleCount == 2 })
  }
}

@Suite("The harness's overhead")
struct HarnessOverheadTests {
  private func samples(_ cell: CellID, iterations: Int, wall: UInt64, wait: UInt64) -> [SampleRecord] {
    // A batch of warming up that would double everything, and one that went wrong.
    var warmup = makeSample(cell, phase: .warmup, iterations: iterations, wall: wall * 2)
    warmup.queueWaitNanoseconds = wait * 2
    var wrong = makeSample(cell, iterations: iterations, wall: wall * 9)
    wrong.status = .checksumChanged
    return [warmup, wrong]
      + [wall, wall - 1_000, wall + 1_000].enumerated().map { index, wall in
        var sample = makeSample(cell, sequence: index, iterations: iterations, wall: wall)
        sample.queueWaitNanoseconds = wait
        return sample
      }
  }

  /// 5 ms and 2 µs for 1,000,000 empty jobs: 5 ns a job. Of a batch of 4,000 jobs in 5 ms that is 20 µs, and 2 µs.
  @Test func `The overhead is that of the empty subject, as a share of the batch it weighs most in`() throws {
    let all =
      samples(makeCell("empty"), iterations: 1_000_000, wall: 5_002_000, wait: 2_000)
      + samples(makeCell("spec", workload: "feed(10)"), iterations: 4_000, wall: 5_000_000, wait: 1_000)
      + samples(makeCell("spec"), iterations: 10, wall: 5_000_000, wait: 1_000)
      + samples(makeCell("spec", threads: 2), iterations: 9_000, wall: 5_000_000, wait: 1_000)
    let overhead = try #require(HarnessOverhead.all(in: all).first)
    #expect(HarnessOverhead.all(in: all).count == 1)
    #expect(overhead.nanosecondsPerJob == 5)
    #expect(overhead.nanosecondsPerBatch == 2_000)
    #expect(overhead.worstCell == makeCell("spec", workload: "feed(10)"))
    #expect(overhead.share.map { ($0 * 1e6).rounded() } == 4_400)
    #expect(
      overhead.text
        == "overhead (1 thread, serialQueues): 5.00 ns a job, 2,000 ns a batch, 0.440% of a batch at most (spec feed(10))\n"
    )
  }

  @Test func `The jobs' overhead is shared among threads, and each dispatch mode has its own`() {
    let blocks = makeCell("empty", threads: 2, mode: .concurrentQueue)
    let all =
      samples(makeCell("empty", threads: 2), iterations: 1_000_000, wall: 5_010_000, wait: 10_000)
      + samples(blocks, iterations: 10_000, wall: 5_000_000, wait: 400)
    #expect(
      HarnessOverhead.all(in: all).map(\.text) == [
        "overhead (2 threads, serialQueues): 10.0 ns a job, 10,000 ns a batch, 0.200% of the shortest batch\n",
        "overhead (2 threads, concurrentQueue): 1,000 ns a job\n",
      ])
  }

  /// 1,000 jobs of 10 ns on each of two workers, and 10 µs, in 5 ms.
  @Test func `What several workers do at once counts once in the share`() {
    let all =
      samples(makeCell("empty", threads: 2), iterations: 1_000_000, wall: 5_010_000, wait: 10_000)
      + samples(makeCell(threads: 2), iterations: 2_000, wall: 5_000_000, wait: 1_000)
    #expect(HarnessOverhead.all(in: all).map { $0.share.map { ($0 * 1e6).rounded() } } == [4_000])
  }

  @Test func `Without a measured empty subject there is no overhead to report`() {
    #expect(HarnessOverhead.all(in: samples(makeCell(), iterations: 1, wall: 5_000, wait: 1)).isEmpty)
    #expect(HarnessOverhead.all(in: [makeSample(makeCell("empty"), iterations: 0)]).isEmpty)
    #expect(HarnessOverhead.all(in: [makeSample(makeCell("empty"), wall: 0)]).isEmpty)
  }
}

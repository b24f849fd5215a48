import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

@Suite("The summary of a run")
struct SummaryTests {
  private func row(_ summary: Summary, _ metric: Metric) -> SummaryRow? {
    summary.rows.first { $0.metric == metric }
  }

  private func report(_ summary: Summary) -> RunReport {
    RunReport(
      summary: summary, run: makeDescription(), samples: [], arm: .base, warnings: [], path: "/run-1")
  }

  @Test func `Rows of times are as recorded, and no samples give none`() throws {
    #expect(Summary(of: []).csv == CSVText.row(SummaryRow.columns.map(\.name)))
    let cell = makeCell("a,b", workload: "say \"hi\"\n")
    let summary = Summary(of: makeSamples(cell, [10_000, 20_000, 40_000]))
    try expectRecorded(summary.csv, as: "summary.csv")
  }

  @Test func `Bencher and github-action-benchmark get each cell with its bounds`() throws {
    let cells = [makeCell("a\"b"), makeCell(threads: 2)]
    let summary = Summary(of: cells.flatMap { makeSamples($0, [10_000, 20_000, 40_000]) })
    let read = try JSONDecoder().decode(
      [String: [String: [String: Double]]].self, from: Data(report(summary).bencher.utf8))
    #expect(Set(read.keys) == Set(cells.map(\.description)))
    let time = read[cells[0].description]?["wall_ns_per_element"]
    #expect(time == ["value": 2, "lower_value": 1, "upper_value": 4])
    #expect(report(Summary(of: [])).bencher == "{}\n")
    struct Result: Decodable, Equatable {
      let name: String
      let unit: String
      let value: Double
      let range: String
    }
    let results = try JSONDecoder().decode(
      [Result].self, from: Data(report(summary).githubActionBenchmark.utf8))
    #expect(
      results
        == cells.map { Result(name: $0.description, unit: "ns/element", value: 2, range: "± 1.5") })
    #expect(report(Summary(of: [])).githubActionBenchmark == "[]\n")
  }

  @Test func `In JSON whole numbers have all their digits`() {
    let cell = changed(makeCell()) { $0.seed = 9_007_199_254_740_993 }
    let text = RunFormat.json.text(of: report(Summary(of: makeSamples(cell, [10_000, 20_000, 40_000]))))
    #expect(text.contains("\"seed\": 9007199254740993,") && text.contains("\"median\": 2,"), "\(text)")
    #expect(RunFormat.json.text(of: report(Summary(of: []))) == "[]\n")
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
  }

  @Test func `What samples count, in what order and for which metrics, is as recorded`() throws {
    let (one, two) = (makeCell("b"), makeCell("a"))
    let different = [one, two, makeCell("a", threads: 2), makeCell("a", params: "x")]
    let untrusted = makeSample(wall: 1, status: .checksumChanged)
    let candidate = changed(makeSample(wall: 1)) { $0.arm = .cand }
    let timed = changed(makeSample(cpu: 20_000_000)) {
      ($0.allocCount, $0.peakResidentBytes) = (1_000_000, 9_000)
    }
    let counted = changed(makeSample(pass: .alloc, wall: 77)) {
      ($0.allocCount, $0.allocBytes, $0.peakResidentBytes) = (30, 4_000, 4_000)
    }
    let summaries: [(name: String, samples: [SampleRecord])] = [
      ("one sample, of 10 trees of 1,000 elements in 5 ms", makeSamples([5_000_000])),
      (
        "one that counts, beside warming up, one that is not trusted, and the candidate's",
        [makeSample(phase: .warmup, wall: 1), untrusted, candidate, makeSample()]
      ),
      ("times of the pass that times, counts and peaks of the one that counts", [timed, counted]),
      ("no elements", makeSamples(makeCell(nodeCount: 0), [5])), ("no time", makeSamples([0])),
      ("no jobs", [makeSample(iterations: 0)]),
      (
        "two workers that had jobs in hand for 9 of 10 ms together",
        [makeSample(makeCell(threads: 2), busy: 9_000_000)]
      ),
      (
        "cells in the order in which they were warmed up",
        [one, two].map { makeSample($0, phase: .warmup) } + [makeSample(two), makeSample(one)]
      ),
      ("cells that differ in anything", different.flatMap { makeSamples($0, [5_000_000, 10_000_000]) }),
    ]
    func line(_ row: SummaryRow) -> String {
      "\(row.cell) \(row.metric.rawValue): \(row.median) (\(row.minimum) to \(row.maximum)), samples: \(row.sampleCount), "
        + "level: \(row.interval.level), p90: \(row.p90.map { "\($0)" } ?? "none")\n"
    }
    try expectRecorded(
      sections(summaries.map { ($0.name, Summary(of: $0.samples).rows.map(line).joined()) }),
      as: "summaries.txt")
  }
}

@Suite("The harness's overhead")
struct HarnessOverheadTests {
  private func samples(_ cell: CellID, iterations: Int, wall: UInt64, wait: UInt64) -> [SampleRecord] {
    // A batch of warming up that would double everything, and one that went wrong.
    let warmup = makeSample(
      cell, phase: .warmup, iterations: iterations, wall: wall * 2, wait: wait * 2)
    let wrong = makeSample(cell, iterations: iterations, wall: wall * 9, status: .checksumChanged)
    return [warmup, wrong]
      + [wall, wall - 1_000, wall + 1_000].enumerated().map {
        makeSample(cell, sequence: $0, iterations: iterations, wall: $1, wait: wait)
      }
  }

  @Test func `The overhead of every run is as recorded`() throws {
    let (empty, two) = (makeCell("empty"), makeCell("empty", threads: 2))
    let runs: [(name: String, samples: [SampleRecord])] = [
      // 5 ms and 2 µs for 1,000,000 empty jobs: 5 ns a job.
      (
        "beside other cells, and the shortest of several",
        samples(empty, iterations: 1_000_000, wall: 5_002_000, wait: 2_000)
          + samples(makeCell("spec"), iterations: 10, wall: 5_000_000, wait: 1_000)
          + samples(makeCell("empty", workload: "feed(10)"), iterations: 1_000, wall: 5_000_000, wait: 9_000)
      ),
      (
        "shared among threads, and each dispatch mode has its own",
        samples(two, iterations: 1_000_000, wall: 5_010_000, wait: 10_000)
          + samples(
            makeCell("empty", threads: 2, mode: .concurrentQueue), iterations: 10_000, wall: 5_000_000,
            wait: 400)
      ),
      ("no empty subject", samples(makeCell(), iterations: 1, wall: 5_000, wait: 1)),
      ("no jobs", [makeSample(empty, iterations: 0)]), ("no time", [makeSample(empty, wall: 0)]),
    ]
    try expectRecorded(
      sections(runs.map { ($0.name, HarnessOverhead.all(in: $0.samples).map(\.text).joined()) }),
      as: "overhead.txt")
  }
}

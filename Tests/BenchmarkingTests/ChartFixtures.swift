import Foundation
import StrictJSON
import Testing

@testable import Benchmarking

/// A run with every file that charts are drawn from: names with commas, quotes, markup and other scripts in it, and figures that are
/// easy to check.
enum ChartFixtures {
  static let oddSubject = "na,ive \"old\" </script>"
  static let oddWorkload = "trees/größe 木.json"

  /// Makes a folder named `run` that holds these files.
  static func makeRun(
    in temporary: TemporaryFolder, samples: [SampleRecord]? = nil, latencies: LatencyRecord? = nil,
    files: [String: String] = [:]
  ) throws -> RunFolder {
    let folder = RunFolder(url: temporary.url.appendingPathComponent("run", isDirectory: true))
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try folder.write(description)
    if let samples {
      let writer = try folder.makeSampleWriter()
      for sample in samples { try writer.append(sample) }
    }
    if let latencies { try folder.makeLatencyWriter().append(latencies) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.url.appendingPathComponent(name)) }
    return folder
  }

  /// What charts of such a folder are drawn from, which is read as a whole.
  static func run(
    samples: [SampleRecord]? = nil, latencies: LatencyRecord? = nil, files: [String: String] = [:]
  ) throws -> ChartRun {
    let temporary = TemporaryFolder()
    return try withExtendedLifetime(temporary) {
      try ChartRun(
        folder: makeRun(in: temporary, samples: samples, latencies: latencies, files: files))
    }
  }

  static let description: RunDescription = {
    var description = RunDescription(
      runID: "20261121T052013Z-odd-3f9a", commandLine: ["layoutbench", "run"], suite: "odd", seed: 42,
      rounds: 3,
      startedUTC: "2026-11-21T05:20:13.000Z", git: GitState(revision: "0123456789abcdef", isDirty: true),
      build: BuildFacts(swiftVersion: "6.3", configuration: .release, allocator: "jemalloc 5.3.0"),
      machineAtStart: MachineFacts(
        cpuModel: "Fast & \"furious\"", logicalCores: 2, operatingSystem: "Some OS 1"))
    description.ending = .complete
    return description
  }()

  /// Three samples of a cell, of a tree in so many nanoseconds, a second apart.
  static func samples(_ cell: CellID, nanoseconds: [UInt64], first: Int = 0) -> [SampleRecord] {
    nanoseconds.enumerated().map { index, wall in
      var sample = makeSample(cell, sequence: first + index, iterations: 1, wall: wall)
      sample.utc = Date(timeIntervalSince1970: 1_795_238_413 + Double(first + index)).iso8601
      return sample
    }
  }

  /// Allocations of a tree.
  static func counts(_ cell: CellID, count: UInt64, bytes: UInt64) -> SampleRecord {
    var sample = makeSample(cell, pass: .alloc, iterations: 1)
    sample.allocCount = count
    sample.allocBytes = bytes
    return sample
  }

  /// Feeds of 10, 100 and 1,000 elements: `spec.cold` takes 10 ns an element, the odd subject one ns for the square of the elements;
  /// with two threads `spec.cold` is 1.6 times as fast; and an odd document.
  static var samples: [SampleRecord] {
    var samples: [SampleRecord] = []
    func add(_ cell: CellID, _ nanoseconds: UInt64) {
      samples += ChartFixtures.samples(
        cell, nanoseconds: [nanoseconds, nanoseconds * 9 / 10, nanoseconds * 12 / 10], first: samples.count)
    }
    for count in [10, 100, 1_000] {
      add(makeCell("spec.cold", workload: "feed(\(count))", nodeCount: count), UInt64(count * 10))
      add(makeCell(oddSubject, workload: "feed(\(count))", nodeCount: count), UInt64(count * count))
    }
    add(makeCell("spec.cold", workload: "feed(1000)", nodeCount: 1_000, threads: 2), 6_250)
    add(makeCell("spec.cold", workload: oddWorkload, nodeCount: 6), 240)
    add(makeCell("manual", workload: oddWorkload, nodeCount: 6), 60)
    samples.append(counts(makeCell("spec.cold", workload: oddWorkload, nodeCount: 6), count: 0, bytes: 0))
    samples.append(counts(makeCell("manual", workload: oddWorkload, nodeCount: 6), count: 12, bytes: 1_536))
    return samples
  }

  /// 1,000 trees: 900 of up to 1 µs, 90 of up to 2 µs, 9 of up to 4 µs and one of 8 µs.
  static var latencies: LatencyRecord {
    var histogram = LatencyHistogram()
    for (upper, count) in [(1_000, 900), (2_000, 90), (4_000, 9), (8_000, 1)] as [(UInt64, UInt64)] {
      histogram.record(upper, count: count)
    }
    return LatencyRecord(
      runID: "run-1", cell: makeCell(oddSubject, workload: oddWorkload), histogram: histogram)
  }

  static func json(_ comparison: Comparison) -> String {
    String(decoding: (try? ComparisonJSON.data(of: comparison)) ?? Data(), as: UTF8.self)
  }

  /// One that is slower, one that is not, one that lies elsewhere in memory, and allocations with and without a base.
  static var comparison: String {
    func time(
      _ subject: String, _ workload: String, _ ratio: Double, by spread: Double, _ verdict: Verdict
    ) -> MetricComparison {
      makeRow(
        makeCell(subject, workload: workload), metric: .wallNanoseconds, base: 1_000, ratio: ratio,
        spread: spread, excluded: 1.011, verdict: verdict)
    }
    return json(
      makeComparison([
        time("spec.cold", "feed(10)", 1.042, by: 0.006, .slower),
        time(oddSubject, oddWorkload, 1.001, by: 0.005, .same),
        time("manual", "feed(10)", 0.93, by: 0.005, .placement),
        makeCount(.allocCount, 1, 3, cell: makeCell("spec.cold", workload: "feed(10)")),
        makeCount(.allocCount, 0, 7, cell: makeCell("manual", workload: "feed(10)")),
      ]))
  }

  /// Every chart of the run.
  static func charts() throws -> [Chart] {
    let pass = makeSample(latencies.cell, pass: .latency, iterations: 1_000, wall: nil)
    let run = try run(samples: samples + [pass], latencies: latencies, files: ["compare.json": comparison])
    return ChartKind.allCases.flatMap { $0.charts(of: run) }
  }
}

extension Chart {
  /// The rows of data.
  var data: [JSONValue] { body["data"]?["values"]?.items ?? [] }
}

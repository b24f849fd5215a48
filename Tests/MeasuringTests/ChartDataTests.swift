import LayoutTestSupport
import StrictJSON
import Testing

@testable import Measuring
@testable import Reporting

@Suite("What charts draw")
struct ChartDataTests {
  private let temporary = TemporaryFolder()

  private func numbers(_ rows: [JSONValue], _ field: String) -> [Double] {
    rows.compactMap { $0[field]?.number }
  }

  @Test func `Seeds are lines of their own in growth, which can show the time of a whole tree`() throws {
    let samples = [UInt64(1), 2].flatMap { seed in
      [10, 100, 1_000].flatMap { count in
        let cell = makeCell("spec.cold", workload: "feed(\(count))", nodeCount: count)
        return ChartFixtures.samples(
          changed(cell) { $0.seed = seed }, nanoseconds: [UInt64(count) * 10 * seed])
      }
    }
    let run = try ChartFixtures.run(samples: samples)
    let chart = try #require(ChartKind.growth.charts(of: run).first)
    #expect(
      chart.data.compactMap { $0["subject"]?.string }.firstAppearances() == [
        "spec.cold seed 1: k = 1.00 (1.00 to 1.00)", "spec.cold seed 2: k = 1.00 (1.00 to 1.00)",
      ])
  }

  @Test func `Subjects of a panel stand side by side, nearer to their own number of threads`() throws {
    let subjects = (0..<9).map { "subject \($0)" }
    let samples = subjects.flatMap { subject in
      [1, 2, 4].flatMap { threads in
        ChartFixtures.samples(makeCell(subject, threads: threads), nanoseconds: [UInt64(8_000 / threads)])
      }
    }
    let run = try ChartFixtures.run(samples: samples)
    let chart = try #require(ChartKind.threads.charts(of: run).first)
    let places = numbers(chart.data, "place")
    #expect(places.count == 27 && Set(places).count == 27)
    for (place, threads) in zip(places, numbers(chart.data, "threads")) {
      #expect(abs(place - threads) < 0.5)
    }
    #expect(!chart.notes.joined(separator: " ").contains("interval"), "One round has none.")
  }

  @Test func `What is made from a cell with flags is marked, and the chart says what that means`() throws {
    let halves = Array(repeating: UInt64(10_000), count: 6) + Array(repeating: UInt64(19_000), count: 6)
    let calm = Array(repeating: UInt64(5_000), count: 12)
    let samples =
      ChartFixtures.samples(makeCell("spec.cold"), nanoseconds: calm)
      + ChartFixtures.samples(makeCell("spec.cold", threads: 2), nanoseconds: halves)
      + ChartFixtures.samples(makeCell("spec.cold", threads: 4), nanoseconds: calm)
      + ChartFixtures.samples(makeCell("naive"), nanoseconds: halves)
      + ChartFixtures.samples(makeCell("manual"), nanoseconds: calm)
    let run = try ChartFixtures.run(samples: samples)
    let ratios = try #require(ChartKind.ratios.charts(of: run).first)
    #expect(ratios.data.compactMap { $0["label"]?.string } == ["2.90×!", "1.00×"])
    #expect(ratios.notes.contains(CellRatio.flagNote))
    let threads = try #require(ChartKind.threads.charts(of: run).first)
    #expect(threads.data.map { $0["is_flagged"] } == [.bool(false), .bool(true), .bool(false)])
    #expect(threads.notes.contains(CellRatio.flagNote))
  }

  /// `run.json` names the candidate's revision, so other arms would be drawn under its name.
  @Test func `Of a comparison's samples the candidate's alone are drawn`() throws {
    let cells = ["spec.cold", "manual"].map { makeCell($0, workload: "feed(10)", nodeCount: 10) }
    var samples: [SampleRecord] = []
    for (arm, factor) in [(ComparisonArm.base, 1), (.cand, 3), (.null, 5)] as [(ComparisonArm, UInt64)] {
      for (cell, own) in zip(cells, [100, 200] as [UInt64]) {
        samples +=
          (ChartFixtures.samples(cell, nanoseconds: [own * factor, own * factor, own * factor])
          + [ChartFixtures.counts(cell, count: own * factor, bytes: 0)]).map { changed($0) { $0.arm = arm } }
      }
    }
    let folder = try ChartFixtures.makeRun(in: temporary, samples: samples)
    #expect(try folder.readSamples().arm == .cand)
    let run = try ChartRun(folder: folder)
    let memory = ChartKind.memory.charts(of: run).flatMap(\.data).compactMap { $0["label"]?.string }
    #expect(memory.contains("300") && memory.contains("600") && !memory.contains("100"))
    let wall = run.summary.rows.filter { $0.metric == .wallNanosecondsPerElement }.map(\.median)
    #expect(wall == [30, 60])
  }

  @Test func `A forest draws no interval of a few pairs`() throws {
    let comparison = makeComparison(
      [makeRow(ratio: 1.057, verdict: .slower)] + ComparisonFixtures.cutShort.rows)
    let run = try ChartFixtures.run(files: ["compare.json": ChartFixtures.json(comparison)])
    let charts = ChartKind.forest.charts(of: run)
    let rows = try #require(charts.first).data.filter { $0["words"] != nil }
    #expect(rows.map { $0["words"]?.string } == ["+5.7% slower", "+2.0%"])
    #expect(rows.map { $0["low"] == .null } == [false, true])
    #expect(charts[0].notes.contains { $0.contains("with its 99% interval") })
  }

  @Test func `Another metric gives another chart; what was not measured, and equal counts, none`() throws {
    let run = try ChartFixtures.run(samples: ChartFixtures.samples)
    func names(_ kind: ChartKind, _ metric: String) -> [String] {
      kind.charts(of: run, metric: metric).map(\.name)
    }
    #expect(names(.memory, "alloc_count_per_tree") == ["memory-alloc_count_per_tree"])
    #expect(names(.growth, "cpu_ns_per_element").isEmpty, "Not measured.")
    let comparison = makeComparison([makeCount(.allocCount, 3, 3), makeCount(.allocBytes, 64, 80)])
    let compared = try ChartFixtures.run(files: ["compare.json": ChartFixtures.json(comparison)])
    #expect(ChartKind.forest.charts(of: compared).map(\.name) == ["forest-alloc_bytes"])
    #expect(
      ChartKind.forest.charts(of: compared, metric: "alloc_count").map(\.name) == ["forest-alloc_count"])
  }

  @Test func `A count whose base is 0 has words and no ratio; bytes have a unit`() throws {
    let charts = try ChartFixtures.charts()
    let counts = try #require(charts.first { $0.name == "forest-alloc_count" })
    let rows = counts.data.filter { $0["words"] != nil }
    #expect(rows.map { $0["words"]?.string } == ["+200% more", "+7 more"])
    #expect(rows.map { $0["ratio"] } == [.number(3), .null])
    #expect(counts.specification(.light).formatted.contains("← less"))
    let intervals =
      counts.specification(.light)["layer"]?.items?.filter { $0["encoding"]?["x2"] != nil } ?? []
    #expect(
      !intervals.isEmpty && intervals.allSatisfy { $0["transform"] != nil }, "No line leads to nowhere.")
    let bytes = try #require(charts.first { $0.name == "memory-alloc_bytes_per_tree" })
    #expect(bytes.data.map { $0["label"]?.string } == ["0 B", "1.54 kB"])
  }

  @Test func `A note on intervals says at what level they are, if not at 95%`() {
    #expect(MedianInterval.note("Lines", []).isEmpty)
    #expect(MedianInterval.note("Lines", [0.97, 0.96]) == " Lines: intervals at 95%.")
    #expect(
      MedianInterval.note("Lines", [0.97, 0.9375])
        == " Lines: intervals at 95%, or at what few samples allow: 93.8% here.")
  }
}

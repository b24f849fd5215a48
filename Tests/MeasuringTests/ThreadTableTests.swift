import Testing

@testable import Measuring
@testable import Reporting

@Suite("The table of threads")
struct ThreadTableTests {
  @Test func `A sweep over threads has speed-up, efficiency, wait and busy share in each mode`() throws {
    let samples = [
      makeSample(makeCell(), wall: 1_000_000, wait: 100, busy: 999_900),
      makeSample(makeCell("naive"), wall: 7_000_000),
      makeSample(makeCell(threads: 4), wall: 400_000, wait: 12_345, busy: 1_200_000),
      makeSample(makeCell(threads: 2), wall: 500_000, wait: 2_000, busy: 990_000),
      makeSample(makeCell(threads: 2, mode: .concurrentQueue), wall: 800_000, wait: 1_500, busy: 1_000_000),
      makeSample(makeCell(threads: 1, mode: .concurrentQueue), wall: 1_200_000, wait: 900, busy: 1_000_000),
    ]
    // Ratios of a single round are marked.
    let secondRound = samples.map { changed($0) { ($0.round, $0.sequence) = (1, 1) } }
    let unknown = Summary(of: [
      makeSample(makeCell(threads: 2), wall: 500_000), makeSample(makeCell(threads: 3), wall: 400_000),
    ])
    try expectRecorded(
      sections([
        ("two dispatch modes", ThreadTable(summary: Summary(of: samples + secondRound)).text()),
        ("a single mode is not named, and what is not known is empty", ThreadTable(summary: unknown).text()),
      ]), as: "table-threads.txt")
    #expect(ThreadTable(summary: unknown).rows.allSatisfy { $0.speedUp == nil && $0.efficiency == nil })
    // One number of threads a subject is no sweep.
    #expect(ThreadTable(summary: Summary(of: [])).text() == "")
    let cells = [makeCell(), makeCell("naive", threads: 2), makeCell(mode: .concurrentPerform)]
    #expect(ThreadTable(summary: Summary(of: cells.map { makeSample($0, wall: 5) })).text() == "")
  }
}

@Suite("The growth of cost")
struct GrowthTableTests {
  @Test func `Growth has an exponent for each family of at least three sizes`() throws {
    var samples: [SampleRecord] = []
    for (count, walls) in [(10, [1_000, 4_000]), (100, [10_000, 400_000]), (1_000, [100_000, 40_000_000])] {
      for (subject, wall) in zip(["spec", "naive"], walls) {
        let cell = makeCell(subject, workload: "feed(\(count))", nodeCount: count)
        samples.append(makeSample(cell, wall: UInt64(wall)))
      }
    }
    samples.append(makeSample(makeCell("spec", workload: "wide(10)", nodeCount: 10), wall: 1_000))
    try expectRecorded(GrowthTable(summary: Summary(of: samples)).text(), as: "table-growth.txt")
    #expect(GrowthTable(summary: Summary(of: [])).text() == "")
  }

  @Test func `Seeds, parameters and modes are curves; two workloads of one size make no last step`() {
    func sample(_ workload: String, _ count: Int, seed: UInt64 = 42, params: String = "", wall: UInt64)
      -> SampleRecord
    {
      var cell = makeCell("spec", workload: workload, nodeCount: count, params: params)
      cell.seed = seed
      return makeSample(cell, wall: wall)
    }
    let seeds = [UInt64(42), 43].flatMap { seed in
      [10, 100, 1_000].map { sample("feed(\($0))", $0, seed: seed, wall: UInt64($0) * 1_000 * seed) }
    }
    let table = GrowthTable(summary: Summary(of: seeds))
    #expect(ResultTable(summary: Summary(of: seeds)).text().contains("\nfeed(10) seed 43 "))
    #expect(table.curves.map(\.family) == ["feed seed 42", "feed seed 43"])
    #expect(table.curves.map { $0.lastExponent.map { ($0 * 1e6).rounded() } } == [1e6, 1e6])
    let parameters = ["w=1", "w=2"].flatMap { params in
      [10, 100, 1_000].map { sample("feed(\($0))", $0, params: params, wall: UInt64($0) * 1_000) }
    }
    #expect(GrowthTable(summary: Summary(of: parameters)).curves.map(\.family) == ["feed w=1", "feed w=2"])
    #expect(!table.text().contains("dispatch"))
    let modes = DispatchMode.allCases.flatMap { mode in
      seeds[..<3].map { sample in changed(sample) { $0.cell.pool = mode } }
    }
    let apart = GrowthTable(summary: Summary(of: modes))
    #expect(apart.curves.map(\.cell.pool) == DispatchMode.allCases)
    #expect(apart.curves.map(\.points.count) == [3, 3, 3])
    #expect(apart.text().contains("feed     spec    concurrentQueue       3 10 to 1,000"))
    let grids = [("2, 2", 5), ("2, 8", 17), ("8, 8", 65), ("4, 16", 65)].map {
      sample("grid(\($0))", $1, wall: UInt64($1) * 1_000)
    }
    let grid = GrowthTable(summary: Summary(of: grids))
    #expect(grid.curves.map(\.sizeCount) == [3] && grid.curves.map(\.lastExponent) == [nil])
    #expect(
      grid.text().contains("grid     spec        3  5 to 65 100 to 100     1.00 1.00 to 1.00\n"),
      "\(grid.text())")
    #expect(GrowthTable(summary: Summary(of: Array(grids[1...]))).curves.isEmpty, "Two sizes are no curve.")
    // As a damaged file may have them: as Double the last two are equal.
    let huge = [10, Int.max - 1_003, Int.max - 1_001].map { sample("feed(\($0))", $0, wall: 1_000) }
    let alike = GrowthTable(summary: Summary(of: huge))
    #expect(alike.curves.map(\.lastExponent) == [nil] && alike.text().contains("feed"))
    #expect(GrowthTable(summary: Summary(of: [huge[1], huge[2], huge[2]])).curves.isEmpty)
  }
}

@Suite("Ratios of cells")
struct CellRatioTests {
  private func samples(_ cell: CellID, _ walls: [Double], run: String = "run-1", from round: Int = 0)
    -> [SampleRecord]
  { walls.enumerated().map { makeSample(cell, run: run, sequence: round + $0, wall: UInt64($1)) } }

  private let spec = makeCell("spec")
  private let naive = makeCell("naive")

  @Test func `What slows both cells of a round down is not in their ratio`() throws {
    // The machine takes up to twice as long from round to round.
    let slowness = (0..<12).map { 1 + Double($0 % 5) / 4 }
    let summary = Summary(
      of: samples(spec, slowness.map { 1e6 * $0 }) + samples(naive, slowness.map { 3e6 * $0 }))
    let ratio = try #require(CellRatios(summary).ratio(of: naive, to: spec))
    #expect(ratio.value == 3 && ratio.spread == 0)
    #expect((ratio.interval?.level ?? 0) >= 0.95)
    #expect(!ratio.isFlagged && ratio.text == "3.00×")
    let alone = try #require(summary.rows.first?.interval)
    #expect(alone.high > 1.4 * alone.low, "The medians themselves are far less sure.")
    // The interval belongs to the median of the rounds' ratios.
    let ratios = [2.0, 2.1, 1.9, 2.2, 2.05, 1.95]
    let uneven = Summary(
      of: samples(spec, ratios.map { _ in 1e6 }) + samples(naive, ratios.map { 1e6 * $0 }))
    let median = try #require(CellRatios(uneven).ratio(of: naive, to: spec))
    #expect(abs(median.value - 2.025) < 1e-5)
    #expect(median.interval == MedianInterval(low: 1.9, high: 2.2, level: 1 - 2.0 / 64))
    #expect(abs((median.spread ?? 0) - 0.15 / 2.025) < 1e-5)
  }

  @Test func `Few rounds give no interval, none in common the ratio of medians`() throws {
    let one = Summary(of: samples(spec, [1e6]) + samples(naive, [3e6]))
    let ratio = try #require(CellRatios(one).ratio(of: naive, to: spec))
    #expect(ratio.value == 3 && ratio.spread == nil)
    let apart = Summary(of: samples(spec, [1e6, 1e6]) + samples(naive, [3e6, 5e6], from: 2))
    #expect(
      CellRatios(apart).ratio(of: naive, to: spec) == CellRatio(value: 4, interval: nil, isFlagged: false))
    let runs = Summary(of: samples(spec, [1e6]) + samples(naive, [3e6], run: "run-2"))
    #expect(
      CellRatios(runs).ratio(of: naive, to: spec) == CellRatio(value: 3, interval: nil, isFlagged: false),
      "Rounds of two runs are not at the same time.")
    #expect(CellRatios(one).ratio(of: makeCell("other"), to: spec) == nil)
    #expect(CellRatios(one).ratio(of: spec, to: spec) == CellRatio(value: 1, interval: nil, isFlagged: false))
    let none = Summary(of: samples(spec, [0, 0]) + samples(naive, [0, 0]))
    #expect(CellRatios(none).ratio(of: naive, to: spec) == nil)
  }
}

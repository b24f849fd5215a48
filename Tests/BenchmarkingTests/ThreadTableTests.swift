import Testing

@testable import Benchmarking

/// The same in two rounds: ratios of a single one are marked.
private func inTwoRounds(_ samples: [SampleRecord]) -> [SampleRecord] {
  samples
    + samples.map { sample in
      var second = sample
      (second.round, second.sequence) = (1, 1)
      return second
    }
}

@Suite("The table of threads")
struct ThreadTableTests {
  private func sample(
    _ cell: CellID, wall: UInt64, wait: UInt64? = nil, busy: UInt64? = nil
  ) -> SampleRecord {
    var sample = makeSample(cell, wall: wall)
    sample.queueWaitNanoseconds = wait
    sample.busyNanoseconds = busy
    return sample
  }

  @Test func `A sweep over threads has speed-up, efficiency, wait and busy share in each mode`() throws {
    let samples = [
      sample(makeCell(), wall: 1_000_000, wait: 100, busy: 999_900),
      sample(makeCell("naive"), wall: 7_000_000),
      sample(makeCell(threads: 4), wall: 400_000, wait: 12_345, busy: 1_200_000),
      sample(makeCell(threads: 2), wall: 500_000, wait: 2_000, busy: 990_000),
      sample(makeCell(threads: 2, mode: .concurrentQueue), wall: 800_000, wait: 1_500, busy: 1_000_000),
      sample(makeCell(threads: 1, mode: .concurrentQueue), wall: 1_200_000, wait: 900, busy: 1_000_000),
    ]
    let unknown = Summary(of: [
      sample(makeCell(threads: 2), wall: 500_000), sample(makeCell(threads: 3), wall: 400_000),
    ])
    try expectRecorded(
      sections([
        ("two dispatch modes", ThreadTable(summary: Summary(of: inTwoRounds(samples))).text()),
        ("a single mode is not named, and what is not known is empty", ThreadTable(summary: unknown).text()),
      ]), as: "table-threads.txt")
    #expect(ThreadTable(summary: unknown).rows.allSatisfy { $0.speedUp == nil && $0.efficiency == nil })
  }

  @Test func `One number of threads a subject is no sweep, and has no table`() {
    #expect(ThreadTable(summary: Summary(of: [])).text() == "")
    let cells = [makeCell(), makeCell("naive", threads: 2), makeCell(mode: .concurrentPerform)]
    #expect(ThreadTable(summary: Summary(of: cells.map { sample($0, wall: 5) })).text() == "")
  }
}

@Suite("Dispatch modes in tables")
struct DispatchModesInTablesTests {
  private let cells = [
    makeCell(), makeCell(mode: .concurrentQueue), makeCell("naive"),
    makeCell(threads: 2, mode: .concurrentQueue),
  ]
  private let walls: [UInt64] = [1_000_000, 2_000_000, 8_000_000, 1_250_000]

  private var summary: Summary {
    Summary(of: inTwoRounds(zip(cells, walls).map { makeSample($0, wall: $1) }))
  }

  @Test func `A run in several dispatch modes has a column that says which`() throws {
    let tables = [
      ("cells", ResultTable(summary: summary, reference: "spec").text()),
      ("subjects", SubjectTable(summary: summary).text()),
    ]
    try expectRecorded(sections(tables), as: "table-dispatch.txt")
  }

  @Test func `Curves of growth in different dispatch modes stay apart`() {
    let samples = DispatchMode.allCases.flatMap { mode in
      [10, 100, 1_000].map { count in
        makeSample(
          makeCell(workload: "feed(\(count))", nodeCount: count, mode: mode), wall: UInt64(count) * 1_000)
      }
    }
    let table = GrowthTable(summary: Summary(of: samples))
    #expect(table.curves.map(\.cell.pool) == DispatchMode.allCases)
    #expect(table.curves.allSatisfy { $0.points.count == 3 })
    #expect(table.text().contains("feed     spec    concurrentQueue       3 10 to 1,000"))
    let one = GrowthTable(summary: Summary(of: samples.filter { $0.cell.pool == .serialQueues }))
    #expect(!one.text().contains("dispatch"))
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

  @Test func `Seeds and parameters are curves, and two workloads of one size make no last step`() {
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
    let grids = [("2, 2", 5), ("2, 8", 17), ("8, 8", 65), ("4, 16", 65)].map {
      sample("grid(\($0))", $1, wall: UInt64($1) * 1_000)
    }
    let grid = GrowthTable(summary: Summary(of: grids))
    #expect(grid.curves.map(\.sizeCount) == [3] && grid.curves.map(\.lastExponent) == [nil])
    #expect(
      grid.text().contains("grid     spec        3  5 to 65 100 to 100     1.00 1.00 to 1.00\n"),
      "\(grid.text())")
    #expect(GrowthTable(summary: Summary(of: Array(grids[1...]))).curves.isEmpty, "Two sizes are no curve.")
  }
}

@Suite("Ratios of cells")
struct CellRatioTests {
  private func samples(_ cell: CellID, _ walls: [Double], run: String = "run-1", from round: Int = 0)
    -> [SampleRecord]
  {
    walls.enumerated().map { index, wall in
      var sample = makeSample(cell, sequence: round + index, wall: UInt64(wall))
      sample.runID = run
      return sample
    }
  }

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
  }

  @Test func `The interval is that of the median of the rounds' ratios`() throws {
    let ratios = [2.0, 2.1, 1.9, 2.2, 2.05, 1.95]
    let summary = Summary(
      of: samples(spec, ratios.map { _ in 1e6 }) + samples(naive, ratios.map { 1e6 * $0 }))
    let ratio = try #require(CellRatios(summary).ratio(of: naive, to: spec))
    #expect(abs(ratio.value - 2.025) < 1e-5)
    #expect(ratio.interval == MedianInterval(low: 1.9, high: 2.2, level: 1 - 2.0 / 64))
    #expect(abs((ratio.spread ?? 0) - 0.15 / 2.025) < 1e-5)
  }

  @Test func `Few rounds give no interval, and none in common the ratio of medians`() throws {
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
  }

  @Test func `What took no time has no ratio`() {
    let summary = Summary(of: samples(spec, [0, 0]) + samples(naive, [0, 0]))
    #expect(CellRatios(summary).ratio(of: naive, to: spec) == nil)
  }
}

import Testing

@testable import Benchmarking

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
      of: samples(spec, slowness.map { 1e6 * $0 })
        + samples(naive, slowness.map { 3e6 * $0 }))
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

@Suite("The order of cells")
struct CellOrderTests {
  /// Two subjects with one worker and two, and a third that is noisy.
  private var summary: Summary {
    Summary(
      of: makeSamples(makeCell("spec"), [990_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_010_000])
        + makeSamples(makeCell("spec", threads: 2), [540_000, 550_000, 550_000, 550_000, 550_000, 560_000])
        + makeSamples(makeCell("naive"), [9_000_000, 9_010_000, 9_010_000, 9_010_000, 9_010_000, 9_020_000])
        + makeSamples(
          makeCell("naive", threads: 2), [8_980_000, 8_990_000, 8_990_000, 8_990_000, 8_990_000, 9_000_000])
        + makeSamples(makeCell("manual"), [100_000, 120_000, 200_000, 300_000, 380_000, 400_000]))
  }

  @Test(
    "Cells come by time, ratio, gain or spread; those without the figure last, in the order of the run",
    arguments: [
      (CellOrder.time, "manual 1, spec 2, spec 1, naive 2, naive 1"),
      (.ratio, "manual 1, spec 1, spec 2, naive 1, naive 2"),
      (.speedUp, "spec 2, naive 2, spec 1, naive 1, manual 1"),
      (.spread, "manual 1, spec 2, spec 1, naive 2, naive 1"),
      (.elements, "spec 1, spec 2, naive 1, naive 2, manual 1"),
      (.subject, "manual 1, naive 1, naive 2, spec 1, spec 2"),
    ])
  func orders(order: CellOrder, cells: String) {
    let table = ResultTable(summary: summary, reference: "spec", order: order)
    #expect(table.rows.map { "\($0.cell.subject) \($0.cell.threads)" }.joined(separator: ", ") == cells)
    let sorted = summary.sorted(by: order, reference: "spec").rows
    #expect(
      sorted.filter { $0.metric == .wallNanosecondsPerElement }
        .map { "\($0.cell.subject) \($0.cell.threads)" }.joined(separator: ", ") == cells)
    #expect(sorted.count == summary.rows.count)
  }
}

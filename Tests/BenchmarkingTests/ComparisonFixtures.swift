@testable import Benchmarking

func makeRow(
  _ cell: CellDescription = makeCell("spec.cold"), _ metric: ComparedMetric = .wallNanoseconds,
  base: Double = 100_000, ratio: Double = 1, spread: Double = 0.003, null: Double? = 1.001,
  detectable: Double? = 1.009, verdict: Verdict? = .same, note: String? = nil
) -> MetricComparison {
  MetricComparison(
    cell: cell, metric: metric, baseValue: base, candidateValue: base * ratio, pairCount: 40,
    candidate: .init(ratio: ratio, low: ratio - spread, high: ratio + spread),
    null: null.map { .init(ratio: $0, low: $0 - spread, high: $0 + spread) }, level: 0.99,
    detectableRatio: detectable, verdict: verdict, note: note)
}

/// A row of what is counted, with the verdict that equality gives.
func makeCount(
  _ metric: ComparedMetric, _ base: Double, _ candidate: Double,
  cell: CellDescription = makeCell("spec.cold"),
  verdict: Verdict? = nil, note: String? = nil
) -> MetricComparison {
  let ratio = base == candidate ? 1 : candidate / base
  let share = if case .nearlyExact(let share) = metric.kind { share } else { 0.0 }
  return MetricComparison(
    cell: cell, metric: metric, baseValue: base, candidateValue: candidate, pairCount: 1,
    candidate: .init(ratio: ratio, low: ratio, high: ratio), null: .init(ratio: 1, low: 1, high: 1), level: 1,
    detectableRatio: 1 + share,
    verdict: verdict ?? (ratio == 1 ? .same : ratio > 1 ? .slower : .faster), note: note)
}

func makeComparison(
  _ rows: [MetricComparison], failures: [CellOutcome] = [], isInterleaved: Bool = true,
  warnings: [Warning] = [], elapsed: UInt64 = 123_000_000_000
) -> Comparison {
  Comparison(
    runID: "20261121T052013Z-quick-3f9a",
    base: .init(
      name: "main", revision: "0123456789abcdef0123456789abcdef01234567", title: "Frames | are `flat`"),
    candidate: .init(name: ".", revision: "fedcba9876543210fedcba9876543210fedcba98", isDirty: true),
    isInterleaved: isInterleaved, rows: rows, failures: failures, warnings: warnings,
    elapsedNanoseconds: elapsed)
}

enum ComparisonFixtures {
  /// A name with all that tears tables: a comma, quotes, a pipe, a backtick, a line end, an escape, letters beyond ASCII.
  static let oddCell = makeCell("a|b`c", workload: "日本\n,\"x\" \u{1B}[31m", params: "é_*<b>")

  /// One of each: slower in both channels, faster, same, allocations from nothing, counts that are equal.
  static var mixed: Comparison {
    let (cold, wide) = (makeCell("spec.cold"), makeCell("spec.cold", workload: "wide(10)", nodeCount: 10))
    let unknown = makeCell("manual", workload: "doc.json", nodeCount: 0)
    return makeComparison([
      makeRow(cold, ratio: 1.021, verdict: .slower),
      makeRow(cold, .cpuNanoseconds, ratio: 1.02, verdict: .slower),
      makeCount(.allocCount, 0, 3, cell: cold), makeCount(.allocBytes, 0, 96, cell: cold),
      makeCount(.instructionCount, 200_000, 203_000, cell: cold),
      makeRow(wide, detectable: 1.014), makeRow(wide, .cpuNanoseconds, null: nil, detectable: nil),
      makeCount(.allocCount, 7, 7, cell: wide), makeCount(.allocBytes, 64, 64, cell: wide),
      makeCount(.instructionCount, 90_000, 90_005, cell: wide, verdict: .same),
      makeRow(unknown, base: 1_234, ratio: 0.9, verdict: .faster),
      makeCount(.peakResidentBytes, 5_000_000, 4_000_000, cell: unknown),
    ])
  }

  static var odd: Comparison {
    makeComparison(
      [
        makeRow(oddCell, ratio: 1.5, verdict: .slower),
        makeCount(.allocCount, 2, 1, cell: oddCell),
      ],
      failures: [
        CellOutcome(cell: oddCell, status: .failed, reason: "Said \"no\" | `twice_over`,\nthen <b>*died*.")
      ],
      warnings: [Warning(cause: "Hot_ish.", nextStep: "See `steal_ticks`.")], elapsed: 0)
  }

  static var doubtful: Comparison {
    let busy = makeCell("spec.cold", threads: 2)
    return makeComparison([
      makeRow(ratio: 1.006, spread: 0.008, verdict: .unresolved),
      makeRow(
        ratio: 1.031, verdict: .slowerUnconfirmed,
        note: "A first set of pairs was slower, and a second did not confirm it."),
      makeRow(busy, null: 1.012, verdict: .unfit),
      makeRow(busy, .cpuNanoseconds, null: nil, verdict: .unfit),
      makeCount(.allocCount, 5, 5, verdict: .unresolved, note: "Counts of the base differ from run to run."),
    ])
  }

  /// Ended by its budget: one cell waits for its confirmation, one is undecided, one was not begun.
  static var cutShort: Comparison {
    let (cold, wide) = (makeCell("spec.cold"), makeCell("spec.cold", workload: "wide(10)", nodeCount: 10))
    var few = makeRow(
      wide, ratio: 1.02, spread: 0.05, detectable: nil, verdict: .unresolved,
      note: "The budget ended the comparison before it was decided.")
    (few.pairCount, few.level) = (3, 0.75)
    var comparison = makeComparison([
      makeRow(
        cold, ratio: 1.057, spread: 0.005, verdict: .slowerUnconfirmed,
        note:
          "A first set of pairs was slower. The budget ended the comparison before a second set could confirm it."
      ), few,
    ])
    comparison.ending = .budget
    comparison.waiting = [
      .init(cell: cold, stage: .confirmation), .init(cell: wide, stage: .decision),
      .init(cell: makeCell("naive"), stage: .start),
    ]
    return comparison
  }

  /// As it is written where the two compute other frames: one row, in which nothing was measured.
  static var otherLayouts: Comparison {
    var row = makeRow(
      base: .nan, ratio: .nan, null: nil, detectable: nil, verdict: .different,
      note: "The checksums are 1.5 and 2.5.")
    (row.pairCount, row.level) = (0, 0)
    return makeComparison([row, makeRow(makeCell("spec.cold", workload: "wide(10)"))])
  }

  static var notInterleaved: Comparison {
    makeComparison(
      [
        makeRow(ratio: 1.021, null: nil, detectable: nil, verdict: nil),
        makeCount(.allocCount, 3, 3),
      ], isInterleaved: false)
  }

  static var empty: Comparison { makeComparison([], elapsed: 0) }

  static var allFailed: Comparison {
    makeComparison(
      [],
      failures: [
        CellOutcome(cell: makeCell("spec.cold"), status: .failed, reason: "The worker ended with code 9."),
        CellOutcome.leftOut(makeCell("naive"), reason: "The base does not know it."),
        CellOutcome(cell: makeCell("manual"), status: .failed),
      ], elapsed: 0)
  }

  static var all: [Comparison] {
    [mixed, odd, doubtful, cutShort, otherLayouts, notInterleaved, empty, allFailed]
  }
}

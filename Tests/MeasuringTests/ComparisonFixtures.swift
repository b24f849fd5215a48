@testable import Measuring
@testable import Reporting

func makeRow(
  _ cell: CellID = makeCell("spec.cold"), metric: ComparedMetric = .cpuNanoseconds,
  base: Double = 100_000, ratio: Double = 1, spread: Double = 0.003, excluded: Double? = 1.009,
  verdict: Verdict = .same, note: String? = nil
) -> MetricComparison {
  MetricComparison(
    cell: cell, metric: metric, baseValue: base, candidateValue: base * ratio, pairCount: 40,
    candidate: .init(ratio: ratio, low: ratio - spread, high: ratio + spread), level: 0.99,
    excludedRatio: excluded, verdict: verdict, note: note)
}

/// A row of a counted metric, with the verdict that equality gives.
func makeCount(
  _ metric: ComparedMetric, _ base: Double, _ candidate: Double,
  cell: CellID = makeCell("spec.cold"),
  verdict: Verdict? = nil, note: String? = nil
) -> MetricComparison {
  let ratio = base == candidate ? 1 : candidate / base
  let share = if case .nearlyExact(let share) = metric.kind { share } else { 0.0 }
  return MetricComparison(
    cell: cell, metric: metric, baseValue: base, candidateValue: candidate, pairCount: 1,
    candidate: .init(ratio: ratio, low: ratio, high: ratio), level: 1, excludedRatio: 1 + share,
    verdict: verdict ?? (ratio == 1 ? .same : ratio > 1 ? .slower : .faster), note: note)
}

func makeShared(
  _ ratio: Double, _ verdict: Verdict, subject: String? = nil, workload: String? = nil, cells: Int = 6,
  spread: Double = 0.002
) -> SharedChange {
  SharedChange(
    subject: subject, workload: workload, cellCount: cells, pairCount: 18,
    change: .init(ratio: ratio, low: ratio - spread, high: ratio + spread), level: 0.99, verdict: verdict)
}

func makeComparison(
  _ rows: [MetricComparison], shared: [SharedChange] = [], failures: [CellOutcome] = [],
  warnings: [Warning] = [], ending: RunEnding = .complete, elapsed: UInt64 = 123_000_000_000
) -> Comparison {
  Comparison(
    runID: "20261121T052013Z-quick-3f9a",
    base: .init(
      name: "main", revision: "0123456789abcdef0123456789abcdef01234567", title: "Frames | are `flat`"),
    candidate: .init(name: ".", revision: "fedcba9876543210fedcba9876543210fedcba98", isDirty: true),
    shared: shared, rows: rows, failures: failures, ending: ending, warnings: warnings,
    elapsedNanoseconds: elapsed)
}

extension Comparison {
  func text(style: TerminalStyle = .plain, width: Int? = nil) -> String {
    var report = ComparisonReport(self)
    (report.style, report.width) = (style, width)
    return report.text
  }

  func markdown(machine: String? = nil) -> String {
    ComparisonReport(self, machine: machine).markdown
  }
}

enum ComparisonFixtures {
  /// A name with all that tears tables: a comma, quotes, a pipe, a backtick, a line end, an escape, letters beyond ASCII.
  static let oddCell = makeCell("a|b`c", workload: "日本\n,\"x\" \u{1B}[31m", params: "é_*<b>")

  /// One of each: slower, faster, the same, allocations from nothing, counts that are equal.
  static var mixed: Comparison {
    let (cold, wide) = (makeCell("spec.cold"), makeCell("spec.cold", workload: "wide(10)", nodeCount: 10))
    let unknown = makeCell("manual", workload: "doc.json", nodeCount: 0)
    return makeComparison([
      makeRow(cold, ratio: 1.021, verdict: .slower),
      makeCount(.allocCount, 0, 3, cell: cold), makeCount(.allocBytes, 0, 96, cell: cold),
      makeCount(.instructionCount, 200_000, 203_000, cell: cold),
      makeRow(wide, excluded: 1.014),
      makeCount(.allocCount, 7, 7, cell: wide), makeCount(.allocBytes, 64, 64, cell: wide),
      makeCount(.instructionCount, 90_000, 90_005, cell: wide, verdict: .same),
      makeRow(unknown, base: 1_234, ratio: 0.9, verdict: .faster),
    ])
  }

  static var odd: Comparison {
    makeComparison(
      [makeRow(oddCell, ratio: 1.5, verdict: .slower), makeCount(.allocCount, 2, 1, cell: oddCell)],
      failures: [
        CellOutcome(cell: oddCell, status: .failed, reason: "Said \"no\" | `twice_over`,\nthen <b>*died*.")
      ],
      warnings: [Warning(cause: "Hot_ish.", nextStep: "See `steal_ticks`.")], elapsed: 0)
  }

  /// A suite that is slower as a whole: a group, some cells, one with the same instructions.
  static var suite: Comparison {
    func cell(_ number: Int, _ subject: String = "spec.cold") -> CellID {
      makeCell(subject, workload: "wide(\(number))", nodeCount: 10)
    }
    var rows = (1...5).map { makeRow(cell($0), ratio: 1.01 + Double($0) / 1_000, verdict: .slower) }
    for index in rows.indices { rows[index].pairCount = 18 + 9 * index }
    rows.append(makeRow(cell(6), ratio: 1.012, verdict: .slower))
    rows.append(makeCount(.instructionCount, 1_000_000, 1_000_100, cell: cell(6), verdict: .same))
    for (number, excluded) in [1.004, 1.006, 1.015, 1.04, 1.09].enumerated() {
      rows.append(makeRow(cell(number + 1, "spec.edit"), excluded: excluded))
    }
    return makeComparison(
      rows,
      shared: [
        makeShared(1.0062, .slower, cells: 11), makeShared(1.012, .slower, subject: "spec.cold"),
        makeShared(1.0004, .same, subject: "spec.edit", cells: 5),
      ])
  }

  /// No change, as far as it can be told.
  static var doubtful: Comparison {
    let busy = makeCell("spec.cold", threads: 2)
    return makeComparison(
      [
        makeRow(ratio: 1.006, spread: 0.008, excluded: 1.012),
        makeRow(busy, metric: .wallNanoseconds, ratio: 1.002, spread: 0.06, excluded: 1.052),
        makeCount(
          .allocCount, 5, 5, verdict: .unresolved,
          note: "The base's own copy has 0.1% more, so this count does not repeat."),
      ])
  }

  /// Its time was too short: one cell has too few pairs, and one was not begun.
  static var cutShort: Comparison {
    var few = makeRow(
      makeCell("spec.cold", workload: "wide(10)", nodeCount: 10), ratio: 1.02, spread: 0.05, excluded: nil,
      verdict: .unresolved)
    (few.pairCount, few.level) = (3, 0.75)
    var comparison = makeComparison(
      [few],
      failures: [.leftOut(makeCell("naive"), reason: "The comparison ended before it was begun.")])
    comparison.ending = .budget
    return comparison
  }

  /// As it is written where the two compute other frames: one row, in which nothing was measured.
  static var otherLayouts: Comparison {
    var row = makeRow(
      base: .nan, ratio: .nan, excluded: nil, verdict: .different, note: "The checksums are 1.5 and 2.5.")
    (row.pairCount, row.level) = (0, 0)
    return makeComparison([row, makeRow(makeCell("spec.cold", workload: "wide(10)"))])
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

  /// Comparisons by the thing to look at, which is in the table.
  static var ofTables: KeyValuePairs<String, Comparison> {
    let wide = (0..<31).map { makeCell(workload: "wide(\($0))") }
    var (pair, other, endless) = (makeRow(ratio: 1.019, verdict: .unresolved), makeRow(wide[0]), makeRow())
    (pair.pairCount, pair.level, pair.excludedRatio) = (2, 0.5, nil)
    other.level = 0.995
    endless.baseValue = .nan
    endless.candidate = .init(ratio: .nan, low: -.infinity, high: .infinity)
    endless.excludedRatio = .infinity
    var levelless = endless
    levelless.level = .nan
    return [
      "slower, faster, counts that changed, and neither": mixed,
      "names with pipes, quotes, tags and control characters": odd,
      "a suite that is slower as a whole": suite,
      "no change, what is excluded, and of which cells little is known": doubtful,
      "layouts that differ": otherLayouts,
      "what may be of places in memory is not decided": changed(
        makeComparison([makeRow(ratio: 1.02, verdict: .slower)], shared: [makeShared(1.003, .slower)])
      ) { $0.boundOnePlacement() },
      "slower with the same instructions, more page faults, cache misses and atomic instructions":
        makeComparison([
          makeRow(ratio: 1.3, verdict: .slower), makeCount(.pageFaultCount, 0, 2),
          makeCount(.instructionCount, 1e6, 1e6), makeCount(.cacheMissCount, 0, 2.9),
          makeCount(.branchMissCount, 40, 41, verdict: .same),
          changed(makeCount(.atomicCount, 12, 412)) {
            $0.causes = ["+400 atomic instructions a job in note(_:), called by LayoutPass.layOut(_:in:_:)"]
          },
        ]),
      "of more than thirty cells, only those that changed are in the table": makeComparison(
        wide.enumerated().map { makeRow($1, ratio: $0 == 4 ? 1.1 : 1, verdict: $0 == 4 ? .slower : .same) }),
      "a few pairs have a change and no interval": makeComparison([pair]),
      "if levels differ among cells, their range is given": makeComparison([makeRow(), other]),
      "what is not a finite number is printed as such": makeComparison([endless]),
      "a level that is no number": makeComparison([levelless]),
    ]
  }

  /// Comparisons by the thing to look at, which is said in a sentence.
  static var ofSentences: KeyValuePairs<String, Comparison> {
    let six = (0..<6).map { makeCell(workload: "wide(\($0))") }
    return [
      "too short a time": cutShort,
      "nothing": empty,
      "only failures": allFailed,
      "equal sources": changed(empty) { $0.haveEqualSources = true },
      "layouts that are meant to differ come first":
        changed(makeComparison([makeRow(ratio: 1.1, verdict: .slower)])) {
          $0.layoutChanges = ["inbox(1) has 6 elements with the base and 7 with the candidate"]
        },
      "what the time went to, without phases of no time":
        changed(mixed) {
          $0.phases = [.allCells: 120_000_000_000, .suspects: 0, .instructions: 3_000_000_000]
        },
      "cells that failed count among all cells in every sentence, and those left out do not": makeComparison(
        six.flatMap { [makeRow($0), makeCount(.allocCount, 1, 1, cell: $0)] },
        failures: [
          CellOutcome(cell: makeCell("naive"), status: .failed, reason: "It ended."),
          .leftOut(makeCell("manual"), reason: "It is too deep."),
        ]),
      "counts that do not repeat say nothing, and are not blamed on the machine":
        makeComparison(six.map { makeCount(.allocCount, 7, 8, cell: $0, verdict: .unresolved) }),
      "changed counts of many cells are one sentence for each direction":
        makeComparison(six.enumerated().map { makeCount(.allocCount, 7, $0 < 4 ? 8 : 6, cell: $1) }),
      "one that was interrupted says how it goes on, and does not advise a longer budget":
        changed(cutShort) { $0.ending = .interrupted },
      "nothing, interrupted": changed(empty) { $0.ending = .interrupted },
      "without a change of single cells, a changed group is the headline": makeComparison(
        six.map { makeRow($0) },
        shared: [makeShared(1.001, .same), makeShared(0.98, .faster, workload: "wide", cells: 3)]),
      "cells in which the same functions changed share a sentence": makeComparison(
        six.prefix(4).enumerated().map { index, cell in
          changed(makeCount(.instructionCount, 1e6, 1.4e6 - Double(index) * 1e5, cell: cell)) {
            $0.causes = [
              "+\(4 - index)00,000 instructions a job in \(index == 1 ? "g()" : "f()") (+\(9 - index)%)"
            ]
          }
        }),
      "many that were not begun are one sentence": changed(
        makeComparison(
          [changed(makeRow(six[0], ratio: 1.1, verdict: .unresolved)) { $0.excludedRatio = nil }],
          failures: six.dropFirst().map { .leftOut($0, reason: CellOutcome.notBegun) })
      ) { $0.ending = .budget },
    ]
  }

  static var all: [Comparison] { (Array(ofTables) + ofSentences).map(\.value) }
}

import Foundation
import Testing

@testable import Measuring
@testable import Reporting

@Suite("The history of revisions")
struct RevisionHistoryTests {
  /// A time with its interval, half a percent to either side unless given.
  private static func time(
    _ ratio: Double, by half: Double = 0.005, _ verdict: Verdict? = nil, level: Double = 0.998
  ) -> MetricComparison {
    var row = makeRow(
      metric: .wallNanoseconds, ratio: ratio, spread: half,
      verdict: verdict
        ?? (ratio - half > 1 ? .slower : ratio + half < 1 ? .faster : half > 0.01 ? .unresolved : .same))
    row.level = level
    return row
  }

  /// The changes of a history whose commits, the first one apart, have these rows; nil for the first one's sources.
  private static func sentences(_ rows: [MetricComparison?], places: [Int]? = nil) -> [String] {
    let comparisons = rows.enumerated().map { index, row in
      Comparison(
        runID: "run", base: .init(name: "v1", revision: hash(0), title: "Change 0"),
        candidate: .init(name: hash(index + 1), revision: hash(index + 1), title: "Change \(index + 1)"),
        rows: [row].compactMap(\.self), haveEqualSources: row == nil)
    }
    let history = RevisionHistory(comparisons, places: places ?? rows.indices.map { $0 + 1 })
    return [history.finding] + history.sentences.map(\.text)
  }

  private static func hash(_ number: Int) -> String { String(repeating: String(number), count: 40) }

  @Test func `What is said of every history is as recorded`() throws {
    func times(_ ratios: Double...) -> [MetricComparison] { ratios.map { Self.time($0) } }
    let histories: [(name: String, rows: [MetricComparison?], places: [Int]?)] = [
      ("a change is told at its commit", times(1.001, 1.07, 1.072), nil),
      ("slower, and as fast again", times(1.1, 1.1, 1.0), nil),
      // The second could be at 1 or at 1.05, and overlaps both of its neighbours.
      (
        "a wide interval lies across a change, and its commit is not accused",
        [Self.time(1), Self.time(1.03, by: 0.04), Self.time(1.05)], nil
      ),
      ("a slow drift, in which no two neighbours differ", times(1, 1.004, 1.008, 1.012), nil),
      ("commits between were left out or do not build", times(1, 1.05), [5, 10]),
      ("faster than the first after commits that were left out", times(0.95), [3]),
      (
        "few pairs, an unfit machine and changes that were not confirmed are no change of level",
        [
          Self.time(1.002), Self.time(1.02, by: 0.03), Self.time(1.3, .different),
          Self.time(1.04, .unresolved), Self.time(1.2, .unresolved, level: 0.75), Self.time(1.001),
        ], nil
      ),
      ("counts are exact", [12, 15, 15, 14].map { makeCount(.allocCount, 12, $0) }, nil),
      (
        "instructions that differ by 0.1%, and by 0.3%",
        [1_001_000, 1_004_000].map { makeCount(.instructionCount, 1_000_000, $0) }, nil
      ),
      ("counts from none", [3, 5].map { makeCount(.allocCount, 0, $0) }, nil),
      ("a commit with the first one's sources is no unknown one", [nil, Self.time(1.07)], nil),
      ("and ends a level", [Self.time(1.07), nil, nil], nil),
      ("and a level of counts", [makeCount(.allocCount, 12, 15), nil], nil),
      ("nothing but the first one's sources", [nil, nil], nil),
    ]
    let texts = histories.map { history in
      (history.name, Self.sentences(history.rows, places: history.places).map { $0 + "\n" }.joined())
    }
    try expectRecorded(sections(texts), as: "history.txt")
  }
}

import Testing

@testable import Benchmarking

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

  private static func allocations(_ count: Double, base: Double = 12) -> MetricComparison {
    makeCount(.allocCount, base, count)
  }

  /// The changes of a history whose commits, the first one apart, have these rows.
  private static func sentences(_ rows: [MetricComparison], places: [Int]? = nil) -> [String] {
    let comparisons = rows.enumerated().map { index, row in
      Comparison(
        runID: "run", base: .init(name: "v1", revision: hash(0), title: "Change 0"),
        candidate: .init(name: hash(index + 1), revision: hash(index + 1), title: "Change \(index + 1)"),
        rows: [row])
    }
    return RevisionHistory(comparisons, places: places ?? rows.indices.map { $0 + 1 }).sentences.map(\.text)
  }

  private static func hash(_ number: Int) -> String { String(repeating: String(number), count: 40) }

  @Test func `A change is told at its commit`() {
    #expect(
      Self.sentences([1.001, 1.07, 1.072].map { Self.time($0) }) == [
        "spec.cold feed(1000) × 1 thread became 6.9% slower at 2222222222: Change 2."
      ])
    let several = Self.sentences([1.1, 1.1, 1.0].map { Self.time($0) })
    #expect(several.count == 2, "\(several)")
    #expect(several.contains { $0.contains("10% slower at 1111111111") }, "\(several)")
    #expect(several.contains { $0.contains("9.1% faster at 3333333333") }, "\(several)")
  }

  @Test func `A change that a wide interval lies across is seen, and the commit between is not accused`() {
    // The second could be at 1 or at 1.05, and overlaps both of its neighbours.
    let texts = Self.sentences([Self.time(1), Self.time(1.03, by: 0.04), Self.time(1.05)])
    #expect(
      texts == [
        "spec.cold feed(1000) × 1 thread became 5% slower in the 2 commits after 1111111111 up to 3333333333, which "
          + "layoutbench bisect 1111111111 3333333333 --filter 'spec.cold feed(1000)' tells apart."
      ])
  }

  @Test func `A slow drift is a change, though no two neighbours differ`() {
    let texts = Self.sentences([1, 1.004, 1.008, 1.012].map { Self.time($0) })
    #expect(
      texts.count == 1 && texts[0].contains("in the 3 commits after 0000000000 up to 3333333333"), "\(texts)")
  }

  @Test func `Between commits that were left out or do not build, a change is told as lying between them`() {
    let slower = Self.sentences([Self.time(1), Self.time(1.05)], places: [5, 10])
    #expect(slower[0].contains("in the 5 commits after 1111111111 up to 2222222222"), "\(slower)")
    let faster = Self.sentences([Self.time(0.95)], places: [3])
    #expect(faster[0].contains("layoutbench history 0000000000..1111111111 --every 1 "), "\(faster)")
  }

  @Test func `Few pairs, an unfit machine and changes that were not confirmed are no change of level`() {
    let rows = [
      Self.time(1.002), Self.time(1.02, by: 0.03), Self.time(1.3, .placement),
      Self.time(1.04, .unresolved),
      Self.time(1.2, .unresolved, level: 0.75), Self.time(1.001),
    ]
    #expect(Self.sentences(rows).isEmpty)
  }

  @Test func `Counts are exact: every change of theirs is told, also from none`() {
    let texts = Self.sentences([12, 15, 15, 14].map { Self.allocations($0) })
    #expect(texts.count == 2, "\(texts)")
    #expect(texts.contains { $0.contains("25% more allocations at 2222222222") }, "\(texts)")
    #expect(texts.contains { $0.contains("6.7% less allocations at 4444444444") }, "\(texts)")
    let none = Self.sentences([3, 5].map { Self.allocations($0, base: 0) })
    #expect(none.contains { $0.contains("from 0 more allocations at 1111111111") }, "\(none)")
    #expect(none.contains { $0.contains("66.7% more allocations at 2222222222") }, "\(none)")
  }
}

import Foundation
import Testing

@testable import Benchmarking

@Suite("The history of commits")
struct RevisionHistoryTests {
  private static let cell = CellDescription(
    subject: "spec.cold", workload: "feed(1)", nodeCount: 14, depth: 6, seed: 42, threads: 1)
  private static let other = CellDescription(
    subject: "spec.edit", workload: "feed(1)", nodeCount: 14, depth: 6, seed: 42, threads: 1)

  private static func commit(_ place: Int) -> RevisionHistory.Commit {
    RevisionHistory.Commit(
      place: place, revision: String(repeating: String(place % 10), count: 40),
      date: "2026-11-0\(place % 9 + 1)",
      title: "Change \(place)")
  }

  /// A time that was measured; the interval is half a percent to either side unless given.
  private static func time(
    _ ratio: Double, by half: Double = 0.005, cell: CellDescription = cell, _ verdict: Verdict? = nil
  ) -> MetricComparison {
    let low = ratio - half
    let high = ratio + half
    return MetricComparison(
      cell: cell, metric: .wallNanoseconds, baseValue: 200, candidateValue: 200 * ratio, pairCount: 20,
      candidate: .init(ratio: ratio, low: low, high: high), level: 0.998,
      verdict: verdict ?? (low > 1 ? .slower : high < 1 ? .faster : half > 0.01 ? .unresolved : .same))
  }

  private static func allocations(_ count: Double) -> MetricComparison {
    MetricComparison(cell: cell, metric: .allocCount, base: 12, candidate: count, null: 12)
  }

  /// A history of commits, each with its rows; nil = one that does not build. The places are a multiple of `step`.
  private static func history(
    _ commits: [[MetricComparison]?], step: Int = 1, cells: [CellDescription] = [cell]
  ) -> RevisionHistory {
    var history = RevisionHistory(from: commit(0), cells: cells)
    for (index, rows) in commits.enumerated() {
      let commit = commit((index + 1) * step)
      guard let rows else {
        history.addGap(commit, reason: "\(commit.name) does not build: error: no")
        continue
      }
      history.add(
        commit,
        Comparison(runID: "run\(index)", base: .init(name: "a"), candidate: .init(name: "b"), rows: rows))
    }
    return history
  }

  private static func sentences(_ times: [Double], step: Int = 1) -> [String] {
    history(times.map { [time($0)] }, step: step).findings.map(\.text)
  }

  @Test("A change is told at its commit, with the interval that both intervals allow")
  func change() {
    #expect(
      Self.sentences([1.001, 1.07, 1.072]) == [
        "spec.cold feed(1) became 6.9% slower (5.9% to 7.9%) at 2222222222: Change 2."
      ])
    let steps = Self.history([1.001, 1.07, 1.072].map { [Self.time($0)] }).steps(of: .wallNanoseconds)
    #expect(steps.map(\.after.commit.place) == [2] && steps.map(\.before.commit.place) == [1])
    #expect(steps[0].isExact && steps[0].isMore)
  }

  @Test("Several changes are told in order, each relative to the level before it")
  func several() throws {
    let steps = Self.history([1.1, 1.1, 1.0, 0.9].map { [Self.time($0)] }).steps(of: .wallNanoseconds)
    #expect(steps.map(\.after.commit.place) == [1, 3, 4])
    #expect(steps.map(\.isMore) == [true, false, false])
    let back = try #require(steps[1].estimate)
    #expect(abs(back.ratio - 1 / 1.1) < 1e-9 && back.low < back.ratio && back.ratio < back.high)
  }

  @Test("Commits that may belong to either level are not accused, and the command that tells is named")
  func undecided() {
    // The second could be at 1 or at 1.05.
    let history = Self.history([[Self.time(1)], [Self.time(1.03, by: 0.04)], [Self.time(1.05)]])
    let step = history.steps(of: .wallNanoseconds).first
    #expect(step?.before.commit.place == 1 && step?.after.commit.place == 3 && step?.isExact == false)
    let text = history.findings[0].text
    #expect(text.contains("after 1111111111, in the 2 commits up to 3333333333"), "\(text)")
    #expect(
      text.hasSuffix("layoutbench bisect 1111111111 3333333333 --filter 'spec.cold feed(1)'"), "\(text)")
  }

  @Test("Between commits of which only every fifth was measured, a change is told as lying between them")
  func everyFifth() {
    let slower = Self.sentences([1, 1.05], step: 5)[0]
    #expect(slower.contains("in the 5 commits up to "), "\(slower)")
    #expect(slower.contains("layoutbench bisect 5555555555 0000000000"), "\(slower)")
    let faster = Self.sentences([0.95], step: 5)[0]
    #expect(faster.contains("5.0% faster") && faster.contains("layoutbench history "), "\(faster)")
    #expect(faster.contains("--every 1"), "\(faster)")
  }

  @Test("Noise, an unfit machine and changes that were not confirmed are no change of level")
  func noChange() {
    let rows = [
      Self.time(1.002), Self.time(1.02, by: 0.03), Self.time(1.3, .unfit),
      Self.time(1.04, .slowerUnconfirmed),
    ]
    let history = Self.history(rows.map { [$0] })
    #expect(history.steps(of: .wallNanoseconds).isEmpty)
    #expect(
      history.findings.map(\.text) == [
        "No change of time or allocations seen from 0000000000 to 4444444444, in 1 cell at 5 commits."
      ])
    let text = history.text()
    #expect(text.contains("unfit machine") && text.contains("+4.0%, not confirmed"), "\(text)")
  }

  @Test("Allocations are exact: every change of theirs is told")
  func allocations() {
    let history = Self.history([12, 15, 15, 14].map { [Self.time(1), Self.allocations($0)] })
    let texts = history.findings.map(\.text)
    #expect(texts.count == 2)
    #expect(
      texts[0].contains("made 3 more allocations a tree (12 -> 15) at 2222222222: Change 2"), "\(texts)")
    #expect(texts[1].contains("made 1 fewer allocations a tree (15 -> 14) at 4444444444"), "\(texts)")
    #expect(history.text().contains(" +3 Change 3\n"), "\(history.text())")
  }

  @Test("A commit that does not build and a cell that one lacks are gaps, told with their reasons")
  func gaps() {
    var history = Self.history(
      [[Self.time(1), Self.time(1, cell: Self.other)], nil], cells: [Self.cell, Self.other])
    history.add(
      Self.commit(3),
      Comparison(
        runID: "r", base: .init(name: "a"), candidate: .init(name: "b"),
        rows: [Self.time(1.05), MetricComparison(differing: Self.other, note: "no")]))
    history.add(
      Self.commit(4),
      Comparison(
        runID: "s", base: .init(name: "a"), candidate: .init(name: "b"), rows: [Self.time(1.05)],
        failures: [.leftOut(Self.other, reason: "4444444444 has no subject spec.edit")]))
    #expect(
      history.gaps == [
        "Not measured at 2222222222: 2222222222 does not build: error: no",
        "Not measured at 3333333333: feed(1) spec.edit: it has other frames than at the first commit",
        "Not measured at 4444444444: feed(1) spec.edit: 4444444444 has no subject spec.edit",
      ])
    // The change may have come with the commit that does not build.
    let step = history.steps(of: .wallNanoseconds).first
    #expect(step?.before.commit.place == 1 && step?.after.commit.place == 3)
    #expect(history.commits.count == 5 && history.holdsMeasurements)
  }

  @Test("Cells that changed at one commit are told in one sentence, and many cells share a column")
  func together() {
    let cells = (1...6).map { number in
      CellDescription(
        subject: "spec.cold", workload: "feed(\(number))", nodeCount: 1, depth: 1, seed: 1, threads: 1)
    }
    let history = Self.history(
      [cells.map { Self.time(1, cell: $0) }, cells.map { Self.time(1.1, cell: $0) }], cells: cells)
    let texts = history.findings.map(\.text)
    #expect(
      texts.count == 1 && texts[0].hasPrefix("6 cells became up to 10.0% slower at 2222222222"), "\(texts)")
    let text = history.text()
    #expect(text.contains("+10.0%, 6 slower"), "\(text)")
    #expect(text.contains("the geometric mean over 6 cells"), "\(text)")
    #expect(history.page.columns.count == 6 + 4)
    #expect(history.charts.count == 1)
  }

  @Test("The file reads back as it was written, in whatever order its rows are")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let history = Self.history([[Self.time(1.07), Self.allocations(13)], nil, [Self.time(1, .unfit)]])
    try history.write(to: folder)
    #expect(try RevisionHistory(readingFrom: folder) == history)
    let file = folder.appendingPathComponent("history.csv")
    var lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let header = lines.removeFirst()
    try ([header] + lines.reversed()).joined(separator: "\n").appending("\n")
      .write(to: file, atomically: true, encoding: .utf8)
    #expect(try RevisionHistory(readingFrom: folder).commits == history.commits)
    try (String(header) + "\n").write(to: file, atomically: true, encoding: .utf8)
    #expect(throws: FileError.self) { try RevisionHistory(readingFrom: folder) }
  }
}

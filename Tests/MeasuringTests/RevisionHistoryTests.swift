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

  /// The changes of a history whose commits, the first one apart, have these rows.
  private static func sentences(_ rows: [MetricComparison], places: [Int]? = nil) -> [String] {
    let comparisons = rows.enumerated().map { index, row in
      Comparison(
        runID: "run", base: .init(name: "v1", revision: hash(0), title: "Change 0"),
        candidate: .init(name: hash(index + 1), revision: hash(index + 1), title: "Change \(index + 1)"),
        rows: [row])
    }
    let history = RevisionHistory(comparisons, places: places ?? rows.indices.map { $0 + 1 })
    return [history.finding] + history.sentences.map(\.text)
  }

  private static func hash(_ number: Int) -> String { String(repeating: String(number), count: 40) }

  @Test func `What is said of every history is as recorded`() throws {
    func times(_ ratios: Double...) -> [MetricComparison] { ratios.map { Self.time($0) } }
    let histories: [(name: String, rows: [MetricComparison], places: [Int]?)] = [
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
    ]
    let texts = histories.map { history in
      (history.name, Self.sentences(history.rows, places: history.places).map { $0 + "\n" }.joined())
    }
    try expectRecorded(sections(texts), as: "history.txt")
  }
}

@Suite("Slowdowns that commits announce")
struct ExpectedSlowdownTests {
  private func expected(_ text: String) throws -> ExpectedSlowdown {
    try #require(ExpectedSlowdown(text, commit: "1a2b3c4"), "\(text)")
  }

  private func comparison(_ trailers: [String]) throws -> Comparison {
    let (edit, cold) = (makeCell("spec.edit"), makeCell("spec.cold"))
    var comparison = makeComparison(
      [
        makeRow(edit, ratio: 1.021, verdict: .slower), makeRow(cold, ratio: 1.05, verdict: .slower),
        makeCount(.allocCount, 0, 3, cell: edit),
      ],
      shared: [makeShared(1.01, .slower), makeShared(1.02, .slower, subject: "spec.edit")])
    comparison.expectedSlowdowns = try trailers.map(expected)
    return comparison
  }

  private func matches(_ trailers: String...) throws -> [String] {
    RegressionGate.standard.matches(in: try comparison(trailers)).map { match in
      match.shared.map(\.name) ?? match.row.map { "\($0.cell.subject) \($0.metric.rawValue)" } ?? ""
    }
  }

  @Test func `The cells are those of a filter, and the share is the most that passes`() throws {
    let all = ["all cells", "spec.edit", "spec.edit cpu_ns", "spec.cold cpu_ns", "spec.edit alloc_count"]
    #expect(try matches() == all)
    #expect(try matches("spec.edit +3%, because it is checked now") == [all[0], all[3], all[4]])
    #expect(try matches("spec.edit +2%") == [all[0], all[2], all[3], all[4]])
    #expect(try matches("spec.edit feed +3%") == [all[0], all[1], all[3], all[4]])
    #expect(try matches("spec.* +3%", "spec.cold +5%") == [all[0], all[1], all[4]])
    #expect(try matches("all cells +5%") == [all[1], all[4]])
    #expect(ComparisonExit(of: try comparison(["spec.edit +3%"])) == .regression)
    // A cell that is faster than expected is no failure, and a changed layout is no change of time.
    var faster = makeComparison([
      makeRow(ratio: 0.9, verdict: .faster), makeRow(makeCell("spec.edit"), ratio: 1, verdict: .different),
    ])
    faster.expectedSlowdowns = [try expected("spec +90%")]
    #expect(ComparisonExit(of: faster) == .failed)
    #expect(try RegressionGate(parsing: "faster>1%").matches(in: faster).count == 1)
  }

  @Test(arguments: [
    "", "spec.edit", "spec.edit 3%", "+3%", "spec.edit +x%", "spec.edit +3", "spec.edit +-3%", "a +3% b",
  ])
  func `A trailer without cells, a plus or a percentage is none`(text: String) {
    #expect(ExpectedSlowdown(text, commit: "c") == nil)
  }

  @Test func `Trailers are those of the commits in between, folded and several of one commit too`() throws {
    let repository = try TemporaryRepository()
    let messages = [
      "First\n\nSlower: spec +9%",
      "Second\n\nBody of it\n\nSlower: spec.edit +3%, because\n  of this\nSlower: wide +1%",
      "Slower: no trailer +1%\n\nbut words", "Last",
    ]
    let commits = try messages.map { try repository.commit($0, $0) }
    let (first, last) = (commits[0], commits[3])
    let git = try GitRepository(folder: repository.folder)
    let found = try git.trailers(named: "Slower", after: first, to: last)
    #expect(found.map(\.text) == ["spec.edit +3%, because of this", "wide +1%"])
    #expect(Set(found.map(\.commit)).count == 1 && found.allSatisfy { $0.commit.count >= 4 })
    #expect(try git.trailers(named: "Slower", after: last, to: last).isEmpty)
  }
}

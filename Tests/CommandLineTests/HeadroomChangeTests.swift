import FrameReplay
import Testing

@testable import LayoutBenchmark
@testable import Measuring

@Suite("Headroom in comparisons")
struct HeadroomChangeTests {
  private static let lists =
    ["scroll", "edit", "traits", "ahead", "still", "insert"].flatMap { ["list.\($0)", "list.\($0).cold"] }

  /// A comparison of a list's times: half a millisecond each, twice as much cold, and a tenth if nothing is new.
  private func comparison(
    workload: String = "feed(100)", _ ratios: [String: Double] = [:], verdict: Verdict = .slower
  ) -> Comparison {
    let side = Comparison.Side(name: "main", revision: nil, title: nil)
    let rows = Self.lists.map { subject in
      let ratio = ratios[subject] ?? 1
      let base = (subject.hasPrefix("list.still") ? 5e4 : 5e5) * (subject.hasSuffix(".cold") ? 2 : 1)
      return MetricComparison(
        cell: CellID(subject: subject, workload: workload, seed: 42, threads: 1), metric: .cpuNanoseconds,
        baseValue: base, candidateValue: base * ratio, pairCount: 20,
        candidate: .init(ratio: ratio, low: ratio * 0.99, high: ratio * 1.01), level: 0.995,
        verdict: ratios[subject] == nil ? .same : verdict)
    }
    return Comparison(runID: "", base: side, candidate: side, rows: rows)
  }

  @Test func `What became slower takes headroom, and is named with the scripts that feel it`() throws {
    let text = try HeadroomChange(of: comparison(["list.scroll": 1.5, "list.scroll.cold": 1.25])).text
    #expect(text.hasPrefix("feed(100), specs on the main thread: headroom of "), "\(text)")
    #expect(text.hasSuffix(", because of list.scroll +50.0%, list.scroll.cold +25.0%\n"), "\(text)")
    #expect(text.contains("dash ") && text.contains(" × → "))
    #expect(!text.contains("text "), "Nothing is new where the text size changes: \(text)")
    let figures = text.split(separator: "dash ")[1].split(separator: " ")
    let (before, after) = (try #require(Double(figures[0])), try #require(Double(figures[3])))
    #expect(before > after && after > before / 1.5, "\(text)")
  }

  @Test func `Without a certain change no script's headroom changes, whatever the ratios are`() throws {
    let same = "Headroom of frames: no script's changed.\n"
    #expect(try HeadroomChange(of: comparison()).text == same)
    #expect(
      try HeadroomChange(of: comparison(["list.scroll.cold": 1.4], verdict: .unresolved)).text
        == "Headroom of frames: no script's changed; 1 time that may change it is not decided.\n")
    // Cells that workers prepare are no work of the way on the main thread alone.
    #expect(try HeadroomChange(of: comparison(["list.ahead": 3, "list.ahead.cold": 3])).text == same)
  }

  @Test func `What is faster gives headroom`() throws {
    let text = try HeadroomChange(of: comparison(["list.traits.cold": 0.5], verdict: .faster)).text
    #expect(
      text.hasSuffix("because of list.traits.cold -50.0%\n") && text.contains("headroom of text "), "\(text)")
  }

  @Test func `A comparison without lists says nothing, and one of an unknown list is an error`() throws {
    var other = comparison()
    other.rows = []
    #expect(try HeadroomChange(of: other).text == "")
    #expect(throws: (any Error).self) { try HeadroomChange(of: comparison(workload: "gone(3)")) }
  }
}

import Foundation
import StrictJSON
import Testing

@testable import Benchmarking

@Suite("JSON of charts")
struct JSONValueTests {
  @Test func `Each row of data is on one line, and the keys of an object are in order`() {
    let value: JSONValue = [
      "b": [["y": 1, "x": 0.1], ["x": -2.5e-7]], "a": nil, "Z": true, "ä": [1, 2], "e": [:], "f": [],
    ]
    #expect(
      value.formatted == """
        {
          "Z": true,
          "a": null,
          "b": [
            {"x": 0.1, "y": 1},
            {"x": -2.5e-07}
          ],
          "e": {},
          "f": [],
          "ä": [1, 2]
        }

        """)
  }

  @Test(
    "Text of any characters and numbers of any size are read back the same, without a raw control character")
  func readBack() throws {
    for text in [
      "", "a\"b\\c", "\n\t\r\u{0}\u{1F}\u{7F}", "👩‍👩‍👧 e\u{301}\r\n", "\u{2028}\u{2029}", "/</script>",
    ] {
      let value: JSONValue = .object([text: .string(text)])
      let read = try ParsedJSON(parsing: Array(value.formatted.utf8)).root
      #expect(read[text]?.string.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
      #expect(!value.formatted.dropLast().unicodeScalars.contains { $0 < " " && $0 != "\n" })
    }
    let numbers = [
      0, 1, -1, 0.1, -9_223_372_036_854_775_808, 1e15, 1e16, 9_007_199_254_740_992, 1.7e308,
      Double.leastNonzeroMagnitude, 123_456.789,
    ]
    let text = JSONValue.array(numbers.map { .number($0) }).formatted
    #expect(try JSONDecoder().decode([Double].self, from: Data(text.utf8)) == numbers)
  }

  @Test func `Figures have six significant digits`() {
    let figures: [(Double, String)] = [
      (0, "0"), (1.0 / 3, "0.333333"), (-2.0 / 3, "-0.666667"), (123_456.7, "123457"),
      (12_345_678, "12345700"),
      (0.000_012_345_678, "1.23457e-05"), (99_999_999, "100000000"), (.leastNonzeroMagnitude, "5e-324"),
    ]
    for (value, text) in figures { #expect(JSONValue.figure(value).formatted == text + "\n", "\(value)") }
  }

  @Test func `A member of an object is set by its key, and removed by nil`() {
    var value: JSONValue = ["a": 1]
    value["b"] = "x"
    #expect(value == ["a": 1, "b": "x"])
    value["a"] = nil
    #expect(value == ["b": "x"] && value["a"] == nil && JSONValue.number(1)["a"] == nil)
  }
}

@Suite("Axes of charts")
struct ChartAxisTests {
  private func axis(_ values: [Double], most: Int = 8) -> (ClosedRange<Double>, [Double]) {
    let axis = LogScale(values, mostTicks: most)
    return (axis.domain, axis.ticks)
  }

  @Test func `A logarithmic axis ends at round numbers, with room for marks at its ends`() {
    #expect(axis([12, 900]) == (10...1_000, [10, 20, 50, 100, 200, 500, 1_000]))
    #expect(axis([10, 1_000]) == (5...2_000, [10, 100, 1_000]), "Marks at the ends would be cut.")
    #expect(axis([3]) == (2...5, [2, 5]))
    #expect(axis([0.001_5, 0.003]) == (0.001...0.005, [0.001, 0.002, 0.005]))
  }

  @Test func `If not every power of ten has a tick, 1 keeps its own`() {
    #expect(axis([0.000_2, 40_000], most: 4) == (0.000_1...50_000, [0.001, 1, 1_000]))
  }

  @Test func `Values that have no place on a logarithmic axis do not change it`() {
    #expect(axis([]) == axis([1, 10]))
    #expect(axis([0, -1, .nan, .infinity, 12, 900]) == axis([12, 900]))
    for values in [[Double.leastNonzeroMagnitude, 1.7e308], [1e-300], [1.7e308]] {
      let axis = LogScale(values)
      #expect(axis.domain.lowerBound > 0 && axis.domain.upperBound.isFinite && axis.ticks.count <= 8)
    }
  }

  @Test func `The times of an axis share a unit that fits the largest`() {
    #expect(
      [9_999, 10_000, 9e6, 1e7, 1e12].map { TimeUnit(fitting: $0).rawValue } == ["ns", "µs", "µs", "ms", "s"])
  }
}

@Suite("Names of cells in charts")
struct CellNamesTests {
  @Test func `A cell's name has only what differs among the cells`() {
    let one = CellNames([makeCell("a"), makeCell("b")])
    #expect(one.cell(makeCell("a")) == "feed(1000) a" && one.seriesTitle == "subject")
    let threads = CellNames([makeCell("a"), makeCell("a", threads: 2)])
    #expect(
      threads.series(makeCell("a", threads: 2)) == "a × 2" && threads.seriesTitle == "subject × threads")
    var pool = makeCell("a")
    pool.pool = .concurrentQueue
    #expect(CellNames([makeCell("a"), pool]).subject(pool) == "a concurrentQueue")
  }

  @Test func `No two cells share a name, whichever part of them differs`() {
    var seed = makeCell("a")
    seed.seed = 7
    var pool = makeCell("a")
    pool.pool = .concurrentPerform
    let cells = [
      makeCell("a"), seed, pool, makeCell("b"), makeCell("a", threads: 2), makeCell("a", params: "width=1"),
      makeCell("a", nodeCount: 7), makeCell("a", workload: "feed(2)"),
    ]
    let names = CellNames(cells)
    #expect(Set(cells.map(names.cell)).count == cells.count)
  }

  @Test func `A workload's family is what stands before its bracket, and a document has none`() {
    #expect(makeCell(workload: "grid(100, 20)").family == "grid")
    #expect(makeCell(workload: "trees/a.json").family == nil)
  }
}

@Suite("Pages of charts")
struct ChartPagesTests {
  private func pages(_ panels: [String]) -> [Chart] {
    Chart.pages(of: panels, size: 2) { panels in
      Chart(name: "x", kind: "growth", title: panels.joined(separator: " "), notes: ["from here"], body: [:])
    }
  }

  @Test func `Pictures are numbered only if there are several`() {
    let one = pages(["a", "b"])
    #expect(one.map(\.title) == ["a b"] && one.map(\.name) == ["x"] && one[0].notes == ["from here"])
    let two = pages(["a", "b", "c"])
    #expect(two.map(\.title) == ["a b", "c"] && two.map(\.name) == ["x-1", "x-2"])
    #expect(two.allSatisfy { $0.notes == ["from here"] })
    #expect(pages([]).isEmpty)
  }

  @Test func `Panels beyond ten pictures are left out and counted in a note`() {
    let many = pages((0..<100).map(String.init))
    #expect(many.count == 10 && many.last?.title == "18 19")
    let note = "The first 10 pictures; use a filter to see the other 80 panels."
    #expect(many.allSatisfy { $0.notes == [note, "from here"] })
  }
}

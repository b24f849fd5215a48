import Foundation
import LayoutTestSupport
import StrictJSON
import Testing

@testable import Measuring
@testable import Reporting

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
    // A member is set by its key, and removed by nil.
    var object: JSONValue = ["a": 1]
    object["b"] = "x"
    #expect(object == ["a": 1, "b": "x"])
    object["a"] = nil
    #expect(object == ["b": "x"] && object["a"] == nil && JSONValue.number(1)["a"] == nil)
  }

  @Test func `Texts and numbers of any kind are read back the same, without a control character`() throws {
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
    // Figures have six significant digits.
    let figures: [(Double, String)] = [
      (0, "0"), (1.0 / 3, "0.333333"), (-2.0 / 3, "-0.666667"), (123_456.7, "123457"),
      (12_345_678, "12345700"),
      (0.000_012_345_678, "1.23457e-05"), (99_999_999, "100000000"), (.leastNonzeroMagnitude, "5e-324"),
    ]
    for (value, text) in figures { #expect(JSONValue.figure(value).formatted == text + "\n", "\(value)") }
  }
}

@Suite("Axes, names and pages of charts")
struct ChartPartsTests {
  private func axis(_ values: [Double], most: Int = 8) -> (ClosedRange<Double>, [Double]) {
    let axis = LogScale(values, mostTicks: most)
    return (axis.domain, axis.ticks)
  }

  @Test func `A logarithmic axis ends at round numbers, with room for marks, whatever has no place on it`() {
    #expect(axis([12, 900]) == (10...1_000, [10, 20, 50, 100, 200, 500, 1_000]))
    #expect(axis([10, 1_000]) == (5...2_000, [10, 100, 1_000]), "Marks at the ends would be cut.")
    #expect(axis([3]) == (2...5, [2, 5]))
    #expect(axis([0.001_5, 0.003]) == (0.001...0.005, [0.001, 0.002, 0.005]))
    // If not every power of ten has a tick, 1 keeps its own.
    #expect(axis([0.000_2, 40_000], most: 4) == (0.000_1...50_000, [0.001, 1, 1_000]))
    #expect(axis([]) == axis([1, 10]))
    #expect(axis([0, -1, .nan, .infinity, 12, 900]) == axis([12, 900]))
    for values in [[Double.leastNonzeroMagnitude, 1.7e308], [1e-300], [1.7e308]] {
      let axis = LogScale(values)
      #expect(axis.domain.lowerBound > 0 && axis.domain.upperBound.isFinite && axis.ticks.count <= 8)
    }
  }

  @Test func `A cell's name has only what differs among the cells`() {
    let one = CellNames([makeCell("a"), makeCell("b")])
    #expect(one.cell(makeCell("a")) == "feed(1000) a")
    let threads = CellNames([makeCell("a"), makeCell("a", threads: 2)])
    #expect(threads.series(makeCell("a", threads: 2)) == "a × 2")
    let pool = makeCell("a", mode: .concurrentQueue)
    #expect(CellNames([makeCell("a"), pool]).subject(pool) == "a concurrentQueue")
    // No two cells share a name, whichever part of them differs.
    let cells = [
      makeCell("a"), changed(makeCell("a")) { $0.seed = 7 }, pool, makeCell("b"), makeCell("a", threads: 2),
      makeCell("a", params: "width=1"),
      makeCell("a", nodeCount: 7), makeCell("a", workload: "feed(2)"),
    ]
    #expect(Set(cells.map(CellNames(cells).cell)).count == cells.count)
    // A workload's family is what stands before its bracket, and a document has none.
    #expect(makeCell(workload: "grid(100, 20)").family == "grid")
    #expect(makeCell(workload: "trees/a.json").family == nil)
  }

  private func pages(_ panels: [String]) -> [Chart] {
    Chart.pages(of: panels, size: 2) { panels in
      Chart(name: "x", kind: "growth", title: panels.joined(separator: " "), notes: ["from here"], body: [:])
    }
  }

  @Test func `Pictures are numbered only if there are several; panels beyond ten are counted in a note`() {
    let one = pages(["a", "b"])
    #expect(one.map(\.title) == ["a b"] && one.map(\.name) == ["x"] && one[0].notes == ["from here"])
    let two = pages(["a", "b", "c"])
    #expect(two.map(\.title) == ["a b", "c"] && two.map(\.name) == ["x-1", "x-2"])
    #expect(two.allSatisfy { $0.notes == ["from here"] })
    #expect(pages([]).isEmpty)
    let many = pages((0..<100).map(String.init))
    #expect(many.count == 10 && many.last?.title == "18 19")
    let note = "The first 10 pictures; use a filter to see the other 80 panels."
    #expect(many.allSatisfy { $0.notes == [note, "from here"] })
  }
}

@Suite("The folder of charts")
struct ChartFolderTests {
  private let temporary = TemporaryFolder()
  private var parent: URL { temporary.url }

  private func chart(_ name: String = "a", value: JSONValue = 1) -> Chart {
    Chart(
      name: name, kind: "growth", title: "A", notes: ["from here"], body: ["data": ["values": [["x": value]]]]
    )
  }

  @Test func `Each chart is written once in each theme, in files with plain, short names`() throws {
    let folder = ChartFolder(url: parent.appending(path: "deep/charts"))
    let both = try folder.write([chart(), chart("b")], themes: [.light, .dark], extensions: ["svg"])
    #expect(
      both.map(\.lastPathComponent) == [
        "a-light.vl.json", "a-dark.vl.json", "b-light.vl.json", "b-dark.vl.json",
      ])
    #expect(folder.url.names == both.map(\.lastPathComponent).sorted())
    // They differ in more than their case.
    let charts = ["größe/木 x", "Feed", "feed", String(repeating: "n", count: 500)].map { chart($0) }
    let files = try ChartFolder(url: parent).write(charts, themes: [.light], extensions: [])
    #expect(
      files.map(\.lastPathComponent) == [
        "gr--e---x-light.vl.json", "Feed-light.vl.json", "feed-2-light.vl.json",
        String(repeating: "n", count: 120) + "-light.vl.json",
      ])
  }

  @Test func `A chart that this program wrote is written over, with the picture made of it`() throws {
    let folder = ChartFolder(url: parent)
    let file = try folder.write([chart()], themes: [.light], extensions: ["svg"])[0]
    try parent.appending(path: "a-light.svg").write("picture")
    // In another layout it still says the same.
    let text = try file.text()
    try file.write(text.replacing("\n", with: " "))
    _ = try folder.write([chart(value: 2)], themes: [.light], extensions: ["svg"])
    #expect(try file.text().contains("{\"x\": 2}"))
    // A picture that this program did not make is kept.
    let picture = parent.appending(path: "b-light.svg")
    try picture.write("mine")
    let error = failure { try folder.write([chart("b")], themes: [.light], extensions: ["svg"]) }
    #expect(error?.file == picture.path)
    _ = try folder.write([chart("b")], themes: [.light], extensions: ["png"])
  }

  @Test(arguments: [
    ("\"x\": 1", "\"x\": 3"), ("\"A\"", "\"My title\""), ("layoutbench", "somebody"),
  ])
  func `A chart changed by hand is kept unless it is forced`(old: String, new: String) throws {
    let folder = ChartFolder(url: parent)
    let file = try folder.write([chart()], themes: [.light], extensions: [])[0]
    let changed = try file.text().replacing(old, with: new)
    try file.write(changed)
    let error = failure { try folder.write([chart("0"), chart()], themes: [.light], extensions: []) }
    #expect(error?.file == file.path && error?.message.contains("--force") == true)
    #expect(try file.text() == changed)
    #expect(parent.names == ["a-light.vl.json"], "Nothing is written where something is refused.")
    _ = try folder.write([chart()], themes: [.light], extensions: [], force: true)
    #expect(try file.text() != changed)
  }
}

@Suite("The runs that charts are drawn of")
struct ChartInputTests {
  private let temporary = TemporaryFolder()

  @Test func `A folder with no row or no description is not a run to draw`() throws {
    let folder = try ChartFixtures.makeRun(in: temporary)
    #expect(failure { try ChartRun(folder: folder) }?.message == "has no measured row")
    try folder.runFile.remove()
    #expect(failure { try ChartRun(folder: folder) }?.file == folder.runFile.path)
  }

  @Test func `Missing samples and an interruption are warnings, and no samples at all is an error`() throws {
    let folder = try ChartFixtures.makeRun(in: temporary, samples: ChartFixtures.samples)
    var description = ChartFixtures.description
    let cell = ChartFixtures.samples[0].cell
    description.cells = [CellOutcome(cell: cell, status: .measured, sampleCount: 7)]
    description.ending = .interrupted
    try folder.write(description)
    let run = try ChartRun(folder: folder)
    #expect(
      run.warnings == [
        "\(folder.samplesFile.path): Lacks 4 of the 7 samples that run.json counts.",
        "\(folder.url.path) is incomplete: it was interrupted. Measure again.",
      ])
    #expect(run.caption(of: "samples.csv")[0].hasSuffix("; incomplete"))
    try folder.samplesFile.write("")
    #expect(throws: FileError.self) { try ChartRun(folder: folder) }
  }

  @Test(arguments: ["-1e300", "1e308", "0", "-9223372036854775808"])
  func `Figures that cannot be true still give charts that can be written`(number: String) throws {
    let wild = ChartFixtures.comparison.replacing("\"ratio\" : 1.042", with: "\"ratio\" : \(number)")
    let run = try ChartFixtures.run(files: ["compare.json": wild])
    let charts = ChartKind.allCases.flatMap { $0.charts(of: run) }
    #expect(
      charts.contains { $0.kind == "forest" }
        && charts.allSatisfy { !$0.specification(.light).formatted.isEmpty })
  }
}

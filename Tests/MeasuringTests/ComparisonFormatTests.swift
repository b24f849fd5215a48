import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

@Suite("A comparison in Markdown and for continuous integration")
struct ComparisonMarkdownTests {
  @Test func `GitHub's annotations are a line each, and nothing in a name begins another one`() {
    let lines = ComparisonReport(ComparisonFixtures.mixed).annotations.split(separator: "\n")
    #expect(lines.first?.hasPrefix("::error title=Slower%3A spec.cold feed(1000)") == true, "\(lines)")
    #expect(lines[1].hasPrefix("::error title=More allocations%3A spec.cold feed(1000)"), "\(lines)")
    #expect(lines.last?.hasPrefix("::notice title=layoutbench compare::Slower in 1 of 3 cells") == true)
    let cell = makeCell("a\n::error::b", workload: "100%,:")
    let comparison = makeComparison([makeRow(cell, ratio: 1.1, verdict: .slower)])
    let hostile = ComparisonReport(comparison).annotations.split(separator: "\n")
    #expect(hostile.allSatisfy { $0.hasPrefix("::") } && hostile.count == 3, "\(hostile)")
    #expect(hostile[0].contains("100%25%2C%3A"))
  }

  @Test func `What cannot be compared is an answer too, in each format but text`() throws {
    func text(_ format: ComparisonFormat) -> String {
      format.failureText("main does_not build:", details: ["a.swift:3: error: `x` | y", "more"])
    }
    #expect(text(.text).isEmpty)
    #expect(
      text(.markdown) == """
        <!-- layoutbench compare -->
        ### LayoutBench: nothing was compared

        Main does\\_not build:

        - ``a.swift:3: error: `x` | y``
        - `more`

        """)
    #expect(
      text(.github) == "::error title=Not compared::main does_not build: a.swift:3: error: `x` | y more\n")
    let json = try JSONDecoder().decode([String: String].self, from: Data(text(.json).utf8))
    #expect(json == ["failure": "main does_not build:\na.swift:3: error: `x` | y\nmore"])
  }

  @Test func `The JSON of a comparison has its verdict, code and regressions, and is read back`() throws {
    let comparison = ComparisonFixtures.mixed
    let data = Data(try ComparisonFormat.json.text(of: ComparisonReport(comparison)).utf8)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["exitCode"] as? Int == 2)
    #expect((object["verdict"] as? String)?.hasPrefix("slower in 1 of 3 cells") == true)
    #expect((object["regressions"] as? [String])?.isEmpty == false)
    #expect(try read(data) == comparison)
  }

  @Test func `Markdown is as recorded, and every comparison has its finding as the headline`() throws {
    let texts = ComparisonFixtures.ofTables.prefix(2).map {
      ($0.key, $0.value.markdown(machine: "Fast_9000; 2 cores"))
    }
    try expectRecorded(sections(texts), as: "comparison.md")
    for comparison in ComparisonFixtures.all {
      let headline = ComparisonFindings(comparison).headline()
      #expect(comparison.markdown().hasPrefix("<!-- layoutbench compare -->\n### LayoutBench: \(headline)\n"))
    }
  }

  @Test func `The counts of lists are told by ways, and are no cells`() {
    let cells = (1...3).map { makeCell(workload: "wide(\($0))") }
    let ways = ["specs", "frames by hand"].map {
      makeCell("frames: \($0)", workload: "feed(10)", nodeCount: 0)
    }
    func findings(made: Double) -> ComparisonFindings {
      ComparisonFindings(
        makeComparison(
          cells.map { makeRow($0) } + cells.map { makeCount(.allocCount, 1, 1, cell: $0) }
            + ways.map { makeCount(.cellsMade, 5, made, cell: $0) },
          shared: [makeShared(1.01, .slower, cells: 3)]))
    }
    let equal = findings(made: 5)
    #expect(equal.headline().hasSuffix("over all 3 cells together"), "\(equal.headline())")
    let texts = equal.findings().map(\.text)
    #expect(texts.contains("Allocations: equal in all 3 cells."), "\(texts)")
    #expect(texts.contains("Cells made: equal in both ways."), "\(texts)")
    let more = findings(made: 6)
    #expect(more.headline().hasSuffix("; counts of lists up in both ways"), "\(more.headline())")
  }

  @Test func `A code span holds anything that does not end it, and no prose is markup`() {
    #expect(MarkdownText.code("a") == "`a`")
    #expect(MarkdownText.code("") == "")
    #expect(MarkdownText.code("`") == "`` ` ``")
    #expect(MarkdownText.code("a``b`") == "``` a``b` ```")
    #expect(MarkdownText.code("a|b", inTable: true) == "`a\\|b`")
    #expect(MarkdownText.code("a|b") == "`a|b`")
    #expect(MarkdownText.code("a\nb\u{2028}") == "`a\\nb\\u{2028}`")
    #expect(MarkdownText.prose("a_b `c_d` <e> & [f](g)") == #"a\_b `c_d` &lt;e\> &amp; \[f\](g)"#)
    #expect(MarkdownText.prose("one ` alone_") == #"one \` alone\_"#)
    #expect(MarkdownText.prose("``") == "")
  }
}

@Suite("The file compare.csv")
struct ComparisonFileTests {
  private let temporary = TemporaryFolder()
  private var url: URL { temporary.url }

  @Test func `The header, and rows of times and counts with odd names and a note, are as recorded`() throws {
    let comparison = makeComparison([
      makeRow(ComparisonFixtures.oddCell, ratio: 1.5, spread: 0.25, verdict: .slower),
      makeCount(.allocCount, 0, 3, note: "New, and \"odd\"."),
    ])
    try expectRecorded(ComparisonCSV.text(of: comparison), as: "compare.csv")
    // A side without a revision has its name.
    let side = changed(comparison) { $0.base = .init(name: "results/a,b") }
    #expect(ComparisonCSV.text(of: side).contains(",alloc_count,\"results/a,b\","))
    #expect(ComparisonCSV.text(of: makeComparison([])) == CSVText.row(ComparisonCSV.columns.map(\.name)))
  }

  @Test func `A folder holds one comparison, and says so from its start, also of one never judged`() throws {
    let folder = RunFolder(url: url)
    #expect(!folder.holdsComparison && failure { try folder.readComparison() } != nil)
    var description = ChartFixtures.description
    try folder.write(description)
    #expect(!folder.holdsComparison)
    // As from its start on, so that one that was killed is known too.
    description.base = GitState(revision: "abc", isDirty: false)
    try folder.write(description)
    #expect(folder.holdsComparison)
    #expect(
      throws: FileError(
        file: url.path, message: "is a comparison that was ended before it was judged; compare again")
    ) {
      try folder.readComparison()
    }
    // As older programs wrote it.
    try folder.runFile.remove()
    try folder.write(ComparisonFixtures.odd)
    try folder.write(ComparisonFixtures.mixed)
    #expect(try folder.holdsComparison && folder.readComparison() == ComparisonFixtures.mixed)
    #expect(temporary.url.names == ["compare.csv", "compare.json"])
  }
}

/// Reads `c.json`.
private func read(_ json: Data) throws -> Comparison {
  try StableJSON.read(json, file: "c.json", as: "a comparison", newest: Comparison.schema)
}

@Suite("The document of a comparison")
struct ComparisonJSONTests {
  private func text(_ comparison: Comparison) throws -> String {
    String(decoding: try StableJSON.data(of: comparison), as: UTF8.self)
  }

  @Test func `Every comparison is read back whole, and written again the same`() throws {
    // Of equal sources nothing is stored.
    for comparison in ComparisonFixtures.all where !comparison.haveEqualSources {
      let data = try StableJSON.data(of: comparison)
      let copy = try read(data)
      // Rows as text, since NaN does not equal itself.
      #expect("\(copy.rows)" == "\(comparison.rows)")
      #expect(changed(copy) { $0.rows = [] } == changed(comparison) { $0.rows = [] })
      #expect(try StableJSON.data(of: copy) == data)
    }
  }

  @Test func `A comparison of one row is as recorded`() throws {
    var comparison = makeComparison([makeCount(.allocCount, 0, 3, cell: ComparisonFixtures.oddCell)])
    comparison.minimumEffect = 0.5
    comparison.shared = [makeShared(1.5, .slower, cells: 11, spread: 0.25)]
    try expectRecorded(text(comparison), as: "comparison-row.json")
  }

  /// A locale with a comma for the point must not show, in any format.
  @Test func `No format of a comparison depends on the locale`() throws {
    func texts() throws -> [String] {
      try ComparisonFixtures.all.flatMap {
        [$0.text(), $0.markdown(), ComparisonCSV.text(of: $0), try text($0)]
      }
    }
    let before = setlocale(LC_ALL, nil).map { String(cString: $0) }
    defer { _ = setlocale(LC_ALL, before ?? "C") }
    let expected = try texts()
    for name in ["de_DE.UTF-8", "de_DE", "fr_FR.UTF-8"] where setlocale(LC_ALL, name) != nil { break }
    #expect(try texts() == expected)
  }

  @Test func `Newer and damaged documents are refused with the reason`() {
    func message(_ json: String) -> String {
      failure { try read(Data(json.utf8)) }?.description ?? ""
    }
    #expect(message(#"{"schema": 3}"#) == "c.json: its schema 3 is newer than 2, the newest known")
    #expect(message(#"{"schema": 1}"#).hasPrefix("c.json: is not a comparison: "))
    #expect(message("").hasPrefix("c.json: is not a comparison: "))
  }
}

@Suite("A comparison in text")
struct ComparisonTextTests {
  @Test func `Every comparison is as recorded`() throws {
    let tables = ComparisonFixtures.ofTables.map { ($0.key, $0.value.text()) }
    // The sides, the headline and the sentences; the table is behind them.
    let sentences = ComparisonFixtures.ofSentences.map {
      ($0.key, $0.value.text().components(separatedBy: "\n\n").prefix(3).joined(separator: "\n") + "\n")
    }
    let wide = makeCell("cassowary.cells.width", workload: "trees/header-left-right.json")
    let rows = [wide, makeCell("node.first")].flatMap { cell in
      [
        makeRow(cell, ratio: 1.049, spread: 0.004, verdict: .slower),
        makeCount(.instructionCount, 100, 103, cell: cell),
      ]
    }
    let narrow = makeComparison(rows).text(width: 80)
    #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 80 })
    try expectRecorded(
      sections(tables + sentences + [("in 80 columns rows keep change, interval and verdict", narrow)]),
      as: "comparison.txt")
  }

  @Test func `Colours change no character, and each coloured line ends its own`() {
    for comparison in ComparisonFixtures.all {
      let coloured = comparison.text(style: .ansi)
      #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == comparison.text())
    }
    let lines = ComparisonFixtures.mixed.text(style: .ansi).split(separator: "\n")
    let coloured = lines.map { line in
      line.hasPrefix("\u{1B}[") ? String(line.dropFirst(2).prefix { $0 != "m" }) : ""
    }
    #expect(coloured[3] == "1" && coloured.contains("31") && coloured.contains("32"), "\(coloured)")
    #expect(lines.allSatisfy { !$0.hasPrefix("\u{1B}") || $0.hasSuffix("\u{1B}[0m") })
  }

  @Test(arguments: [
    (0.021, "2.1%"), (0, "0%"), (-0.0, "0%"), (0.000_4, "0.04%"), (0.000_04, "0%"), (0.9996, "100%"),
    (-0.5, "-50.0%"), (11, "1,100%"), (.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan"),
  ])
  func `A percentage has the digits that it needs, and a sign for a change`(share: Double, text: String) {
    #expect(NumberText.change(share) == text)
    let sign = share > 0 && text != "0%" && share.isFinite ? "+" : ""
    #expect(NumberText.change(share, isSigned: true) == sign + text)
  }
}

import Testing

@testable import Benchmarking

@Suite("A comparison in text")
struct ComparisonTextTests {
  @Test func `Layouts that are meant to differ come first`() {
    var comparison = makeComparison([makeRow(ratio: 1.1, verdict: .slower)])
    comparison.layoutChanges = ["inbox(1) has 6 elements with the base and 7 with the candidate"]
    let first = ComparisonFindings(comparison).findings().first?.text
    #expect(first?.hasPrefix("The revisions lay out differently: inbox(1) has 6 elements with") == true)
  }

  @Test func `Every comparison is as recorded`() throws {
    var equal = ComparisonFixtures.empty
    equal.haveEqualSources = true
    let comparisons = ComparisonFixtures.named + [("equal sources", equal)]
    try expectRecorded(sections(comparisons.map { ($0.key, $0.value.text()) }), as: "comparison.txt")
  }

  @Test func `What the time went to is said, if it is known; phases of no time are not`() throws {
    var comparison = ComparisonFixtures.suite
    func measured() -> String? {
      comparison.text().split(separator: "\n").first { $0.hasPrefix("Measured:") }.map(String.init)
    }
    let before = try #require(measured())
    comparison.phases = [.preparing: 3_000_000_000, .allCells: 120_000_000_000, .suspects: 0]
    #expect(measured() == before + ": 3 s for preparing, 2 min 0 s for all cells")
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

  @Test func `In 80 columns every line fits, and a row keeps its change, its interval and its verdict`() {
    let cells = [
      makeCell("cassowary.cells.width", workload: "trees/header-left-right.json"), makeCell("node.first"),
    ]
    let rows = cells.flatMap { cell in
      [
        makeRow(cell, ratio: 1.049, spread: 0.004, verdict: .slower),
        makeCount(.instructionCount, 100, 103, cell: cell),
      ]
    }
    let lines = makeComparison(rows).text(width: 80).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    let row = lines.first { $0.hasPrefix("trees/h") && $0.contains("CPU time") }
    #expect(row?.contains("… cassowary.cells.width CPU time") == true, "\(lines)")
    #expect(
      row?.contains("+4.9%") == true && row?.contains(" to ") == true && row?.hasSuffix("slower") == true)
  }

  @Test func `Cells that failed count among all cells in every sentence, and those left out do not`() {
    let failed = CellOutcome(cell: makeCell("naive"), status: .failed, reason: "It ended.")
    let refused = CellOutcome.leftOut(makeCell("manual"), reason: "It is too deep.")
    let rows = (0..<6).flatMap { index in
      let cell = makeCell(workload: "wide(\(index))")
      return [makeRow(cell), makeCount(.allocCount, 1, 1, cell: cell)]
    }
    let text = makeComparison(rows, failures: [failed, refused]).text()
    #expect(text.contains("\nNo change seen in 6 of 7 cells; failed in 1.\n"))
    #expect(text.contains("\nNot seen: no slowdown above 1% in 6 of the 6 cells.\n"))
    #expect(text.contains("\nAllocations: equal in 6 of 7 cells.\n"))
    #expect(text.contains("\nNot compared: manual feed(1000): It is too deep.\n"))
  }

  @Test func `Counts that do not repeat are said to say nothing, and not blamed on the machine`() {
    let rows = (0..<6).map { index in
      makeCount(.allocCount, 7, 8, cell: makeCell(workload: "wide(\(index))"), verdict: .unresolved)
    }
    let text = makeComparison(rows).text()
    #expect(text.contains("\nCounts in all 6 cells do not repeat, and say nothing.\n"))
    #expect(!text.contains("doctor"))
  }

  @Test func `Changed counts of many cells are one sentence for each direction`() {
    let rows = (0..<6).map {
      makeCount(.allocCount, 7, $0 < 4 ? 8 : 6, cell: makeCell(workload: "wide(\($0))"))
    }
    let text = makeComparison(rows).text()
    #expect(
      text.contains(
        "\nCounts are up in 4 of 6 cells: see the table.\nCounts are down in 2 of 6 cells: see the table.\n"))
  }

  @Test("A comparison that was interrupted says so and how it goes on, and does not advise a longer budget")
  func anInterruptedComparisonSaysSo() {
    var comparison = ComparisonFixtures.cutShort
    comparison.ending = .interrupted
    let text = comparison.text()
    #expect(text.contains("\nNo change seen in the one cell, interrupted.\n"))
    #expect(text.contains("--resume latest") && !text.contains("--budget"))
    let empty = Comparison(
      runID: "", base: .init(name: "a"), candidate: .init(name: "b"), rows: [], ending: .interrupted)
    #expect(empty.text().contains("\nNothing was compared, interrupted.\n"))
  }

  @Test func `Without a change of single cells, a changed group is the headline`() {
    let comparison = makeComparison(
      (0..<6).map { makeRow(makeCell(workload: "wide(\($0))")) },
      shared: [makeShared(1.001, .same), makeShared(0.98, .faster, workload: "wide", cells: 3)])
    #expect(
      comparison.text().contains(
        "\nChanged in 1 group of cells; +0.1% over all together (-0.1% to +0.3%).\n"))
    #expect(
      comparison.text().contains(
        "\nThe 3 cells of the workload wide are 2.0% (1.8% to 2.2%) faster together.\n"))
  }

  @Test func `What is slower together with the same work is no headline, and a note`() {
    let comparison = makeComparison(
      [makeRow()],
      shared: [makeShared(1.003, .placement), makeShared(1.006, .placement, subject: "spec.edit", cells: 8)])
    #expect(
      comparison.text().contains(
        "\nNo change seen in the one cell; +0.3% over all together (+0.1% to +0.5%), with the same work.\n"))
    #expect(
      comparison.text().contains(
        "\nThe 8 cells of the subject spec.edit are 0.6% (0.4% to 0.8%) slower together and do the same work.\n"
      ))
    #expect(RegressionGate.standard.matches(in: comparison).isEmpty)
  }

  @Test func `Of more than thirty cells, only those that changed are in the table`() {
    let rows = (0..<31).map {
      makeRow(makeCell(workload: "wide(\($0))"), ratio: $0 == 4 ? 1.1 : 1, verdict: $0 == 4 ? .slower : .same)
    }
    let lines = makeComparison(rows).text().split(separator: "\n").filter { $0.contains("CPU ns") }
    #expect(lines.count == 1 && lines[0].hasPrefix("wide(4)"))
  }

  @Test func `A few pairs have a change and no interval, in text and in Markdown`() {
    var row = makeRow(ratio: 1.019, verdict: .unresolved)
    (row.pairCount, row.level, row.excludedRatio) = (2, 0.5, nil)
    let comparison = makeComparison([row])
    for text in [comparison.text(), comparison.markdown()] {
      #expect(!text.contains("% to ") && text.contains("+1.9%"), "\(text)")
    }
  }

  @Test func `If levels differ among cells, their range is given`() {
    var second = makeRow(makeCell(threads: 2))
    second.level = 0.995
    let text = makeComparison([makeRow(), second]).text()
    #expect(text.contains("interval: where the change lies, at 99% to 99.5%\n"))
  }

  @Test(
    "A percentage has as many digits as its size needs, and a sign if it is a change",
    arguments: [
      (0.021, "2.1%"), (0, "0%"), (-0.0, "0%"), (0.000_4, "0.04%"), (0.000_04, "0%"), (0.9996, "100%"),
      (-0.5, "-50.0%"), (11, "1,100%"), (.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan"),
    ])
  func percentages(share: Double, text: String) {
    #expect(NumberText.change(share) == text)
    let sign = share > 0 && text != "0%" && share.isFinite ? "+" : ""
    #expect(NumberText.change(share, isSigned: true) == sign + text)
  }

  @Test func `What is not a finite number is printed as such`() {
    var row = makeRow()
    row.baseValue = .nan
    row.candidate = .init(ratio: .nan, low: -.infinity, high: .infinity)
    row.excludedRatio = .infinity
    let text = makeComparison([row]).text()
    #expect(text.contains("nan") && text.contains("-inf to inf"))
    row.level = .nan
    #expect(!makeComparison([row]).markdown().isEmpty)
  }
}

import Testing

@testable import Measuring
@testable import Reporting

@Suite("The tables of a run")
struct ResultTableTests {
  private let walls: [UInt64] = [99, 100, 100, 100, 100, 101]

  private func around(_ cell: CellID, _ factor: UInt64) -> [SampleRecord] {
    makeSamples(cell, walls.map { $0 * factor })
  }

  private let twoModes: [UInt64] = [10, 20, 10, 20].flatMap { Array(repeating: $0 * 100_000, count: 3) }

  /// Cells in two dispatch modes.
  private var modes: Summary {
    Summary(
      of: around(makeCell(), 10_000) + around(makeCell(mode: .concurrentQueue), 20_000)
        + around(makeCell("naive"), 80_000) + around(makeCell(threads: 2, mode: .concurrentQueue), 12_500))
  }

  @Test func `A run at a glance has a row a workload and a column a subject, in times or in ratios`() throws {
    let summary = Summary(
      of: around(makeCell("spec"), 10_000)
        + around(makeCell("spec", threads: 2), 5_500)
        + around(makeCell("naive"), 1_234_567)
        + around(makeCell("naive", workload: "wide(10)"), 2_000))
    let tables = [
      ("times", SubjectTable(summary: summary).text()),
      ("ratios", SubjectTable(summary: summary).text(relativeTo: "spec")),
      ("24 characters wide", SubjectTable(summary: summary).text(width: 24)),
      ("several dispatch modes", SubjectTable(summary: modes).text()),
      ("a cell with flags", SubjectTable(summary: Summary(of: makeSamples(makeCell(), twoModes))).text()),
    ]
    try expectRecorded(sections(tables), as: "table-subjects.txt")
    #expect(SubjectTable(summary: Summary(of: [])).text() == "Nothing was measured with one worker.\n")
  }

  @Test func `A table that is too wide says which columns it lacks, also if the last one is wide`() {
    let table = Table<Int>(
      columns: [
        .left("name") { "\($0)" }, .right("detail", isDetail: true) { _ in "1" },
        .left("flags") { _ in "a long flag" },
      ],
      rows: [1])
    #expect(table.fitting(23).leftOutText == nil && table.fitting(nil).leftOutText == nil)
    let narrow = table.fitting(22)
    #expect(narrow.columns.map(\.title) == ["name", "flags"])
    #expect(
      narrow.fittedText(nil).hasSuffix(
        "\nLeft out, since the terminal is narrow: detail. --wide shows all columns.\n"))
    #expect(narrow.legends == [narrow.leftOutText])
    #expect(table.fitting(10).leftOutText?.hasSuffix(" Lines are whole from 16 characters on.") == true)
  }

  @Test func `Columns are as wide as a terminal shows them, and names are cut in the middle`() {
    #expect(["ab", "文字", "😀a", "👩‍👩‍👧", "é", "❤️", "한국"].map(\.terminalWidth) == [2, 4, 3, 2, 1, 2, 4])
    let names = ["文字", "feed(1000)", "feed(100)"]
    var column = TableColumn<String>.left("name") { $0 }
    column.isCut = true
    let table = Table<String>(columns: [column, .right("n") { _ in "1" }], rows: names)
    #expect(table.text().split(separator: "\n")[2] == "文字       1")
    #expect(
      table.fitting(10).text() == """
        name     n
        -------- -
        文字     1
        fe…1000) 1
        fe…(100) 1

        """)
  }

  @Test func `Every table of cells is as recorded`() throws {
    let summary = Summary(
      of: around(makeCell(), 10_000) + around(makeCell(threads: 2), 5_500)
        + around(makeCell("naive"), 1_234_567))
    let outcomes = [
      CellOutcome(cell: makeCell("spec"), status: .measured),
      CellOutcome.leftOut(
        makeCell("naive", workload: "deep(100000)", threads: 2), reason: "One job takes too long."),
      CellOutcome(cell: makeCell("cassowary"), status: .failed),
    ]
    func flagged(_ workload: String, width: Int) -> String {
      let flagged = makeSamples(
        makeCell("cassowary.cells.width", workload: workload), [60, 80, 100, 100, 120, 150])
      let summary = Summary(of: flagged + around(makeCell(workload: workload), 10_000))
      return ResultTable(summary: summary, reference: "spec").text(width: width)
    }
    let wide = Summary(
      of: makeSamples(makeCell(), [10, 20, 30, 40, 500, 900]) + makeSamples(makeCell("naive"), [30]))
    let single = Summary(of: [makeCell(), makeCell("naive")].map { makeSample($0, wall: 100) })
    let odd = makeCell("a\tb", workload: "日本\n,\"👩‍👩‍👧\"", params: "w=1", threads: 4)
    let cells = ["a", "b", "c"].map { makeCell($0) }
    let incomplete = zip(cells, ["No time.", "No time.", "No process."]).map {
      CellOutcome(cell: $0, status: .measured, reason: $1, sampleCount: 6)
    }
    let leftOut = (1...26).map { CellOutcome.leftOut(makeCell(threads: $0), reason: "It ended before.") }
    let sharedCores = around(makeCell("spec", threads: 2), 9_000).map {
      changed($0) { $0.cpuNanoseconds = $0.wallNanoseconds }
    }
    let flags = Summary(
      of: around(makeCell("spec"), 10_000) + sharedCores + around(makeCell("naive"), 20_000)
        + around(makeCell("naive", threads: 2), 10_000))
    #expect(ThreadTable(summary: flags).text().contains("1.11×! 0.0%      55.6%"))
    func text(
      _ summary: Summary, _ outcomes: [CellOutcome] = [], reference: String = ResultTable.defaultReference
    )
      -> String
    { ResultTable(summary: summary, outcomes: outcomes, reference: reference).text() }
    try expectRecorded(
      sections([
        ("speed-ups and ratios, and what is left out or failed", text(summary, outcomes, reference: "spec")),
        ("several dispatch modes have a column", text(modes, reference: "spec")),
        ("cells with flags are marked, with what to do", text(flags, reference: "spec")),
        ("a row with flags fits into 80 characters", flagged("feed(1000)", width: 80)),
        ("and into 72: names are cut", flagged("feedItem(1000000,1000000)", width: 72)),
        ("an interval as wide as its median is told by its ends", text(wide, reference: "spec")),
        ("its finding", RunFinding(summary: wide, reference: "spec").text + "\n"),
        ("ratios of a single round are marked", text(single, reference: "spec")),
        (
          "a single sample has no interval, and odd names stay on their line",
          text(Summary(of: makeSamples(odd, [5_000_000])))
        ),
        ("what is missing is said once", text(Summary(of: cells.flatMap { around($0, 1) }), incomplete)),
        ("an interval takes four samples", text(Summary(of: makeSamples([990_000, 1_000_000, 1_000_000])))),
        (
          "four have less than 95%",
          text(Summary(of: makeSamples([990_000, 1_000_000, 1_000_000, 1_000_000])))
        ),
        ("nothing was measured", text(Summary(of: []))),
        ("a reason that cells share is said once", text(Summary(of: []), leftOut)),
        ("a reason of one cell", text(Summary(of: []), [leftOut[0]])),
      ]), as: "table-cells.txt")
  }

  @Test func `A finding's picture has a bar for each kind of subject, and what two workers do`() throws {
    func cells(_ workload: String, _ walls: [(subject: String, wall: UInt64)]) -> [SampleRecord] {
      walls.flatMap {
        makeSamples(makeCell($0.subject, workload: workload), Array(repeating: $0.wall, count: 6))
      }
    }
    let one = cells(
      "feed(1000)", [("spec", 10_000), ("manual", 1_000), ("naive", 1_000_000), ("naive.hand", 10_000_000)])
    let two = makeSamples(makeCell("spec", threads: 2), Array(repeating: 5_000, count: 6))
    let finding = RunFinding(
      summary: Summary(of: one + cells("wide(10)", [("spec", 10_000), ("manual", 2_000)]) + two),
      reference: "spec")
    let pictures = [44, 30].map { (width: Int) in ("\(width) characters wide", finding.picture(width: width))
    }
    try expectRecorded(sections(pictures), as: "finding.txt")
    let jobs = Summary(
      of: one
        + [("node.first", 90_000), ("node.relayout", 1_000)].flatMap { subject, wall in
          makeSamples(makeCell(subject), Array(repeating: UInt64(wall), count: 6))
        })
    let lines = RunFinding(summary: jobs, reference: "spec").picture().split(separator: "\n")
    #expect(lines.count { $0.contains("node.") } == 2, "What an app waits for has a bar each.")
    // A flagged ratio is no finding, nor is a ratio that two workers cannot reach.
    let walls: [(one: [UInt64], two: [UInt64])] = [
      (twoModes, Array(repeating: 500_000, count: 12)),
      (Array(repeating: 10_000, count: 6), Array(repeating: 1_500, count: 6)),
    ]
    for (one, two) in walls {
      let summary = Summary(
        of: makeSamples(makeCell("spec"), one) + makeSamples(makeCell("spec", threads: 2), two))
      #expect(RunFinding(summary: summary, reference: "spec").picture().isEmpty)
      #expect(ResultTable(summary: summary, reference: "spec").text().contains("×!"))
    }
    for summary in [Summary(of: []), Summary(of: makeSamples(makeCell("spec"), [1, 2, 3, 4]))] {
      #expect(RunFinding(summary: summary, reference: "spec").picture().isEmpty)
    }
  }

  @Test func `In Markdown a name is no markup and no other column`() {
    let cell = makeCell("s|<b>", workload: "a|b <script>\n@user.json")
    let lines = ResultTable(summary: Summary(of: makeSamples(cell, [1, 2, 3]))).markdown.split(
      separator: "\n")
    #expect(
      lines.count == 3 && lines[2].hasPrefix("| `a\\|b <script>\\n@user.json` | `s\\|<b>` | 1 | "),
      "\(lines)")
  }

  @Test func `A finding says first what an app waits for, of the largest workload, in whole layouts`() {
    let cells = [
      makeCell("node.first", workload: "feed(10)"), makeCell("node.first"), makeCell("node.edit"), makeCell(),
    ]
    let summary = Summary(of: cells.flatMap { makeSamples($0, [1_000_000, 1_000_000, 1_000_000]) })
    let jobs: KeyValuePairs = ["node.edit": "to edit", "node.first": "to show"]
    let time = NumberText.duration(CellFigures.all(in: summary)[0].wall.median * Double(cells[1].nodeCount))
    #expect(
      RunFinding(summary: summary, reference: "spec", jobs: jobs).text.hasPrefix(
        "feed(1000) takes \(time) to edit (node.edit), \(time) to show (node.first), with 1 worker. spec takes "
      ))
    #expect(!RunFinding(summary: summary, reference: "spec").text.contains("to edit"))
    #expect(
      [0, 18.46, 1_234, 20_000_000, 3e9].map(NumberText.duration) == [
        "0 ns", "18.5 ns", "1.23 µs", "20.0 ms", "3.00 s",
      ])
  }

  @Test func `A finding is the same each time, of serial queues if there are several modes`() {
    let modes: [(DispatchMode, UInt64)] = [
      (.concurrentPerform, 3_000_000), (.concurrentQueue, 2_000_000), (.serialQueues, 1_000_000),
    ]
    let samples = modes.flatMap { mode, wall in
      ["node.first", "node.edit"].flatMap { makeSamples(makeCell($0, mode: mode), [wall, wall, wall]) }
    }
    let findings = (0..<30).map { _ in RunFinding(summary: Summary(of: samples)).text }
    #expect(Set(findings).count == 1)
    #expect(findings[0].hasPrefix("feed(1000) takes 100 µs to show first"), "\(findings[0])")
  }

  @Test func `How many of the planned rounds were measured is said where it is not all`() {
    let cells = [5, 6].map {
      CellOutcome(cell: makeCell(params: "\($0)"), status: .measured, sampleCount: $0)
    }
    var run = makeDescription(ending: .budget, cells: cells)
    #expect(
      run.shortfall(path: "out/r")?.hasPrefix(
        "5 to 6 of 20 rounds were measured: the budget was used up. layoutbench run --resume out/r ") == true)
    run.ending = .interrupted
    #expect(run.shortfall(path: "r")?.contains("was cut short") == true)
    // Commands are to be typed as they stand there.
    #expect(run.shortfall(path: "in t/r")?.contains(" --resume 'in t/r' goes on") == true)
    #expect(run.incompleteness(path: "it's")?.nextStep.hasSuffix(#" --resume 'it'\''s'"#) == true)
    run.cells = [
      CellOutcome(cell: makeCell(), status: .measured, sampleCount: 20), .leftOut(makeCell("x"), reason: ""),
    ]
    #expect(run.shortfall(path: "r") == nil)
    // A comparison counts pairs.
    run.cells = [CellOutcome(cell: makeCell(), status: .measured)]
    #expect(run.shortfall(path: "r") == nil)
  }

  @Test func `Rows of a workload stand together, those of a subject by their threads`() {
    let cells = [
      makeCell("spec", workload: "b", threads: 2), makeCell("spec", workload: "a"),
      makeCell("naive", workload: "b", threads: 2), makeCell("spec", workload: "b"),
      makeCell("naive", workload: "b", threads: 1), makeCell("spec", workload: "a", threads: 8),
    ]
    let rows = ResultTable(summary: Summary(of: cells.flatMap { makeSamples($0, [100]) })).rows
    #expect(
      rows.map { "\($0.cell.workload) \($0.cell.subject) \($0.cell.threads)" } == [
        "b spec 1", "b spec 2", "b naive 1", "b naive 2", "a spec 1", "a spec 8",
      ])
    let others = [
      makeCell("spec", threads: 2), makeCell("naive"), makeCell("naive", params: "x", threads: 2),
    ]
    let apart = ResultTable(
      summary: Summary(of: others.map { makeSample($0, wall: 100) }), reference: "naive")
    #expect(apart.rows.allSatisfy { $0.ratioToReference == nil })
    #expect(apart.rows.map(\.speedUp?.value) == [nil, 1, nil])
  }
}

import Measurement
import Testing

@testable import Reporting

@Suite struct NumberTextTests {
  @Test(arguments: [
    (0.0, "0"), (0.000_049, "4.9e-05"), (0.0123, "0.0123"), (0.123_4, "0.123"), (0.999_6, "1.00"),
    (1.234, "1.23"), (9.996, "10.0"), (12.34, "12.3"), (99.96, "100"), (123.4, "123"), (1_234, "1,234"),
    (12_345_678.4, "12,345,678"), (-1_234.5, "-1,235"), (-0.000_01, "-1e-05"),
    (1e15, "1,000,000,000,000,000"), (1e16, "1e+16"),
    (.nan, "nan"), (.infinity, "inf"),
  ]) func figures(value: Double, text: String) {
    #expect(NumberText.figure(value) == text)
  }

  @Test func fixedAndPercentages() {
    #expect(NumberText.fixed(0.05, decimals: 1) == "0.1")
    #expect(NumberText.fixed(-0.04, decimals: 1) == "0.0")
    #expect(NumberText.fixed(1_000.5, decimals: 2) == "1,000.50")
    #expect(NumberText.percentage(0.0123) == "1.2%")
    #expect(NumberText.percentage(.nan) == "nan")
    #expect(NumberText.grouped(-1_000) == "-1,000")
  }
}

@Suite struct ResultTableTests {
  private func samples(_ cell: CellDescription, _ walls: [UInt64]) -> [SampleRecord] {
    walls.enumerated().map { makeSample(cell, sequence: $0.offset, wall: $0.element) }
  }

  private let walls: [UInt64] = [99, 100, 100, 100, 100, 101]

  @Test func aRunAtAGlanceLooksLikeThis() {
    let summary = Summary(
      of: samples(makeCell("spec"), walls.map { $0 * 10_000 })
        + samples(makeCell("spec", threads: 2), walls.map { $0 * 5_500 })
        + samples(makeCell("naive"), walls.map { $0 * 1_234_567 })
        + samples(makeCell("naive", workload: "wide(10)"), walls.map { $0 * 2_000 }))
    #expect(
      SubjectTable(summary: summary).text() == """
        ns/element elements spec  naive
        ---------- -------- ---- ------
        feed(1000)    1,000  100 12,346
        wide(10)      1,000        20.0

        """)
    #expect(
      SubjectTable(summary: summary).text(relativeTo: "spec") == """
        workload   elements spec ns naive
        ---------- -------- ------- -----
        feed(1000)    1,000     100  123×
        wide(10)      1,000

        """)
    #expect(SubjectTable(summary: Summary(of: [])).text() == "Nothing was measured with one worker.\n")
  }

  @Test func aRunLooksLikeThis() {
    let summary = Summary(
      of: samples(makeCell("spec"), walls.map { $0 * 10_000 })
        + samples(makeCell("spec", threads: 2), walls.map { $0 * 5_500 })
        + samples(makeCell("naive"), walls.map { $0 * 1_234_567 }))
    let outcomes = [
      CellOutcome(cell: makeCell("spec"), status: .measured),
      CellOutcome.leftOut(
        makeCell("naive", workload: "deep(100000)", threads: 2), reason: "One job takes too long."),
      CellOutcome(cell: makeCell("cassowary"), status: .failed),
    ]
    #expect(
      ResultTable(summary: summary, outcomes: outcomes, reference: "spec").text() == """
        workload   subject threads elements ns/element    ± trees/s speed-up / spec
        ---------- ------- ------- -------- ---------- ---- ------- -------- ------
        feed(1000) spec          1    1,000        100 1.0%  10,000    1.00×
        feed(1000) spec          2    1,000       55.0 1.0%  18,182    1.82×
        feed(1000) naive         1    1,000     12,346 1.0%    81.0    1.00×   123×

        ± is half of the confidence interval of the median, at 95%.

        Left out:
          naive deep(100000) × 2 threads: One job takes too long.

        Failed:
          cassowary feed(1000) × 1 thread: No reason was given.

        """)
  }

  @Test func growthLooksLikeThis() {
    var samples: [SampleRecord] = []
    for (count, walls) in [(10, [1_000, 4_000]), (100, [10_000, 400_000]), (1_000, [100_000, 40_000_000])] {
      for (subject, wall) in zip(["spec", "naive"], walls) {
        var cell = makeCell(subject, workload: "feed(\(count))")
        cell.nodeCount = count
        samples += self.samples(cell, [UInt64(wall)])
      }
    }
    var single = makeCell("spec", workload: "wide(10)")
    single.nodeCount = 10
    samples += self.samples(single, [1_000])
    #expect(
      GrowthTable(summary: Summary(of: samples)).text() == """
        workload subject sizes    elements    ns/element exponent 95% interval last step
        -------- ------- ----- ----------- ------------- -------- ------------ ---------
        feed     spec        3 10 to 1,000  10.0 to 10.0     1.00 1.00 to 1.00      1.00
        feed     naive       3 10 to 1,000 40.0 to 4,000     2.00 2.00 to 2.00      2.00

        exponent is k where the time for a tree grows with the k-th power of its elements, over all sizes, and from the \
        last but one to the last.

        """)
    #expect(GrowthTable(summary: Summary(of: [])).text() == "")
  }

  @Test func anEmptyRunSaysSo() {
    #expect(ResultTable(summary: Summary(of: [])).text() == "Nothing was measured.\n")
    let outcome = CellOutcome.leftOut(makeCell(), reason: "No.")
    #expect(
      ResultTable(summary: Summary(of: []), outcomes: [outcome]).text()
        == "Nothing was measured.\n\nLeft out:\n  spec feed(1000) × 1 thread: No.\n")
  }

  @Test func oneSampleAndOddNamesLookLikeThis() {
    let cell = makeCell("a\tb", workload: "日本\n,\"👩‍👩‍👧\"", params: "w=1", threads: 4)
    #expect(
      ResultTable(summary: Summary(of: samples(cell, [5_000_000]))).text() == """
        workload     subject threads elements ns/element    ± trees/s speed-up
        ------------ ------- ------- -------- ---------- ---- ------- --------
        日本\\n,"👩‍👩‍👧" w=1 a\\tb          4    1,000        500 0.0%   2,000

        ± is half of the confidence interval of the median, at 95% or, with fewer than 6 samples, at what \
        they allow: 0.0% here.

        """)
  }

  @Test func everySubjectIsComparedWithTheReference() {
    let summary = Summary(of: samples(makeCell("spec"), [300_000]) + samples(makeCell("naive"), [100_000]))
    let slower = ResultTable(summary: summary, reference: "naive")
    #expect(slower.rows.map(\.ratioToReference) == [3, nil])
    #expect(slower.text().contains("3.00×"))
    let faster = ResultTable(summary: summary, reference: "spec")
    #expect(faster.rows.map { $0.ratioToReference.map { ($0 * 300).rounded() } } == [nil, 100])
  }

  @Test func whatBelongsTogetherStandsTogether() {
    let cells = [
      makeCell("spec", workload: "b", threads: 2), makeCell("spec", workload: "a"),
      makeCell("naive", workload: "b", threads: 2), makeCell("spec", workload: "b"),
      makeCell("naive", workload: "b", threads: 1), makeCell("spec", workload: "a", threads: 8),
    ]
    let rows = ResultTable(summary: Summary(of: cells.flatMap { samples($0, [100]) })).rows
    #expect(
      rows.map { "\($0.cell.workload) \($0.cell.subject) \($0.cell.threads)" } == [
        "b spec 1", "b spec 2", "b naive 1", "b naive 2", "a spec 1", "a spec 8",
      ])
  }

  @Test func onlyEqualWorkIsCompared() {
    let summary = Summary(
      of: samples(makeCell("spec", threads: 2), [100]) + samples(makeCell("naive"), [100])
        + samples(makeCell("naive", params: "x", threads: 2), [100]))
    let rows = ResultTable(summary: summary, reference: "naive").rows
    #expect(rows.allSatisfy { $0.ratioToReference == nil })
    #expect(rows.map(\.speedUp) == [nil, 1, nil])
  }
}

import Testing

@testable import Benchmarking

@Suite("A comparison in text")
struct ComparisonTextTests {
  @Test("Layouts that are meant to differ come first, and are kept with the comparison")
  func otherLayouts() throws {
    var comparison = makeComparison([makeRow(ratio: 1.1, verdict: .slower)])
    comparison.layoutChanges = ["inbox(1) has 6 elements with the base and 7 with the candidate"]
    let first = ComparisonFindings(comparison).findings().first?.text
    #expect(first?.hasPrefix("The revisions lay out differently: inbox(1) has 6 elements with") == true)
    let read = try ComparisonJSON.comparison(in: ComparisonJSON.data(of: comparison), file: "compare.json")
    #expect(read == comparison)
  }

  @Test("A slower cell, a faster one, counts that changed and cells that did not look like this")
  func oneOfEachLooksLikeThis() {
    #expect(
      ComparisonFixtures.mixed.text() == #"""
        Base:      main, 0123456789: Frames | are `flat`
        Candidate: ., fedcba9876 with changes
        Measured:  3 cells, 40 pairs of processes, 2 min 3 s

        Slower in 1 of 3 cells, by 2.1%; faster in 1, by 10.0%; counts up in 1.

        spec.cold feed(1000) is 2.1% (1.8% to 2.4%) slower, with +1.5% instructions.
        spec.cold feed(1000): 3 allocations a tree more: 0 -> 3; 96 bytes allocated a tree more: 0 -> 96; 1.5% more instructions a tree: 200,000 -> 203,000.
        manual doc.json is 10.0% (9.7% to 10.3%) faster.
        Not checked in 1 of 3 cells: whether the work changed, or the code only lies elsewhere in memory. `--why` counts it, with valgrind.
        Not seen: no slowdown above 1.4% in the other cell.
        Allocations, bytes allocated: equal in 1 of 3 cells.
        Instructions: within 0.01% in 1 of 3 cells.

        workload   subject   threads metric               base candidate change        99% interval    excludes pairs verdict
        ---------- --------- ------- ----------------- ------- --------- ------------- --------------- -------- ----- --------------
        feed(1000) spec.cold       1 CPU ns/element        100       102 +2.1% slower  +1.8% to +2.4%              40 slower
        feed(1000) spec.cold       1 allocations/tree        0         3 +3 more                                      more
        feed(1000) spec.cold       1 bytes/tree              0        96 +96 more                                     more
        feed(1000) spec.cold       1 instructions/tree 200,000   203,000 +1.5% more                                   more
        wide(10)   spec.cold       1 CPU ns/element     10,000    10,000 0%            -0.3% to +0.3%      1.4%    40 no change seen
        doc.json   manual          1 CPU ns/tree         1,234     1,111 -10.0% faster -10.3% to -9.7%             40 faster

        change: from the base to the candidate
        interval: where the change lies
        excludes: a slowdown above this, in 95 of 100 such comparisons

        """#)
  }

  @Test(
    "A suite that is slower as a whole has its group, its worst cells, what was excluded and what is not known"
  )
  func aSlowerSuiteLooksLikeThis() {
    #expect(
      ComparisonFixtures.suite.text() == #"""
        Base:      main, 0123456789: Frames | are `flat`
        Candidate: ., fedcba9876 with changes
        Measured:  11 cells, 18 pairs of processes, up to 54 of what looked changed, 2 min 3 s

        Slower by 0.6% (0.4% to 0.8%) over all 11 cells together; slower in 5, by up to 1.5%.

        The 6 cells of the subject spec.cold are 1.2% (1.0% to 1.4%) slower together.
        5 cells are slower, by 1.1% to 1.5%: see the table.
        spec.cold wide(6) is 1.2% (0.9% to 1.5%) slower and does the same work: its code lies elsewhere in memory.
        Not checked in 5 of 11 cells: whether the work changed, or the code only lies elsewhere in memory. `--why` counts it, with valgrind.
        Not seen: no slowdown above 0.5% in 1 of the 5 other cells, above 1% in 2, above 2% in 3, above 5% in 4.
        Not known, for a slowdown above 5% might not have been seen: spec.edit wide(5). A `--filter` and more time may tell, or a quieter machine: see `layoutbench doctor`.
        Instructions: within 0.01% in 1 of 11 cells.

        workload subject   threads metric           base candidate change       99% interval   excludes pairs verdict
        -------- --------- ------- -------------- ------ --------- ------------ -------------- -------- ----- --------------
        wide(1)  spec.cold       1 CPU ns/element 10,000    10,110 +1.1% slower +0.8% to +1.4%             18 slower
        wide(2)  spec.cold       1 CPU ns/element 10,000    10,120 +1.2% slower +0.9% to +1.5%             27 slower
        wide(3)  spec.cold       1 CPU ns/element 10,000    10,130 +1.3% slower +1.0% to +1.6%             36 slower
        wide(4)  spec.cold       1 CPU ns/element 10,000    10,140 +1.4% slower +1.1% to +1.7%             45 slower
        wide(5)  spec.cold       1 CPU ns/element 10,000    10,150 +1.5% slower +1.2% to +1.8%             54 slower
        wide(6)  spec.cold       1 CPU ns/element 10,000    10,120 +1.2%        +0.9% to +1.5%             40 same work
        wide(1)  spec.edit       1 CPU ns/element 10,000    10,000 0%           -0.3% to +0.3%     0.4%    40 no change seen
        wide(2)  spec.edit       1 CPU ns/element 10,000    10,000 0%           -0.3% to +0.3%     0.6%    40 no change seen
        wide(3)  spec.edit       1 CPU ns/element 10,000    10,000 0%           -0.3% to +0.3%     1.5%    40 no change seen
        wide(4)  spec.edit       1 CPU ns/element 10,000    10,000 0%           -0.3% to +0.3%     4.0%    40 no change seen
        wide(5)  spec.edit       1 CPU ns/element 10,000    10,000 0%           -0.3% to +0.3%     9.0%    40 no change seen

        change: from the base to the candidate
        interval: where the change lies
        excludes: a slowdown above this, in 95 of 100 such comparisons

        """#)
  }

  @Test("Names with control characters stay on their line, and columns stay straight")
  func oddNamesLookLikeThis() {
    #expect(
      ComparisonFixtures.odd.text() == #"""
        Base:      main, 0123456789: Frames | are `flat`
        Candidate: ., fedcba9876 with changes
        Measured:  1 cell, 40 pairs of processes

        Slower in the one cell, by 50.0%; counts down in 1; failed in 1.

        a|b`c 日本\n,"x" \u{1B}[31m é_*<b> is 50.0% (49.7% to 50.3%) slower.
        a|b`c 日本\n,"x" \u{1B}[31m é_*<b>: 1 allocation a tree fewer: 2 -> 1.
        Not checked in the one cell: whether the work changed, or the code only lies elsewhere in memory. `--why` counts it, with valgrind.
        Failed: a|b`c 日本\n,"x" \u{1B}[31m é_*<b>: Said "no" | `twice_over`,\nthen <b>*died*.

        workload                   subject threads metric           base candidate change        99% interval     excludes pairs verdict
        -------------------------- ------- ------- ---------------- ---- --------- ------------- ---------------- -------- ----- -------
        日本\n,"x" \u{1B}[31m é_*<b> a|b`c         1 CPU ns/element    100       150 +50.0% slower +49.7% to +50.3%             40 slower
        日本\n,"x" \u{1B}[31m é_*<b> a|b`c         1 allocations/tree    2         1 -50.0% fewer                                  fewer

        change: from the base to the candidate
        interval: where the change lies

        """#)
  }

  @Test("Without a change the answer says what is excluded, and of which cells little is known")
  func noChangeLooksLikeThis() {
    #expect(
      ComparisonFixtures.doubtful.text() == #"""
        Base:      main, 0123456789: Frames | are `flat`
        Candidate: ., fedcba9876 with changes
        Measured:  2 cells, 40 pairs of processes, 2 min 3 s

        No change seen in both cells.

        Cannot tell the allocations of spec.cold feed(1000) on 1 thread: 5 -> 5. The base's own copy has 0.1% more, so this count does not repeat.
        Not seen: no slowdown above 2% in 1 of the 2 cells, above 5% in 1.
        Not known, for a slowdown above 5% might not have been seen: spec.cold feed(1000) on 2 threads. A `--filter` and more time may tell, or a quieter machine: see `layoutbench doctor`.

        workload   subject   threads metric           base candidate change 99% interval   excludes pairs verdict
        ---------- --------- ------- ---------------- ---- --------- ------ -------------- -------- ----- ---------------
        feed(1000) spec.cold       1 CPU ns/element    100       101 +0.6%  -0.2% to +1.4%     1.2%    40 no change seen
        feed(1000) spec.cold       2 wall ns/element   100       100 +0.2%  -5.8% to +6.2%     5.2%    40 no change seen
        feed(1000) spec.cold       1 allocations/tree    5         5 0%                                   does not repeat

        change: from the base to the candidate
        interval: where the change lies
        excludes: a slowdown above this, in 95 of 100 such comparisons

        """#)
  }

  @Test("A comparison whose time was too short says so")
  func tooShortLooksLikeThis() {
    #expect(
      ComparisonFixtures.cutShort.text() == #"""
        Base:      main, 0123456789: Frames | are `flat`
        Candidate: ., fedcba9876 with changes
        Measured:  1 cell, 3 pairs of processes, 2 min 3 s

        No change seen in the one cell, too short for a verdict on every cell.

        The time was too short for a verdict on every cell. A longer `--budget`, or a `--filter`, gives them more.
        Not known, for a slowdown above 5% might not have been seen: spec.cold wide(10). A `--filter` and more time may tell, or a quieter machine: see `layoutbench doctor`.
        Not compared: naive feed(1000): The comparison ended before it was begun.

        workload subject   threads metric           base candidate change interval excludes pairs verdict
        -------- --------- ------- -------------- ------ --------- ------ -------- -------- ----- -------------
        wide(10) spec.cold       1 CPU ns/element 10,000    10,200 +2.0%                        3 too few pairs

        change: from the base to the candidate

        """#)
  }

  @Test("Cells whose layouts differ are named with both checksums, and have no times")
  func otherLayoutsLookLikeThis() {
    #expect(
      ComparisonFixtures.otherLayouts.text() == #"""
        Base:      main, 0123456789: Frames | are `flat`
        Candidate: ., fedcba9876 with changes
        Measured:  2 cells, 40 pairs of processes, 2 min 3 s

        Layouts differ in 1 of 2 cells.

        The layouts differ, so that times say nothing: spec.cold feed(1000). The checksums are 1.5 and 2.5.
        Not seen: no slowdown above 0.9% in the other cell.

        workload   subject   threads metric         base candidate change 99% interval   excludes pairs verdict
        ---------- --------- ------- -------------- ---- --------- ------ -------------- -------- ----- --------------
        feed(1000) spec.cold       1 CPU ns/element                                                   0 layouts differ
        wide(10)   spec.cold       1 CPU ns/element  100       100 0%     -0.3% to +0.3%     0.9%    40 no change seen

        change: from the base to the candidate
        interval: where the change lies
        excludes: a slowdown above this, in 95 of 100 such comparisons

        """#)
  }

  @Test("What the time went to is said, if it is known; phases of no time are not")
  func phases() throws {
    var comparison = ComparisonFixtures.suite
    func measured() -> String? {
      comparison.text().split(separator: "\n").first { $0.hasPrefix("Measured:") }.map(String.init)
    }
    let before = try #require(measured())
    comparison.phases = [.preparing: 3_000_000_000, .allCells: 120_000_000_000, .suspects: 0]
    #expect(measured() == before + ": 3 s for preparing, 2 min 0 s for all cells")
    let json = try ComparisonJSON.data(of: comparison)
    #expect(try ComparisonJSON.comparison(in: json, file: "x").phases == comparison.phases)
  }

  @Test("A comparison of equal sources says that there is no change")
  func equalSources() {
    var equal = ComparisonFixtures.empty
    equal.haveEqualSources = true
    #expect(
      equal.text() == #"""
        Base:      main, 0123456789: Frames | are `flat`
        Candidate: ., fedcba9876 with changes

        No change: both have the same sources.


        """#)
  }

  @Test("A comparison of nothing says that nothing was compared")
  func anEmptyComparisonSaysSo() {
    #expect(
      ComparisonFixtures.empty.text() == #"""
        Base:      main, 0123456789: Frames | are `flat`
        Candidate: ., fedcba9876 with changes

        Nothing was compared.


        """#)
  }

  @Test("A comparison that failed in every cell says each reason, and has no table")
  func onlyFailuresLookLikeThis() {
    #expect(
      ComparisonFixtures.allFailed.text() == #"""
        Base:      main, 0123456789: Frames | are `flat`
        Candidate: ., fedcba9876 with changes

        Nothing could be compared.

        Failed: spec.cold feed(1000): The worker ended with code 9.
        Not compared: naive feed(1000): The base does not know it.
        Failed: manual feed(1000): No reason was given.

        """#)
  }

  @Test("Colours change no character, and each coloured line ends its own")
  func coloursAreAddedAndNothingElse() {
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

  @Test("Cells that failed count among all cells in every sentence, and those left out do not")
  func whatFailedIsCountedInEverySentence() {
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

  @Test("Counts that do not repeat are said to say nothing, and not blamed on the machine")
  func countsThatDoNotRepeatAreNoTimes() {
    let rows = (0..<6).map { index in
      makeCount(.allocCount, 7, 8, cell: makeCell(workload: "wide(\(index))"), verdict: .unresolved)
    }
    let text = makeComparison(rows).text()
    #expect(text.contains("\nCounts in all 6 cells do not repeat, and say nothing.\n"))
    #expect(!text.contains("doctor"))
  }

  @Test("Changed counts of many cells are one sentence for each direction")
  func manyChangedCounts() {
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

  @Test("Without a change of single cells, a changed group is the headline")
  func aGroupIsTheHeadline() {
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

  @Test("Of more than thirty cells, only those that changed are in the table")
  func theTableOfManyCells() {
    let rows = (0..<31).map {
      makeRow(makeCell(workload: "wide(\($0))"), ratio: $0 == 4 ? 1.1 : 1, verdict: $0 == 4 ? .slower : .same)
    }
    let lines = makeComparison(rows).text().split(separator: "\n").filter { $0.contains("CPU ns") }
    #expect(lines.count == 1 && lines[0].hasPrefix("wide(4)"))
  }

  @Test("A few pairs have a change and no interval, in text and in Markdown")
  func ofFewPairsThereIsNoInterval() {
    var row = makeRow(ratio: 1.019, verdict: .unresolved)
    (row.pairCount, row.level, row.excludedRatio) = (2, 0.5, nil)
    let comparison = makeComparison([row])
    for text in [comparison.text(), comparison.markdown()] {
      #expect(!text.contains("% to ") && text.contains("+1.9%"), "\(text)")
    }
  }

  @Test("If levels differ among cells, their range is given")
  func theLevelsAreTold() {
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

  @Test("What is not a finite number is printed as such")
  func whatIsNoNumberIsPrintedAsSuch() {
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

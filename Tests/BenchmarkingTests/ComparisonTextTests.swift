import Testing

@testable import Benchmarking

@Suite("A comparison in text")
struct ComparisonTextTests {
  @Test("A slower cell, a faster one, counts that changed and cells that did not look like this")
  func oneOfEachLooksLikeThis() {
    #expect(
      ComparisonFixtures.mixed.text() == #"""
        Base:      main, 0123456789: Frames | are `flat`
        Candidate: ., fedcba9876 with changes
        Measured:  40 pairs of processes a cell, 2 min 3 s

        Slower in 1 of 3 cells, counts up in 1, faster in 1, counts down in 1.

        spec.cold feed(1000) is 2.1% slower (1.8% to 2.4%) and takes 2.0% more CPU time (1.7% to 2.3%), confirmed by a second set of pairs.
        spec.cold feed(1000): 3 allocations a tree more: 0 -> 3; 96 bytes allocated a tree more: 0 -> 96; 1.5% more instructions a tree: 200,000 -> 203,000.
        manual doc.json is 10.0% faster (9.7% to 10.3%), confirmed by a second set of pairs.
        manual doc.json: 20.0% less peak memory: 5,000,000 -> 4,000,000 bytes.
        No change of time seen in 1 of 3 cells; the smallest slowdown that would have been seen is 1.4%.
        Allocations, bytes allocated: equal in 1 of 3 cells.
        Instructions: within 0.01% in 1 of 3 cells.

        workload   subject   threads metric                 base candidate change        99% interval    would see  null verdict
        ---------- --------- ------- ----------------- --------- --------- ------------- --------------- --------- ----- -----------------
        feed(1000) spec.cold       1 wall ns/element         100       102 +2.1% slower  +1.8% to +2.4%       0.9% +0.1% slower, confirmed
        feed(1000) spec.cold       1 CPU ns/element          100       102 +2.0% slower  +1.7% to +2.3%       0.9% +0.1% slower, confirmed
        feed(1000) spec.cold       1 allocations/tree          0         3 +3 more                                       more
        feed(1000) spec.cold       1 bytes/tree                0        96 +96 more                                      more
        feed(1000) spec.cold       1 instructions/tree   200,000   203,000 +1.5% more                                    more
        wide(10)   spec.cold       1 wall ns/element      10,000    10,000 0%            -0.3% to +0.3%       1.4% +0.1% same
        wide(10)   spec.cold       1 CPU ns/element       10,000    10,000 0%            -0.3% to +0.3%                  same
        doc.json   manual          1 wall ns/tree          1,234     1,111 -10.0% faster -10.3% to -9.7%      0.9% +0.1% faster, confirmed
        doc.json   manual          1 peak bytes        5,000,000 4,000,000 -20.0% less                                   less

        change: from the base to the candidate
        interval: where the change lies
        would see: the smallest slowdown that would be seen in 95 of 100 such comparisons
        null: what a second copy of the base came to

        """#)
  }

  @Test("Names with control characters stay on their line, and columns stay straight")
  func oddNamesLookLikeThis() {
    #expect(
      ComparisonFixtures.odd.text() == #"""
        Base:      main, 0123456789: Frames | are `flat`
        Candidate: ., fedcba9876 with changes
        Measured:  40 pairs of processes a cell

        Slower in the one cell, counts down in 1, failed in 1.

        a|b`c 日本\n,"x" \u{1B}[31m é_*<b> is 50.0% slower (49.7% to 50.3%), confirmed by a second set of pairs.
        a|b`c 日本\n,"x" \u{1B}[31m é_*<b>: 1 allocation a tree fewer: 2 -> 1.
        Failed: a|b`c 日本\n,"x" \u{1B}[31m é_*<b>: Said "no" | `twice_over`,\nthen <b>*died*.

        workload                   subject threads metric           base candidate change        99% interval     would see  null verdict
        -------------------------- ------- ------- ---------------- ---- --------- ------------- ---------------- --------- ----- -----------------
        日本\n,"x" \u{1B}[31m é_*<b> a|b`c         1 wall ns/element   100       150 +50.0% slower +49.7% to +50.3%      0.9% +0.1% slower, confirmed
        日本\n,"x" \u{1B}[31m é_*<b> a|b`c         1 allocations/tree    2         1 -50.0% fewer                                   fewer

        change: from the base to the candidate
        interval: where the change lies
        would see: the smallest slowdown that would be seen in 95 of 100 such comparisons
        null: what a second copy of the base came to

        """#)
  }

  @Test("What cannot be told is listed with the reason and what to do")
  func whatCannotBeToldLooksLikeThis() {
    #expect(
      ComparisonFixtures.doubtful.text() == #"""
        Base:      main, 0123456789: Frames | are `flat`
        Candidate: ., fedcba9876 with changes
        Measured:  40 pairs of processes a cell, 2 min 3 s

        Slower, not confirmed, in 1 of 2 cells, cannot tell in 2.

        Slower, not confirmed: the wall time of spec.cold feed(1000) on 1 thread: the change is +2.8% to +3.4% after 40 pairs of processes; a second copy of the base came to +0.1% (-0.2% to +0.4%). A first set of pairs was slower, and a second did not confirm it.
        Cannot tell the wall time of spec.cold feed(1000) on 2 threads: a second copy of the base is 1.2% slower than the base (0.9% to 1.5%).
        Cannot tell the CPU time of spec.cold feed(1000) on 2 threads: a second copy of the base differs from the base.
        Nothing is claimed where the machine tells a program from its copy. `layoutbench doctor` says what disturbs this machine; compare again when it is quiet.
        Cannot tell the wall time of spec.cold feed(1000) on 1 thread: the change is -0.2% to +1.4% after 40 pairs of processes; a second copy of the base came to +0.1% (-0.7% to +0.9%).
        A quieter machine may tell: see `layoutbench doctor`.
        Cannot tell the allocations of spec.cold feed(1000) on 1 thread: 5 -> 5. Counts of the base differ from run to run.

        workload   subject   threads metric           base candidate change 99% interval   would see  null verdict
        ---------- --------- ------- ---------------- ---- --------- ------ -------------- --------- ----- ---------------------
        feed(1000) spec.cold       1 wall ns/element   100       101 +0.6%  -0.2% to +1.4%      0.9% +0.1% unresolved
        feed(1000) spec.cold       1 wall ns/element   100       103 +3.1%  +2.8% to +3.4%      0.9% +0.1% slower, not confirmed
        feed(1000) spec.cold       2 wall ns/element   100       100 0%     -0.3% to +0.3%      0.9% +1.2% unfit
        feed(1000) spec.cold       2 CPU ns/element    100       100 0%     -0.3% to +0.3%      0.9%       unfit
        feed(1000) spec.cold       1 allocations/tree    5         5 0%                                    unresolved

        change: from the base to the candidate
        interval: where the change lies
        would see: the smallest slowdown that would be seen in 95 of 100 such comparisons
        null: what a second copy of the base came to

        """#)
  }

  @Test("Cells whose layouts differ are named with both checksums, and have no times")
  func otherLayoutsLookLikeThis() {
    #expect(
      ComparisonFixtures.otherLayouts.text() == #"""
        Base:      main, 0123456789: Frames | are `flat`
        Candidate: ., fedcba9876 with changes
        Measured:  40 pairs of processes a cell, 2 min 3 s

        Layouts differ in 1 of 2 cells.

        The layouts differ, so that times say nothing: spec.cold feed(1000). The checksums are 1.5 and 2.5.
        No change of time seen in 1 of 2 cells; the smallest slowdown that would have been seen is 0.9%.

        workload   subject   threads metric          base candidate change 99% interval   would see  null verdict
        ---------- --------- ------- --------------- ---- --------- ------ -------------- --------- ----- --------------
        feed(1000) spec.cold       1 wall ns/element                                                      layouts differ
        wide(10)   spec.cold       1 wall ns/element  100       100 0%     -0.3% to +0.3%      0.9% +0.1% same

        change: from the base to the candidate
        interval: where the change lies
        would see: the smallest slowdown that would be seen in 95 of 100 such comparisons
        null: what a second copy of the base came to

        """#)
  }

  @Test("Times that were not measured in turns have no verdict, and the text says why")
  func timesThatWereNotInterleavedHaveNoVerdict() {
    #expect(
      ComparisonFixtures.notInterleaved.text() == #"""
        Base:      main, 0123456789: Frames | are `flat`
        Candidate: ., fedcba9876 with changes
        Measured:  2 min 3 s

        No verdict on times in the one cell.

        No verdict on times: the two were not measured in turns, and a change of the machine between them looks like a change of the code. `layoutbench compare BASE CANDIDATE` with two revisions measures them in turns.
        Allocations: equal in the one cell.

        workload   subject   threads metric          base candidate change interval would see null verdict
        ---------- --------- ------- --------------- ---- --------- ------ -------- --------- ---- -------
        feed(1000) spec.cold       1 wall ns/element  100       102 +2.1%                          none

        change: from the base to the candidate

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
    #expect(
      coloured == [
        "", "", "", "1", "31", "31", "32", "32", "", "", "", "", "", "31", "31", "31", "31", "31", "", "",
        "32",
        "32", "", "", "", "",
      ])
    #expect(lines.allSatisfy { !$0.hasPrefix("\u{1B}") || $0.hasSuffix("\u{1B}[0m") })
  }

  @Test("Doubts about many cells become one sentence of each kind")
  func manyDoubtsAreOneSentence() {
    let rows = (0..<6).flatMap { index in
      let cell = makeCell(workload: "wide(\(index))")
      return [
        makeRow(cell, null: 1 + Double(index) / 100, verdict: .unfit),
        makeRow(cell, .cpuNanoseconds, verdict: .unresolved),
      ]
    }
    let text = makeComparison(rows).text()
    #expect(
      text.contains("\nA second copy of the base differs from the base in all 6 cells, by up to 5.0%.\n"))
    #expect(
      text.contains("\nChanges of time in all 6 cells may be none, or more than the 0.5% that counts.\n"))
  }

  @Test("Cells that failed count among all cells in every sentence, and those left out do not")
  func whatFailedIsCountedInEverySentence() {
    let failed = CellOutcome(cell: makeCell("naive"), status: .failed, reason: "It ended.")
    let refused = CellOutcome.leftOut(makeCell("manual"), reason: "It is too deep.")
    let rows = (0..<6).flatMap { index in
      let cell = makeCell(workload: "wide(\(index))")
      return [
        makeRow(cell, verdict: index < 5 ? .unresolved : .same), makeCount(.allocCount, 1, 1, cell: cell),
      ]
    }
    let text = makeComparison(rows, failures: [failed, refused]).text()
    let lines = text.split(separator: "\n").filter { $0.contains(" cells") }
    #expect(
      lines == [
        "Cannot tell in 5 of 7 cells, failed in 1.",
        "Changes of time in 5 of 7 cells may be none, or more than the 0.5% that counts.",
        "No change of time seen in 1 of 7 cells; the smallest slowdown that would have been seen is 0.9%.",
        "Allocations: equal in 6 of 7 cells.",
      ])
    // There is no option for more pairs.
    #expect(text.contains("\nA quieter machine may tell: see `layoutbench doctor`.\n"))
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

  @Test("A comparison that the budget ended says what was unconfirmed, undecided and not begun")
  func aComparisonThatTheBudgetEndedLooksLikeThis() {
    #expect(
      ComparisonFixtures.cutShort.text() == #"""
        Base:      main, 0123456789: Frames | are `flat`
        Candidate: ., fedcba9876 with changes
        Measured:  3 to 40 pairs of processes a cell, 2 min 3 s

        Slower, not confirmed, in 1 of 3 cells, undecided in 2, ended by the budget.

        The budget ended the comparison; waiting for their confirmation: spec.cold feed(1000); undecided: spec.cold wide(10); not begun: naive feed(1000). A longer `--budget` gives them time.
        Slower, not confirmed: the wall time of spec.cold feed(1000): the change is +5.2% to +6.2% after 40 pairs of processes; a second copy of the base came to +0.1% (-0.4% to +0.6%). A first set of pairs was slower. The budget ended the comparison before a second set could confirm it.

        workload   subject   threads metric            base candidate change 99% interval   would see  null verdict
        ---------- --------- ------- --------------- ------ --------- ------ -------------- --------- ----- ---------------------
        feed(1000) spec.cold       1 wall ns/element    100       106 +5.7%  +5.2% to +6.2%      0.9% +0.1% slower, not confirmed
        wide(10)   spec.cold       1 wall ns/element 10,000    10,200 +2.0%                           +0.1% unresolved

        change: from the base to the candidate
        interval: where the change lies
        would see: the smallest slowdown that would be seen in 95 of 100 such comparisons
        null: what a second copy of the base came to

        """#)
  }

  @Test("A comparison that was interrupted says so, and does not advise a longer budget")
  func anInterruptedComparisonSaysSo() {
    var comparison = ComparisonFixtures.cutShort
    comparison.ending = .interrupted
    let text = comparison.text()
    #expect(text.contains("undecided in 2, interrupted.\n"))
    #expect(text.contains("\nThe comparison was interrupted; waiting for their confirmation: spec.cold "))
    #expect(!text.contains("--budget"))
    let empty = Comparison(
      runID: "", base: .init(name: "a"), candidate: .init(name: "b"), rows: [], ending: .interrupted)
    #expect(empty.text().contains("\nNothing was compared, interrupted.\n"))
  }

  /// Code that only lies elsewhere in memory can take another time, and executes the same instructions.
  @Test(
    "A time that changes while its instructions hardly do is doubted",
    arguments: [
      (1, "Its instructions are equal, so"), (1.000_8, "Its instructions changed by +0.08%, so"),
      (1.005, nil),
    ])
  func aTimeThatChangesWithEqualInstructionsIsDoubted(ratio: Double, doubt: String?) {
    let rows = [
      makeRow(ratio: 1.014, verdict: .slower),
      makeCount(.instructionCount, 1_000_000, 1_000_000 * ratio),
    ]
    let text = makeComparison(rows).text()
    let sentence = "confirmed by a second set of pairs."
    #expect(
      text.contains(sentence + (doubt.map { " \($0) its code may only lie elsewhere" } ?? "\n")), "\(text)")
  }

  @Test("A few pairs have a change and no interval, in text and in Markdown")
  func ofFewPairsThereIsNoInterval() {
    var row = makeRow(ratio: 1.019, verdict: .unresolved, note: "The budget ended the comparison.")
    (row.pairCount, row.level, row.detectableRatio) = (2, 0.5, nil)
    let comparison = makeComparison([row])
    for text in [comparison.text(), comparison.markdown()] {
      #expect(!text.contains("% to "), "\(text)")
      #expect(
        text.contains(
          "the change is +1.9% after 2 pairs of processes; a second copy of the base came to +0.1%."))
    }
  }

  @Test("If levels and detectable slowdowns differ among cells, their range is given")
  func theHighestLevelsAndBoundsAreTold() {
    var second = makeRow(makeCell(threads: 2), detectable: 1.014)
    second.level = 0.995
    let text = makeComparison([makeRow(), second]).text()
    #expect(text.contains("No change of time seen in both cells; "))
    #expect(text.contains("would have been seen is 0.9% to 1.4%.\n"))
    #expect(text.contains("interval: where the change lies, at 99% to 99.5%\n"))
  }

  @Test("A cell that is faster in wall time and slower in CPU time is one sentence")
  func aCellThatIsFasterByTheWallAndSlowerByTheProcessorIsOneSentence() {
    let rows = [
      makeRow(ratio: 0.95, verdict: .faster),
      makeRow(makeCell("spec.cold"), .cpuNanoseconds, ratio: 1.03, verdict: .slower),
    ]
    #expect(
      makeComparison(rows).text().contains(
        "spec.cold feed(1000) is 5.0% faster (4.7% to 5.3%) and takes 3.0% more CPU time (2.7% to 3.3%), confirmed"
      ))
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
    row.detectableRatio = .infinity
    let text = makeComparison([row]).text()
    #expect(text.contains("nan") && text.contains("-inf to inf"))
    row.level = .nan
    #expect(!makeComparison([row]).markdown().isEmpty)
  }
}

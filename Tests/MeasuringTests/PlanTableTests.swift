import Testing

@testable import Measuring
@testable import Reporting

private func cell(_ subject: String) -> Cell { Cell(id: makeCell(subject)) { FakeWorker() } }

/// A cell that the run has begun, with batches of this duration.
private func begun(_ nanoseconds: Double) -> EarlierCell {
  EarlierCell(iterations: 1, batchNanoseconds: nanoseconds, checksum: 1)
}

@Suite("The table of a plan")
struct PlanTableTests {
  private func plan(_ subjects: [String], budget: TimeSpan? = nil, done: Int = 0) -> RunPlan {
    let cells = subjects.map { cell($0) }
    let completed = cells.flatMap { cell in (0..<done).map { RunPlan.Unit(cell: cell.id, round: $0) } }
    return RunPlan(cells: cells, budget: budget, completed: Set(completed))
  }

  private func text(_ plan: RunPlan, known: [CellID: Double] = [:]) -> String {
    let outcome = CellOutcome.leftOut(makeCell("naive"), reason: "too steep")
    let plan = changed(plan) { $0.earlier = known.mapValues(begun) }
    return plan.text(leftOut: [outcome], RunEstimate(of: plan))
  }

  @Test func `Every plan is as recorded: its cells, what is left out, and where its times are from`() throws {
    let (spec, manual, both) = (makeCell(), makeCell("manual"), ["spec", "manual"])
    let texts = [
      ("cells, and what is left out", text(plan(both, budget: .seconds(75), done: 3))),
      ("nothing to do", text(plan(["spec"], done: 20))), ("no cells", text(plan([]))),
      ("cut short by the budget", text(plan(both, budget: TimeSpan("62.5s")), known: [spec: 10e9])),
      ("a budget below a round", text(plan(["spec"], budget: .seconds(10)), known: [spec: 10e9])),
      ("a budget of minutes", text(plan(["spec"], budget: .seconds(900)), known: [spec: 60e9])),
      ("a time that is not known", text(plan(both), known: [spec: 1e9])),
      ("times of the run so far", text(plan(both), known: [spec: 1, manual: 1])),
      ("without a budget", text(plan(["spec"]), known: [spec: 60e9])),
    ]
    try expectRecorded(sections(texts), as: "table-plan.txt")
  }
}

@Suite("The estimate of a run's time")
struct RunEstimateTests {
  /// A time in batches of 5 ms: the calibration, 3 to warm up, 20 rounds, and 2 to count.
  @Test func `Without known times each batch is taken to last its target, with them as long as it did`() {
    let nothing = RunEstimate(of: RunPlan(cells: []))
    #expect(nothing.nanoseconds == 0 && nothing.unitCount == 0 && !nothing.isCutByBudget)
    let plan = RunPlan(cells: [cell("a"), cell("b")], rounds: 20)
    let estimate = RunEstimate(of: plan)
    #expect(estimate.unitCount == 40 && estimate.cellCount == 2)
    #expect(estimate.batchNanoseconds == 5_000_000)
    #expect(estimate.nanoseconds == 2 * 26 * 5_000_000)
    #expect(RunEstimate(of: plan, clockResolutionNanoseconds: 10_000).nanoseconds == 2 * 26 * 10_000_000)
    func estimated(_ subject: String, _ batch: Double) -> RunEstimate {
      RunEstimate(of: changed(plan) { $0.earlier = [cell(subject).id: begun(batch)] })
    }
    // A cell that was begun is calibrated already, and a slow one is warmed once.
    #expect(estimated("b", 1e9).isLeast)
    #expect(estimated("b", 1e9).nanoseconds == 26 * 5_000_000 + 23 * 1_000_000_000)
    // An endless time ends at the largest number, and NaN counts as unknown.
    for batch in [Double.infinity, 1e300] { #expect(estimated("a", batch).nanoseconds == .max) }
    #expect(estimated("a", .nan).nanoseconds == (26 + 25) * 5_000_000)
  }

  @Test func `The budget bounds it, but for one round`() {
    var plan = RunPlan(cells: [cell("a")], rounds: 1_000, budget: .seconds(1))
    #expect(RunEstimate(of: plan).nanoseconds == 1_000_000_000, "Counting has its part of it.")
    #expect(RunEstimate(of: plan).passNanoseconds == 2 * 5_000_000)
    #expect(RunEstimate(of: plan).isCutByBudget)
    plan.budget = .milliseconds(1)
    #expect(RunEstimate(of: plan).nanoseconds == (4 + 1) * 5_000_000)
    #expect(RunEstimate(of: plan).passNanoseconds == 0 && RunEstimate(of: plan).isCutByBudget)
    plan.budget = .seconds(100)
    #expect(!RunEstimate(of: plan).isCutByBudget)
  }

  @Test func `What is done or has failed takes no time`() {
    let done = (0..<20).map { RunPlan.Unit(cell: cell("a").id, round: $0) }
    let half = (0..<10).map { RunPlan.Unit(cell: cell("b").id, round: $0) }
    let earlier = EarlierCell(iterations: 1, batchNanoseconds: 2e6)
    let plan = RunPlan(
      cells: [cell("a"), cell("b"), cell("c")], rounds: 20, completed: Set(done + half),
      earlier: [
        cell("a").id: earlier, cell("b").id: earlier,
        cell("c").id: changed(earlier) { $0.failure = "It broke." },
      ])
    let estimate = RunEstimate(of: plan)
    #expect(estimate.unitCount == 10 && estimate.cellCount == 1 && !estimate.isLeast)
    #expect(estimate.nanoseconds == (3 + 10 + 2) * 2_000_000)
  }
}

import Testing

@testable import Benchmarking

@Suite("The table of a plan")
struct PlanTableTests {
  private struct Idle: Worker {
    func run(job index: Int) {}
    func resultChecksum() -> Double { 0 }
  }

  private func plan(_ subjects: [String], budget: TimeSpan? = nil, done: Int = 0) -> RunPlan {
    let cells = subjects.map { Cell(id: makeCell($0)) { Idle() } }
    let completed = cells.flatMap { cell in (0..<done).map { WorkUnit(cell: cell.id, round: $0) } }
    return RunPlan(cells: cells, budget: budget, completed: Set(completed))
  }

  private func text(_ plan: RunPlan, known: [CellID: Double] = [:], source: String? = nil) -> String {
    let outcome = CellOutcome.leftOut(makeCell("naive"), reason: "too steep")
    return PlanTable(
      plan: plan, outcomes: [outcome], estimate: RunEstimate(of: plan, known: known), source: source
    ).text()
  }

  @Test func `A plan lists its cells, what is left out and why, and the time that it takes`() throws {
    let plan = plan(["spec", "manual"], budget: .seconds(75), done: 3)
    try expectRecorded(text(plan), as: "table-plan.txt")
  }

  @Test func `A plan with nothing to do says so`() {
    #expect(text(plan(["spec"], done: 20)).hasPrefix("Nothing would be measured.\n\nLeft out"))
    #expect(text(plan([])).hasPrefix("Nothing would be measured.\n"))
  }

  @Test func `An estimate says where its times are from, and whether the budget cuts it short`() {
    let plan = plan(["spec", "manual"], budget: TimeSpan("62.5s"))
    let one = text(plan, known: [makeCell(): 10e9], source: "run-7")
    #expect(
      one.contains(
        "\nEstimated time: about 63 s, cut short by the budget of 63 s.\n"
          + "Memory and latencies, after the rounds, are about 31 s of it.\n"
          + "A batch is taken to last as long as in run-7 for 1 of the cells, and 5ms for the others, which is too little "
          + "where one job takes longer.\n"
      ), "\(one)")
    let short = text(self.plan(["spec"], budget: .seconds(10)), known: [makeCell(): 10e9])
    #expect(
      short.contains("about 30 s, cut short by the budget of 10s and the round that every cell gets.\n"))
    let long = text(self.plan(["spec"], budget: .seconds(900)), known: [makeCell(): 60e9])
    #expect(long.contains("\nEstimated time: about 15 min, cut short by the budget of 15m.\n"))
    let partly = text(self.plan(["spec", "manual"]), known: [makeCell(): 1e9])
    #expect(partly.contains("\nEstimated time: at least 2"), "\(partly)")
    let both = text(plan, known: [makeCell(): 1, makeCell("manual"): 1])
    #expect(both.contains("\nA batch is taken to last as long as in the run so far.\n"))
    #expect(text(self.plan(["spec"]), known: [makeCell(): 60e9]).contains("about 26 min.\n"))
  }
}

import Testing

@testable import Benchmarking

@Suite("The estimate of a run's time")
struct RunEstimateTests {
  private struct Idle: Worker {
    func run(job index: Int) {}
    func resultChecksum() -> Double { 0 }
  }

  private func cell(_ subject: String) -> Cell {
    Cell(
      id: CellID(
        subject: subject, workload: "w", nodeCount: 1, depth: 1, seed: 0, threads: 1)
    ) { Idle() }
  }

  @Test func `A plan of nothing takes no time`() {
    let estimate = RunEstimate(of: RunPlan(cells: []))
    #expect(estimate.nanoseconds == 0 && estimate.unitCount == 0 && !estimate.isCutByBudget)
  }

  /// Calibration, 3 to warm up, 20 rounds, 1 to warm up again and 2 to count, of 5 ms each.
  @Test func `Without known times each batch is taken to last its target`() {
    let plan = RunPlan(cells: [cell("a"), cell("b")], rounds: 20, latencySpan: nil)
    let estimate = RunEstimate(of: plan)
    #expect(estimate.unitCount == 40 && estimate.cellCount == 2 && estimate.knownCellCount == 0)
    #expect(estimate.batchNanoseconds == 5_000_000)
    #expect(estimate.nanoseconds == 2 * 27 * 5_000_000)
    #expect(RunEstimate(of: plan, counts: false).nanoseconds == 2 * 24 * 5_000_000)
    #expect(RunEstimate(of: plan, clockResolutionNanoseconds: 10_000).nanoseconds == 2 * 27 * 10_000_000)
  }

  @Test func `Known times of batches take the place of the target`() {
    let plan = RunPlan(cells: [cell("a"), cell("b")], rounds: 20, latencySpan: nil)
    let estimate = RunEstimate(of: plan, known: [cell("b").id: 1e9])
    #expect(estimate.knownCellCount == 1)
    // A slow cell is warmed once.
    #expect(estimate.nanoseconds == 27 * 5_000_000 + 25 * 1_000_000_000)
  }

  @Test func `The budget bounds it, but for one round`() {
    var plan = RunPlan(cells: [cell("a")], rounds: 1_000, budget: .seconds(1), latencySpan: nil)
    #expect(RunEstimate(of: plan).nanoseconds == 1_000_000_000, "Counting has its part of it.")
    #expect(RunEstimate(of: plan).passNanoseconds == 3 * 5_000_000)
    #expect(RunEstimate(of: plan).isCutByBudget)
    plan.budget = .milliseconds(1)
    #expect(RunEstimate(of: plan).nanoseconds == (4 + 1) * 5_000_000)
    #expect(RunEstimate(of: plan).passNanoseconds == 0 && RunEstimate(of: plan).isCutByBudget)
    plan.budget = .seconds(100)
    #expect(!RunEstimate(of: plan).isCutByBudget)
  }

  @Test func `Latencies take their span, or a batch if that is longer, and nothing once done`() {
    var plan = RunPlan(cells: [cell("a")], rounds: 20, allocationSamples: 0)
    #expect(RunEstimate(of: plan).nanoseconds == 25 * 5_000_000 + 100_000_000)
    #expect(RunEstimate(of: plan).passNanoseconds == 105_000_000)
    #expect(RunEstimate(of: plan, known: [cell("a").id: 1e9]).nanoseconds == 24 * 1_000_000_000)
    plan.completed = [WorkUnit(cell: cell("a").id, round: 0, pass: .latency)]
    #expect(RunEstimate(of: plan).nanoseconds == 24 * 5_000_000)
  }

  @Test func `What is done or has failed takes no time`() {
    let done = (0..<20).map { WorkUnit(cell: cell("a").id, round: $0) }
    let half = (0..<10).map { WorkUnit(cell: cell("b").id, round: $0) }
    let earlier = EarlierCell(iterations: 1, batchNanoseconds: 2e6)
    var broken = earlier
    broken.failure = "It broke."
    let plan = RunPlan(
      cells: [cell("a"), cell("b"), cell("c")], rounds: 20, latencySpan: nil, completed: Set(done + half),
      earlier: [
        cell("a").id: earlier, cell("b").id: earlier, cell("c").id: broken,
      ])
    let estimate = RunEstimate(of: plan)
    #expect(estimate.unitCount == 10 && estimate.cellCount == 1 && estimate.knownCellCount == 1)
    #expect(estimate.nanoseconds == (3 + 10 + 1 + 2) * 2_000_000)
  }

  @Test func `An endless time ends at the largest number, and NaN counts as unknown`() {
    let plan = RunPlan(cells: [cell("a")], rounds: 20, latencySpan: nil)
    for batch in [Double.infinity, 1e300] {
      #expect(RunEstimate(of: plan, known: [cell("a").id: batch]).nanoseconds == .max)
    }
    #expect(RunEstimate(of: plan, known: [cell("a").id: .nan]).nanoseconds == 27 * 5_000_000)
  }
}

import Foundation
import Testing

@testable import Measuring
@testable import Reporting

/// The processes of a comparison: which there are, what they measure, and those that fail.
extension ComparisonRunTests {
  @Test func `Arms take turns in every round, each time in an order of their own`() throws {
    let (_, workers, observer) = try compare()
    let timed = observer.samples.filter { $0.pass == .time }
    var orders: Set<[ComparisonArm]> = []
    for start in stride(from: 0, to: timed.count, by: 2) {
      let round = timed[start..<start + 2]
      #expect(Set(round.map(\.arm)) == [.base, .cand])
      #expect(Set(round.map(\.round)).count == 1 && Set(round.map(\.pair)).count == 1)
      orders.insert(round.map(\.arm))
    }
    #expect(orders.count == 2)
    #expect(Set(timed.map(\.iterations)).count == 1)
    #expect(observer.samples.map(\.sequence) == Array(observer.samples.indices))
    // Processes that count are told so, and those that are timed are not.
    #expect(Set(workers.countingLaunches) == Set(ComparisonArm.allCases))
    #expect(workers.countingLaunches.count == 3 && workers.launches.count > 3)
    #expect(workers.paddings.allSatisfy { (0..<4_096).contains($0) })
    #expect(Set(workers.paddings).count > workers.paddings.count / 2)
    #expect(Set(timed.filter { $0.arm == .cand }.map(\.revision)) == ["bbb"])
    #expect(Set(timed.filter { $0.arm == .base }.map(\.revision)) == ["aaa"])
    // The base is loaded first in one pair, and the candidate in the next.
    let loads = workers.loads.suffix(24).map(\.arm)
    for first in stride(from: 0, to: 20, by: 4) {
      #expect(loads[first] == loads[first + 3] && loads[first] != loads[first + 1])
    }
  }

  @Test func `One pair of processes measures all cells, the arms in another order in each pair`() throws {
    let subjects = ["a", "b", "c", "d"]
    let (outcome, workers, observer) = try compare(subjects: subjects) {
      ($0.betweenProcesses, $0.betweenBatches) = (0.0005, 0.002)
    }
    #expect(outcome.rows.allSatisfy { $0.verdict == .same })
    let pairs = outcome.rows.filter { $0.metric.kind == .timed }.map(\.pairCount)
    let most = try #require(pairs.max())
    // Two check all cells, three count each, and two are a pair; the last ones may measure what looks changed alone.
    #expect(workers.launches.count == 2 + 3 + 2 * most)
    #expect(workers.live == 0)
    #expect(
      observer.samples.allSatisfy { $0.peakResidentBytes == nil }, "It would be that of all cells before.")
    let timed = observer.samples.filter { $0.pass == .time }
    var orders: Set<[String]> = []
    for pair in 0..<10 {
      let own = timed.filter { $0.pair == pair }
      #expect(Set(own.map { "\($0.arm) \($0.pid)" }).count == 2)
      let byArm = [ComparisonArm.base, .cand].map { arm in
        own.filter { $0.arm == arm }.map(\.cell.subject).reduce(into: [String]()) {
          if $0.last != $1 { $0.append($1) }
        }
      }
      #expect(byArm.allSatisfy { $0 == byArm[0] && $0.sorted() == subjects })
      orders.insert(byArm[0])
    }
    #expect(orders.count > 5)
  }

  @Test func `A cell that fails in a pair takes its processes with it, and the next gets new ones`() throws {
    // Launches of an arm: one checks, two count, and the fourth is the first pair's.
    let (outcome, workers, _) = try compare(subjects: ["a", "b"]) {
      ($0.betweenProcesses, $0.betweenBatches) = (0.0005, 0.002)
      $0.arms[.cand]?.diesInLaunch = 4
    }
    #expect(outcome.failures.map(\.reason) == ["The candidate: ended by signal 11"])
    let left = Set(["a", "b"]).subtracting(outcome.failures.map(\.cell.subject))
    #expect(Set(outcome.rows.map(\.cell.subject)) == left)
    #expect(workers.live == 0)
  }

  @Test func `A pair visits every cell once, those with the same tree in a row, in a new order each time`() {
    let cells = ["feed(1)", "feed(2)", "wide(3)"].flatMap { workload in
      [(1, "a"), (1, "b"), (2, "a"), (1, "c")].map { threads, subject in
        Cell(id: makeCell(subject, workload: workload, threads: threads))
      }
    }
    let plan = ComparisonPlan(cells: cells)
    let orders = (0..<50).map(plan.order(ofPair:))
    for order in orders {
      #expect(order.sorted() == Array(cells.indices))
      let trees = order.map { [cells[$0].id.workload, "\(cells[$0].id.threads)"] }
      let runs = zip(trees, trees.dropFirst()).count { $0 != $1 } + 1
      #expect(runs == 6, "Three trees of cells on one processor, then three of others: \(trees)")
      #expect(trees.firstIndex { $0[1] == "2" } == 9)
    }
    #expect(Set(orders).count > 45 && Set(orders.map(\.first)).count == 9)
    // Equal seeds give equal plans, and other seeds others.
    func arms(_ seed: UInt64) -> [[ComparisonArm]] {
      let plan = ComparisonPlan(cells: cells, seed: seed)
      return (0..<20).map { plan.arms(cell: 0, pair: 3, round: $0) }
    }
    #expect(arms(7) == arms(7) && arms(7) != arms(8))
  }

  private static let noSubject = WorkerError("it has no subject \"refused\"", isUnknown: true)
  private static let noWorkload = WorkerError("it does not know the workload", isUnknown: true)
  private static let noCells = WorkerError("it has no cells", isRefusal: true)
  private static let noText = WorkerError("it has no text", isRefusal: true)
  private static let noFile = WorkerError("no such file")

  @Test(
    "A cell that both refuse alike, or that one does not have, is left out; what one alone cannot do has failed",
    arguments: [
      (noCells, noCells, .leftOut, "it has no cells"),
      (noSubject, nil, .leftOut, "the base has no subject refused"),
      (noWorkload, nil, .leftOut, "the base has no workload feed(1)"),
      (nil, noWorkload, .leftOut, "the candidate has no workload feed(1)"),
      (
        noSubject, noWorkload, .leftOut,
        "the base has no subject refused, and the candidate has no workload feed(1)"
      ),
      // One that lacks the cell does not excuse the other one's failure.
      (noWorkload, noFile, .failed, nil), (noFile, noFile, .failed, nil),
      (nil, noCells, .failed, "The candidate: it has no cells"),
      (noCells, nil, .failed, "The base: it has no cells"), (noCells, noText, .failed, nil),
    ] as [(WorkerError?, WorkerError?, CellOutcome.Status, String?)])
  func refusals(
    base: WorkerError?, candidate: WorkerError?, status: CellOutcome.Status, reason: String?
  ) throws {
    let subjects = [SimulatedWorkers.refusedSubject, "spec.cold"]
    let (outcome, workers, observer) = try compare(subjects: subjects) {
      for (arm, refusal) in [(ComparisonArm.base, base), (.null, base), (.cand, candidate)] {
        $0.arms[arm]?.refusal = refusal
      }
    }
    #expect(outcome.failures.map(\.status) == [status])
    if let reason { #expect(outcome.failures.first?.reason == reason) }
    #expect(Set(outcome.rows.map(\.cell.subject)) == ["spec.cold"])
    #expect(observer.dropped == outcome.failures)
    #expect(outcome.ending == .complete && workers.live == 0)
  }

  @Test func `The candidate's worker tells cells' sizes, and whether threads share a layout`() throws {
    let (outcome, _, observer) = try compare(layoutMayChange: true) {
      $0.arms[.cand]?.nodeCount = 12
      $0.arms[.cand]?.splitsLayouts = true
    }
    let cells = observer.cells
    #expect(cells.map(\.id.nodeCount) == [12] && cells[0].splitsLayouts && !cells[0].needsOneProcessor)
    #expect(Set(outcome.rows.map(\.cell)) == [cells[0].id])
    #expect(Set(observer.samples.map(\.cell)) == [cells[0].id])
    // A revision that does not tell leaves it as the subject says.
    let silent = try compare().observer
    #expect(silent.cells.map(\.needsOneProcessor) == [true] && silent.cells[0].id.nodeCount == 10)
  }
}

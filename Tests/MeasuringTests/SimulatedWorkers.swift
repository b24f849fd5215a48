import Foundation

@testable import Measuring
@testable import Reporting

/// Worker processes that exist in a seed alone: their batches take what a distribution says, and no time passes.
///
/// A process is a little faster or slower than another of the same program, and its batches scatter about its speed with a
/// heavy tail above, as on a shared machine.
final class SimulatedWorkers: WorkerLauncher {
  /// The behaviour of an arm.
  struct Arm {
    /// Its time against the base's.
    var factor = 1.0
    var checksum = 1.0
    var nodeCount = 10
    /// Whether it says that several threads work on a layout; nil as revisions that do not tell.
    var splitsLayouts: Bool?
    var allocations: UInt64 = 0
    /// The waiting time of each job, in shares of the job's own time, and its page faults.
    var waiting = 0.0
    var pageFaults = 0.0
    /// The page faults of its second counted batch alone, as now and then on a busy machine.
    var pageFaultsOfSecondBatch: UInt64 = 0
    /// Its process ends in this pair, counted from the first launch of the arm; nil = never.
    var diesInLaunch: Int?
    /// Why it does not measure the cells of `refusedSubject`; nil = it does.
    var refusal: WorkerError?
  }

  var arms: [ComparisonArm: Arm] = [.base: Arm(), .cand: Arm(), .null: Arm()]
  /// The standard deviation of ln(time) between processes, and that between batches.
  var betweenProcesses = 0.003
  var betweenBatches = 0.01
  /// The share of counted batches with an allocation more, as Dispatch makes now and then.
  var occasionalAllocations = 0.0
  /// One job, in nanoseconds.
  var jobNanoseconds = 10_000.0
  let clock: ManualClock
  private var generator: SplitMix64
  private(set) var launches: [ComparisonArm] = []
  /// Those of them that count.
  private(set) var countingLaunches: [ComparisonArm] = []
  private(set) var paddings: [Int] = []
  private(set) var placements: [Int] = []
  private(set) var live = 0
  /// The cells of each process, in the order in which it got them ready.
  private(set) var loads: [(arm: ComparisonArm, launch: Int, subject: String)] = []

  init(seed: UInt64, clock: ManualClock = ManualClock()) {
    generator = SplitMix64(seed: seed)
    self.clock = clock
  }

  func launch(
    _ arm: ComparisonArm, placement: Int, padding: Int, isCounting: Bool
  ) throws(WorkerError) -> any WorkerSession {
    placements.append(placement)
    launches.append(arm)
    if isCounting { countingLaunches.append(arm) }
    paddings.append(padding)
    live += 1
    return Session(
      arm, of: self, speed: betweenProcesses * generator.nextNormal(), launch: launches.count { $0 == arm })
  }

  static let refusedSubject = "refused"

  private final class Session: WorkerSession {
    let arm: ComparisonArm
    let workers: SimulatedWorkers
    let speed: Double
    let launch: Int
    var isLive = true
    private var threads = 1
    private var countedBatches = 0

    init(_ arm: ComparisonArm, of workers: SimulatedWorkers, speed: Double, launch: Int) {
      self.arm = arm
      self.workers = workers
      self.speed = speed
      self.launch = launch
    }

    var identifier: Int { launch }

    func load(_ cell: Cell, isChecked: Bool, slot: WorkerProtocol.Slot?) throws(WorkerError)
      -> WorkerProtocol.LoadedCell
    {
      let own = workers.arms[arm] ?? Arm()
      if let refusal = own.refusal, isChecked, cell.id.subject == SimulatedWorkers.refusedSubject {
        throw refusal
      }
      workers.loads.append((arm, launch, cell.id.subject))
      threads = cell.id.threads
      return WorkerProtocol.LoadedCell(nodeCount: own.nodeCount, depth: 1, splitsLayouts: own.splitsLayouts)
    }

    func unload(_ slot: WorkerProtocol.Slot) {}

    func runBatch(
      _ iterations: Int, isCounted: Bool, slot: WorkerProtocol.Slot?
    ) throws(WorkerError) -> WorkerProtocol.Batch {
      let own = workers.arms[arm] ?? Arm()
      if own.diesInLaunch == launch { throw WorkerError("ended by signal 11") }
      var scatter = workers.betweenBatches * workers.generator.nextNormal()
      // Now and then a neighbour takes the core.
      if workers.generator.nextUniform() < 0.05 { scatter += 0.3 * workers.generator.nextUniform() }
      let time = Double(iterations) * workers.jobNanoseconds * own.factor * exp(speed + scatter)
      var allocations = own.allocations * UInt64(iterations)
      if isCounted, workers.occasionalAllocations > 0,
        workers.generator.nextUniform() < workers.occasionalAllocations
      {
        allocations += 1
      }
      let wall = time * (1 + own.waiting)
      workers.clock.advance(wallNanoseconds: UInt64(wall))
      var batch = WorkerProtocol.Batch(
        wallNanoseconds: UInt64(wall), cpuNanoseconds: UInt64(time * 0.999 * Double(threads)),
        checksumBits: own.checksum.bitPattern)
      if isCounted {
        (batch.allocCount, batch.allocBytes) = (allocations, allocations * 16)
        batch.peakResidentBytes = 4_096
        // A few come and go with the batch.
        batch.pageFaults = UInt64(own.pageFaults * Double(iterations)) + workers.generator.next() % 5
        countedBatches += 1
        if countedBatches == 2 { batch.pageFaults? += own.pageFaultsOfSecondBatch }
      }
      return batch
    }

    func end() {
      guard isLive else { return }
      isLive = false
      workers.live -= 1
    }
  }
}

/// Pairs that are drawn as a whole, without the batches that one is measured by: what a comparison then takes is to judge it.
final class DrawnPairs: PairSource {
  /// Moves by what a cell takes; by default that is nothing.
  let clock = ManualClock()
  private let seconds: (preparing: Double, pair: Double)
  /// Returns ln(candidate / base) of a cell in a pair.
  private let effect: (_ cell: Int, _ pair: Int) -> Double
  /// ln of the mean time is that much above the median's.
  var rare: (_ cell: Int) -> Double = { _ in 0 }
  /// ln of the mean time by the clock on the wall is that much above the mean processor time's.
  var rarelyWaiting: (_ cell: Int) -> Double = { _ in 0 }
  private(set) var measured: [Int] = []

  /// - Parameter secondsACell: the time of preparing a cell, and of one pair of the cell.
  init(
    secondsACell: (preparing: Double, pair: Double) = (0, 0),
    effect: @escaping (_ cell: Int, _ pair: Int) -> Double
  ) {
    (seconds, self.effect) = (secondsACell, effect)
  }

  /// Normal deviates about the effects of cells.
  ///
  /// - Parameters:
  ///   - deviation: The standard deviation of the values of pairs.
  ///   - commonDeviation: That of what all cells of a pair have in common.
  ///   - secondsAPair: what a pair of one cell takes.
  convenience init(
    seed: UInt64, effects: [Double], deviation: Double, commonDeviation: Double = 0, secondsAPair: Double = 0
  ) {
    var generator = SplitMix64(seed: seed)
    var common = (pair: -1, value: 0.0)
    self.init(secondsACell: (0, secondsAPair)) { index, pair in
      if common.pair != pair { common = (pair, commonDeviation * generator.nextNormal()) }
      // Now and then a neighbour takes the processor.
      let late = generator.nextUniform() < 0.03 ? (generator.nextUniform() - 0.5) * 0.4 : 0
      return effects[index] + common.value + deviation * generator.nextNormal() + late
    }
  }

  func prepare(_ index: Int, pair: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void)
  {
    clock.advance(wallNanoseconds: UInt64(seconds.preparing * 1e9))
    entry.begin(iterations: 1, rounds: 1, counts: [:], countedJobs: 1)
  }

  func measure(_ index: Int, pair: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void)
  {
    measured.append(index)
    clock.advance(wallNanoseconds: UInt64(seconds.pair * 1e9))
    let effect = effect(index, pair)
    entry.add(
      PairValue(
        .init(median: effect, mean: effect + rare(index)),
        wall: .init(median: effect, mean: effect + rare(index) + rarelyWaiting(index)),
        unit: entry.unit(ofPair: pair)))
  }

  func endProcesses() {}

  /// Carries out the comparison.
  func compare(_ plan: ComparisonPlan) throws -> Comparison {
    var comparison = makeComparison([])
    _ = try ComparisonRun(
      plan: plan, source: self, observer: RecordingObserver(),
      environment: RunEnvironment(clock: clock, counters: NoProcessCounters())
    ).measure(into: &comparison)
    return comparison
  }
}

extension SplitMix64 {
  /// Returns a number between 0 and 1, both exclusive.
  mutating func nextUniform() -> Double { (Double(next() >> 11) + 0.5) / 0x1p53 }

  /// Returns a standard normal deviate. Box and Muller, "A Note on the Generation of Random Normal Deviates",
  /// Annals of Mathematical Statistics 29 (1958).
  mutating func nextNormal() -> Double {
    (-2 * log(nextUniform())).squareRoot() * cos(2 * .pi * nextUniform())
  }
}

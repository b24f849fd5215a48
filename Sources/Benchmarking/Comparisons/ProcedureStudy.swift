import Foundation

/// A study of the comparison's verdicts on a machine: the same program against itself, and against itself
/// with a known amount of extra work.
///
/// 1. Pairs are collected for each amount, in turns, so that a bad minute affects all alike.
/// 2. Comparisons are simulated from them: each takes the pairs in its own random order and has the same
///    looks, second set and corrections as a real one. A simulated comparison uses no pair twice.
/// 3. Alarms without extra work are false; with it, each slowdown that was not found is a miss. A suite gives
///    more occasions for false alarms, so comparisons of many cells are simulated too.
package struct ProcedureStudy: Sendable {
  /// The result for one amount of extra work.
  package struct Finding: Hashable, Sendable, Codable {
    /// The cells of each comparison, all of the same work.
    package var cells: Int
    /// The extra work, as a share of a job: 0.02 = 2%.
    package var extraShare: Double
    /// The number of collected pairs.
    package var pairs: Int
    /// The extra work as measured: its time by the medians of the pairs, by wall and by CPU time.
    package var seenWallShare: Double
    package var seenCPUShare: Double
    /// The number of simulated comparisons, and of those in which a cell has a confirmed slowdown by wall
    /// time, by CPU time, and by either.
    package var comparisons: Int
    package var slowerByWall: Int
    package var slowerByCPU: Int
    package var slowerByEither: Int
    /// The number in which a cell has a confirmed speed-up by either.
    package var fasterByEither: Int
    /// The number in which a cell is confirmed to be slower or faster by either.
    package var alarmsByEither: Int
    /// The number in which, by wall time, all cells were the same, some stayed unresolved, and some had a
    /// differing null arm.
    package var same: Int
    package var unresolved: Int
    package var unfit: Int
    /// The median of the smallest slowdowns that the comparisons would find, by wall time; nil if unknown.
    package var detectableRatio: Double?
    /// The seconds for a comparison's pairs, including starting processes: the median and the longest.
    package var medianSeconds: Double
    package var longestSeconds: Double
  }

  /// The pairs that a simulated comparison may need: those of both sets at their last looks.
  package static let leastPairs =
    SequentialLooks.standard.maximumPairs + SequentialLooks.confirming.maximumPairs

  /// The pairs of each amount, default `leastPairs`.
  package var pairs: Int
  /// The simulated comparisons of each amount, default 1,000.
  package var comparisons: Int
  /// The amounts of extra work, as shares of a job, default none, 1% and 2%.
  package var extraShares: [Double]
  /// The cells of a simulated suite without extra work, default 30. A fifth as many suites are simulated as
  /// comparisons of one cell.
  package var suiteCells: Int
  package var seed: UInt64

  package init(
    pairs: Int = ProcedureStudy.leastPairs, comparisons: Int = 1_000,
    extraShares: [Double] = [0, 0.01, 0.02], suiteCells: Int = 30, seed: UInt64 = 1
  ) {
    self.pairs = pairs
    self.comparisons = comparisons
    self.extraShares = extraShares
    self.suiteCells = suiteCells
    self.seed = seed
  }

  /// Collects pairs and simulates comparisons from them.
  ///
  /// - Parameters:
  ///   - cell: the cell to measure, without extra work.
  ///   - launcher: starts the same program for all arms.
  ///   - progress: called after each pair with the number of finished and of planned pairs.
  /// - Throws: `WorkerError` if a worker fails.
  package func run(
    _ cell: Cell, launcher: any WorkerLauncher, environment: RunEnvironment = RunEnvironment(),
    minimumEffect: Double = 0.005, progress: (_ done: Int, _ planned: Int) -> Void = { _, _ in }
  ) throws -> [Finding] {
    let stepNanoseconds = try Self.stepNanoseconds(cell, launcher: launcher)
    let cells = extraShares.map { share in
      var cell = cell
      cell.description.params = "extra=\(share)"
      return cell
    }
    var plan = ComparisonPlan(cells: cells, seed: seed, minimumEffect: minimumEffect)
    for (cell, share) in zip(cells, extraShares) {
      let steps = share * stepNanoseconds.job / stepNanoseconds.step
      plan.candidateExtraSteps[cell.description] = Int(steps.rounded())
    }
    let collected = try collect(plan, launcher, environment, progress)
    var findings = try collected.enumerated().map { index, pool in
      try simulate(plan, [cells[index]], pool, share: extraShares[index], comparisons, environment)
    }
    if let index = extraShares.firstIndex(of: 0) {
      let suite = (0..<suiteCells).map { number in
        var cell = cells[index]
        cell.description.params = "cell=\(number)"
        return cell
      }
      findings.append(try simulate(plan, suite, collected[index], share: 0, comparisons / 5, environment))
    }
    return findings
  }

  // MARK: Collecting

  /// The effects of a pair and its duration.
  struct CollectedPair: Sendable {
    var effects: [ComparedMetric: PairEffects]
    var nanoseconds: UInt64
  }

  private func collect(
    _ plan: ComparisonPlan, _ launcher: any WorkerLauncher, _ environment: RunEnvironment,
    _ progress: (Int, Int) -> Void
  ) throws -> [[CollectedPair]] {
    let sampler = PairSampler(
      plan: plan, identity: ComparisonIdentity(runID: "study"), launcher: launcher, environment: environment)
    var entries = plan.cells.map { ComparisonEntry(cell: $0.description) }
    defer { sampler.endProcesses() }
    for index in entries.indices { try sampler.prepare(index, &entries[index]) { _ in } }
    var pools: [[CollectedPair]] = Array(repeating: [], count: entries.count)
    for pair in 0..<pairs {
      for index in plan.order(ofPair: pair) where !environment.interruption.isRequested {
        var samples: [SampleRecord] = []
        let start = environment.clock.wallNanoseconds()
        try sampler.measure(index, pair: pair, &entries[index]) { samples.append($0) }
        let nanoseconds = environment.clock.wallNanoseconds() - start
        var effects: [ComparedMetric: PairEffects] = [:]
        for metric in ComparisonEntry.timed {
          effects[metric] = PairEffects(
            of: samples, metric: metric, pairs: pair..<pair + 1, rounds: entries[index].rounds)
        }
        pools[index].append(CollectedPair(effects: effects, nanoseconds: nanoseconds))
        progress(pools.reduce(0) { $0 + $1.count }, pairs * entries.count)
      }
    }
    return pools
  }

  /// Returns the durations of a job and of a step of extra work, in nanoseconds.
  private static func stepNanoseconds(
    _ cell: Cell, launcher: any WorkerLauncher
  ) throws(WorkerError) -> (job: Double, step: Double) {
    let steps = 1_000_000
    let job = try jobNanoseconds(cell.work, launcher, jobs: 200)
    var work = cell.work
    work.extraSteps = steps
    let longer = try jobNanoseconds(work, launcher, jobs: 20)
    guard longer > job else { throw WorkerError("extra work took no time") }
    return (job, (longer - job) / Double(steps))
  }

  private static func jobNanoseconds(
    _ work: WorkerCell, _ launcher: any WorkerLauncher, jobs: Int
  ) throws(WorkerError) -> Double {
    let session = try launcher.launch(.base, padding: 0, isCounting: false)
    defer { session.end() }
    _ = try session.load(work, isChecked: false)
    var times: [Double] = []
    for _ in 0..<11 {
      let batch = try session.run(iterations: jobs, isCounted: false)
      times.append(Double(batch.wallNanoseconds) / Double(jobs))
    }
    return times.sorted()[times.count / 2]
  }

  // MARK: Simulating

  private func simulate(
    _ plan: ComparisonPlan, _ cells: [Cell], _ pool: [CollectedPair], share: Double,
    _ comparisons: Int, _ environment: RunEnvironment
  ) throws -> Finding {
    var own = plan
    own.cells = cells
    var generator = SplitMix64(seed: seed)
    var finding = Finding(
      cells: cells.count, extraShare: share, pairs: pool.count,
      seenWallShare: Self.seen(pool, .wallNanoseconds), seenCPUShare: Self.seen(pool, .cpuNanoseconds),
      comparisons: 0, slowerByWall: 0, slowerByCPU: 0, slowerByEither: 0, fasterByEither: 0,
      alarmsByEither: 0, same: 0, unresolved: 0, unfit: 0, medianSeconds: 0, longestSeconds: 0)
    var seconds: [Double] = []
    var detectable: [Double] = []
    for _ in 0..<comparisons {
      let source = ResampledPairs(
        pool: pool, orders: cells.map { _ in generator.permutation(of: pool.count) })
      var observer = NoObserver()
      let outcome = try ComparisonRun(plan: own, source: source, environment: environment).run(
        observer: &observer)
      finding.add(outcome.rows)
      seconds.append(Double(source.nanoseconds) / 1e9)
      detectable += outcome.rows.filter { $0.metric == .wallNanoseconds }.compactMap(\.detectableRatio)
    }
    if let sample = try? SortedSample(seconds) {
      finding.medianSeconds = sample.median
      finding.longestSeconds = sample.maximum
    }
    finding.detectableRatio = detectable.median
    return finding
  }

  private static func seen(_ pool: [CollectedPair], _ metric: ComparedMetric) -> Double {
    let values = pool.flatMap { $0.effects[metric]?.candidate ?? [] }
    return values.median.map { exp($0) - 1 } ?? .nan
  }
}

extension ProcedureStudy.Finding {
  mutating func add(_ rows: [MetricComparison]) {
    let wall = rows.filter { $0.metric == .wallNanoseconds }.compactMap(\.verdict)
    let processor = rows.filter { $0.metric == .cpuNanoseconds }.compactMap(\.verdict)
    let either = wall + processor
    comparisons += 1
    if wall.contains(.slower) { slowerByWall += 1 }
    if processor.contains(.slower) { slowerByCPU += 1 }
    if either.contains(.slower) { slowerByEither += 1 }
    if either.contains(.faster) { fasterByEither += 1 }
    if either.contains(where: { $0 == .slower || $0 == .faster }) { alarmsByEither += 1 }
    if !wall.isEmpty && wall.allSatisfy({ $0 == .same }) { same += 1 }
    if wall.contains(where: \.isOpen) { unresolved += 1 }
    if wall.contains(.unfit) { unfit += 1 }
  }
}

/// Collected pairs in an order of its own for each cell. After the last they start again from the first.
final class ResampledPairs: PairSource {
  private let pool: [ProcedureStudy.CollectedPair]
  private let orders: [[Int]]
  private var next: [Int]
  /// The duration of the pairs used so far.
  private(set) var nanoseconds: UInt64 = 0

  init(pool: [ProcedureStudy.CollectedPair], orders: [[Int]]) {
    self.pool = pool
    self.orders = orders
    next = orders.map { _ in 0 }
  }

  func prepare(_ index: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void) {
    entry.prepared(iterations: 1, rounds: 1, counts: [:])
  }

  func measure(_ index: Int, pair: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void)
  {
    let order = orders[index]
    guard !order.isEmpty else { return }
    let pair = pool[order[next[index] % order.count]]
    next[index] += 1
    nanoseconds += pair.nanoseconds
    entry.add(pair.effects)
  }

  func endProcesses() {}
}

/// An observer that ignores all events.
struct NoObserver: MeasuringObserver {
  mutating func sampleTaken(_ sample: SampleRecord, progress: RunProgress) {}
  mutating func cellDropped(_ outcome: CellOutcome) {}
}

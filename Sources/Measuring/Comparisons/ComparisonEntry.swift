import Foundation

/// The state of one cell in a comparison.
struct ComparisonEntry {
  /// A value of the cell's pairs, by a clock, with its part of the error.
  private struct JudgedValue {
    var clock: ComparedMetric
    var value: KeyPath<PairValue.Time, Double> & Sendable
    var part: Double
  }

  /// The cell, with its size once a worker has loaded it.
  private(set) var prepared: Cell
  var cell: CellID { prepared.id }
  private let clock: ComparisonPlan.Clock
  /// The number of programs, with their functions in other places, between which pairs take turns.
  private let placementCount: Int
  private(set) var iterations = 0
  /// The number of samples of each arm in a pair.
  private(set) var rounds = 0
  /// True if the cell is prepared and can be measured.
  private(set) var isOpen = false
  /// The outcome of a cell that is not compared.
  private(set) var outcome: CellOutcome?
  private var difference: String?
  /// The difference of two layouts whose times are compared nevertheless, as the end of a sentence; nil if the
  /// layouts are equal.
  private(set) var layoutChange: String?
  private var counts: [ComparisonArm: WorkerProtocol.Batch] = [:]
  /// The number of jobs in each counted batch.
  private var countedJobs = 0
  private var checksums: [ComparisonArm: UInt64] = [:]
  /// The values of whole pairs, in their order.
  private(set) var pairs: [PairValue] = []
  /// The value for which a look found a certain change; nil without one.
  private var named: JudgedValue?
  var isNamed: Bool { named != nil }

  init(_ cell: Cell, clock: ComparisonPlan.Clock = .auto, placementCount: Int = 1) {
    (prepared, self.clock, self.placementCount) = (cell, clock, placementCount)
  }

  /// Wall time per processor time from which a job counts as waiting: other programs take all of a batch of a
  /// quarter of a millisecond, or nothing.
  private static let waiting = 1.05

  /// The time by which the cell is judged.
  var metric: ComparedMetric {
    switch clock {
    case .wall: return .wallNanoseconds
    case .cpu: return .cpuNanoseconds
    case .auto:
      let waits = (pairs.map(\.wallPerProcessorTime).median ?? 1) > Self.waiting
      return prepared.isJudgedByWall || waits || !pairs.allSatisfy { $0[.cpuNanoseconds] != nil }
        ? .wallNanoseconds : .cpuNanoseconds
    }
  }

  // MARK: Events

  mutating func begin(
    iterations: Int, rounds: Int, counts: [ComparisonArm: WorkerProtocol.Batch], countedJobs: Int
  ) {
    (self.iterations, self.rounds, self.counts, self.countedJobs) = (iterations, rounds, counts, countedJobs)
    checksums = counts.mapValues(\.checksumBits)
    for arm in ComparisonArm.allCases {
      if let bits = checksums[arm], let base = counts[.base], bits != base.checksumBits {
        if prepared.layoutMayChange && arm == .cand {
          layoutChange = layoutChange ?? "other frames"
          continue
        }
        differ(
          "The frames' checksum is \(base.checksum) with the base and \(Double(bitPattern: bits)) with the \(arm.title)."
        )
        return
      }
    }
    isOpen = true
  }

  /// True if the arms have different numbers of the system's events. On a busy machine one batch may have a hundred page faults
  /// that the next one of the same process lacks; a change makes them in each.
  var eventsDiffer: Bool {
    isOpen && ComparedMetric.ofSystem.compactMap(countedRow).contains { $0.verdict != .same }
  }

  /// Keeps the fewer events of two batches of each arm.
  mutating func keepFewerEvents(_ batches: [ComparisonArm: WorkerProtocol.Batch]) {
    for (arm, batch) in batches { counts[arm]?.keepFewerEvents(batch) }
  }

  /// Adds the samples of a whole pair.
  mutating func add(_ samples: [SampleRecord], pair: Int) {
    if let odd = samples.first(where: { $0.checksum.bitPattern != checksums[$0.arm] }) {
      differ("The frames' checksum of the \(odd.arm.title) changed to \(odd.checksum) in pair \(pair).")
      return
    }
    let busyThreads = min(cell.threads, ProcessInfo.processInfo.activeProcessorCount)
    if let value = PairValue(of: samples, rounds: rounds, busyThreads: busyThreads, unit: unit(ofPair: pair))
    {
      add(value)
    }
  }

  mutating func add(_ value: PairValue) { pairs.append(value) }

  /// Returns the unit of a pair: its placement, or itself if there is one placement only.
  func unit(ofPair pair: Int) -> Int { placementCount > 1 ? pair % placementCount : pair }

  mutating func fail(_ reason: String) {
    isOpen = false
    outcome = CellOutcome(cell: cell, status: .failed, reason: reason)
  }

  mutating func leaveOut(_ reason: String) {
    isOpen = false
    outcome = .leftOut(cell, reason: reason)
  }

  /// Notes the sizes that the base and the candidate have loaded, and reports a difference. Figures per element divide
  /// by the candidate's size.
  mutating func loaded(base: WorkerProtocol.LoadedCell, candidate: WorkerProtocol.LoadedCell) {
    (prepared.id.nodeCount, prepared.id.depth) = (candidate.nodeCount, candidate.depth)
    // An older revision does not report this property.
    prepared.splitsLayouts =
      prepared.splitsLayouts || [base, candidate].contains { $0.splitsLayouts == true }
    guard (base.nodeCount, base.depth) != (candidate.nodeCount, candidate.depth) else { return }
    if prepared.layoutMayChange {
      layoutChange =
        "\(base.nodeCount) elements with the base and \(candidate.nodeCount) with the candidate"
    } else {
      differ("The base lays out \(base.nodeCount) elements and the candidate \(candidate.nodeCount).")
    }
  }

  mutating func differ(_ reason: String) {
    isOpen = false
    difference = reason
  }

  /// True if its layouts differ, so that its times are not compared.
  var isDifferent: Bool { difference != nil }

  // MARK: Looking

  /// Names the cell if its pairs show a change with this error; without an error names nothing. Returns the pairs'
  /// p-value: 1 if there are no pairs. O(pairs³).
  mutating func look(error: Double?) -> Double {
    let values = judgedValues.map { (value: $0, pValue: ranks(of: $0)?.pValue ?? 1) }
    if let error, named == nil { named = values.first { $0.pValue <= $0.value.part * error }?.value }
    return values.map(\.pValue).min() ?? 1
  }

  /// The values that are judged, the usual one first. A quarter of the error is for means, since only means contain rare
  /// events. Where processor time is judged, another quarter is for the mean of wall time: a job may wait rarely.
  private var judgedValues: [JudgedValue] {
    let metric = metric
    let mayWait = clock == .auto && metric == .cpuNanoseconds
    let own = [
      JudgedValue(clock: metric, value: \.median, part: mayWait ? 0.5 : 0.75),
      JudgedValue(clock: metric, value: \.mean, part: 0.25),
    ]
    return own + (mayWait ? [JudgedValue(clock: .wallNanoseconds, value: \.mean, part: 0.25)] : [])
  }

  /// Returns the ranks of one value of each unit: the median of its pairs. nil without pairs.
  private func ranks(of judged: JudgedValue) -> SignedRanks? {
    let units = Dictionary(grouping: pairs, by: \.unit).values.compactMap { pairs in
      pairs.compactMap { $0[judged.clock]?[keyPath: judged.value] }.median
    }
    return SignedRanks(units)
  }

  // MARK: Results

  /// True if the cell was prepared or is no longer compared; false at the end if the time was too short.
  var isBegun: Bool { iterations > 0 || outcome != nil || isDifferent }

  /// True if the cell can be measured, or may be once it is prepared.
  var canBeMeasured: Bool { isOpen || !isBegun }

  /// The level of a cell's interval.
  static let level = 0.99
  /// The level of the interval whose upper end the cell excludes: the change lies above it in 5 of 100 cells.
  static let excludingLevel = 0.9

  /// Returns the rows of the cell, judged by the plan's rules.
  func rows(by plan: ComparisonPlan) -> [MetricComparison] {
    guard outcome == nil else { return [] }
    if let difference { return [MetricComparison(differing: cell, note: difference)] }
    let counted = [.allocCount, .allocBytes] + ComparedMetric.ofSystem
    return [timedRow(plan)].compactMap { $0 } + counted.compactMap(countedRow)
  }

  private func timedRow(_ plan: ComparisonPlan) -> MetricComparison? {
    let judged = named ?? judgedValues[0]
    let metric = judged.clock
    guard let ranks = ranks(of: judged), let base = pairs.compactMap({ $0[metric]?.base }).median
    else { return nil }
    let interval = ranks.interval(level: Self.level)
    let excluding = ranks.interval(level: Self.excludingLevel)
    let isKnown = excluding.level >= Self.excludingLevel
    // So few pairs can name no cell. If they agree on a change, it is neither certain nor excluded.
    let most = placementCount > 1 ? placementCount : .max
    let least = log1p(plan.minimumEffect)
    let isTooEarly =
      Set(pairs.map(\.unit)).count < min(plan.leastPairs, most)
      && (excluding.low >= least || excluding.high <= -least)
    let ratio = exp(ranks.estimate)
    var row = MetricComparison(
      cell: cell, metric: metric, baseValue: base, candidateValue: base * ratio, pairCount: pairs.count,
      candidate: .init(logarithm: ranks.estimate, interval), level: interval.level,
      excludedRatio: isKnown ? exp(excluding.high) : nil,
      verdict: .ofTime(
        ranks.estimate, isNamed: isNamed, isKnown: isKnown && !isTooEarly,
        minimumEffect: plan.minimumEffect))
    if judged.value == \PairValue.Time.mean, row.verdict.isChange {
      row.note =
        metric == self.metric
        ? "By the mean: some of its jobs take much longer or shorter, and the usual one does not."
        : "By the mean of the time on the wall: some of its jobs wait."
    }
    return row
  }

  private func countedRow(_ metric: ComparedMetric) -> MetricComparison? {
    guard let base = counted(metric, .base), let candidate = counted(metric, .cand),
      let null = counted(metric, .null)
    else { return nil }
    return MetricComparison(
      cell: cell, metric: metric, base: base, candidate: candidate, null: null,
      slack: metric.slack / Double(countedJobs))
  }

  private func counted(_ metric: ComparedMetric, _ arm: ComparisonArm) -> Double? {
    guard let batch = counts[arm], countedJobs > 0 else { return nil }
    let count: UInt64? =
      switch metric {
      case .allocCount: batch.allocCount
      case .allocBytes: batch.allocBytes
      case .pageFaultCount: batch.pageFaults
      case .voluntarySwitchCount: batch.voluntaryContextSwitches
      default: nil
      }
    return count.map { Double($0) / Double(countedJobs) }
  }
}

extension Cell {
  /// True if the processor time of a job's thread is not its duration: a split layout has several threads, and the user's
  /// own code may wait, and work on other threads.
  var isJudgedByWall: Bool { splitsLayouts || id.isCode }
}

extension ComparisonArm {
  /// The arm's name in sentences.
  var title: String {
    switch self {
    case .base: "base"
    case .cand: "candidate"
    case .null: "base's copy"
    }
  }
}

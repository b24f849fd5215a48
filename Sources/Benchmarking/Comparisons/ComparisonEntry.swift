import Foundation

/// The state of one cell in a comparison.
struct ComparisonEntry {
  /// With its size once a worker has loaded it.
  private(set) var prepared: Cell
  var cell: CellID { prepared.id }
  /// The time by which it is judged.
  let metric: ComparedMetric
  private(set) var iterations = 0
  /// The number of samples of each arm in a pair.
  private(set) var rounds = 0
  /// True if it is prepared and can be measured.
  private(set) var isOpen = false
  /// The outcome of a cell that is not compared.
  private(set) var outcome: CellOutcome?
  private var difference: String?
  /// The difference of layouts whose times are compared all the same, as the end of a sentence; nil if they are
  /// equal.
  private(set) var layoutChange: String?
  private var counts: [ComparisonArm: WorkerBatch] = [:]
  private var checksums: [ComparisonArm: UInt64] = [:]
  /// The values of whole pairs, in their order.
  private(set) var pairs: [PairValue] = []
  /// True if a look at its pairs left no doubt that it changed.
  private(set) var isNamed = false

  init(_ cell: Cell) {
    prepared = cell
    metric = ComparedMetric.judged(of: cell.id)
  }

  // MARK: Events

  mutating func begin(iterations: Int, rounds: Int, counts: [ComparisonArm: WorkerBatch]) {
    self.iterations = iterations
    self.rounds = rounds
    self.counts = counts
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

  /// Adds the samples of a whole pair.
  mutating func add(_ samples: [SampleRecord], pair: Int) {
    if let odd = samples.first(where: { $0.checksum.bitPattern != checksums[$0.arm] }) {
      differ("The frames' checksum of the \(odd.arm.title) changed to \(odd.checksum) in pair \(pair).")
      return
    }
    if let value = PairValue(of: samples, metric: metric, rounds: rounds) { add(value) }
  }

  mutating func add(_ value: PairValue) { pairs.append(value) }

  /// Takes over what an earlier part of the comparison has measured of the cell, if that has prepared it.
  mutating func takeOver(_ samples: [SampleRecord]) {
    let counted = samples.filter { $0.pass == .alloc && $0.pair == nil }
    let timed = Dictionary(grouping: samples.filter { $0.pass == .time && $0.pair != nil }) { $0.pair ?? 0 }
    let measured = timed.mapValues { pair in pair.count { $0.phase == .measure && $0.arm == .cand } }
    guard Set(counted.map(\.arm)).count == ComparisonArm.allCases.count, let rounds = measured.values.max()
    else {
      return
    }
    prepared.id = counted[0].cell
    begin(
      iterations: counted[0].iterations, rounds: rounds,
      counts: Dictionary(counted.map { ($0.arm, WorkerBatch(counted: $0)) }) { $1 })
    for (pair, samples) in timed.sorted(by: { $0.key < $1.key }) where isOpen { add(samples, pair: pair) }
  }

  mutating func fail(_ reason: String) {
    isOpen = false
    outcome = CellOutcome(cell: cell, status: .failed, reason: reason)
  }

  mutating func leaveOut(_ reason: String) {
    isOpen = false
    outcome = .leftOut(cell, reason: reason)
  }

  /// Notes what the base and the candidate have loaded, and says so if their sizes differ. Figures per element divide by
  /// the candidate's.
  mutating func loaded(base: LoadedWorker, candidate: LoadedWorker) {
    (prepared.id.nodeCount, prepared.id.depth) = (candidate.nodeCount, candidate.depth)
    // A revision that does not tell yet has nothing to say.
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

  /// Names the cell if its pairs show a change with this error, and returns their p-value: 1 if there are none. Nil for an
  /// error that names none. O(pairs³).
  mutating func look(error: Double?) -> Double {
    let pValue = SignedRanks(pairs.map(\.effect))?.pValue ?? 1
    if let error, pValue <= error { isNamed = true }
    return pValue
  }

  // MARK: Results

  /// True if it was prepared or is no longer compared: false at the end means that the time was over before.
  var isBegun: Bool { iterations > 0 || outcome != nil || isDifferent }

  /// True if it can be measured, or might be once it is prepared.
  var canBeMeasured: Bool { isOpen || !isBegun }

  /// The level of a cell's interval.
  static let level = 0.99
  /// The level of the interval whose upper end is what the cell excludes: one side of it is missed in 5 of 100.
  static let excludingLevel = 0.9

  /// Returns the rows of the cell.
  func rows(minimumEffect: Double) -> [MetricComparison] {
    guard outcome == nil else { return [] }
    if let difference { return [MetricComparison(differing: cell, note: difference)] }
    return [timedRow(minimumEffect)].compactMap { $0 } + [.allocCount, .allocBytes].compactMap(countedRow)
  }

  private func timedRow(_ minimumEffect: Double) -> MetricComparison? {
    guard let ranks = SignedRanks(pairs.map(\.effect)), let base = pairs.map(\.base).median else {
      return nil
    }
    let interval = ranks.interval(level: Self.level)
    let excluding = ranks.interval(level: Self.excludingLevel)
    let isKnown = excluding.level >= Self.excludingLevel
    let ratio = exp(ranks.estimate)
    return MetricComparison(
      cell: cell, metric: metric, baseValue: base, candidateValue: base * ratio, pairCount: pairs.count,
      candidate: .init(logarithm: ranks.estimate, interval), level: interval.level,
      excludedRatio: isKnown ? exp(excluding.high) : nil,
      verdict: .ofTime(
        ranks.estimate, isNamed: isNamed, isKnown: isKnown, minimumEffect: minimumEffect))
  }

  private func countedRow(_ metric: ComparedMetric) -> MetricComparison? {
    guard let base = counted(metric, .base), let candidate = counted(metric, .cand),
      let null = counted(metric, .null)
    else { return nil }
    return MetricComparison(cell: cell, metric: metric, base: base, candidate: candidate, null: null)
  }

  private func counted(_ metric: ComparedMetric, _ arm: ComparisonArm) -> Double? {
    guard let batch = counts[arm], iterations > 0 else { return nil }
    return switch metric {
    case .allocCount: batch.allocCount.map { Double($0) / Double(iterations) }
    case .allocBytes: batch.allocBytes.map { Double($0) / Double(iterations) }
    default: nil
    }
  }
}

extension WorkerBatch {
  /// A counted batch, from its sample.
  fileprivate init(counted sample: SampleRecord) {
    self.init(
      wallNanoseconds: 0, cpuNanoseconds: nil, queueWaitNanoseconds: nil,
      checksumBits: sample.checksum.bitPattern, allocCount: sample.allocCount, allocBytes: sample.allocBytes,
      peakResidentBytes: nil, involuntaryContextSwitches: nil)
  }
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

/// The value of a cell in one pair of processes, however many batches they ran.
///
/// The pair is the statistical unit. Samples of one process resemble one another, through the memory it got and the place
/// it runs, so more of them would make false alarms more frequent, not fewer.
struct PairValue: Hashable, Sendable {
  /// The median over the rounds of ln(candidate / base). Batches are late, never early; in a difference of two that take
  /// turns this has no direction.
  var effect: Double
  /// The base's time per job, as a median of the rounds.
  var base: Double = 1
}

extension PairValue {
  /// Computes the value from the samples of a cell in one pair; nil with fewer than `rounds` rounds that have both sides.
  /// O(samples).
  init?(of samples: some Sequence<SampleRecord>, metric: ComparedMetric, rounds: Int) {
    var values: [Int: [ComparisonArm: Double]] = [:]
    for sample in samples where sample.counts && sample.pass == .time {
      guard let value = metric.value(of: sample), value > 0 else { continue }
      values[sample.round, default: [:]][sample.arm] = value
    }
    let whole = values.values.compactMap { arms in
      arms[.base].flatMap { base in arms[.cand].map { (base: base, candidate: $0) } }
    }
    guard rounds > 0, whole.count >= rounds, let effect = whole.map({ log($0.candidate / $0.base) }).median,
      let base = whole.map(\.base).median
    else { return nil }
    self.init(effect: effect, base: base)
  }
}

extension ComparedMetric {
  /// The time by which a cell is compared: processor time, or wall time where several threads work.
  static func judged(of cell: CellID) -> ComparedMetric {
    cell.threads == 1 ? .cpuNanoseconds : .wallNanoseconds
  }

  /// Returns a timed sample's value per job; nil if it was not measured.
  func value(of sample: SampleRecord) -> Double? {
    guard sample.iterations > 0 else { return nil }
    let amount =
      switch self {
      case .wallNanoseconds: sample.wallNanoseconds
      case .cpuNanoseconds: sample.cpuNanoseconds
      case .allocCount: sample.allocCount
      case .allocBytes: sample.allocBytes
      // The first is counted by a tool of its own, the second belongs to the process and not to a job.
      case .instructionCount, .peakResidentBytes: nil as UInt64?
      }
    return amount.map { Double($0) / Double(sample.iterations) }
  }
}

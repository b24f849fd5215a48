/// Where a comparison stands with one of its cells.
struct ComparisonEntry {
  let cell: CellDescription
  private(set) var iterations = 0
  /// Samples of each arm in a pair.
  private(set) var rounds = 0
  private(set) var isOpen = false
  /// Whether the second set of pairs is being taken.
  private(set) var isConfirming = false
  private(set) var failure: CellOutcome?
  private var isFailureNew = false
  private var difference: String?
  private var counts: [ComparisonArm: WorkerBatch] = [:]
  private var checksum: UInt64?
  /// Of the first set, and of the second where there is one.
  private var first: [ComparedMetric: MetricState] = [:]
  private var second: [ComparedMetric: MetricState] = [:]
  private(set) var pairCount = 0

  /// Metrics that pairs are taken for.
  static let timed: [ComparedMetric] = [.wallNanoseconds, .cpuNanoseconds]

  /// The pairs of a metric, and what the last look at them showed.
  private struct MetricState {
    var effects = PairEffects(candidate: [], null: [])
    var bases: [Double] = []
    var judgement: PairedJudgement?
    /// The error that the last look spent.
    var error = 0.0
    /// Of the second set: whether it agrees with the first.
    var isConfirmed: Bool?
  }

  init(cell: CellDescription) {
    self.cell = cell
  }

  // MARK: What happens to it

  mutating func prepared(iterations: Int, rounds: Int, counts: [ComparisonArm: WorkerBatch]) {
    self.iterations = iterations
    self.rounds = rounds
    self.counts = counts
    checksum = counts[.base]?.checksumBits
    for arm in ComparisonArm.allCases {
      if let bits = counts[arm]?.checksumBits, bits != checksum, let base = counts[.base] {
        differ(
          "The frames' checksum is \(base.checksum) with the base and \(Double(bitPattern: bits)) with the \(arm.title)."
        )
        return
      }
    }
    isOpen = true
  }

  /// Takes in the samples of a whole pair.
  mutating func add(_ samples: [SampleRecord], pair: Int) {
    if let odd = samples.first(where: { $0.checksum.bitPattern != checksum }) {
      differ("The frames' checksum of the \(odd.arm.title) changed to \(odd.checksum) in pair \(pair).")
      return
    }
    var effects: [ComparedMetric: PairEffects] = [:]
    for metric in Self.timed {
      effects[metric] = PairEffects(of: samples, metric: metric, pairs: pair..<pair + 1, rounds: rounds)
    }
    add(effects)
  }

  /// Takes in what a whole pair showed.
  mutating func add(_ effects: [ComparedMetric: PairEffects]) {
    for (metric, effect) in effects where effect.count == 1 {
      var state = (isConfirming ? second : first)[metric] ?? MetricState()
      state.effects.candidate += effect.candidate
      state.effects.null += effect.null
      state.bases.append(effect.baseValue)
      if isConfirming { second[metric] = state } else { first[metric] = state }
    }
    pairCount += 1
  }

  mutating func fail(_ reason: String) {
    isOpen = false
    failure = CellOutcome(cell: cell, status: .failed, reason: reason)
    isFailureNew = true
  }

  mutating func differ(_ reason: String) {
    isOpen = false
    difference = reason
  }

  /// The failure, once.
  mutating func newFailure() -> CellOutcome? {
    defer { isFailureNew = false }
    return isFailureNew ? failure : nil
  }

  // MARK: Looking at it

  /// Looks at the pairs so far, and closes the cell where there is nothing more to find out.
  mutating func judge(error: Double, minimumEffect: Double, isLast: Bool) {
    for metric in Self.timed {
      guard var state = isConfirming ? second[metric] : first[metric] else { continue }
      // What was decided at an earlier look stays so.
      if let verdict = state.judgement?.verdict, verdict != .unresolved, !isConfirming { continue }
      state.judgement = PairedJudgement(state.effects, error: error, minimumEffect: minimumEffect)
      state.error = error
      if isConfirming { second[metric] = state } else { first[metric] = state }
    }
    guard !isConfirming else { return }
    let isDecided = first.values.allSatisfy { ($0.judgement?.verdict ?? .unresolved) != .unresolved }
    let isUnfit = first.values.contains { $0.judgement?.verdict == .unfit }
    if isLast || isDecided || isUnfit { isOpen = false }
  }

  /// Metrics that differ by the first set.
  private var flagged: [ComparedMetric] {
    guard !first.values.contains(where: { $0.judgement?.verdict == .unfit }) else { return [] }
    return Self.timed.filter { [.slower, .faster].contains(first[$0]?.judgement?.verdict) }
  }

  /// Opens the cell again where something differs.
  mutating func beginConfirming() {
    guard failure == nil, difference == nil, !flagged.isEmpty else { return }
    isConfirming = true
    isOpen = true
    pairCount = 0
  }

  /// Decides on all cells that are being confirmed: a flagged metric agrees where the second set has the same verdict and its p-value
  /// passes Holm's correction over every metric of every cell.
  static func confirm(_ entries: inout [ComparisonEntry], error: Double, isLast: Bool) {
    var hypotheses: [(entry: Int, metric: ComparedMetric)] = []
    var pValues: [Double] = []
    for index in entries.indices where entries[index].isConfirming {
      for metric in entries[index].flagged {
        guard let judgement = entries[index].second[metric]?.judgement else { continue }
        hypotheses.append((index, metric))
        pValues.append(judgement.pValue)
      }
    }
    // What was not flagged is in the family too, as tests that reject nothing.
    pValues += Array(repeating: 1, count: max(entries.count * timed.count - pValues.count, 0))
    for (hypothesis, adjusted) in zip(hypotheses, HolmCorrection.adjusted(pValues)) {
      let (index, metric) = hypothesis
      let agrees =
        adjusted <= error
        && entries[index].second[metric]?.judgement?.verdict
          == entries[index].first[metric]?.judgement?.verdict
      if agrees {
        entries[index].second[metric]?.isConfirmed = true
      } else if isLast && entries[index].second[metric]?.isConfirmed == nil {
        entries[index].second[metric]?.isConfirmed = false
      }
    }
    for index in entries.indices where entries[index].isConfirming && entries[index].isOpen {
      let isDone = entries[index].flagged.allSatisfy { entries[index].second[$0]?.isConfirmed != nil }
      if isLast || isDone { entries[index].isOpen = false }
    }
  }

  // MARK: What it came to

  func rows(plan: ComparisonPlan) -> [MetricComparison] {
    guard failure == nil else { return [] }
    if let difference { return [MetricComparison(differing: cell, note: difference)] }
    return Self.timed.compactMap { timedRow($0, plan) }
      + [.allocCount, .allocBytes, .peakResidentBytes].compactMap(countedRow)
  }

  private func timedRow(_ metric: ComparedMetric, _ plan: ComparisonPlan) -> MetricComparison? {
    guard let firstState = first[metric], let firstJudgement = firstState.judgement else { return nil }
    let isFlagged = isConfirming && flagged.contains(metric)
    let state = isFlagged ? second[metric] ?? firstState : firstState
    let judgement = state.judgement ?? firstJudgement
    let isConfirmed = isFlagged ? state.isConfirmed ?? false : nil
    var note: String?
    var verdict = firstJudgement.verdict
    if verdict == .slower || verdict == .faster, isConfirmed != true {
      verdict = .unresolved
      note = "A first set of pairs was \(firstJudgement.verdict.rawValue), and a second did not confirm it."
    }
    let baseValue = median(state.bases)
    let ratio = exponential(judgement.candidateMedian)
    return MetricComparison(
      cell: cell, metric: metric, baseValue: baseValue, candidateValue: baseValue * ratio,
      pairCount: state.effects.count,
      candidate: .init(logarithm: judgement.candidateMedian, judgement.candidate),
      null: .init(logarithm: judgement.nullMedian, judgement.null), level: judgement.candidate.level,
      detectableRatio: DetectableChange.ratio(
        of: state.effects.candidate, error: state.error, minimumEffect: plan.minimumEffect),
      verdict: verdict, isConfirmed: isConfirmed, note: note)
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
    case .peakResidentBytes: batch.peakResidentBytes.map { Double($0) }
    default: nil
    }
  }

  private func median(_ values: [Double]) -> Double {
    (try? SortedSample(values))?.median ?? .nan
  }
}

extension ComparisonArm {
  /// For sentences.
  var title: String {
    switch self {
    case .base: "base"
    case .cand: "candidate"
    case .null: "base's copy"
    }
  }
}

extension MetricComparison.Estimate {
  init(logarithm: Double, _ interval: MedianInterval) {
    self.init(ratio: exponential(logarithm), low: exponential(interval.low), high: exponential(interval.high))
  }
}

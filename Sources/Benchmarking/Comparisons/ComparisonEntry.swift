import Foundation

/// The state of one cell in a comparison.
struct ComparisonEntry {
  let cell: CellDescription
  /// True if the times of different layouts are compared too.
  private let layoutMayChange: Bool
  private(set) var iterations = 0
  /// The number of samples of each arm in a pair.
  private(set) var rounds = 0
  private(set) var isOpen = false
  /// True if the second set of pairs is being measured.
  private(set) var isConfirming = false
  /// The outcome of a cell that is not compared.
  private(set) var outcome: CellOutcome?
  private var isOutcomeNew = false
  private var difference: String?
  /// The difference of layouts whose times are compared all the same, as the end of a sentence; nil if they are
  /// equal.
  private(set) var layoutChange: String?
  private var counts: [ComparisonArm: WorkerBatch] = [:]
  private var checksums: [ComparisonArm: UInt64] = [:]
  /// The first set of pairs, and the second if there is one.
  private var first: [ComparedMetric: PairSet] = [:]
  private var second: [ComparedMetric: PairSet] = [:]
  private(set) var pairCount = 0

  /// The metrics that are judged by pairs.
  static let timed: [ComparedMetric] = [.wallNanoseconds, .cpuNanoseconds]

  /// The pairs of a metric and the result of the last look. A decided metric gets no more pairs, even if the
  /// cell's other metric does, so that all figures of a metric describe the same pairs.
  private struct PairSet {
    var effects = PairEffects(candidate: [], null: [])
    var bases: [Double] = []
    var judgement: PairedJudgement?
    /// The error that the last look spent.
    var error = 0.0
    var isDecided = false
    /// True if this is a decided second set that agrees with the first.
    var agrees = false
  }

  init(cell: CellDescription, layoutMayChange: Bool = false) {
    self.cell = cell
    self.layoutMayChange = layoutMayChange
  }

  // MARK: Events

  mutating func prepared(iterations: Int, rounds: Int, counts: [ComparisonArm: WorkerBatch]) {
    self.iterations = iterations
    self.rounds = rounds
    self.counts = counts
    checksums = counts.mapValues(\.checksumBits)
    for arm in ComparisonArm.allCases {
      if let bits = checksums[arm], let base = counts[.base], bits != base.checksumBits {
        if layoutMayChange && arm == .cand {
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
    var effects: [ComparedMetric: PairEffects] = [:]
    for metric in Self.timed {
      effects[metric] = PairEffects(of: samples, metric: metric, pairs: pair..<pair + 1, rounds: rounds)
    }
    add(effects)
  }

  /// Adds the effects of a whole pair.
  mutating func add(_ effects: [ComparedMetric: PairEffects]) {
    for (metric, effect) in effects where effect.count == 1 {
      if isConfirming && !flagged.contains(metric) { continue }
      var set = (isConfirming ? second : first)[metric] ?? PairSet()
      if set.isDecided { continue }
      set.effects.candidate += effect.candidate
      set.effects.null += effect.null
      set.bases.append(effect.baseValue)
      if isConfirming { second[metric] = set } else { first[metric] = set }
    }
    pairCount += 1
  }

  mutating func fail(_ reason: String) {
    end(CellOutcome(cell: cell, status: .failed, reason: reason))
  }

  mutating func leaveOut(_ reason: String) {
    end(.leftOut(cell, reason: reason))
  }

  private mutating func end(_ outcome: CellOutcome) {
    isOpen = false
    self.outcome = outcome
    isOutcomeNew = true
  }

  /// Notes the numbers of elements that the base and the candidate lay out, if they differ.
  mutating func compareElements(base: Int, candidate: Int) {
    if layoutMayChange {
      layoutChange = "\(base) elements with the base and \(candidate) with the candidate"
    } else {
      differ("The base lays out \(base) elements and the candidate \(candidate).")
    }
  }

  mutating func differ(_ reason: String) {
    isOpen = false
    difference = reason
  }

  /// Returns the outcome of a cell that is not compared, once.
  mutating func newOutcome() -> CellOutcome? {
    defer { isOutcomeNew = false }
    return isOutcomeNew ? outcome : nil
  }

  // MARK: Looks

  /// Judges the pairs so far, and closes the cell if nothing is left to decide.
  mutating func judge(error: Double, minimumEffect: Double, isLast: Bool) {
    for metric in Self.timed {
      guard var set = isConfirming ? second[metric] : first[metric], !set.isDecided else { continue }
      set.judgement = PairedJudgement(set.effects, error: error, minimumEffect: minimumEffect)
      set.error = error
      if isConfirming {
        second[metric] = set
      } else {
        set.isDecided = (set.judgement?.verdict ?? .unresolved) != .unresolved
        first[metric] = set
      }
    }
    guard !isConfirming else { return }
    let isDecided = !first.isEmpty && first.values.allSatisfy(\.isDecided)
    if isLast || isDecided || isUnfit { isOpen = false }
  }

  private var isUnfit: Bool { first.values.contains { $0.judgement?.verdict == .unfit } }

  /// The metrics that differ by the first set.
  private var flagged: [ComparedMetric] {
    guard !isUnfit else { return [] }
    return Self.timed.filter { [.slower, .faster].contains(first[$0]?.judgement?.verdict) }
  }

  /// Reopens the cell if something differs.
  mutating func beginConfirming() {
    guard outcome == nil, difference == nil, !isOpen, !flagged.isEmpty else { return }
    isConfirming = true
    isOpen = true
    pairCount = 0
  }

  /// Decides all cells that are being confirmed. A flagged metric agrees if the second set has the same
  /// verdict and its p-value passes Holm's correction over every metric of every cell.
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
    // Unflagged metrics belong to the family too, as tests that reject nothing.
    pValues += Array(repeating: 1, count: max(entries.count * timed.count - pValues.count, 0))
    for (hypothesis, adjusted) in zip(hypotheses, HolmCorrection.adjusted(pValues)) {
      let (index, metric) = hypothesis
      guard var set = entries[index].second[metric], !set.isDecided else { continue }
      set.agrees =
        adjusted <= error && set.judgement?.verdict == entries[index].first[metric]?.judgement?.verdict
      set.isDecided = set.agrees || isLast
      entries[index].second[metric] = set
    }
    for index in entries.indices where entries[index].isConfirming && entries[index].isOpen {
      let isDone = entries[index].flagged.allSatisfy { entries[index].second[$0]?.isDecided == true }
      if isLast || isDone { entries[index].isOpen = false }
    }
  }

  // MARK: Results

  /// The stage that the cell waits for; nil if it is decided or not compared.
  var waitsFor: Comparison.WaitingCell.Stage? {
    guard outcome == nil, difference == nil else { return nil }
    if iterations == 0 { return .start }
    guard isOpen else { return nil }
    return isConfirming ? .confirmation : .decision
  }

  /// Returns the rows of the cell.
  ///
  /// - Parameter ending: the ending of the comparison, which explains undecided metrics.
  func rows(plan: ComparisonPlan, ending: RunEnding) -> [MetricComparison] {
    guard outcome == nil else { return [] }
    if let difference { return [MetricComparison(differing: cell, note: difference)] }
    return Self.timed.compactMap { timedRow($0, plan, ending) }
      + [.allocCount, .allocBytes, .peakResidentBytes].compactMap(countedRow)
  }

  private func timedRow(
    _ metric: ComparedMetric, _ plan: ComparisonPlan, _ ending: RunEnding
  ) -> MetricComparison? {
    guard let first = first[metric], let judged = first.judgement else { return nil }
    var confirmation = Decision.Confirmation.refuted
    if second[metric]?.agrees == true {
      confirmation = .agreed
    } else if waitsFor != nil, second[metric]?.isDecided != true {
      confirmation = .open
    }
    let decision = Decision(
      first: judged.verdict, isCutShort: !first.isDecided && waitsFor == .decision, isUnfit: isUnfit,
      confirmation, ending: ending)
    // A complete second set replaces the first, which was selected for being large; a partial one does not.
    let set = isUnfit || confirmation == .open ? first : second[metric] ?? first
    guard let judgement = set.judgement else { return nil }
    let baseValue = set.bases.median ?? .nan
    let ratio = exp(judgement.candidateMedian)
    return MetricComparison(
      cell: cell, metric: metric, baseValue: baseValue, candidateValue: baseValue * ratio,
      pairCount: set.effects.count,
      candidate: .init(logarithm: judgement.candidateMedian, judgement.candidate),
      null: .init(logarithm: judgement.nullMedian, judgement.null), level: judgement.candidate.level,
      detectableRatio: DetectableChange.ratio(
        of: set.effects.candidate, error: set.error, minimumEffect: plan.minimumEffect),
      verdict: decision.verdict, note: decision.note)
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

import Foundation

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

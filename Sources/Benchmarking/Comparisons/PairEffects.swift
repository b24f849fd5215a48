import Foundation

/// The effects of the pairs of one cell and one metric: one value per pair, a median over its rounds.
///
/// The candidate's is that of ln(candidate / √(base · null)): both copies of the base tell how long it takes,
/// and their mean scatters less. If all arms scatter alike, its variance is 3/4 of that of ln(candidate /
/// base). The null arm's is that of ln(null / base), which does not depend on the candidate's.
///
/// The pair of processes is the statistical unit. Samples of one process resemble one another, through the
/// memory it got and the place it runs, so more of them would make false alarms more frequent, not fewer.
package struct PairEffects: Hashable, Sendable {
  /// The effects of the candidate, in the order of the pairs' numbers.
  package var candidate: [Double]
  /// The effects of the second copy of the base.
  package var null: [Double]
  /// The base's time per job, as a median of the pairs' medians.
  package var baseValue: Double

  package init(candidate: [Double], null: [Double], baseValue: Double = 1) {
    self.candidate = candidate
    self.null = null
    self.baseValue = baseValue
  }

  /// Computes the effects from samples of one cell. Rounds that lack an arm do not count, and pairs with
  /// fewer than `rounds` complete rounds are skipped. O(samples).
  ///
  /// - Parameter pairs: the numbers of the pairs that count.
  package init(
    of samples: some Sequence<SampleRecord>, metric: ComparedMetric, pairs: Range<Int>, rounds: Int
  ) {
    var values: [Int: [Int: [ComparisonArm: Double]]] = [:]
    for sample in samples where sample.phase == .measure && sample.pass == .time && sample.status == .ok {
      guard let pair = sample.pair, pairs.contains(pair), let value = metric.value(of: sample), value > 0
      else { continue }
      values[pair, default: [:]][sample.round, default: [:]][sample.arm] = value
    }
    candidate = []
    null = []
    var bases: [Double] = []
    for (_, pair) in values.sorted(by: { $0.key < $1.key }) {
      let whole = pair.values.compactMap { arms in
        arms[.base].flatMap { base in
          arms[.cand].flatMap { candidate in arms[.null].map { (base: base, candidate: candidate, null: $0) }
          }
        }
      }
      guard whole.count >= rounds, rounds > 0 else { continue }
      candidate.append(whole.map { log($0.candidate) - (log($0.base) + log($0.null)) / 2 }.median ?? .nan)
      null.append(whole.map { log($0.null / $0.base) }.median ?? .nan)
      bases.append(whole.map(\.base).median ?? .nan)
    }
    baseValue = bases.median ?? .nan
  }

  /// The number of pairs.
  package var count: Int { candidate.count }
}

extension ComparedMetric {
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

import Foundation

/// One cell and one metric of two revisions. One row of `compare.csv`.
package struct MetricComparison: Hashable, Sendable, Codable {
  /// A ratio to the base with its confidence interval.
  package struct Estimate: Hashable, Sendable, Codable {
    /// Above 1 = more than the base. +infinity if only the base is 0; 1 if both are 0.
    package var ratio: Double
    /// The ends of the confidence interval. For counted metrics both equal the ratio.
    package var low: Double
    package var high: Double
  }

  package var cell: CellID
  package var metric: ComparedMetric
  /// The base's median per job, in the metric's unit.
  package var baseValue: Double
  /// The candidate's value. For times measured in pairs, it is the base's value times the ratio, which is a
  /// median over pairs, and the candidate's own median could contradict it if the machine changes between
  /// pairs.
  package var candidateValue: Double
  /// The number of pairs of processes behind the estimate; 1 for counted metrics.
  package var pairCount: Int
  package var candidate: Estimate
  /// The level of the interval, 0 to 1; 1 for counted metrics.
  package var level: Double
  /// The ratio that the candidate's does not exceed, in 95 of 100 such comparisons; nil if unknown.
  package var excludedRatio: Double? = nil
  package var verdict: Verdict
  /// A sentence that explains the verdict; nil if there is nothing to explain.
  package var note: String? = nil
  /// If the instructions changed, the functions whose cost changed the most, in a few words each; nil if unknown.
  package var causes: [String]? = nil

  /// The candidate's value less the base's.
  package var difference: Double { candidateValue - baseValue }
}

extension MetricComparison {
  /// The row of a cell whose two sides compute different layouts: nothing was measured.
  ///
  /// - Parameter note: the difference, as a sentence.
  init(differing cell: CellID, note: String) {
    self.init(
      cell: cell, metric: .wallNanoseconds, baseValue: .nan, candidateValue: .nan, pairCount: 0,
      candidate: Estimate(ratio: .nan, low: .nan, high: .nan), level: 0, verdict: .different, note: note)
  }

  /// The row of a count.
  ///
  /// - Parameters:
  ///   - null: the count of the base's copy.
  ///   - share: the largest difference of equal counts. Default: the metric's own, 0 if exact.
  ///   - slack: the same as an amount, default 0.
  package init(
    cell: CellID, metric: ComparedMetric, base: Double, candidate: Double, null: Double,
    share: Double? = nil, slack: Double = 0
  ) {
    let ratio = Self.ratio(candidate, base)
    let share = share ?? metric.share
    let decision = Verdict.ofCount(base, candidate, null: null, allowed: max(share * base, slack))
    self.init(
      cell: cell, metric: metric, baseValue: base, candidateValue: candidate, pairCount: 1,
      candidate: Estimate(ratio: ratio, low: ratio, high: ratio), level: 1, excludedRatio: 1 + share,
      verdict: decision.verdict, note: decision.note)
  }

  private static func ratio(_ value: Double, _ base: Double) -> Double {
    base == 0 ? (value == 0 ? 1 : .infinity) : value / base
  }
}

extension MetricComparison.Estimate {
  /// Makes the estimate from ln(ratio) and its interval.
  init(logarithm: Double, _ interval: MedianInterval) {
    self.init(ratio: exp(logarithm), low: exp(interval.low), high: exp(interval.high))
  }
}

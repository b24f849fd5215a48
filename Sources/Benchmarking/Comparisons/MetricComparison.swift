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

  package var cell: CellDescription
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
  /// The estimate for a second copy of the base; nil if there was none.
  package var null: Estimate?
  /// The level of both intervals, 0 to 1; 1 for counted metrics.
  package var level: Double
  /// The smallest slowdown, as a ratio above 1, that 95 of 100 such comparisons would find; nil if unknown.
  package var detectableRatio: Double?
  /// nil for a time that was not measured in turns: a change of the machine between two runs looks like one
  /// of the code.
  package var verdict: Verdict?
  /// A sentence that explains the verdict; nil if there is nothing to explain.
  package var note: String?

  package init(
    cell: CellDescription, metric: ComparedMetric, baseValue: Double, candidateValue: Double, pairCount: Int,
    candidate: Estimate, null: Estimate? = nil, level: Double, detectableRatio: Double? = nil,
    verdict: Verdict?, note: String? = nil
  ) {
    self.cell = cell
    self.metric = metric
    self.baseValue = baseValue
    self.candidateValue = candidateValue
    self.pairCount = pairCount
    self.candidate = candidate
    self.null = null
    self.level = level
    self.detectableRatio = detectableRatio
    self.verdict = verdict
    self.note = note
  }
}

extension MetricComparison {
  /// True if a second set of pairs with new seeds agreed; nil if none was needed.
  package var isConfirmed: Bool? {
    guard metric.kind == .timed, let verdict else { return nil }
    if verdict.isUnconfirmed { return false }
    return verdict == .slower || verdict == .faster ? true : nil
  }

  /// The row of a cell whose two sides compute different layouts: nothing was measured.
  ///
  /// - Parameter note: the difference, as a sentence.
  init(differing cell: CellDescription, note: String) {
    self.init(
      cell: cell, metric: .wallNanoseconds, baseValue: .nan, candidateValue: .nan, pairCount: 0,
      candidate: Estimate(ratio: .nan, low: .nan, high: .nan), level: 0, verdict: .different, note: note)
  }
}

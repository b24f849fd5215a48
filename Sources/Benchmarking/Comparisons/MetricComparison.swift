/// One cell and one metric of two revisions. One row of `compare.csv`.
package struct MetricComparison: Hashable, Sendable {
  /// A ratio to the base, and what it is worth.
  package struct Estimate: Hashable, Sendable {
    /// Above 1 = more than the base. +infinity where the base has 0 and the other has not; 1 where both have 0.
    package var ratio: Double
    /// The confidence interval; the ratio alone, twice, for what is counted.
    package var low: Double
    package var high: Double
  }

  package var cell: CellDescription
  package var metric: ComparedMetric
  /// The base's median: of a job, in the metric's unit.
  package var baseValue: Double
  /// The candidate's. Of what was timed in pairs, the base's value times the ratio: the ratio is a median over pairs, and a median of the
  /// candidate's own could say otherwise when the machine's speed changes between pairs.
  package var candidateValue: Double
  /// Pairs of processes that the estimate rests on; 1 for what is counted.
  package var pairCount: Int
  package var candidate: Estimate
  /// Of a second copy of the base; nil where there was none.
  package var null: Estimate?
  /// The level of both intervals, 0 to 1; 1 for what is counted.
  package var level: Double
  /// The smallest slowdown, as a ratio above 1, that would have been found in 95 of 100 such comparisons; nil where that cannot be
  /// told.
  package var detectableRatio: Double?
  /// nil for a time that was not measured in turns: a change of the machine between two runs looks like one of the code.
  package var verdict: Verdict?
  /// Why the verdict is what it is, as a sentence; nil where there is nothing to say.
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
  /// Whether a second set of pairs with new seeds agreed; nil where none was needed.
  package var isConfirmed: Bool? {
    guard metric.kind == .timed, let verdict else { return nil }
    if verdict.isUnconfirmed { return false }
    return verdict == .slower || verdict == .faster ? true : nil
  }

  /// A cell of which the two compute different layouts: nothing was measured.
  ///
  /// - Parameter note: in what they differ, as a sentence.
  init(differing cell: CellDescription, note: String) {
    self.init(
      cell: cell, metric: .wallNanoseconds, baseValue: .nan, candidateValue: .nan, pairCount: 0,
      candidate: Estimate(ratio: .nan, low: .nan, high: .nan), level: 0, verdict: .different, note: note)
  }
}

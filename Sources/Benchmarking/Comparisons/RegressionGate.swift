/// The conditions that make a comparison fail: terms such as `slower>2%` and `alloc_count>0`. One is enough.
///
/// Only certain changes count: a row must have the verdict `slower`, or `faster` for that term. A term adds
/// how far the row must lie from the base.
package struct RegressionGate: Hashable, Sendable {
  /// One term.
  package struct Term: Hashable, Sendable, CustomStringConvertible {
    /// The rows that a term applies to.
    package enum Subject: Hashable, Sendable {
      /// Wall and processor time that grew.
      case slower
      /// Wall and processor time that fell.
      case faster
      /// One metric that grew.
      case metric(ComparedMetric)
    }

    /// The least difference of a matching row.
    package enum Amount: Hashable, Sendable {
      /// A share of the base: 0.02 for 2%.
      case share(Double)
      /// An amount per job, in the metric's unit.
      case absolute(Double)
    }

    package var subject: Subject
    package var amount: Amount

    package init(_ subject: Subject, above amount: Amount) {
      self.subject = subject
      self.amount = amount
    }

    /// The term as users write it: `slower>2%`.
    package var description: String {
      let name =
        switch subject {
        case .slower: "slower"
        case .faster: "faster"
        case .metric(let metric): metric.rawValue
        }
      switch amount {
      case .share(let share): return "\(name)>\(DecimalText.figure((share * 1e8).rounded() / 1e6))%"
      case .absolute(let amount): return "\(name)>\(DecimalText.figure(amount))"
      }
    }
  }

  /// A row that a term matched.
  package struct Match: Hashable, Sendable, CustomStringConvertible {
    package var term: Term
    package var row: MetricComparison

    /// A sentence: `spec.cold feed(1000) × 1 thread: 2.1% more wall time (slower>2%).`
    package var description: String {
      let difference = row.candidateValue - row.baseValue
      let direction = difference < 0 ? "less" : "more"
      let share = row.candidate.ratio - 1
      let amount =
        share.isFinite ? DecimalText.percentage(abs(share)) : DecimalText.figure(abs(difference))
      return "\(row.cell): \(amount) \(direction) \(row.metric.title) (\(term))."
    }
  }

  /// The terms, at least one.
  package let terms: [Term]

  /// - Precondition: there is a term.
  package init(_ terms: [Term]) {
    precondition(!terms.isEmpty, "A gate without a term is always open.")
    self.terms = terms
  }

  /// The default gate: any certain slowdown, and more allocations or instructions.
  package static let standard = RegressionGate([
    Term(.slower, above: .share(0)), Term(.metric(.allocCount), above: .absolute(0)),
    Term(.metric(.instructionCount), above: .absolute(0)),
  ])

  /// Returns the rows that fail, in the comparison's order, each once, with the first term that matched it.
  /// O(rows × terms).
  package func matches(in comparison: Comparison) -> [Match] {
    comparison.rows.compactMap { row in
      terms.first { $0.matches(row) }.map { Match(term: $0, row: row) }
    }
  }
}

extension RegressionGate.Term {
  fileprivate func matches(_ row: MetricComparison) -> Bool {
    switch subject {
    case .slower: row.metric.kind == .timed && row.verdict == .slower && exceeds(row, sign: 1)
    case .faster: row.metric.kind == .timed && row.verdict == .faster && exceeds(row, sign: -1)
    case .metric(let metric): row.metric == metric && row.verdict == .slower && exceeds(row, sign: 1)
    }
  }

  private func exceeds(_ row: MetricComparison, sign: Double) -> Bool {
    switch amount {
    // Not by the difference from 1, which is rounded: 1.02 - 1 > 0.02.
    case .share(let share): sign > 0 ? row.candidate.ratio > 1 + share : row.candidate.ratio < 1 - share
    case .absolute(let amount): sign * (row.candidateValue - row.baseValue) > amount
    }
  }
}

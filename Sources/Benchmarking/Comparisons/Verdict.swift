/// The verdict on one cell and one metric.
///
/// `PairedJudgement` judges a set of pairs of times, and `ComparisonEntry.conclusion` gives the verdict of both sets.
/// `MetricComparison.init` judges counts, and `UnpairedComparison` two runs, whose times get no verdict.
package enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
  /// The candidate certainly needs more, by more than the smallest effect that counts. For times, a second
  /// set of pairs has confirmed it.
  case slower
  /// The candidate certainly needs less, by more than the smallest effect that counts. For times, a second
  /// set of pairs has confirmed it.
  case faster
  /// A first set of pairs was slower, and no second set has confirmed it. The row's note says why.
  case slowerUnconfirmed = "slower_unconfirmed"
  /// A first set of pairs was faster, and no second set has confirmed it. The row's note says why.
  case fasterUnconfirmed = "faster_unconfirmed"
  /// Any change is smaller than twice the smallest effect that counts.
  case same
  /// Undecided after all pairs, or after those that fitted into the budget.
  case unresolved
  /// A copy of the base differs from the base: the machine cannot show such differences now.
  case unfit
  /// The two compute different layouts, so their times mean nothing.
  case different
}

extension Verdict {
  /// True if the size of the change is still open.
  package var isOpen: Bool { self == .unresolved || isUnconfirmed }

  package var isUnconfirmed: Bool { self == .slowerUnconfirmed || self == .fasterUnconfirmed }
}

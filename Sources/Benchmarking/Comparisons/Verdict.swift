/// What a comparison says of one cell and one metric. `ComparisonEntry.conclusion` gives it to times, `MetricComparison.init` to counts, and nothing
/// changes it afterwards.
package enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
  /// The candidate needs more, surely, and by more than the smallest effect that counts. Of a time, a second set of pairs has confirmed it.
  case slower
  /// The candidate needs less, surely, and by more than the smallest effect that counts. Of a time, a second set of pairs has confirmed it.
  case faster
  /// A first set of pairs was slower, and no second set has confirmed it: the row's note says why.
  case slowerUnconfirmed = "slower_unconfirmed"
  /// A first set of pairs was faster, and no second set has confirmed it: the row's note says why.
  case fasterUnconfirmed = "faster_unconfirmed"
  /// Any change is smaller than twice the smallest effect that counts.
  case same
  /// Nothing can be said after all pairs, or after those for which there was time.
  case unresolved
  /// A copy of the base differs from the base: the machine cannot tell such differences now.
  case unfit
  /// The two compute different layouts, so that their times say nothing.
  case different
}

extension Verdict {
  /// Whether it leaves open what the change is.
  package var isOpen: Bool { self == .unresolved || isUnconfirmed }

  package var isUnconfirmed: Bool { self == .slowerUnconfirmed || self == .fasterUnconfirmed }
}

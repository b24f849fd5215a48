/// What a comparison says of one cell and one metric.
public enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
  /// The candidate needs more, surely, and by more than the smallest effect that counts.
  case slower
  /// The candidate needs less, surely, and by more than the smallest effect that counts.
  case faster
  /// Any change is smaller than twice the smallest effect that counts.
  case same
  /// Neither can be said after all pairs.
  case unresolved
  /// A copy of the base differs from the base: the machine cannot tell such differences now.
  case unfit
  /// The two compute different layouts, so that their times say nothing.
  case different
}

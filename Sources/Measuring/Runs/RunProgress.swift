/// The progress of a run.
struct RunProgress: Hashable, Sendable {
  /// Finished samples of the measuring phase, or cells of pairs.
  var unitsDone: Int
  var unitsPlanned: Int
  /// The rest of the rounds at the pace so far, or of their part of the budget, whichever is less; nil before
  /// the first unit.
  var remainingNanoseconds: UInt64?
}

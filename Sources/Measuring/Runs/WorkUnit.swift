/// One cell in one round of a pass: the smallest piece of a run that is either finished or not.
struct WorkUnit: Hashable, Sendable {
  var cell: CellID
  var round: Int
  /// The pass, default `time`.
  var pass: MeasuringPass = .time
}

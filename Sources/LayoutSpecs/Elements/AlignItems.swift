/// The alignment of a stack's children across it.
public enum AlignItems: UInt8, Hashable, Sendable, CaseIterable {
  /// The full length of the line across.
  case stretch
  /// At the start of the cross axis.
  case start
  /// At the end of the cross axis.
  case end
  /// In the middle of the cross axis, rounded down to a whole pixel.
  case center
  /// First baselines on one line.
  case baselineFirst
  /// Last baselines on one line.
  case baselineLast
}

/// The measurement of a leaf by user code.
///
/// A conforming type MUST return the same size for the same constraint, and MAY be called on any thread, and on several at
/// once. The engine asks once for each constraint that it has not asked for recently. If the type is `Equatable`, equal
/// measurements MUST return the same sizes: a node that returns a spec with an equal measurement again is not measured again.
public protocol LeafMeasurement: Sendable {
  /// Returns the leaf's size, in points, within `constrainedSize`, which may be infinite.
  ///
  /// The engine limits the size to the leaf's range, and rounds it up to whole pixels. The size has to be
  /// finite: NaN and a length below 0 count as 0, an infinite length as the length of `constrainedSize` or,
  /// if that is infinite too, as 0, and a length of more than 10,000,000 points as 10,000,000.
  func calculateSizeThatFits(_ constrainedSize: Size) -> Size
}

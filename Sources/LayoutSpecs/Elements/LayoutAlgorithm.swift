/// The layout of a spec by user code.
///
/// A conforming type MUST give the same layout for the same constraint and children, MUST measure and place every
/// child, and MAY be called on any thread, and on several at once. If the type is `Equatable`, equal algorithms MUST
/// give the same layout: a node that returns a spec with an equal algorithm again is not laid out again.
public protocol LayoutAlgorithm: Sendable {
  /// Measures and places `children`, and returns the spec's own size in points.
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the spec may have, by its parent's range and its own style. The engine does
  ///     not limit the returned size to this range, but rounds it up to whole pixels. The size has to be finite: NaN
  ///     and a length below 0 count as 0, an infinite length as the maximum of `constrainedSize` or, if that is
  ///     infinite too, as 0, and a length of more than 10,000,000 points as 10,000,000.
  ///   - children: The children, in order. Valid during the call only.
  func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size
}

/// The constraint of a layout: the root's possible sizes, the size that its fractions refer to, the pixels,
/// and the traits that it inherits.
struct LayoutConstraint: Equatable, Sendable {
  let range: SizeRange
  let parentSize: Size
  /// The pixels of the root's `displayScale`. Laying out a node sets them, and the traits.
  var pixelGrid = PixelGrid()
  /// The traits of the node around; nil if all have their default values.
  var traits: TraitValues?

  /// Undefined lengths are equal, and traits if they are the same object.
  static func == (a: LayoutConstraint, b: LayoutConstraint) -> Bool {
    a.hasSameRoom(as: b) && a.traits === b.traits
  }

  /// True if the constraints are equal but for the traits.
  func hasSameRoom(as other: LayoutConstraint) -> Bool {
    hasSameSizes(as: other) && pixelGrid == other.pixelGrid
  }

  /// True if the constraints are equal but for the pixels and the traits.
  func hasSameSizes(as other: LayoutConstraint) -> Bool {
    range == other.range && parentSize.isSame(as: other.parentSize)
  }
}

extension LayoutConstraint {
  /// Creates the constraint of a caller. By default fractions refer to the largest size in the range.
  init(_ constrainedSize: SizeRange, parentSize: Size? = nil, pixelGrid: PixelGrid = PixelGrid()) {
    self.init(
      range: constrainedSize.checked, parentSize: (parentSize ?? constrainedSize.max).checkedAsParent,
      pixelGrid: pixelGrid)
  }
}

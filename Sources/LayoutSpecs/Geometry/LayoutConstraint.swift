/// The constraint of a layout: the root's possible sizes, the size that its fractions refer to, and the pixels.
struct LayoutConstraint: Equatable, Sendable {
  let range: SizeRange
  let parentSize: Size
  /// The pixels of the root's `displayScale`. Laying out a node sets them.
  var pixelGrid = PixelGrid()

  /// Undefined lengths are equal.
  static func == (a: LayoutConstraint, b: LayoutConstraint) -> Bool {
    a.hasSameSizes(as: b) && a.pixelGrid == b.pixelGrid
  }

  /// True if the constraints are equal but for the pixels.
  func hasSameSizes(as other: LayoutConstraint) -> Bool {
    range == other.range && parentSize.isSame(as: other.parentSize)
  }
}

extension LayoutConstraint {
  /// Creates a constraint from sizes that a caller gave. By default fractions refer to the largest size in the range.
  init(_ constrainedSize: SizeRange, parentSize: Size? = nil, pixelGrid: PixelGrid = PixelGrid()) {
    let range = constrainedSize.checked
    self.init(range: range, parentSize: (parentSize ?? range.max).checkedAsParent, pixelGrid: pixelGrid)
  }
}

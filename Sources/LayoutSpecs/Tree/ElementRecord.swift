/// One element of a tree's arena: 24 bytes, in pre-order.
struct ElementRecord: Sendable {
  var kind: ElementKind
  var flags: ElementFlags
  /// The index into the tree's types, counted from 1; 0 if the kind implies the type, or no type was recorded.
  var type: UInt16 = 0
  /// The id after this element's subtree: the id of the next sibling, if there is one.
  var end: UInt32
  /// Index into the tree's styles.
  var style: UInt32
  /// The index into the table of the kind.
  var payload: UInt32
  /// The index of the element's layouts in a context's cache, if the kind is cached.
  var cache: UInt32
  /// The id of the parent; for a root, its own id.
  var parent: UInt32
}

/// Facts about an element that are known before any layout; see `LayoutTables+Facts.swift`.
struct ElementFlags: OptionSet, Sendable {
  let rawValue: UInt8

  /// The style has no size, minimum or maximum.
  static let hasAutoSize = ElementFlags(rawValue: 1 << 0)
  /// A length of the style is a fraction.
  static let hasRelativeSize = ElementFlags(rawValue: 1 << 1)
  /// The layout depends on the parent's size, not only on the resolved range: this element, or an element
  /// below that gets the same parent size, has a fraction in its style.
  static let seesParentSize = ElementFlags(rawValue: 1 << 2)
  /// In a range of exactly one size, the element has that size, whatever is below it.
  static let fillsExactRange = ElementFlags(rawValue: 1 << 3)
  /// A vertical stack whose baselines depend on whether a stack at its edge was laid out at all.
  static let hasLateBaseline = ElementFlags(rawValue: 1 << 4)
  /// The style does not affect a stack around the element: no size, basis, spacing or alignment of its own.
  static let isPlainChild = ElementFlags(rawValue: 1 << 5)
  /// A node whose intrinsic size is in whole pixels.
  static let hasPixelSize = ElementFlags(rawValue: 1 << 6)
  /// No element below has children or cached layouts.
  static let hasOnlyLeaves = ElementFlags(rawValue: 1 << 7)
}

/// A style as the engine reads it.
struct StyleRecord: Sendable {
  let style: StyleValues
  /// The style in a few bytes, by which most styles are compared; nil if these have no room for its values.
  let small: SmallStyle?
  /// The sizes that the style allows if the parent's size is undefined, or if no length is a fraction.
  let range: SizeRange
  /// The flags that the style alone gives an element.
  let flags: ElementFlags
  /// The flags that the style alone gives an element that ignores its own size.
  let flagsWithoutSize: ElementFlags
  /// True if the style belongs to one element alone, whose style was changed.
  let isOwned: Bool

  /// The default style, with which every tree's table begins.
  static let `default` = StyleRecord(StyleValues())

  /// - Parameter small: The style as a `SmallStyle`, if the caller knows it. Default: nil.
  init(_ style: StyleValues, _ small: SmallStyle? = nil, isOwned: Bool = false) {
    self.style = style
    self.small = small ?? SmallStyle(exactly: style)
    self.isOwned = isOwned
    let hasAutoSize = style.hasAutoSize
    // Most styles set no size.
    range =
      hasAutoSize
      ? SizeRange(uncheckedMin: .zero, max: .infinite) : style.sizeRange(parentSize: .undefined)
    let isPlain =
      style.flexBasis == .auto && style.alignSelf == .auto && style.spacingBefore == 0
      && style.spacingAfter == 0
    flags = [
      hasAutoSize ? .hasAutoSize : [],
      !hasAutoSize && (style.dependsOnParentSize || style.takesParentSize)
        ? [.hasRelativeSize, .seesParentSize] : [],
      isPlain && hasAutoSize ? .isPlainChild : [],
    ]
    // An element as large as its child may have a length that is known before it flexes.
    let isPlainWithoutSize = isPlain && hasAutoSize && style.flexGrow == 0 && style.flexShrink == 0
    flagsWithoutSize = [.hasAutoSize, isPlainWithoutSize ? .isPlainChild : []]
  }

  /// True if both have the same values, whether or not an element owns them.
  @inline(__always)
  func isSame(as other: StyleRecord) -> Bool {
    small == other.small && (small != nil || style == other.style)
  }

  /// Returns the sizes that the style allows in a parent of this size.
  @inline(__always)
  func range(in parentSize: Size) -> SizeRange {
    flags.contains(.hasRelativeSize) ? style.sizeRange(parentSize: parentSize) : range
  }
}

/// The values of a style, as the engine reads them.
package struct StyleValues: Hashable, Sendable {
  package var width: Dimension = .auto
  package var height: Dimension = .auto
  package var minWidth: Dimension = .auto
  package var maxWidth: Dimension = .auto
  package var minHeight: Dimension = .auto
  package var maxHeight: Dimension = .auto
  package var spacingBefore: Double = 0
  package var spacingAfter: Double = 0
  package var flexGrow: Double = 0
  package var flexShrink: Double = 0
  package var flexBasis: Dimension = .auto
  package var alignSelf: AlignSelf = .auto
  /// True for an element that is as large as its parent, if the parent has a size and the range and the style allow
  /// that size. The element's class sets it, not the app.
  var takesParentSize = false
  package var ascender: Double = 0
  package var descender: Double = 0
  package var layoutPosition: Point = .zero
}

extension StyleValues {
  /// Folds the values into one number first: passing two dozen values to the hasher took a quarter of the
  /// time of building a tree whose elements all have their own styles.
  package func hash(into hasher: inout Hasher) {
    var digest: UInt64 = 0
    func fold(_ number: Double, _ kind: UInt8 = 0) {
      // -0 and 0 are equal; adding 0 gives them the same bits.
      digest = (digest ^ (number + 0).bitPattern ^ UInt64(kind)) &* 0x9E37_79B9_7F4A_7C15
      digest ^= digest >> 32
    }
    for length in [width, height, minWidth, maxWidth, minHeight, maxHeight, flexBasis] {
      fold(length.value, length.unit.rawValue)
    }
    for number in [spacingBefore, spacingAfter, flexGrow, flexShrink, ascender, descender] { fold(number) }
    fold(layoutPosition.x)
    fold(layoutPosition.y, alignSelf.rawValue)
    hasher.combine(digest)
  }
}

// MARK: - Resolving

extension StyleValues {
  /// Returns the sizes that the style allows, before the parent's range applies.
  ///
  /// A maximum not above the minimum gives exactly the minimum. Without an exact size the result is minimum
  /// to maximum; otherwise that size, within both.
  ///
  /// - Parameters:
  ///   - parentSize: The size that fractions refer to; if it is undefined (NaN) they count as `auto`.
  ///   - autoMaxSize: The maximum of a style that has none. Default: infinite.
  @inline(__always)
  package func sizeRange(parentSize: Size, autoMaxSize: Size = .infinite) -> SizeRange {
    let w = resolveLengths(minWidth, width, maxWidth, parentSize.width, autoMaxSize.width)
    let h = resolveLengths(minHeight, height, maxHeight, parentSize.height, autoMaxSize.height)
    let range = SizeRange(uncheckedMin: Size(w.0, h.0), max: Size(w.1, h.1))
    return takesParentSize ? range.limited(to: parentSize) : range
  }

  /// True if a length of this style is a fraction of the parent's.
  package var dependsOnParentSize: Bool {
    width.unit == .fraction || height.unit == .fraction || minWidth.unit == .fraction
      || maxWidth.unit == .fraction || minHeight.unit == .fraction || maxHeight.unit == .fraction
  }

  /// True if the style has no size, minimum or maximum.
  package var hasAutoSize: Bool {
    !takesParentSize && width.unit == .auto && height.unit == .auto && minWidth.unit == .auto
      && maxWidth.unit == .auto
      && minHeight.unit == .auto && maxHeight.unit == .auto
  }
}

/// Returns one axis of `sizeRange`.
///
/// A fraction of an infinite parent is infinite. A maximum is then no limit, and a minimum counts as `auto`:
/// an element cannot be infinite. An exact length becomes the maximum if that is finite, otherwise `auto`.
#if compiler(>=6.3)
@inline(always)
#endif
func resolveLengths(
  _ minimum: Dimension, _ exact: Dimension, _ maximum: Dimension, _ parentLength: Double,
  _ autoMaximum: Double
) -> (Double, Double) {
  var low = minimum.resolve(parentLength: parentLength, autoLength: 0)
  if low == .infinity { low = 0 }
  let high = maximum.resolve(parentLength: parentLength, autoLength: autoMaximum)
  if high <= low { return (low, low) }
  let length = exact.resolve(parentLength: parentLength, autoLength: .nan)
  if length.isNaN || (length == .infinity && high == .infinity) { return (low, high) }
  if length > high { return (high, high) }
  if length < low { return (low, low) }
  return (length, length)
}

// MARK: - Changing

extension StyleValues {
  mutating func change(from old: StyleValues, to new: StyleValues) {
    func change<Value: Equatable>(_ property: WritableKeyPath<StyleValues, Value>) {
      let value = new[keyPath: property]
      if value != old[keyPath: property] { self[keyPath: property] = value }
    }
    [\.width, \.height, \.minWidth, \.maxWidth, \.minHeight, \.maxHeight, \.flexBasis].forEach(change)
    [\.spacingBefore, \.spacingAfter, \.flexGrow, \.flexShrink, \.ascender, \.descender].forEach(change)
    change(\.alignSelf)
    change(\.layoutPosition)
  }
}

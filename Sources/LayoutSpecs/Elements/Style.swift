/// The properties of an element that the spec around it reads: size, flex factors, alignment, position.
///
/// A parent ignores a property that it does not use: flex factors matter in a stack, `layoutPosition` in an
/// absolute spec. Inset, overlay and background specs ignore their own size, minimum and maximum.
///
/// Per axis the minimum beats the maximum, both beat the exact size, and the parent's range beats all three.
///
/// Every number lies between -10,000,000 and 10,000,000, so that sums of lengths are finite. Setting any
/// other number is a failed precondition. -0 is 0.
///
/// Source: Texture's `ASLayoutElementStyle`.
public struct Style: Sendable {
  /// The values, if one that `small` has no room for differs from its default: only then a style allocates memory. Copies
  /// of a style share the box until one of them is changed.
  @usableFromInline private(set) var box: StyleBox?
  /// The values of most styles, stored inline; the default style if there is a box.
  @usableFromInline private(set) var small = SmallStyle()

  /// The exact width. Default: `auto`.
  public var width: Dimension {
    get { values.width }
    set { values.width = newValue }
  }
  /// The exact height. Default: `auto`.
  public var height: Dimension {
    get { values.height }
    set { values.height = newValue }
  }
  /// The smallest width. Default: `auto`, which is 0.
  public var minWidth: Dimension {
    get { values.minWidth }
    set { values.minWidth = newValue }
  }
  /// The largest width. Default: `auto`, which is infinity.
  public var maxWidth: Dimension {
    get { values.maxWidth }
    set { values.maxWidth = newValue }
  }
  /// The smallest height. Default: `auto`, which is 0.
  public var minHeight: Dimension {
    get { values.minHeight }
    set { values.minHeight = newValue }
  }
  /// The largest height. Default: `auto`, which is infinity.
  public var maxHeight: Dimension {
    get { values.maxHeight }
    set { values.maxHeight = newValue }
  }
  /// The space before this child along its stack, in points. Default: 0. May be negative.
  public var spacingBefore: Double {
    get { values.spacingBefore }
    set { values.spacingBefore = checkedOffset(newValue, "spacingBefore") }
  }
  /// The space after this child along its stack, in points. Default: 0. May be negative.
  public var spacingAfter: Double {
    get { values.spacingAfter }
    set { values.spacingAfter = checkedOffset(newValue, "spacingAfter") }
  }
  /// The child's share of the points that its stack lacks to reach its minimum. Default: 0, it does not grow.
  ///
  /// A factor: of 30 points two children with 1 and 2 get 10 and 20. Shares are whole points; the remainder
  /// goes to the first child that grows.
  public var flexGrow: Double {
    get { box?.values.flexGrow ?? Double(small.flexGrow) }
    set {
      requireFactor(newValue, "flexGrow")
      if box == nil, let factor = UInt8(exactly: newValue) {
        small.flexGrow = factor
      } else {
        values.flexGrow = newValue + 0
      }
    }
  }
  /// The child's share of the points by which its stack exceeds its maximum, weighted by its length along the
  /// stack. Default: 0, it does not shrink.
  public var flexShrink: Double {
    get { box?.values.flexShrink ?? Double(small.flexShrink) }
    set {
      requireFactor(newValue, "flexShrink")
      if box == nil, let factor = UInt8(exactly: newValue) {
        small.flexShrink = factor
      } else {
        values.flexShrink = newValue + 0
      }
    }
  }
  /// The length along the stack from which the child flexes. Default: `auto`, the child's own length.
  ///
  /// A fraction refers to the stack's length, and counts as `auto` if the stack's length is not exact.
  public var flexBasis: Dimension {
    get { values.flexBasis }
    set { values.flexBasis = newValue }
  }
  /// The alignment of this child across its stack. Default: `auto`, the stack's `alignItems`.
  public var alignSelf: AlignSelf {
    get { box?.values.alignSelf ?? small.alignSelf }
    set { if box == nil { small.alignSelf = newValue } else { values.alignSelf = newValue } }
  }
  /// The distance in points from the top edge to the first baseline, for stacks that align by it. Default: 0.
  public var ascender: Double {
    get { values.ascender }
    set { values.ascender = checkedOffset(newValue, "ascender") }
  }
  /// The distance in points from the bottom edge to the last baseline, negative upwards. Default: 0.
  public var descender: Double {
    get { values.descender }
    set { values.descender = checkedOffset(newValue, "descender") }
  }
  /// The position of the element in an absolute spec, in points. Default: (0, 0).
  public var layoutPosition: Point {
    get { values.layoutPosition }
    set {
      values.layoutPosition = Point(
        checkedOffset(newValue.x, "layoutPosition.x"), checkedOffset(newValue.y, "layoutPosition.y"))
    }
  }

  /// The default style: `auto` and 0 throughout.
  @inlinable
  public init() {}

  /// Creates a style and changes it by `configure`.
  ///
  /// ```swift
  /// let style = Style { $0.flexGrow = 1; $0.maxWidth = "50%" }
  /// ```
  @inlinable
  public init(_ configure: (inout Style) -> Void) {
    configure(&self)
  }

  /// The default style.
  @inlinable public static var `default`: Style { Style() }
}

extension Style {
  init(_ values: StyleValues) {
    if let small = SmallStyle(exactly: values) { self.small = small } else { box = StyleBox(values) }
  }

  /// True for a default style without a box.
  @inline(__always)
  var isPlain: Bool { box == nil && small == SmallStyle() }

  /// True if both styles share a box, or have none and the same small values.
  @inline(__always)
  func isIdentical(to other: Style) -> Bool { box === other.box && small == other.small }

  package internal(set) var values: StyleValues {
    get { box?.values ?? StyleValues(small) }
    _modify {
      if box == nil || !isKnownUniquelyReferenced(&box) { (box, small) = (StyleBox(values), SmallStyle()) }
      yield &box.unsafelyUnwrapped.values
    }
  }

  /// Takes over all properties of another style except `takesParentSize`, which the element's class sets.
  @inline(__always)
  mutating func replace(by new: Style) {
    if takesParentSize == new.takesParentSize { self = new } else { replaceAllBut(takesParentSize, by: new) }
  }

  @inline(never)
  private mutating func replaceAllBut(_ takesParentSize: Bool, by new: Style) {
    self = new
    values.takesParentSize = takesParentSize
  }

  @inline(__always)
  private var takesParentSize: Bool { box?.values.takesParentSize ?? false }

  /// Changes only the properties that differ between `old` and `new`.
  mutating func change(from old: Style, to new: Style) {
    if isIdentical(to: old) { self = new } else { values.change(from: old.values, to: new.values) }
  }
}

extension Style: Hashable {
  public static func == (a: Style, b: Style) -> Bool { a.isIdentical(to: b) || a.values == b.values }

  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// The values that are enough for most styles: whole flex factors and an alignment.
@usableFromInline
struct SmallStyle: Hashable, Sendable {
  var flexGrow: UInt8 = 0
  var flexShrink: UInt8 = 0
  var alignSelf = AlignSelf.auto

  @usableFromInline init() {}

  /// Creates a small style of these values; nil if it has no room for one of them.
  init?(exactly values: StyleValues) {
    guard let grow = UInt8(exactly: values.flexGrow), let shrink = UInt8(exactly: values.flexShrink) else {
      return nil
    }
    (flexGrow, flexShrink, alignSelf) = (grow, shrink, values.alignSelf)
    if values != StyleValues(self) { return nil }
  }
}

extension StyleValues {
  init(_ small: SmallStyle) {
    flexGrow = Double(small.flexGrow)
    flexShrink = Double(small.flexShrink)
    alignSelf = small.alignSelf
  }
}

/// The values that copies of a style share until one of them is changed.
@usableFromInline
final class StyleBox {
  /// Written only by a style that no other style shares the box with; see `Style.values`.
  @exclusivity(unchecked) var values: StyleValues

  init(_ values: StyleValues) { self.values = values }
}

// SAFETY: a style writes to its box only if no other style shares it.
extension StyleBox: @unchecked Sendable {}

/// Returns an offset with 0 for -0, after a check.
private func checkedOffset(_ value: Double, _ name: String) -> Double {
  precondition(value.isValidOffset, "\(name) lies between -10,000,000 and 10,000,000 points")
  return value + 0
}

private func requireFactor(_ value: Double, _ name: String) {
  precondition(value.isValidLength, "\(name) is a factor of 0 or more and less than 10,000,000")
}

// MARK: - Sizes as pairs

extension Style {
  /// `width` and `height` in points. An `auto` length reads as 0. For fractions use `preferredLayoutSize`.
  ///
  /// - Precondition: when read, neither is a fraction.
  public var preferredSize: Size {
    get { preferredLayoutSize.points(named: "preferredSize", auto: 0) }
    set { preferredLayoutSize = LayoutSize(newValue) }
  }

  /// `minWidth` and `minHeight` in points, like `preferredSize`.
  public var minSize: Size {
    get { minLayoutSize.points(named: "minSize", auto: 0) }
    set { minLayoutSize = LayoutSize(newValue) }
  }

  /// `maxWidth` and `maxHeight` in points, like `preferredSize`; an `auto` length reads as infinity. Setting
  /// 10,000,000 points or more sets `auto`.
  public var maxSize: Size {
    get { maxLayoutSize.points(named: "maxSize", auto: .infinity) }
    set { maxLayoutSize = LayoutSize(.maximum(newValue.width), .maximum(newValue.height)) }
  }

  /// `width` and `height`.
  public var preferredLayoutSize: LayoutSize {
    get { LayoutSize(width, height) }
    set { (width, height) = (newValue.width, newValue.height) }
  }

  /// `minWidth` and `minHeight`.
  public var minLayoutSize: LayoutSize {
    get { LayoutSize(minWidth, minHeight) }
    set { (minWidth, minHeight) = (newValue.width, newValue.height) }
  }

  /// `maxWidth` and `maxHeight`.
  public var maxLayoutSize: LayoutSize {
    get { LayoutSize(maxWidth, maxHeight) }
    set { (maxWidth, maxHeight) = (newValue.width, newValue.height) }
  }
}

extension LayoutSize {
  fileprivate func points(named name: String, auto: Double) -> Size {
    precondition(
      width.unit != .fraction && height.unit != .fraction,
      """
      \(name) is \(self), which is relative to the parent and has no value in points; read \
      \(name.dropLast("Size".count))LayoutSize instead
      """
    )
    return resolve(parentSize: .undefined, autoSize: Size(auto, auto))
  }
}

// MARK: - Description

extension Style: CustomStringConvertible {
  /// The sizes as `Layout Size = min {414pt, 414pt} <= preferred {20%, 50%} <= max {414pt, 414pt}`, followed
  /// by every other property that differs from its default.
  public var description: String {
    var parts = [
      "Layout Size = min \(minLayoutSize) <= preferred \(preferredLayoutSize) <= max \(maxLayoutSize)"
    ]
    func describe(_ name: String, _ value: Double) {
      if value != 0 { parts.append("\(name) = \(shortText(value))") }
    }
    describe("spacingBefore", spacingBefore)
    describe("spacingAfter", spacingAfter)
    describe("flexGrow", flexGrow)
    describe("flexShrink", flexShrink)
    if flexBasis != .auto { parts.append("flexBasis = \(flexBasis)") }
    if alignSelf != .auto { parts.append("alignSelf = \(alignSelf)") }
    describe("ascender", ascender)
    describe("descender", descender)
    if layoutPosition != .zero { parts.append("layoutPosition = \(layoutPosition)") }
    return parts.joined(separator: "; ")
  }
}

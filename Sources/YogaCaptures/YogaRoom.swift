import LayoutSpecs

enum BoxAxis: CaseIterable {
  case horizontal, vertical

  var other: BoxAxis { self == .horizontal ? .vertical : .horizontal }
}

/// The length of a box along an axis, as far as it is known before layout.
///
/// A percentage in a document needs an exact whole; Yoga accepts a bounded one.
enum YogaRoom: Hashable {
  /// One length: these points, if known.
  case exact(Double?)
  /// Its content decides, up to these points.
  case atMost(Double?)
  /// Its content decides alone.
  case unlimited

  var isExact: Bool { if case .exact = self { true } else { false } }

  var isUnlimited: Bool { self == .unlimited }

  /// The length or its bound; nil if unknown.
  var points: Double? {
    switch self {
    case .exact(let points), .atMost(let points): points
    case .unlimited: nil
    }
  }

  /// The room without these points.
  func less(_ points: Double) -> YogaRoom {
    switch self {
    case .exact(let length): .exact(length.map { max(0, $0 - points) })
    case .atMost(let length): .atMost(length.map { max(0, $0 - points) })
    case .unlimited: .unlimited
    }
  }

  /// The room if the content decides.
  var fitted: YogaRoom { isUnlimited ? .unlimited : .atMost(points) }

  /// The room under a minimum and a maximum, if known.
  func limited(min: Double?, max: Double?) -> YogaRoom {
    if let min, let max, min >= max { return .exact(min) }
    let bound = { (length: Double) in Swift.max(min ?? 0, Swift.min(max ?? .infinity, length)) }
    switch self {
    case .exact(let length): return .exact(length.map(bound))
    case .atMost(let length): return .atMost(length.map(bound) ?? max)
    case .unlimited: return max.map { .atMost($0) } ?? .unlimited
    }
  }
}

/// The room of a box along both axes.
struct YogaSpace: Hashable {
  var width: YogaRoom
  var height: YogaRoom

  subscript(axis: BoxAxis) -> YogaRoom {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }
}

/// Points at the four edges of a box.
struct PointEdges: Hashable {
  var top = 0.0
  var left = 0.0
  var bottom = 0.0
  var right = 0.0

  func leading(_ axis: BoxAxis) -> Double { axis == .horizontal ? left : top }
  func trailing(_ axis: BoxAxis) -> Double { axis == .horizontal ? right : bottom }
  func sum(_ axis: BoxAxis) -> Double { leading(axis) + trailing(axis) }

  mutating func add(_ axis: BoxAxis, leading: Double, trailing: Double) {
    if axis == .horizontal {
      left += leading
      right += trailing
    } else {
      top += leading
      bottom += trailing
    }
  }

  /// The edges with 0 for negative ones: padding and borders are never negative.
  var notNegative: PointEdges {
    PointEdges(top: max(0, top), left: max(0, left), bottom: max(0, bottom), right: max(0, right))
  }

  static func + (a: PointEdges, b: PointEdges) -> PointEdges {
    PointEdges(
      top: a.top + b.top, left: a.left + b.left, bottom: a.bottom + b.bottom, right: a.right + b.right)
  }
}

// MARK: - Styles along an axis

extension YogaStyle {
  func size(_ axis: BoxAxis) -> YogaLength { axis == .horizontal ? width : height }
  func minimum(_ axis: BoxAxis) -> YogaLength { axis == .horizontal ? minWidth : minHeight }
  func maximum(_ axis: BoxAxis) -> YogaLength { axis == .horizontal ? maxWidth : maxHeight }

  /// The space between children along an axis.
  func gap(_ axis: BoxAxis) -> Double { (axis == .horizontal ? columnGap : rowGap) ?? gap ?? 0 }

  /// The length under the minimum and the maximum; fractions of an unknown whole do not limit it.
  func limited(_ length: Double, _ axis: BoxAxis, in whole: Double? = nil) -> Double {
    max(
      minimum(axis).resolved(in: whole) ?? 0, min(maximum(axis).resolved(in: whole) ?? .infinity, length))
  }

  /// The axis along which children follow one another.
  var mainAxis: BoxAxis { flexDirection.isRow ? .horizontal : .vertical }
}

extension YogaEdges {
  /// The lengths at the two edges on an axis.
  func ends(_ axis: BoxAxis) -> (leading: YogaLength, trailing: YogaLength) {
    let edges = resolved
    return axis == .horizontal ? (edges.left, edges.right) : (edges.top, edges.bottom)
  }
}

// MARK: - Styles of documents

extension AlignItems {
  /// The child's own alignment; `auto` if it is the stack's.
  func asAlignSelf(unless inherited: AlignItems) -> AlignSelf {
    guard self != inherited else { return .auto }
    switch self {
    case .start: return .start
    case .end: return .end
    case .center: return .center
    default: return .stretch
    }
  }
}

extension Style {
  /// The width or the height.
  subscript(axis: BoxAxis) -> Dimension {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }

  mutating func setMinimum(_ minimum: Dimension, _ axis: BoxAxis) {
    if axis == .horizontal { minWidth = minimum } else { minHeight = minimum }
  }

  mutating func setMaximum(_ maximum: Dimension, _ axis: BoxAxis) {
    if axis == .horizontal { maxWidth = maximum } else { maxHeight = maximum }
  }

  /// The style with the properties that the stack around it reads taken from another one.
  func taking(stackPropertiesOf other: Style) -> Style {
    guard other != .default else { return self }
    var style = self
    style.flexGrow = other.flexGrow
    style.flexShrink = other.flexShrink
    style.flexBasis = other.flexBasis
    style.alignSelf = other.alignSelf
    style.spacingBefore = clamped(style.spacingBefore + other.spacingBefore)
    style.spacingAfter = clamped(style.spacingAfter + other.spacingAfter)
    style.layoutPosition = other.layoutPosition
    return style
  }
}

/// The points, clamped to what a document can express: sums and percentages of valid lengths can exceed that.
func clamped(_ points: Double) -> Double {
  let longest = 9_999_999.0
  return max(-longest, min(longest, points))
}

extension PixelGrid {
  /// The length as a document says it. A percentage that it cannot say is put as points, or dropped if the
  /// whole is not known.
  func dimension(
    _ length: YogaLength, of whole: Double?, keepsFraction: Bool = true, losses: inout LossCounter
  ) -> Dimension {
    switch length {
    case .undefined, .auto: return .auto
    case .points(let points): return .points(snapped(points))
    case .fraction(let fraction) where keepsFraction && fraction <= 1: return .fraction(fraction)
    case .fraction(let fraction):
      guard let whole else {
        losses.count(.percentDropped)
        return .auto
      }
      losses.count(.percentAsPoints)
      return .points(snapped(whole * fraction))
    }
  }

  /// The insets of these edges, each rounded as `snapped` rounds lengths.
  func snapped(_ edges: PointEdges) -> EdgeInsets {
    EdgeInsets(
      top: snapped(edges.top), left: snapped(edges.left), bottom: snapped(edges.bottom),
      right: snapped(edges.right))
  }

  /// The length, rounded if it is within a thousandth of a whole pixel, and clamped.
  ///
  /// Captures hold 32-bit numbers: a third of a point is a little more than that, and would be rounded up by
  /// a pixel.
  func snapped(_ points: Double) -> Double {
    let points = clamped(points)
    let pixels = points * scale
    return abs(pixels - pixels.rounded()) < 0.001 ? pixels.rounded() / scale : points
  }
}

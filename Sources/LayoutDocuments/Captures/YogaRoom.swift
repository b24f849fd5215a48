/// An axis of the plane.
enum BoxAxis {
  case horizontal, vertical

  var other: BoxAxis { self == .horizontal ? .vertical : .horizontal }
}

/// What is known before layout of how long a box may be along an axis.
///
/// A percentage in a document needs a whole that is exact when the engine asks; Yoga is content with one that is bounded.
enum YogaRoom: Hashable {
  /// It has one length; these points, where they are known.
  case exact(Double?)
  /// Its content decides, up to so many points.
  case atMost(Double?)
  /// Its content decides alone.
  case unlimited

  var isExact: Bool {
    if case .exact = self { true } else { false }
  }

  var isUnlimited: Bool { self == .unlimited }

  /// The length or its bound, where it is known.
  var points: Double? {
    switch self {
    case .exact(let points), .atMost(let points): points
    case .unlimited: nil
    }
  }

  /// What is left when so many points are taken off.
  func less(_ points: Double) -> YogaRoom {
    switch self {
    case .exact(let length): .exact(length.map { max(0, $0 - points) })
    case .atMost(let length): .atMost(length.map { max(0, $0 - points) })
    case .unlimited: .unlimited
    }
  }

  /// The room when the content decides.
  var fitted: YogaRoom {
    isUnlimited ? .unlimited : .atMost(points)
  }

  /// The room under a minimum and a maximum, where they are known.
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

  /// The edges with 0 for what is below: padding and borders are never negative.
  var notNegative: PointEdges {
    PointEdges(top: max(0, top), left: max(0, left), bottom: max(0, bottom), right: max(0, right))
  }

  static func + (a: PointEdges, b: PointEdges) -> PointEdges {
    PointEdges(
      top: a.top + b.top, left: a.left + b.left, bottom: a.bottom + b.bottom, right: a.right + b.right)
  }
}

extension YogaStyle {
  func size(_ axis: BoxAxis) -> YogaLength { axis == .horizontal ? width : height }
  func minimum(_ axis: BoxAxis) -> YogaLength { axis == .horizontal ? minWidth : minHeight }
  func maximum(_ axis: BoxAxis) -> YogaLength { axis == .horizontal ? maxWidth : maxHeight }

  /// The axis that children follow one another on.
  var mainAxis: BoxAxis { flexDirection.isRow ? .horizontal : .vertical }
}

extension YogaEdges {
  /// What is said of the two edges on an axis.
  func ends(_ axis: BoxAxis) -> (leading: YogaLength, trailing: YogaLength) {
    let edges = resolved
    return axis == .horizontal ? (edges.left, edges.right) : (edges.top, edges.bottom)
  }
}

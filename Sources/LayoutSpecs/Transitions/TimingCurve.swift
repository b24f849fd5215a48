/// The pace of an animation: a cubic Bézier curve from (0, 0) to (1, 1) with two control points.
///
/// The x axis is the fraction of the time that has passed, the y axis the animation's progress.
///
/// Source: the `cubic-bezier()` of CSS Easing Functions Level 1, section 2.2; the named curves are UIKit's.
public struct TimingCurve: Hashable, Sendable {
  /// The first control point.
  public let first: Point
  /// The second control point.
  public let second: Point

  /// Creates a curve with these control points.
  ///
  /// - Precondition: all coordinates are finite, and `x1` and `x2` are from 0 to 1: time does not run back.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    precondition(
      x1 >= 0 && x1 <= 1 && x2 >= 0 && x2 <= 1, "A timing curve's control points are from 0 to 1 across")
    precondition(y1.isFinite && y2.isFinite, "A timing curve's control points are finite")
    first = Point(x1, y1)
    second = Point(x2, y2)
  }

  /// A constant pace.
  public static let linear = TimingCurve(0, 0, 1, 1)
  /// A slow beginning.
  public static let easeIn = TimingCurve(0.42, 0, 1, 1)
  /// A slow end.
  public static let easeOut = TimingCurve(0, 0, 0.58, 1)
  /// A slow beginning and a slow end.
  public static let easeInOut = TimingCurve(0.42, 0, 0.58, 1)

  /// Returns the progress of an animation: from 0 to 1, or beyond if the control points are.
  ///
  /// - Parameter time: The fraction of the time that has passed. If it is 0 or less, or NaN, the result is
  ///   exactly 0; if it is 1 or more, exactly 1.
  /// - Complexity: constant.
  public func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    if first.x == first.y && second.x == second.y { return time }
    // The curve never goes back along x, so bisection finds the place, however steep it is there.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if bezier(first.x, second.x, middle) < time { low = middle } else { high = middle }
    }
    return bezier(first.y, second.y, high)
  }

  /// Returns one coordinate of the curve, from 0 to 1 by way of `a` and `b`.
  private func bezier(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let rest = 1 - t
    return 3 * rest * rest * t * a + 3 * rest * t * t * b + t * t * t
  }
}

import Foundation

/// A power law y = c xᵏ fitted to points: how one quantity grows with another.
struct PowerLaw: Hashable, Sendable {
  /// k: 1 for proportional growth, 2 for quadratic growth.
  let exponent: Double
  /// The confidence interval of the exponent, at `level`.
  let interval: ClosedRange<Double>
  /// The level of `interval`, which holds if the points scatter around one power law. If the curve bends on
  /// logarithmic axes, the bend widens the interval.
  let level: Double

  /// Fits a straight line through (ln x, ln y) by least squares, with Student's 95% interval for its slope.
  /// Source: Draper and Smith, "Applied Regression Analysis", 3rd edition (1998), section 1.4.
  ///
  /// - Returns: nil for fewer than three points, equal x, or a number that is not positive and finite.
  init?(_ points: [(x: Double, y: Double)]) {
    guard points.count >= 3, points.allSatisfy({ $0.x > 0 && $0.y > 0 && $0.x.isFinite && $0.y.isFinite })
    else { return nil }
    let count = Double(points.count)
    let logs = points.map { (x: log($0.x), y: log($0.y)) }
    let meanX = logs.reduce(0) { $0 + $1.x } / count
    let meanY = logs.reduce(0) { $0 + $1.y } / count
    let sumXX = logs.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    let sumXY = logs.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
    guard sumXX > 0 else { return nil }
    exponent = sumXY / sumXX
    let slope = exponent
    let residuals = logs.reduce(0) { sum, point in
      let residual = point.y - meanY - slope * (point.x - meanX)
      return sum + residual * residual
    }
    let error = (residuals / (count - 2) / sumXX).squareRoot()
    let half = PowerLaw.studentQuantile(degreesOfFreedom: points.count - 2) * error
    interval = (exponent - half)...(exponent + half)
    level = 0.95
  }

  /// Returns the exponent of the power law through two points.
  ///
  /// - Precondition: all numbers are positive, and the x differ.
  static func exponent(from a: (x: Double, y: Double), to b: (x: Double, y: Double)) -> Double {
    log(b.y / a.y) / log(b.x / a.x)
  }

  /// Returns Student's t at 97.5% from the usual table. Beyond the table, its last row applies, which gives
  /// the wider interval.
  private static func studentQuantile(degreesOfFreedom: Int) -> Double {
    let table = [
      12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
      2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    ]
    return degreesOfFreedom <= table.count ? table[degreesOfFreedom - 1] : table[table.count - 1]
  }
}

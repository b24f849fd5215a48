/// A confidence interval for a median, and the level that it reaches.
package struct MedianInterval: Hashable, Sendable {
  package var low: Double
  package var high: Double
  /// The least probability that the interval covers the median: 0 ≤ `level` < 1. It is below the requested
  /// level only if the sample was too small.
  package var level: Double

  /// True if the interval is worth showing: its level is at least 80%, which takes four values.
  package var isTelling: Bool { level >= 0.8 }

  /// Returns half of the width as a share of `value`, which lies in the interval; nil unless `isTelling`.
  package func halfWidth(relativeTo value: Double) -> Double? {
    isTelling ? (high - low) / 2 / value : nil
  }

  /// Returns half of the interval's width as a percentage of `value`, which lies in the interval. From 100% on,
  /// returns both ends instead, such as `38.8 to 262`. nil unless `isTelling`.
  package func text(around value: Double) -> String? {
    halfWidth(relativeTo: value).map {
      $0 >= 1 ? "\(NumberText.figure(low)) to \(NumberText.figure(high))" : NumberText.percentage($0)
    }
  }
}

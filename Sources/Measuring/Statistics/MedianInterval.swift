/// A confidence interval for a median, and the level that it reaches.
package struct MedianInterval: Hashable, Sendable {
  package var low: Double
  package var high: Double
  /// The least probability that such an interval covers the median: 0 ≤ `level` < 1. It is below the
  /// requested level only if the sample was too small for that.
  package var level: Double

  /// True if the interval is worth showing: its level is at least 80%, which takes four values.
  package var isTelling: Bool { level >= 0.8 }

  /// Returns half of the interval's width as a share of `value`, which lies in it; nil unless `isTelling`.
  package func halfWidth(relativeTo value: Double) -> Double? {
    isTelling ? (high - low) / 2 / value : nil
  }

  /// Returns half of the interval's width as a percentage of `value`, which lies in it. From 100% on, where that
  /// says nothing, both ends, such as `38.8 to 262`. nil unless `isTelling`.
  package func text(around value: Double) -> String? {
    halfWidth(relativeTo: value).map {
      $0 >= 1 ? "\(NumberText.figure(low)) to \(NumberText.figure(high))" : NumberText.percentage($0)
    }
  }
}

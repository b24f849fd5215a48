#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The smallest slowdown that pairs like these would have shown.
package enum DetectableChange {
  /// An estimate of the smallest true ratio, above 1, for which 95 of 100 comparisons with pairs that scatter like these find a slowdown.
  ///
  /// 1. The values are moved so that their median is 0: what is left is how they scatter.
  /// 2. 400 samples of as many pairs are drawn from them with replacement, and each value is moved by a normal deviate: the smoothed bootstrap
  ///    (Efron, "Bootstrap Methods", Annals of Statistics 7, 1979; the width is Silverman's, "Density Estimation", 1986, section 3.4.1, with the
  ///    median absolute deviation). Without smoothing, the interval's ends jump between a few values, and the estimate scatters by half.
  /// 3. Each sample's interval has a lower end and a median: it finds a shift that is larger than −low, and with which the median exceeds the
  ///    smallest effect. The larger of both is the shift that this sample needs.
  /// 4. The answer is the shift that 95% of the samples need at most.
  ///
  /// From normal pairs, what it promises is kept on average by 95 of 100 at 40 pairs, 93 at 20 and 90 at 10.
  ///
  /// O(400 · n log n). nil for fewer pairs than an interval needs, and where a value is no number.
  package static func ratio(
    of values: [Double], error: Double, minimumEffect: Double, seed: UInt64 = 1
  ) -> Double? {
    guard let sample = try? SortedSample(values), sample.medianInterval(level: 1 - error).level >= 1 - error
    else { return nil }
    let centered = values.map { $0 - sample.median }
    let deviation = 1.4826 * sample.medianAbsoluteDeviation
    let width = 1.06 * deviation * pow(Double(values.count), -0.2)
    var generator = SplitMix64(seed: seed)
    let shifts = (0..<400).compactMap { _ -> Double? in
      let drawn = centered.map { _ in
        centered[Int(generator.next() % UInt64(centered.count))] + width * generator.nextNormal()
      }
      guard let sample = try? SortedSample(drawn) else { return nil }
      return max(-sample.medianInterval(level: 1 - error).low, log(1 + minimumEffect) - sample.median)
    }
    return (try? SortedSample(shifts)).map { exp($0.quantile(0.95)) }
  }
}

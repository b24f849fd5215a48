import Foundation

/// A confidence interval for a probability, such as a rate of false alarms, from k successes in n trials.
///
/// Clopper and Pearson, "The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial",
/// Biometrika 26 (1934). It covers the probability at least as often as `level` says. Wilson's interval is
/// narrower but reaches its level on average only, and falls furthest short near 0 and 1. Rates of false
/// alarms lie near 0, where too low a bound would promise too much.
package struct ProportionInterval: Hashable, Sendable {
  /// k / n; nil if n = 0.
  package let proportion: Double?
  /// 0 for k = 0.
  package let low: Double
  /// 1 for k = n.
  package let high: Double
  package let level: Double

  /// Computes the interval. At the lower bound, k or more of n succeed with probability (1 − level) / 2; at
  /// the upper bound, k or fewer do. n = 0 gives 0 to 1. O(n) for each of about 60 bisection steps.
  ///
  /// - Precondition: 0 ≤ `count` ≤ `trials`, and 0 < `level` < 1.
  package init(count: Int, trials: Int, level: Double = 0.95) {
    precondition(count >= 0 && count <= trials, "Of n trials, 0 to n succeed.")
    precondition(level > 0 && level < 1, "A level lies between 0 and 1.")
    let tail = (1 - level) / 2
    proportion = trials > 0 ? Double(count) / Double(trials) : nil
    self.level = level
    // k or more successes are n - k or fewer failures, so one function finds both bounds.
    low = 1 - Self.upperBound(failing: trials - count, of: trials, tail: tail)
    high = Self.upperBound(failing: count, of: trials, tail: tail)
  }

  /// Returns the p with P(Bin(n, p) ≤ k) = `tail`, bisected to within 1e-15 or adjacent numbers; 1 for k = n.
  private static func upperBound(failing count: Int, of trials: Int, tail: Double) -> Double {
    guard count < trials else { return 1 }
    var (below, above) = (0.0, 1.0)
    while true {
      let middle = below + (above - below) / 2
      guard middle > below && middle < above && above - below > 1e-15 else { return middle }
      if cumulative(count, of: trials, probability: middle) > tail { below = middle } else { above = middle }
    }
  }

  /// Returns P(Bin(n, p) ≤ k) for 0 < p < 1 and k < n. Sums logarithms, since (1 − p)ⁿ alone may underflow.
  private static func cumulative(_ count: Int, of trials: Int, probability: Double) -> Double {
    let odds = log(probability) - log1p(-probability)
    var logProbability = Double(trials) * log1p(-probability)
    var sum = exp(logProbability)
    for successes in 0..<count {
      logProbability += log(Double(trials - successes) / Double(successes + 1)) + odds
      sum += exp(logProbability)
    }
    return min(1, sum)
  }
}

import Foundation

/// The sign test: do values scatter about 0?
package enum SignTest {
  /// Returns the two-sided p-value: twice the probability that, of as many coins as there are values other
  /// than 0, no more fall on the rarer side.
  ///
  /// Conover, "Practical Nonparametric Statistics", 3rd edition (1999), section 3.4. Zeros are ignored; 1 if
  /// nothing is left. O(n).
  package static func pValue(_ values: [Double]) -> Double {
    let above = values.count { $0 > 0 }
    let below = values.count { $0 < 0 }
    let count = above + below
    guard count > 0 else { return 1 }
    var logProbability = -Double(count) * log(2.0)
    var tail = exp(logProbability)
    for successes in 0..<min(above, below) {
      logProbability += log(Double(count - successes) / Double(successes + 1))
      tail += exp(logProbability)
    }
    return min(1, 2 * tail)
  }
}

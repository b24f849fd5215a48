/// A correction for several tests at once: bounds the probability of even one false alarm among them all.
///
/// Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6
/// (1979). It is valid for any dependence between the tests, and rejects at least as much as Bonferroni's.
package enum HolmCorrection {
  /// Returns the adjusted p-values in the order of the tests. A test is rejected at a level if its adjusted
  /// value is at or below it.
  ///
  /// 1. Sort the p-values in ascending order, p₁ ≤ … ≤ pₘ.
  /// 2. Multiply pᵢ by m − i + 1, the number of tests left.
  /// 3. Raise each to the largest before it, and limit it to 1.
  ///
  /// Equal p-values give equal results. A single one is unchanged; an empty family stays empty. O(m log m).
  ///
  /// - Precondition: 0 ≤ p ≤ 1 for all.
  package static func adjusted(_ pValues: [Double]) -> [Double] {
    precondition(pValues.allSatisfy((0...1).contains), "A p-value lies between 0 and 1.")
    var adjusted = pValues
    var largest = 0.0
    for (rank, index) in pValues.indices.sorted(by: { pValues[$0] < pValues[$1] }).enumerated() {
      largest = max(largest, min(1, Double(pValues.count - rank) * pValues[index]))
      adjusted[index] = largest
    }
    return adjusted
  }
}

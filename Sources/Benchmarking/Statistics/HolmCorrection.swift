/// Makes up for looking at several tests at once: of a whole family, the probability of even one false alarm stays below a level.
///
/// Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6 (1979). It holds however the
/// tests depend on one another, and rejects at least what Bonferroni's correction does.
package enum HolmCorrection {
  /// The adjusted p-values, each in its test's place: a test is rejected at a level where its adjusted value is at or below it.
  ///
  /// 1. The p-values are put in ascending order, p₁ ≤ … ≤ pₘ.
  /// 2. pᵢ is multiplied by m − i + 1, the number of tests that are left.
  /// 3. None may be below one before it, nor above 1.
  ///
  /// Equal p-values give equal adjusted ones. One test is left as it is, and an empty family is empty. O(m log m).
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

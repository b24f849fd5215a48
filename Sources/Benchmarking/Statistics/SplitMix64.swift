import Foundation

/// A small random number generator whose sequence is the same on every machine.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. Equal seeds give
/// equal sequences, and every seed is as good as another. Not for secrets.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a random order of 0 to `count - 1`. All are equally likely, up to a bias below `count` / 2⁶⁴.
  ///
  /// The standard library's `shuffled(using:)` may give another order in another release, and runs must be
  /// repeatable. So the algorithm is written out.
  ///
  /// Durstenfeld, "Algorithm 235: Random permutation", Communications of the ACM 7 (1964). O(`count`).
  package mutating func permutation(of count: Int) -> [Int] {
    var order = Array(0..<max(count, 0))
    var last = order.count - 1
    while last > 0 {
      let chosen = Int(next() % UInt64(last + 1))
      order.swapAt(last, chosen)
      last -= 1
    }
    return order
  }

  /// Returns a number between 0 and 1, both exclusive.
  package mutating func nextUniform() -> Double {
    (Double(next() >> 11) + 0.5) / 0x1p53
  }

  /// Returns a standard normal deviate. Box and Muller, "A Note on the Generation of Random Normal Deviates",
  /// Annals of Mathematical Statistics 29 (1958).
  package mutating func nextNormal() -> Double {
    (-2 * log(nextUniform())).squareRoot() * cos(2 * .pi * nextUniform())
  }
}

/// A small random number generator whose sequence is the same on every machine.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. Equal seeds give
/// equal sequences, and every seed is as good as another. Not for secrets.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) {
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
  /// The standard library's `shuffle(using:)` may give another order in another release, and runs must be
  /// repeatable. So the algorithm is written out.
  ///
  /// Durstenfeld, "Algorithm 235: Random permutation", Communications of the ACM 7 (1964). O(n).
  mutating func permutation(of count: Int) -> [Int] {
    var order = Array(0..<max(count, 0))
    for last in order.indices.dropFirst().reversed() {
      order.swapAt(last, Int(next() % UInt64(last + 1)))
    }
    return order
  }
}

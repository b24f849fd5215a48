/// The random numbers of all workloads: the same on every machine.
///
/// Source: Sebastiano Vigna's public domain `splitmix64`, after Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A stream that begins at this seed.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The next number, from 0 to `bound` - 1, by remainder: not quite uniform, but as the workloads are
  /// defined.
  mutating func below(_ bound: UInt64) -> Int { Int(next() % bound) }

  /// A text of words of the letter x, each of length 2 + r mod 9 for a draw r.
  mutating func text(words: Int) -> String {
    var bytes: [UInt8] = []
    for word in 0..<words {
      if word > 0 { bytes.append(UInt8(ascii: " ")) }
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "x"), count: 2 + below(9)))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

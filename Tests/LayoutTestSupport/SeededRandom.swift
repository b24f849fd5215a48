/// Random numbers from a seed: the same on every machine.
///
/// Source: Sebastiano Vigna's public domain `splitmix64`.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64
  /// The bytes of the next numbers, two for each number.
  private var bytes: ArraySlice<UInt8> = []

  public init(seed: UInt64) { state = seed }

  /// Numbers that a fuzzer chooses: two of the bytes each. After the last of them numbers follow that a hash
  /// of all bytes is the seed of, so that few bytes are enough for as many numbers as are drawn.
  package init(bytes: [UInt8]) {
    // FNV-1a.
    state = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    self.bytes = bytes[...]
  }

  public mutating func next() -> UInt64 {
    if bytes.count >= 2 {
      let number = UInt64(bytes.removeFirst()) | UInt64(bytes.removeFirst()) << 8
      // In all places, because some take what they need from the low end and others from the high one.
      return number &* 0x0001_0001_0001_0001
    }
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// One part of a run that is spread over machines, as `2/4`: the second of four.
///
/// Whole workloads are dealt out: all subjects of a workload, in all their numbers of threads and all rounds. The unit of work is the
/// cell in a round, and smaller hands could be dealt, but what a run is read for are ratios: of subjects on one workload, and of numbers
/// of threads of one subject. Both sides of a ratio have to come from one machine. Dealing out rounds would keep that and spoil the
/// medians, which would be those of a mixture of machines, with intervals as wide as the machines are apart; each machine would also have
/// to generate, check and calibrate everything. The price is that there are no more shards with work than there are workloads, and
/// that growth over sizes is that of one machine only where its sizes were dealt to one.
package struct Shard: Hashable, Sendable {
  /// From 1.
  package let index: Int
  /// At least `index`, at most `maximumCount`.
  package let count: Int

  /// More than any machine park has, and few enough to be listed.
  package static let maximumCount = 10_000

  /// nil unless 1 ≤ `index` ≤ `count` ≤ `maximumCount`.
  package init?(index: Int, of count: Int) {
    guard index >= 1, index <= count, count <= Self.maximumCount else { return nil }
    self.index = index
    self.count = count
  }

  /// Those that belong to this shard.
  ///
  /// They are put into a random order and dealt out one by one, so that neighbours in a suite, which are often alike, do not end up
  /// together. Depends on the seed and on `workloads` alone: the shards of a count are disjoint, all together hold every workload, and
  /// no two differ by more than one in size. O(n).
  ///
  /// - Parameter workloads: what the whole run is of, in its order, which all shards have to give alike. What is there twice counts once.
  package func selection(from workloads: some Sequence<String>, seed: UInt64) -> Set<String> {
    var seen: Set<String> = []
    let distinct = workloads.filter { seen.insert($0).inserted }
    // Another sequence than that of the orders of rounds, which begin from the same seed.
    var generator = SplitMix64(seed: seed ^ 0x5AAD_5AAD_5AAD_5AAD)
    let order = generator.permutation(of: distinct.count)
    return Set(order.enumerated().lazy.filter { $0.offset % count == index - 1 }.map { distinct[$0.element] })
  }
}

extension Shard: LosslessStringConvertible {
  /// Two whole numbers with a slash between them. nil for everything else, `0/2` and `3/2` too.
  package init?(_ description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let index = Int(parts[0]), let count = Int(parts[1])
    else { return nil }
    self.init(index: index, of: count)
  }

  package var description: String { "\(index)/\(count)" }
}

extension Shard: Codable {
  /// From its text.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let shard = Shard(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "Expected a shard as 2/4, found \"\(text)\".")
    }
    self = shard
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

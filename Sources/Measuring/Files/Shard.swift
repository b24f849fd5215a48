/// One part of a run that is spread over machines, such as `2/4`: the second of four.
///
/// Whole workloads are distributed, with all their subjects, thread counts and rounds. A run is read for
/// ratios, of subjects on one workload and of thread counts of one subject, and both sides of a ratio must
/// come from one machine. Distributing rounds would keep that but spoil the medians: they would mix machines,
/// with intervals as wide as the machines are apart, and each machine would have to generate, check and
/// calibrate everything. The price: only as many shards have work as there are workloads, and growth over
/// sizes comes from one machine only if one shard has all the sizes.
package struct Shard: Hashable, Sendable {
  /// The number of this part, from 1.
  let index: Int
  /// The number of parts, from `index` to `maximumCount`.
  let count: Int

  /// The most parts: more than the machines of any user, and few enough to be listed.
  package static let maximumCount = 10_000

  /// nil unless 1 ≤ `index` ≤ `count` ≤ `maximumCount`.
  init?(index: Int, of count: Int) {
    guard index >= 1, index <= count, count <= Self.maximumCount else { return nil }
    self.index = index
    self.count = count
  }

  /// Returns the workloads that belong to this shard.
  ///
  /// The workloads are put into a random order and dealt out one by one, so that neighbours in a suite, which
  /// are often alike, do not end up together. Depends only on the seed and on `workloads`: the shards of a
  /// count are disjoint, together they hold every workload, and their sizes differ by at most one. O(n).
  ///
  /// - Parameter workloads: the workloads of the whole run, in its order, which MUST be the same for all
  ///   shards. Duplicates count once.
  func selection(from workloads: some Sequence<String>, seed: UInt64) -> Set<String> {
    var seen: Set<String> = []
    let distinct = workloads.filter { seen.insert($0).inserted }
    // A different sequence from the orders of rounds, which start from the same seed.
    var generator = SplitMix64(seed: seed ^ 0x5AAD_5AAD_5AAD_5AAD)
    let order = generator.permutation(of: distinct.count)
    return Set(order.enumerated().lazy.filter { $0.offset % count == index - 1 }.map { distinct[$0.element] })
  }
}

extension Shard: LosslessStringConvertible {
  /// Reads two whole numbers with a slash between them. nil for everything else, also `0/2` and `3/2`.
  package init?(_ description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let index = Int(parts[0]), let count = Int(parts[1])
    else { return nil }
    self.init(index: index, of: count)
  }

  package var description: String { "\(index)/\(count)" }
}

/// In JSON a shard is its text.
extension Shard: Codable, RawRepresentable {
  package init?(rawValue: String) { self.init(rawValue) }
  package var rawValue: String { description }
}

/// The ratio of the durations of two pieces of work, measured in turns so that disturbances affect both.
package struct InterleavedRatio: Hashable, Sendable {
  /// The ratio of the medians; above 1 if `other` takes longer.
  package let ratio: Double
  /// The median duration of one run of each.
  package let baseNanoseconds: Double
  package let otherNanoseconds: Double
  /// The number of batches of each.
  package let rounds: Int

  /// Runs batches of both sides in turns, whose order alternates by round, after an unmeasured run of each.
  ///
  /// - Parameters:
  ///   - rounds: batches of each, at least 1.
  ///   - batchNanoseconds: a batch has as many runs as `base` does in this time, at least 1.
  ///   - longest: after this many nanoseconds no round but the first begins.
  ///   - clock: read at both ends of each batch.
  package init(
    rounds: Int, batchNanoseconds: UInt64 = 2_000_000, longest: UInt64 = 5_000_000_000,
    clock: any MonotonicClock = SystemClock(), base: () -> Void, other: () -> Void
  ) {
    precondition(rounds >= 1, "A ratio needs a batch of each.")
    let start = clock.wallNanoseconds()
    func time(_ runs: Int, _ work: () -> Void) -> Double {
      let start = clock.wallNanoseconds()
      for _ in 0..<runs { work() }
      return Double(clock.wallNanoseconds() - start) / Double(runs)
    }
    other()
    let once = time(1, base)
    let runs = max(1, min(100_000, Int(Double(batchNanoseconds) / max(once, 1))))
    var times: (base: [Double], other: [Double]) = ([], [])
    while times.base.count < rounds {
      if !times.base.isEmpty, clock.wallNanoseconds() - start > longest { break }
      if times.base.count.isMultiple(of: 2) {
        times.base.append(time(runs, base))
        times.other.append(time(runs, other))
      } else {
        times.other.append(time(runs, other))
        times.base.append(time(runs, base))
      }
    }
    self.rounds = times.base.count
    baseNanoseconds = times.base.median ?? .nan
    otherNanoseconds = times.other.median ?? .nan
    ratio = baseNanoseconds > 0 ? otherNanoseconds / baseNanoseconds : .nan
  }
}

import Foundation

/// The value of a cell in one pair of processes, however many batches they ran.
///
/// Samples of one process resemble one another, because they share its memory and its processor. So more samples would make
/// false alarms more frequent, not fewer.
struct PairValue: Hashable, Sendable {
  /// The candidate's time against the base's, by one clock.
  struct Time: Hashable, Sendable {
    /// The median over the rounds of ln(candidate / base). Disturbances make batches late, never early; in the difference
    /// of two batches in turns they have no direction.
    var median: Double
    /// ln(candidate / base) of all rounds' sums, which also contain a job that is slow once in a thousand.
    var mean: Double
    /// The base's time per job, as a median of the rounds.
    var base: Double = 1
  }

  /// Pairs of one unit have the same place of functions in memory, so that they are no independent values.
  var unit = 0
  private var times: [ComparedMetric: Time]
  /// Wall time per processor time of a thread, in the usual batch of the arm that waits more; 1 if unknown.
  var wallPerProcessorTime = 1.0

  /// Returns the time by one clock; nil if that was not measured.
  subscript(clock: ComparedMetric) -> Time? { times[clock] }
}

extension PairValue {
  /// A value that is the same by both clocks, unless `wall` is given.
  init(_ time: Time, wall: Time? = nil, unit: Int) {
    (times, self.unit) = ([.wallNanoseconds: wall ?? time, .cpuNanoseconds: time], unit)
  }

  /// Computes the value from the samples of a cell in one pair; nil with fewer than `rounds` rounds that have both sides.
  /// O(samples).
  ///
  /// - Parameter busyThreads: the number of threads that can work at the same time.
  init?(of samples: some Sequence<SampleRecord>, rounds: Int, busyThreads: Int = 1, unit: Int = 0) {
    var wholeRounds: [Int: [ComparisonArm: SampleRecord]] = [:]
    for sample in samples where sample.counts && sample.pass == .time && sample.iterations > 0 {
      wholeRounds[sample.round, default: [:]][sample.arm] = sample
    }
    let arms = wholeRounds.values.compactMap { arms in
      arms[.base].flatMap { base in arms[.cand].map { (base: base, candidate: $0) } }
    }
    guard rounds > 0 else { return nil }
    times = [:]
    for clock in [ComparedMetric.wallNanoseconds, .cpuNanoseconds] {
      let whole = arms.compactMap { arms in
        clock.value(of: arms.base).flatMap { base in
          clock.value(of: arms.candidate).map { (base: base, candidate: $0) }
        }
      }.filter { $0.base > 0 && $0.candidate > 0 }
      guard whole.count >= rounds, let median = whole.map({ log($0.candidate / $0.base) }).median,
        let base = whole.map(\.base).median
      else { continue }
      let sums = whole.reduce((0, 0)) { ($0.0 + $1.base, $0.1 + $1.candidate) }
      times[clock] = Time(median: median, mean: log(sums.1 / sums.0), base: base)
    }
    guard !times.isEmpty else { return nil }
    self.unit = unit
    func waiting(_ samples: [SampleRecord]) -> Double {
      samples.compactMap { sample in
        guard let wall = sample.wallNanoseconds, let cpu = sample.cpuNanoseconds, cpu > 0 else { return nil }
        return Double(wall) * Double(busyThreads) / Double(cpu)
      }.median ?? 1
    }
    wallPerProcessorTime = max(waiting(arms.map(\.base)), waiting(arms.map(\.candidate)))
  }
}

extension ComparedMetric {
  /// Returns a timed sample's value per job; nil if it was not measured.
  func value(of sample: SampleRecord) -> Double? {
    let time = self == .wallNanoseconds ? sample.wallNanoseconds : sample.cpuNanoseconds
    return time.map { Double($0) / Double(sample.iterations) }
  }
}

/// A figure with one value per sample.
package enum Metric: String, Hashable, Sendable, CaseIterable {
  /// Wall time of a batch per element of one tree. Falls as threads are added.
  case wallNanosecondsPerElement = "wall_ns_per_element"
  /// Processor time of all workers per element of one tree.
  case cpuNanosecondsPerElement = "cpu_ns_per_element"
  /// Jobs per second of wall time.
  case treesPerSecond = "trees_per_second"
  /// The elements that a job of code processes in a second of wall time, if the code gives a number.
  case elementsPerSecond = "elements_per_second"
  case bytesPerSecond = "bytes_per_second"
  /// The time that Dispatch itself added: the longest wait of a worker for its first job, or the mean time
  /// from a block's submission to its start.
  case queueWaitNanoseconds = "queue_wait_ns"
  /// The peak of the process, with the cell loaded alone.
  case peakResidentBytes = "peak_rss_bytes"
  /// Switches in a batch.
  case involuntaryContextSwitches = "ctx_switch_invol"
  case allocCountPerTree = "alloc_count_per_tree"
  case allocBytesPerTree = "alloc_bytes_per_tree"
  /// The share of a batch's wall time in which its workers had jobs; 1 = all workers, all the time.
  case busyShare = "busy_share"

  /// The direction that is an improvement.
  enum Better: String, Hashable, Sendable {
    case lower
    case higher
  }

  /// The unit; `1` for plain counts.
  package var unit: String { facts.unit }
  var better: Better { facts.better }
  /// The pass whose samples have the metric.
  var pass: MeasuringPass { facts.pass }

  private var facts: (unit: String, better: Better, pass: MeasuringPass) {
    switch self {
    case .wallNanosecondsPerElement, .cpuNanosecondsPerElement, .queueWaitNanoseconds: ("ns", .lower, .time)
    case .treesPerSecond, .elementsPerSecond: ("1/s", .higher, .time)
    case .bytesPerSecond: ("bytes/s", .higher, .time)
    case .involuntaryContextSwitches: ("1", .lower, .time)
    case .busyShare: ("1", .higher, .time)
    case .peakResidentBytes, .allocBytesPerTree: ("bytes", .lower, .alloc)
    case .allocCountPerTree: ("1", .lower, .alloc)
    }
  }

  /// Returns the sample's value; nil if it was not measured or is meaningless, as with no elements or no
  /// time.
  func value(of sample: SampleRecord) -> Double? {
    guard sample.pass == pass, sample.iterations > 0 else { return nil }
    let trees = Double(sample.iterations)
    let elements = trees * Double(sample.cell.nodeCount)
    switch self {
    case .wallNanosecondsPerElement: return Self.share(sample.wallNanoseconds, of: elements)
    case .cpuNanosecondsPerElement: return Self.share(sample.cpuNanoseconds, of: elements)
    case .treesPerSecond: return Self.rate(trees, sample)
    case .elementsPerSecond:
      return sample.cell.isCode && sample.cell.nodeCount > 1 ? Self.rate(elements, sample) : nil
    case .bytesPerSecond: return sample.byteCount.flatMap { Self.rate(Double($0), sample) }
    case .queueWaitNanoseconds: return sample.queueWaitNanoseconds.map { Double($0) }
    case .peakResidentBytes: return sample.peakResidentBytes.map { Double($0) }
    case .involuntaryContextSwitches: return sample.involuntaryContextSwitches.map { Double($0) }
    case .allocCountPerTree: return Self.share(sample.allocCount, of: trees)
    case .allocBytesPerTree: return Self.share(sample.allocBytes, of: trees)
    case .busyShare:
      let workers = Double(sample.cell.threads)
      return sample.wallNanoseconds.flatMap { Self.share(sample.busyNanoseconds, of: Double($0) * workers) }
    }
  }

  private static func rate(_ amount: Double, _ sample: SampleRecord) -> Double? {
    sample.wallNanoseconds.flatMap { $0 > 0 ? amount * 1e9 / Double($0) : nil }
  }

  private static func share(_ amount: UInt64?, of count: Double) -> Double? {
    guard let amount, count > 0 else { return nil }
    return Double(amount) / count
  }
}

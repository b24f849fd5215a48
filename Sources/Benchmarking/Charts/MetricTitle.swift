extension Metric {
  /// Its name in titles, without a unit.
  var title: String { names.title }

  /// Its name at an axis, with the unit in brackets.
  var axisTitle: String { names.axis }

  private var names: (title: String, axis: String) {
    switch self {
    case .wallNanosecondsPerElement: ("time per element", "time (ns per element)")
    case .cpuNanosecondsPerElement: ("CPU time per element", "CPU time (ns per element)")
    case .treesPerSecond: ("throughput", "throughput (trees per second)")
    case .queueWaitNanoseconds: ("queue wait", "queue wait (ns)")
    case .peakResidentBytes: ("peak resident memory", "peak resident memory (bytes)")
    case .involuntaryContextSwitches:
      ("involuntary context switches per batch", "involuntary context switches per batch (count)")
    case .allocCountPerTree: ("allocations per tree", "allocations per tree (count)")
    case .allocBytesPerTree: ("allocated memory per tree", "allocated memory (bytes per tree)")
    case .busyShare: ("worker utilization", "worker utilization (ratio)")
    case .latencyNanoseconds: ("latency per tree", "latency (ns per tree)")
    }
  }

  /// The words for more and for less of it.
  var words: (more: String, less: String) {
    switch self {
    case .wallNanosecondsPerElement, .cpuNanosecondsPerElement, .queueWaitNanoseconds, .latencyNanoseconds:
      ("slower", "faster")
    default: ("more", "less")
    }
  }
}

extension String {
  /// With a capital letter in front, as titles begin.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// The unit of all times on one axis.
enum TimeUnit: String {
  case nanoseconds = "ns"
  case microseconds = "µs"
  case milliseconds = "ms"
  case seconds = "s"

  /// The one in which the largest time has at most four digits before the point.
  init(fitting nanoseconds: Double) {
    switch nanoseconds {
    case ..<1e4: self = .nanoseconds
    case ..<1e7: self = .microseconds
    case ..<1e10: self = .milliseconds
    default: self = .seconds
    }
  }

  /// Nanoseconds in one.
  var nanoseconds: Double {
    switch self {
    case .nanoseconds: 1
    case .microseconds: 1e3
    case .milliseconds: 1e6
    case .seconds: 1e9
    }
  }
}

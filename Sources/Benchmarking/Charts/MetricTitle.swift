extension Metric {
  /// What people call it, without a unit.
  var title: String {
    switch self {
    case .wallNanosecondsPerElement: "time an element"
    case .cpuNanosecondsPerElement: "CPU time an element"
    case .treesPerSecond: "trees a second"
    case .queueWaitNanoseconds: "wait for the first job"
    case .peakResidentBytes: "peak memory"
    case .involuntaryContextSwitches: "involuntary context switches of a batch"
    case .allocCountPerTree: "allocations a tree"
    case .allocBytesPerTree: "bytes allocated a tree"
    case .busyShare: "share of the workers' time"
    case .latencyNanoseconds: "latency of a tree"
    }
  }

  /// An axis's title: with the unit in brackets.
  var axisTitle: String { "\(title) (\(unit == "1" ? "count" : unit))" }

  /// What is said of more and of less of it.
  var words: (more: String, less: String) {
    switch self {
    case .wallNanosecondsPerElement, .cpuNanosecondsPerElement, .queueWaitNanoseconds, .latencyNanoseconds:
      ("slower", "faster")
    default: ("more", "less")
    }
  }
}

/// The unit in which times are shown on one axis.
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

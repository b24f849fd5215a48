/// The summary of samples, one row per cell and metric. It can be made from `samples.csv` at any time.
package struct Summary: Hashable, Sendable {
  /// The rows, with cells in order of first appearance among the samples and metrics in their own order.
  package var rows: [SummaryRow]
  /// Wall and CPU time by round, for ratios; empty if the samples are unknown.
  private(set) var rounds: [Metric: [RunCell: [Int: Double]]] = [:]

  /// Summarises samples. Only trusted samples of the measuring phase count, and only one arm of a comparison,
  /// since the others are other programs or processes. Metrics without a value have no row. O(n log n).
  ///
  /// - Parameters:
  ///   - samples: the samples of any number of runs.
  ///   - arm: default `base`, the arm of all samples of a run.
  package init(of samples: some Sequence<SampleRecord>, arm: ComparisonArm = .base) {
    var groups: [RunCell: [SampleRecord]] = [:]
    var order: [RunCell] = []
    for sample in samples {
      let key = RunCell(runID: sample.runID, cell: sample.cell)
      // Samples that do not count still determine the order: rounds are shuffled, warm-up is not.
      if groups[key] == nil {
        order.append(key)
        groups[key] = []
      }
      guard sample.counts && sample.arm == arm else { continue }
      groups[key]?.append(sample)
    }
    rows = []
    for key in order {
      let samples = groups[key] ?? []
      let flags = CellFlag.flags(of: samples.filter { $0.pass == .time })
      for metric in [Metric.wallNanosecondsPerElement, .cpuNanosecondsPerElement] {
        let values = samples.compactMap { sample in metric.value(of: sample).map { (sample.round, $0) } }
        rounds[metric, default: [:]][key] = Dictionary(values) { $1 }
      }
      rows += Metric.allCases.compactMap { metric -> SummaryRow? in
        guard let sample = SortedSample(samples.compactMap(metric.value(of:))) else { return nil }
        return SummaryRow(key, metric: metric, sample: sample, flags: metric.pass == .time ? flags : [])
      }
    }
  }

  /// The text of `summary.csv`.
  package var csv: String { CSVText.file(SummaryRow.columns, of: rows) }

  /// The flags of each cell that has any.
  package var flags: [CellID: [CellFlag]] {
    rows.reduce(into: [:]) { flags, row in if !row.flags.isEmpty { flags[row.cell] = row.flags } }
  }

  /// Returns a warning about the number of cells unfit as a reference, by flag; nil if there are none.
  ///
  /// - Parameter run: the name of the run.
  package func flagWarning(of run: String) -> Warning? {
    let flags = flags
    guard !flags.isEmpty else { return nil }
    let counts = CellFlag.allCases.compactMap { flag -> String? in
      let count = flags.values.count { $0.contains(flag) }
      return count == 0 ? nil : "\(flag.title) in \(count)"
    }
    let all = Set(rows.map(\.cell)).count
    return Warning(
      cause:
        "The times of \(flags.count) of \(all) cells are no reference: \(counts.joined(separator: ", ")).",
      nextStep: "layoutbench table \(run) says which, and what to do.")
  }
}

/// One cell and one metric over all samples. One row of `summary.csv`.
package struct SummaryRow: Hashable, Sendable {
  var runID: String
  package var cell: CellID
  var metric: Metric
  /// The number of samples, at least 1.
  var sampleCount: Int
  var median: Double
  /// The interval of the median, with the level that the sample's size allows.
  var interval: MedianInterval
  /// The median absolute deviation.
  var medianAbsoluteDeviation: Double
  var p25: Double
  var p75: Double
  /// nil, like those that follow, if there are too few samples for one to lie beyond it.
  var p90: Double?
  var p99: Double?
  var p999: Double?
  var minimum: Double
  var maximum: Double
  /// The cell's flags in rows about timed batches; empty in others.
  var flags: [CellFlag]
}

extension SummaryRow {
  fileprivate init(_ cell: RunCell, metric: Metric, sample: SortedSample, flags: [CellFlag]) {
    self.init(
      runID: cell.runID, cell: cell.cell, metric: metric, sampleCount: sample.values.count,
      median: sample.median,
      interval: sample.medianInterval(), medianAbsoluteDeviation: sample.medianAbsoluteDeviation,
      p25: sample.quantile(0.25), p75: sample.quantile(0.75), p90: sample.quantileIfSupported(0.9),
      p99: sample.quantileIfSupported(0.99), p999: sample.quantileIfSupported(0.999),
      minimum: sample.minimum, maximum: sample.maximum, flags: flags)
  }
}

extension SummaryRow {
  /// The columns that hold words.
  static let textColumns: Set = [
    "run_id", "subject", "workload", "params", "pool", "metric", "unit", "better", "flags",
  ]

  /// The columns in the file's order. New ones are added only at the end.
  static let columns: [CSVColumn<SummaryRow>] = {
    let figures: [CSVColumn<SummaryRow>] = [
      .init("metric") { $0.metric.rawValue }, .init("unit") { $0.metric.unit },
      .init("better") { $0.metric.better.rawValue }, .init("sample_count", \.sampleCount),
      .init("median", \.median), .init("ci_low", \.interval.low), .init("ci_high", \.interval.high),
      .init("ci_level", \.interval.level), .init("mad", \.medianAbsoluteDeviation), .init("p25", \.p25),
      .init("p75", \.p75), .init("p90", \.p90), .init("p99", \.p99), .init("p999", \.p999),
      .init("min", \.minimum), .init("max", \.maximum),
      .init("flags") { $0.flags.map(\.rawValue).joined(separator: " ") },
    ]
    let run: [CSVColumn<SummaryRow>] = [CSVColumn("run_id", \.runID)]
    let cell = CellID.columns.map { $0.lifted(to: \SummaryRow.cell) }
    return [run, cell, figures].flatMap { $0 }
  }()
}

/// A figure with one value per sample.
package enum Metric: String, Hashable, Sendable, CaseIterable {
  /// Wall time of a batch per element of one tree. Falls as threads are added.
  case wallNanosecondsPerElement = "wall_ns_per_element"
  /// Processor time of all workers per element of one tree.
  case cpuNanosecondsPerElement = "cpu_ns_per_element"
  /// Jobs per second of wall time.
  case treesPerSecond = "trees_per_second"
  /// The elements that a job goes through in a second of wall time, of code that says how many.
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
  /// Counts of the processor for a job, of all threads together.
  case instructionsPerTree = "instructions_per_tree"
  case cyclesPerTree = "cycles_per_tree"
  case instructionsPerCycle = "instructions_per_cycle"
  case branchMissesPerTree = "branch_misses_per_tree"
  case cacheMissesPerTree = "cache_misses_per_tree"
  /// The share of a batch's wall time in which its workers had jobs; 1 = all of them, all the time.
  case busyShare = "busy_share"

  /// The direction that is an improvement.
  enum Better: String, Hashable, Sendable {
    case lower
    case higher
  }

  /// The unit; `1` for plain counts.
  var unit: String { facts.unit }
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
    case .allocCountPerTree, .instructionsPerTree, .cyclesPerTree, .branchMissesPerTree, .cacheMissesPerTree:
      ("1", .lower, .alloc)
    case .instructionsPerCycle: ("1", .higher, .alloc)
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
    case .instructionsPerTree: return Self.share(sample.instructionCount, of: trees)
    case .cyclesPerTree: return Self.share(sample.cycleCount, of: trees)
    case .instructionsPerCycle:
      return sample.cycleCount.flatMap { Self.share(sample.instructionCount, of: Double($0)) }
    case .branchMissesPerTree: return Self.share(sample.branchMissCount, of: trees)
    case .cacheMissesPerTree: return Self.share(sample.cacheMissCount, of: trees)
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

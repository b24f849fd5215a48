/// A property of a cell's samples that makes its times unfit as a reference.
package enum CellFlag: String, Hashable, Sendable, Codable, CaseIterable {
  /// Its workers had fewer cores than there were threads.
  case sharedCores = "shared_cores"
  /// Its samples lie in two groups.
  case twoModes = "two_modes"
  /// At least a tenth of its samples lie far from the rest.
  case outliers
  /// Half of the interval of the cell's median is more than a fifth of the median.
  case uncertain

  /// The flag's name in a table.
  package var title: String {
    switch self {
    case .sharedCores: "shared cores"
    case .twoModes: "two modes"
    case .outliers: "outliers"
    case .uncertain: "uncertain"
    }
  }

  /// Stands for the flag in a narrow table.
  package var letter: String { title.prefix(1).uppercased() }

  /// The meaning of the flag and a remedy, in sentences.
  package var advice: String {
    switch self {
    case .sharedCores:
      "The workers had fewer cores than threads, by their CPU time. Stop other programs, or ask for fewer threads, and "
        + "run again."
    case .twoModes:
      "The samples lie in two groups, and the median in one of them. Run again while nothing else runs."
    case .outliers:
      "A tenth of the samples or more lie far from the others. Run again while nothing else runs."
    case .uncertain:
      "Half of the interval of the median is more than 20% of it. Run again while nothing else runs, or with more "
        + "rounds."
    }
  }

  /// The largest half of an interval, as a share of the median, that raises no flag.
  package static var widestInterval: Double { 0.2 }

  /// Returns the flags of a cell, in declaration order.
  ///
  /// - Parameter samples: all of the cell's samples in one run that count and were timed.
  static func flags(of samples: some Sequence<SampleRecord>) -> [CellFlag] {
    var flags: [CellFlag] = []
    if let cores = samples.compactMap(cores(of:)).median,
      let threads = samples.lazy.map(\.cell.threads).first(where: { _ in true })
    {
      let threads = Double(threads)
      if threads > 1 && cores < threads - max(0.5, threads / 10) { flags.append(.sharedCores) }
    }
    let times = samples.compactMap { sample -> Double? in
      guard sample.iterations > 0 else { return nil }
      return sample.wallNanoseconds.map { Double($0) / Double(sample.iterations) }
    }
    guard let times = SortedSample(times) else { return flags }
    // With two modes, the smaller group is also far from the larger one, and the interval is wide, so two modes
    // exclude these two flags.
    if times.hasTwoModes { return flags + [.twoModes] }
    if times.hasOutliers { flags.append(.outliers) }
    if let half = times.medianInterval().halfWidth(relativeTo: times.median), half > widestInterval {
      flags.append(.uncertain)
    }
    return flags
  }

  /// Returns how many cores the workers had while they were busy: their CPU time as a share of each worker's
  /// busy time, or of the batch's duration if the busy time is unknown. A core was shared if this is less
  /// than the threads by half a core or a tenth of them, whichever is more.
  private static func cores(of sample: SampleRecord) -> Double? {
    guard let cpu = sample.cpuNanoseconds, let wall = sample.wallNanoseconds else { return nil }
    let threads = Double(sample.cell.threads)
    let busy = sample.busyNanoseconds.map { Double($0) } ?? Double(wall) * threads
    return busy > 0 ? Double(cpu) / busy * threads : nil
  }
}

/// Something about a cell's samples for which its times are no reference for others.
package enum CellFlag: String, Hashable, Sendable, Codable, CaseIterable {
  /// Its workers had fewer cores than there were threads.
  case sharedCores = "shared_cores"
  /// Its samples lie in two groups.
  case twoModes = "two_modes"
  /// A tenth of its samples or more lie far from the others.
  case outliers

  /// What to call it in a table.
  package var title: String {
    switch self {
    case .sharedCores: "shared cores"
    case .twoModes: "two modes"
    case .outliers: "outliers"
    }
  }

  /// What it means and what to do about it, as sentences.
  package var advice: String {
    switch self {
    case .sharedCores:
      "The workers had fewer cores than threads, by their CPU time. Stop other programs, or ask for fewer threads, and "
        + "run again."
    case .twoModes:
      "The samples lie in two groups, and the median in one of them. Run again while nothing else runs; "
        + "layoutbench chart RUN --kind progression shows when it changed."
    case .outliers:
      "A tenth of the samples or more lie far from the others. Run again while nothing else runs."
    }
  }
}

extension CellFlag {
  /// The flags of a cell, in their order.
  ///
  /// - Parameter samples: all of the cell's in one run that count and were timed.
  package static func flags(of samples: some Sequence<SampleRecord>) -> [CellFlag] {
    var flags: [CellFlag] = []
    if let cores = try? SortedSample(samples.compactMap(cores(of:))).median,
      let threads = samples.lazy.map(\.cell.threads).first(where: { _ in true })
    {
      let threads = Double(threads)
      if threads > 1 && cores < threads - max(0.5, threads / 10) { flags.append(.sharedCores) }
    }
    let times = samples.compactMap { sample -> Double? in
      guard sample.iterations > 0 else { return nil }
      return sample.wallNanoseconds.map { Double($0) / Double(sample.iterations) }
    }
    guard let times = try? SortedSample(times) else { return flags }
    // The smaller group of two lies far from the other one too.
    if times.hasTwoModes { return flags + [.twoModes] }
    if times.hasOutliers { flags.append(.outliers) }
    return flags
  }

  /// How many cores the workers had while they had jobs in hand: their CPU time as a share of the time that
  /// each of them was busy, or, where that is not known, of the batch's. Half a core less than there are
  /// threads, or a tenth of them, is one that was shared.
  private static func cores(of sample: SampleRecord) -> Double? {
    guard let cpu = sample.cpuNanoseconds, let wall = sample.wallNanoseconds else { return nil }
    let threads = Double(sample.cell.threads)
    let busy = sample.busyNanoseconds.map { Double($0) } ?? Double(wall) * threads
    return busy > 0 ? Double(cpu) / busy * threads : nil
  }
}

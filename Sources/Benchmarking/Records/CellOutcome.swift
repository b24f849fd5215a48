/// The outcome of measuring a cell.
package struct CellOutcome: Hashable, Sendable, Codable {
  package enum Status: String, Hashable, Sendable, Codable {
    /// It has samples. A reason says what else was not measured.
    case measured
    /// It was skipped on purpose. The reason says why.
    case leftOut
    /// It could not be run or gave results that cannot be trusted. The reason says which.
    case failed
  }

  package var cell: CellID
  package var status: Status
  /// A sentence for people; nil if the status says it all.
  package var reason: String?
  /// The number of samples of the measuring phase that were kept.
  var sampleCount = 0
  /// Jobs in a batch; nil if the cell was never calibrated.
  var iterations: Int?
  /// The flags of the samples; nil = none were found, or nobody looked.
  package var flags: [CellFlag]?

  /// The reason, or that there is none, as a sentence.
  package var reasonText: String { reason ?? "No reason was given." }

  /// The outcome of a cell that was never run: its subject does not support the workload, or takes too long.
  package static func leftOut(_ cell: CellID, reason: String) -> CellOutcome {
    CellOutcome(cell: cell, status: .leftOut, reason: reason)
  }

  package static func failed(_ cell: CellID, reason: String) -> CellOutcome {
    CellOutcome(cell: cell, status: .failed, reason: reason)
  }

  package static func measured(_ cell: CellID) -> CellOutcome { CellOutcome(cell: cell, status: .measured) }
}

/// A property of a cell's samples that makes its times unfit as a reference for others.
package enum CellFlag: String, Hashable, Sendable, Codable, CaseIterable {
  /// Its workers had fewer cores than there were threads.
  case sharedCores = "shared_cores"
  /// Its samples lie in two groups.
  case twoModes = "two_modes"
  /// At least a tenth of its samples lie far from the others.
  case outliers
  /// Half of the interval of its median is more than a fifth of it.
  case uncertain

  /// The flag's name in a table.
  var title: String {
    switch self {
    case .sharedCores: "shared cores"
    case .twoModes: "two modes"
    case .outliers: "outliers"
    case .uncertain: "uncertain"
    }
  }

  /// Stands for the flag in a narrow table.
  var letter: String { title.prefix(1).uppercased() }

  /// The meaning of the flag and what to do about it, in sentences.
  var advice: String {
    switch self {
    case .sharedCores:
      "The workers had fewer cores than threads, by their CPU time. Stop other programs, or ask for fewer threads, and "
        + "run again."
    case .twoModes:
      "The samples lie in two groups, and the median in one of them. Run again while nothing else runs; "
        + "layoutbench chart RUN --kind progression shows when it changed."
    case .outliers:
      "A tenth of the samples or more lie far from the others. Run again while nothing else runs."
    case .uncertain:
      "Half of the interval of the median is more than 20% of it. Run again while nothing else runs, or with more "
        + "rounds."
    }
  }
}

extension CellFlag {
  /// The largest half of an interval, as a share of the median, that is no flag.
  static var widestInterval: Double { 0.2 }

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
    // The smaller of two groups is also far from the larger, and an interval that has both is wide, so two modes
    // exclude the others.
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

extension CellOutcome {
  /// The reason of a cell of a comparison that was not begun.
  static let notBegun = "The comparison ended before it was begun."
}

/// The reason why a run ended.
package enum RunEnding: String, Hashable, Sendable, Codable {
  /// Every round is finished.
  case complete
  /// The budget was used up before everything was measured.
  case budget
  case interrupted
  /// In merged runs: parts are missing or have not ended. In comparisons: it goes on, or was killed.
  case incomplete
}

/// The outcome of a run.
package struct RunOutcome: Hashable, Sendable {
  /// One outcome per cell of the plan, in the plan's order.
  package var cells: [CellOutcome]
  package var ending: RunEnding
  package let elapsedNanoseconds: UInt64
}

/// A circumstance that makes results less reliable than they look, and what can be done about it.
package struct Warning: Hashable, Sendable, Codable {
  /// The problem, as a sentence.
  package var cause: String
  /// The remedy, as a sentence; empty if nothing can be done.
  var nextStep: String

  package init(cause: String, nextStep: String) {
    self.cause = cause
    self.nextStep = nextStep
  }
}

extension Warning: CustomStringConvertible {
  package var description: String { nextStep.isEmpty ? cause : "\(cause) \(nextStep)" }
}

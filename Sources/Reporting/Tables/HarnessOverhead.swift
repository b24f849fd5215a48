import Measuring

/// The cost of the harness itself, measured with a subject that does nothing.
struct HarnessOverhead: Hashable, Sendable {
  /// The number of workers, and their mode.
  var threads: Int
  var pool: DispatchMode
  /// The cost of handing out one job, in one worker's time.
  var nanosecondsPerJob: Double
  /// The time from a batch's release to its first job; nil if each job is a block, which waits itself.
  var nanosecondsPerBatch: Double?

  /// Returns the overhead of each thread count and mode of the subject, in order of first appearance.
  ///
  /// 1. X, per job: the median over the empty subject's batches of (wall time − queue wait) · threads / jobs.
  ///    If each job is a block of its own, no wait is subtracted. Of several cells, the smallest X.
  /// 2. Y, per batch: the median queue wait, or 0 if each job is a block of its own.
  ///
  /// - Parameter samples: the samples of one run.
  static func all(in samples: [SampleRecord]) -> [Self] {
    let counting = samples.filter {
      $0.cell.subject == "empty" && $0.pass == .time && $0.counts && $0.arm == .base && $0.iterations > 0
        && $0.wallNanoseconds ?? 0 > 0
    }
    let batches = Dictionary(grouping: counting, by: \.cell)
    // As in a summary, samples that do not count still determine the order.
    let cells = samples.map(\.cell).firstAppearances().filter { batches[$0] != nil }
    let modes = cells.map { cell in cells.first(where: cell.hasSameWorkers) ?? cell }.firstAppearances()
    return modes.map { mode in
      HarnessOverhead(of: mode, empty: cells.filter(mode.hasSameWorkers).compactMap { batches[$0] })
    }
  }

  private init(of cell: CellID, empty: [[SampleRecord]]) {
    threads = cell.threads
    pool = cell.pool
    let workers = Double(cell.threads)
    let isBlocks = cell.pool == .concurrentQueue
    func leastMedian(_ value: (SampleRecord) -> Double) -> Double? {
      empty.compactMap { $0.map(value).median }.min()
    }
    nanosecondsPerJob =
      leastMedian { sample in
        let wait = isBlocks ? 0 : Double(sample.queueWaitNanoseconds ?? 0)
        return max(0, Double(sample.wallNanoseconds ?? 0) - wait) * workers / Double(sample.iterations)
      } ?? 0
    nanosecondsPerBatch = isBlocks ? nil : leastMedian { Double($0.queueWaitNanoseconds ?? 0) } ?? 0
  }

  /// A line for people, with its line end.
  var text: String {
    let workers = "\(NumberText.counted(threads, "thread")), \(pool.rawValue)"
    let job = "\(NumberText.figure(nanosecondsPerJob)) ns a job"
    let batch = nanosecondsPerBatch.map { ", \(NumberText.figure($0)) ns a batch" } ?? ""
    return "overhead (\(workers)): \(job)\(batch)\n"
  }
}

extension CellID {
  fileprivate func hasSameWorkers(as other: CellID) -> Bool {
    threads == other.threads && pool == other.pool
  }
}

/// The cost of the harness itself, measured with a subject that does nothing.
package struct HarnessOverhead: Hashable, Sendable {
  /// The number of workers, and their mode.
  var threads: Int
  var pool: DispatchMode
  /// The cost of handing out one job, in one worker's time.
  var nanosecondsPerJob: Double
  /// The time from a batch's release to its first job; nil if each job is a block, which waits itself.
  var nanosecondsPerBatch: Double?
  /// The other cell, with as many workers in the same mode, whose batches have the largest share of overhead;
  /// nil if there is none.
  var worstCell: CellID?
  /// That share. If there is no other cell, the cost of a batch as a share of the shortest empty one; nil if
  /// neither is known.
  var share: Double?

  /// Returns the overhead of each thread count and mode of the subject, in order of first appearance.
  ///
  /// 1. X, per job: the median over the empty subject's batches of (wall time − queue wait) · threads / jobs.
  ///    If each job is a block of its own, no wait is subtracted. Of several empty cells, the smallest.
  /// 2. Y, per batch: the median queue wait, or 0 if each job is a block of its own.
  /// 3. The share of a batch of n jobs with t threads in wall time w: (Y + X · n / t) / w, by the medians.
  ///
  /// - Parameter samples: the samples of one run.
  package static func all(in samples: [SampleRecord]) -> [Self] {
    let subject = "empty"
    let counting = samples.filter {
      $0.pass == .time && $0.counts && $0.arm == .base && $0.iterations > 0
        && $0.wallNanoseconds ?? 0 > 0
    }
    let batches = Dictionary(grouping: counting, by: \.cell)
    // As in a summary, samples that do not count still determine the order.
    let cells = samples.map(\.cell).firstAppearances().filter { batches[$0] != nil }
    let empty = cells.filter { $0.subject == subject }
    let modes = empty.map { cell in empty.first(where: cell.hasSameWorkers) ?? cell }.firstAppearances()
    return modes.map { mode in
      let alike = cells.filter(mode.hasSameWorkers)
      return HarnessOverhead(
        of: mode, empty: alike.filter { $0.subject == subject }.compactMap { batches[$0] },
        others: alike.filter { $0.subject != subject }.map { ($0, batches[$0] ?? []) })
    }
  }

  private init(
    of cell: CellID, empty: [[SampleRecord]], others: [(CellID, [SampleRecord])]
  ) {
    threads = cell.threads
    pool = cell.pool
    let workers = Double(cell.threads)
    let isBlocks = cell.pool == .concurrentQueue
    func leastMedian(_ value: (SampleRecord) -> Double) -> Double? {
      empty.compactMap { $0.map(value).median }.min()
    }
    let job =
      leastMedian { sample in
        let wait = isBlocks ? 0 : Double(sample.queueWaitNanoseconds ?? 0)
        return max(0, Double(sample.wallNanoseconds ?? 0) - wait) * workers / Double(sample.iterations)
      } ?? 0
    let batch = isBlocks ? nil : leastMedian { Double($0.queueWaitNanoseconds ?? 0) } ?? 0
    nanosecondsPerJob = job
    nanosecondsPerBatch = batch
    let shares = others.map { cell, batches in
      let shares = batches.map { sample in
        ((batch ?? 0) + job * Double(sample.iterations) / workers) / Double(sample.wallNanoseconds ?? 1)
      }
      return (cell: cell, share: shares.median ?? 0)
    }
    let worst = shares.max { $0.share < $1.share }
    worstCell = worst?.cell
    let shortest = leastMedian { Double($0.wallNanoseconds ?? 1) } ?? 1
    share = worst?.share ?? batch.map { $0 / shortest }
  }

  /// A line for people, with its line end.
  package var text: String {
    let workers = "\(NumberText.counted(threads, "thread")), \(pool.rawValue)"
    let job = "\(NumberText.figure(nanosecondsPerJob)) ns a job"
    let batch = nanosecondsPerBatch.map { ", \(NumberText.figure($0)) ns a batch" } ?? ""
    let of =
      worstCell.map { "of a batch at most (\($0.subject) \($0.workloadText))" } ?? "of the shortest batch"
    let percent = share.map { ", \(NumberText.figure($0 * 100))% \(of)" } ?? ""
    return "overhead (\(workers)): \(job)\(batch)\(percent)\n"
  }
}

extension CellID {
  fileprivate func hasSameWorkers(as other: CellID) -> Bool {
    threads == other.threads && pool == other.pool
  }
}

/// The cost of the harness itself, measured with a subject that does nothing.
package struct HarnessOverhead: Hashable, Sendable {
  /// The number of workers, and their mode.
  package var threads: Int
  package var pool: String
  /// The cost of handing out one job, in one worker's time.
  package var nanosecondsPerJob: Double
  /// The time from a batch's release to its first job; nil if each job is a block, which waits itself.
  package var nanosecondsPerBatch: Double?
  /// The other cell, with as many workers in the same mode, whose batches have the largest share of overhead;
  /// nil if there is none.
  package var worstCell: CellDescription?
  /// That share. If there is no other cell, the cost of a batch as a share of the shortest empty one; nil if
  /// neither is known.
  package var share: Double?

  /// Returns the overhead of each thread count and mode of the subject, in order of first appearance.
  ///
  /// 1. X, per job: the median over the empty subject's batches of (wall time − queue wait) · threads / jobs.
  ///    If each job is a block of its own, no wait is subtracted. Of several empty cells, the smallest.
  /// 2. Y, per batch: the median queue wait, or 0 if each job is a block of its own.
  /// 3. The share of a batch of n jobs with t threads in wall time w: (Y + X · n / t) / w, by the medians.
  ///
  /// - Parameters:
  ///   - samples: the samples of one run.
  ///   - subject: the subject that does nothing.
  package static func all(in samples: some Sequence<SampleRecord>, subject: String = "empty") -> [Self] {
    var order: [CellDescription] = []
    var groups: [CellDescription: [SampleRecord]] = [:]
    for sample in samples {
      // As in a summary, samples that do not count still determine the order.
      if groups[sample.cell] == nil {
        order.append(sample.cell)
        groups[sample.cell] = []
      }
      guard sample.pass == .time && sample.phase == .measure && sample.status == .ok && sample.arm == .base,
        sample.iterations > 0, sample.wallNanoseconds ?? 0 > 0
      else { continue }
      groups[sample.cell]?.append(sample)
    }
    order.removeAll { groups[$0]?.isEmpty ?? true }
    var results: [HarnessOverhead] = []
    for cell in order where cell.subject == subject {
      guard !results.contains(where: { $0.threads == cell.threads && $0.pool == cell.pool }) else { continue }
      let alike = order.filter { $0.threads == cell.threads && $0.pool == cell.pool }
      let (empty, others) = (
        alike.filter { $0.subject == subject }, alike.filter { $0.subject != subject }
      )
      let emptyBatches = empty.compactMap { groups[$0] }
      results.append(HarnessOverhead(of: cell, empty: emptyBatches, others: others, groups))
    }
    return results
  }

  private init(
    of cell: CellDescription, empty: [[SampleRecord]], others: [CellDescription],
    _ groups: [CellDescription: [SampleRecord]]
  ) {
    threads = cell.threads
    pool = cell.pool
    let workers = Double(cell.threads)
    let isBlocks = cell.pool == DispatchMode.concurrentQueue.rawValue
    let perJob = empty.map { batches in
      Self.median(batches) { sample in
        let wait = isBlocks ? 0 : Double(sample.queueWaitNanoseconds ?? 0)
        return max(0, Double(sample.wallNanoseconds ?? 0) - wait) * workers / Double(sample.iterations)
      }
    }
    let job = perJob.min() ?? 0
    let wait = empty.map { Self.median($0) { Double($0.queueWaitNanoseconds ?? 0) } }.min() ?? 0
    let batch = isBlocks ? 0 : wait
    nanosecondsPerJob = job
    nanosecondsPerBatch = isBlocks ? nil : wait
    let shares = others.compactMap { other in
      groups[other].map { batches in
        (
          cell: other,
          share: Self.median(batches) { sample in
            (batch + job * Double(sample.iterations) / workers) / Double(sample.wallNanoseconds ?? 1)
          }
        )
      }
    }
    let worst = shares.max { $0.share < $1.share }
    worstCell = worst?.cell
    let shortest = empty.map { Self.median($0) { Double($0.wallNanoseconds ?? 1) } }.min() ?? 1
    share = worst?.share ?? nanosecondsPerBatch.map { $0 / shortest }
  }

  private static func median(_ samples: [SampleRecord], _ value: (SampleRecord) -> Double) -> Double {
    (try? SortedSample(samples.map(value)))?.median ?? 0
  }

  /// A line for people, with its line end.
  package var text: String {
    let workers = "\(threads) thread\(threads == 1 ? "" : "s"), \(pool)"
    let job = "\(NumberText.figure(nanosecondsPerJob)) ns a job"
    let batch = nanosecondsPerBatch.map { ", \(NumberText.figure($0)) ns a batch" } ?? ""
    let of =
      worstCell.map { "of a batch at most (\($0.subject) \(ResultTable.workload(of: $0)))" }
      ?? "of the shortest batch"
    let percent = share.map { ", \(NumberText.figure($0 * 100))% \(of)" } ?? ""
    return "overhead (\(workers)): \(job)\(batch)\(percent)\n"
  }
}

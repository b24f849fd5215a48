import Synchronization

/// The counter from which workers take the jobs of a batch.
///
/// Jobs are taken by their number in the batch, from 0. Any thread may take one.
struct JobCounter: ~Copyable, Sendable {
  private let next = Atomic<Int>(0)
  private let workerCount = Atomic<Int>(0)

  /// Starts a batch for `workerCount` workers, none of which may be taking jobs.
  func reset(workerCount: Int) {
    self.workerCount.store(workerCount, ordering: .relaxed)
    next.store(0, ordering: .relaxed)
  }

  /// Returns the next free job. Every number from 0 is returned once.
  func take() -> Int {
    next.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  /// Returns the next free jobs out of `count`, empty if none are left. Every number is returned once.
  ///
  /// They are a sixteenth of a worker's share of what is left: many at first, single ones in the end. So
  /// workers with jobs of a microsecond do not queue for the counter, and all finish at about the same time.
  ///
  /// Source: Polychronopoulos and Kuck, "Guided Self-Scheduling", IEEE Transactions on Computers 36 (1987).
  func take(of count: Int) -> Range<Int> {
    let left = count - next.load(ordering: .relaxed)
    let share = max(1, left / (16 * max(workerCount.load(ordering: .relaxed), 1)))
    let first = next.wrappingAdd(share, ordering: .relaxed).oldValue
    return min(first, count)..<min(first + share, count)
  }

  /// Returns a worker's fixed part of `count` jobs, the same in every batch of that many.
  func share(of count: Int, forWorker index: Int) -> Range<Int> {
    let workers = max(workerCount.load(ordering: .relaxed), 1)
    return count * index / workers..<count * (index + 1) / workers
  }
}

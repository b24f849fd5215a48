/// `DispatchMode.serialQueues`: long-lived workers, each on its own serial queue.
///
/// Between batches the workers are parked and cost nothing. In a batch all start at once and draw jobs from
/// one shared counter, towards the end one by one, so a slow worker holds up little work that a fast one
/// could do. A worker's part of a cell is made, used and destroyed on its own thread.
///
/// A pool calls it from one thread at a time.
final class SerialQueues: JobDispatcher {
  private let line: StartingLine
  private let seats: [WorkerSeat]

  /// Starts the workers and parks them.
  init(threads: Int, clock: any MonotonicClock) {
    let line = StartingLine(clock: clock)
    self.line = line
    seats = (0..<threads).map { WorkerSeat(index: $0, line: line, clock: clock) }
  }

  /// Makes all workers at the same time.
  func load(
    cell: Int, threads: Int, makeWorker: @escaping @Sendable () throws -> any Worker
  ) throws -> Bool {
    command(.load(cell: cell, makeWorker: makeWorker), threads)
    if let error = seats[..<threads].lazy.compactMap(\.loadingError).first {
      unload(cell: cell, threads: threads)
      throw error
    }
    let timesItself = seats[0].state(ofCell: cell)?.timesItself ?? false
    if timesItself && threads > 1 {
      unload(cell: cell, threads: threads)
      throw SelfTimingError.severalThreads(threads)
    }
    return timesItself
  }

  func unload(cell: Int, threads: Int) {
    command(.unload(cell: cell), threads)
  }

  func run(_ batch: JobBatch, threads: Int) -> BatchResult {
    command(.run(batch), threads)
    let states = seats[..<threads].compactMap { $0.state(ofCell: batch.cell) }
    var result = BatchResult(of: states, batch: batch, release: seats[0].releaseNanoseconds)
    if states[0].timesItself {
      result.wallNanoseconds = states[0].report.selfTimedNanoseconds ?? 0
    }
    return result
  }

  func warmUp(cell: Int, threads: Int) {
    command(.warmUp(cell: cell), threads)
  }

  /// Destroys all workers and releases their threads.
  func shutDown() {
    command(.stop, seats.count)
  }

  /// Makes the first `threads` workers execute a command, and returns when they have.
  private func command(_ command: WorkerSeat.Command, _ threads: Int) {
    line.reset(workerCount: threads)
    for seat in seats[..<threads] { seat.post(command) }
    line.waitForEveryone()
  }
}

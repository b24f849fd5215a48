import Foundation

/// The clocks and counters of a run. The defaults are the machine's own; tests replace them.
struct RunEnvironment: Sendable {
  var clock: any MonotonicClock = SystemClock()
  var counters: any ProcessCounters = SystemProcessCounters()
  /// Counts nothing by default.
  var allocationCounter: any AllocationCounter = NoAllocationCounter()
  /// Stops the run between two batches.
  var interruption = Interruption()
  /// Keeps a comparison's arms on one processor.
  var pinning: any ProcessorPinning = SystemProcessorPinning()
  /// Starts a worker process of this program; true for one that counts and is never timed.
  var startWorker: @Sendable (_ isCounting: Bool) throws(WorkerError) -> any WorkerSession = {
    isCounting throws(WorkerError) in try ProcessWorkerSession.startOwn(isCounting: isCounting)
  }
  /// Returns the time of day for the rows.
  var now: @Sendable () -> Date = { Date() }
}

import Foundation
import Synchronization

/// The clocks and counters of a run. The defaults are the machine's own; tests replace them.
package struct RunEnvironment: Sendable {
  package var clock: any MonotonicClock = SystemClock()
  var counters: any ProcessCounters = SystemProcessCounters()
  /// Counts nothing by default.
  var allocationCounter: any AllocationCounter = NoAllocationCounter()
  /// Stops the run between two batches.
  package var interruption = Interruption()
  /// Keeps a comparison's arms on one processor.
  var pinning: any ProcessorPinning = SystemProcessorPinning()
  /// Starts a worker process of this program; true for one that counts and is never timed.
  package var startWorker: @Sendable (_ isCounting: Bool) throws(WorkerError) -> any WorkerSession = {
    isCounting throws(WorkerError) in try ProcessWorkerSession.startOwn(isCounting: isCounting)
  }
  /// Returns what the processor counts for a job of a cell, in worker processes that run so many jobs at least. nil, the
  /// default, if that was not asked for or the machine does not support it.
  package var countInHardware: (@Sendable (Cell, Int) throws(WorkerError) -> HardwareCounters)?
  /// Returns the time of day for the rows.
  var now: @Sendable () -> Date = { Date() }
}

extension RunEnvironment {
  /// This machine's clocks and counters.
  package init(counting allocationCounter: any AllocationCounter) {
    self.init(allocationCounter: allocationCounter)
  }
}

/// A request to stop, made by one thread and read by another between units of work. It is never withdrawn.
package final class Interruption: Sendable {
  private let requested = Atomic<Bool>(false)

  package init() {}

  /// Asks the run to stop after the current batch. Call it on any thread, any number of times, but not in a
  /// signal handler: call it from whatever handles the signal afterwards, such as a Dispatch source.
  package func request() {
    requested.store(true, ordering: .releasing)
  }

  package var isRequested: Bool {
    requested.load(ordering: .acquiring)
  }
}

/// The progress of a run.
package struct RunProgress: Hashable, Sendable {
  /// Finished samples of the measuring phase, or cells of pairs.
  package var unitsDone: Int
  package var unitsPlanned: Int
  var elapsedNanoseconds: UInt64
  /// The rest of the rounds at the pace so far, or of their part of the budget, whichever is less; nil before
  /// the first unit.
  package var remainingNanoseconds: UInt64?
}

/// An observer of a run or a comparison, which keeps files and terminals out of the measuring code.
///
/// All methods are called between batches, on the measuring thread. Their time is not measured but counts
/// towards the budget.
package protocol MeasuringObserver: AnyObject {
  /// A cell was calibrated and will be measured with batches of this size. Default: does nothing.
  func cellCalibrated(_ cell: CellID, _ result: CalibrationResult)
  /// A cell is not or no longer measured: it failed or was skipped.
  func cellDropped(_ outcome: CellOutcome)
  /// A sample was taken. An error, such as a full disk, ends the measuring.
  func sampleTaken(_ sample: SampleRecord, progress: RunProgress) throws
}

extension MeasuringObserver {
  func cellCalibrated(_ cell: CellID, _ result: CalibrationResult) {}
}

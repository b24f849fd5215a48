/// What a run is measured with. The defaults are the machine's own; tests bring others.
package struct RunEnvironment: Sendable {
  package var clock: any MonotonicClock
  package var counters: any ProcessCounters
  /// Counts nothing by default.
  package var allocationCounter: any AllocationCounter
  /// Stops the run between two batches.
  package var interruption: Interruption
  /// Keeps a comparison's arms on one processor.
  package var pinning: any ProcessorPinning
  /// Starts a worker process of this program, in which a run measures a cell's peak of memory. nil, the
  /// default: there is none, and peaks are not measured.
  package var startWorker: (@Sendable () throws(WorkerError) -> any WorkerSession)?
  /// The time of day that rows are stamped with.
  package var now: @Sendable () -> UTCTime

  package init(
    clock: any MonotonicClock = SystemClock(), counters: any ProcessCounters = SystemProcessCounters(),
    allocationCounter: any AllocationCounter = NoAllocationCounter(),
    interruption: Interruption = Interruption(),
    pinning: any ProcessorPinning = SystemProcessorPinning(),
    startWorker: (@Sendable () throws(WorkerError) -> any WorkerSession)? = nil,
    now: @escaping @Sendable () -> UTCTime = { UTCTime.current() }
  ) {
    self.clock = clock
    self.counters = counters
    self.allocationCounter = allocationCounter
    self.interruption = interruption
    self.pinning = pinning
    self.startWorker = startWorker
    self.now = now
  }
}

extension RunEnvironment {
  /// What the counters said before a batch or did during one.
  struct Reading {
    var peakResidentBytes: UInt64?
    var involuntaryContextSwitches: UInt64?
    var stealTicks: UInt64?
  }

  /// Right before a batch.
  func startReading() -> Reading {
    Reading(
      involuntaryContextSwitches: counters.involuntaryContextSwitches(), stealTicks: counters.stealTicks())
  }

  /// Right after it: how far the counters have moved.
  func finishReading(_ before: Reading) -> Reading {
    Reading(
      involuntaryContextSwitches: Self.difference(
        counters.involuntaryContextSwitches(), before.involuntaryContextSwitches),
      stealTicks: Self.difference(counters.stealTicks(), before.stealTicks))
  }

  /// nil where either is missing, or where a counter ran backwards, as `/proc/stat` may do when a virtual
  /// machine moves to another host.
  private static func difference(_ after: UInt64?, _ before: UInt64?) -> UInt64? {
    guard let after, let before, after >= before else { return nil }
    return after - before
  }
}

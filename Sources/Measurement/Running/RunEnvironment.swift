/// What a run is measured with. The defaults are the machine's own; tests bring others.
public struct RunEnvironment: Sendable {
  public var clock: any MonotonicClock
  public var counters: any ProcessCounters
  /// Counts nothing by default.
  public var allocationCounter: any AllocationCounter
  /// Stops the run between two batches.
  public var interruption: Interruption
  /// The time of day that rows are stamped with.
  public var now: @Sendable () -> UTCTime

  public init(
    clock: any MonotonicClock = SystemClock(), counters: any ProcessCounters = SystemProcessCounters(),
    allocationCounter: any AllocationCounter = NoAllocationCounter(),
    interruption: Interruption = Interruption(),
    now: @escaping @Sendable () -> UTCTime = { UTCTime.current() }
  ) {
    self.clock = clock
    self.counters = counters
    self.allocationCounter = allocationCounter
    self.interruption = interruption
    self.now = now
  }
}

extension RunEnvironment {
  var canCountAllocations: Bool {
    allocationCounter.threadAllocatedBytes() != nil || allocationCounter.processAllocationCount() != nil
  }

  /// What the counters said before a batch or did during one.
  struct Reading {
    var peakResidentBytes: UInt64?
    var involuntaryContextSwitches: UInt64?
    var stealTicks: UInt64?
  }

  /// Right before a batch: the peak begins anew.
  func startReading() -> Reading {
    counters.resetPeakResident()
    return Reading(
      involuntaryContextSwitches: counters.involuntaryContextSwitches(), stealTicks: counters.stealTicks())
  }

  /// Right after it: the peak, and how far the others have moved.
  func finishReading(_ before: Reading) -> Reading {
    Reading(
      peakResidentBytes: counters.peakResidentBytes(),
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

import Synchronization

@testable import Benchmarking

/// A clock that moves only when it is told to, for tests of whatever reads a clock.
///
/// Both channels start at 0. Any thread may read and advance it; all threads share one processor time.
final class ManualClock: MonotonicClock {
  private let wall = Atomic<UInt64>(0)
  private let cpu = Atomic<UInt64>(0)
  private let step: UInt64

  /// - Parameter stepNanoseconds: how far each reading of the wall channel moves it, default 0. What a reading
  ///   returns already contains its own step.
  init(stepNanoseconds: UInt64 = 0) {
    step = stepNanoseconds
  }

  /// Moves wall time, and processor time by `cpuNanoseconds`, which is as much where it is not given.
  func advance(wallNanoseconds: UInt64, cpuNanoseconds: UInt64? = nil) {
    wall.wrappingAdd(wallNanoseconds, ordering: .relaxed)
    cpu.wrappingAdd(cpuNanoseconds ?? wallNanoseconds, ordering: .relaxed)
  }

  func wallNanoseconds() -> UInt64 {
    wall.wrappingAdd(step, ordering: .relaxed).newValue
  }

  func threadCPUNanoseconds() -> UInt64? {
    cpu.load(ordering: .relaxed)
  }

  func processCPUNanoseconds() -> UInt64? { threadCPUNanoseconds() }
}

import Foundation

/// The machine's clock.
///
/// Wall time is a raw hardware count that time servers do not slew: `CLOCK_MONOTONIC_RAW` on Linux,
/// `CLOCK_UPTIME_RAW` on Darwin. Processor time is `CLOCK_THREAD_CPUTIME_ID` and `CLOCK_PROCESS_CPUTIME_ID`.
package struct SystemClock: MonotonicClock {
  package init() {}

  package func wallNanoseconds() -> UInt64 {
    #if canImport(Darwin)
    clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
    Self.read(CLOCK_MONOTONIC_RAW) ?? 0
    #endif
  }

  package func threadCPUNanoseconds() -> UInt64? {
    Self.read(CLOCK_THREAD_CPUTIME_ID)
  }

  package func processCPUNanoseconds() -> UInt64? {
    Self.read(CLOCK_PROCESS_CPUTIME_ID)
  }

  private static func read(_ id: clockid_t) -> UInt64? {
    var time = timespec()
    guard clock_gettime(id, &time) == 0 else { return nil }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// A source of elapsed time.
///
/// Two channels, never mixed: wall time, which sees waiting, and processor time, of the calling thread or of the
/// process, which does not. Readings of a channel may be subtracted from one another and mean nothing alone.
///
/// Conforming types MUST be safe to read from any thread at once and MUST NOT allocate while being read.
package protocol MonotonicClock: Sendable {
  /// Nanoseconds since a fixed moment in the past. Never goes backwards.
  func wallNanoseconds() -> UInt64

  /// Nanoseconds of processor time that the calling thread has used, or nil where the platform cannot tell.
  func threadCPUNanoseconds() -> UInt64?

  /// Nanoseconds of processor time that all threads of the process have used, or nil, which is the default, where
  /// the platform cannot tell.
  func processCPUNanoseconds() -> UInt64?
}

extension MonotonicClock {
  package func processCPUNanoseconds() -> UInt64? { nil }
}

extension MonotonicClock {
  /// The smallest step that two successive readings of the wall channel showed, in nanoseconds.
  ///
  /// This is the step as a program sees it: the hardware's resolution or the cost of a reading, whichever is
  /// the larger. At least 1, so that it can be divided by. O(`readings`).
  ///
  /// - Parameter readings: how many steps are looked at, default 1,000; a value below 1 counts as 1. A clock
  ///   that never moves gives 1.
  package func measuredResolutionNanoseconds(readings: Int = 1_000) -> UInt64 {
    var smallest = UInt64.max
    var last = wallNanoseconds()
    var remaining = max(readings, 1)
    while remaining > 0 {
      let current = wallNanoseconds()
      if current > last { smallest = min(smallest, current - last) }
      last = current
      remaining -= 1
    }
    return smallest == .max ? 1 : smallest
  }
}

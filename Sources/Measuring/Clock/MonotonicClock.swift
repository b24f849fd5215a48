/// A source of elapsed time.
///
/// There are two channels, which are never mixed. Wall time includes waiting; processor time, of the calling
/// thread or of the process, does not. Only the difference of two readings of one channel has a meaning.
///
/// Conforming types MUST be safe to read from any thread at once and MUST NOT allocate while being read.
package protocol MonotonicClock: Sendable {
  /// Nanoseconds since a fixed moment in the past. Never goes backwards.
  func wallNanoseconds() -> UInt64

  /// Nanoseconds of processor time that the calling thread has used, or nil if unsupported.
  func threadCPUNanoseconds() -> UInt64?

  /// Nanoseconds of processor time that all threads of the process have used; nil (default) if unsupported.
  func processCPUNanoseconds() -> UInt64?
}

extension MonotonicClock {
  func processCPUNanoseconds() -> UInt64? { nil }

  /// Returns the smallest step between two successive readings of the wall channel, in nanoseconds.
  ///
  /// This is the step that a program sees: the hardware's resolution or the cost of a reading, whichever is
  /// larger. It is at least 1, so it is a valid divisor; 1 also if the clock never moves.
  func measuredResolutionNanoseconds() -> UInt64 {
    var smallest = UInt64.max
    var last = wallNanoseconds()
    for _ in 0..<1_000 {
      let current = wallNanoseconds()
      if current > last { smallest = min(smallest, current - last) }
      last = current
    }
    return smallest == .max ? 1 : smallest
  }
}

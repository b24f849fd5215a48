import Foundation

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
  package func measuredResolutionNanoseconds() -> UInt64 {
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

// Moments in Coordinated Universal Time, for stamping records. To measure intervals, use `MonotonicClock`.
extension Date {
  /// ISO 8601 with milliseconds, as `2026-11-21T05:20:13.042Z`. They are cut off and not rounded, which
  /// Foundation's style does not promise.
  package var iso8601: String {
    let milliseconds = NumberText.padded(Int((timeIntervalSince1970 - wholeSeconds) * 1e3), digits: 3)
    let second = Date(timeIntervalSince1970: wholeSeconds).formatted(Date.ISO8601FormatStyle())
    return "\(second.dropLast()).\(milliseconds)Z"
  }

  /// ISO 8601's basic format in whole seconds, as `20261121T052013Z`: fit for file names, sorts by time.
  var compact: String {
    Date(timeIntervalSince1970: wholeSeconds)
      .formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
  }

  private var wholeSeconds: TimeInterval { timeIntervalSince1970.rounded(.down) }

  /// Reads `2026-11-21T05:20:13.042Z`, with or without a fraction.
  init?(iso8601 text: String) {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    guard let date = (try? style.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text)) else {
      return nil
    }
    self = date
  }
}

/// A length of time as people write it: `500ms`, `90s`, `2m`, `1h`.
///
/// Whole nanoseconds, never negative, at most 584 years.
package struct TimeSpan: Hashable, Sendable {
  package var nanoseconds: UInt64

  package init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  static func milliseconds(_ count: UInt64) -> TimeSpan { TimeSpan(nanoseconds: count * 1_000_000) }
  package static func seconds(_ count: UInt64) -> TimeSpan { TimeSpan(nanoseconds: count * 1_000_000_000) }

  /// The span in seconds, rounded to a Double.
  package var seconds: Double { Double(nanoseconds) / 1e9 }

  /// Longest first, so that the first unit that divides a span is the largest.
  private static let units: [(suffix: String, nanoseconds: UInt64)] = [
    ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000),
    ("ns", 1),
  ]
}

extension TimeSpan: Comparable {
  package static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.nanoseconds < right.nanoseconds }
}

extension TimeSpan: LosslessStringConvertible {
  /// Parses a number and a unit without a space: `h`, `m`, `s`, `ms`, `us` or `ns`. The number may have a
  /// decimal fraction, as in `1.5s`, if the result is whole nanoseconds. nil for everything else: a bare
  /// number, a sign, an exponent, or a value that does not fit.
  package init?(_ description: String) {
    let number = description.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let suffix = description.dropFirst(number.count)
    guard let unit = Self.units.first(where: { $0.suffix == suffix }) else { return nil }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    // A Decimal holds 38 digits; with fewer the product is exact.
    guard parts.count <= 2, !parts.contains(where: \.isEmpty), number.count <= 25,
      let count = Decimal(string: String(number)),
      let nanoseconds = UInt64("\(count * Decimal(unit.nanoseconds))")
    else { return nil }
    self.init(nanoseconds: nanoseconds)
  }

  /// The span in the largest unit of which it is a whole number; 0 is `0s`.
  package var description: String {
    guard nanoseconds > 0 else { return "0s" }
    for unit in Self.units where nanoseconds % unit.nanoseconds == 0 {
      return "\(nanoseconds / unit.nanoseconds)\(unit.suffix)"
    }
    preconditionFailure("Every span is a whole number of nanoseconds.")
  }
}

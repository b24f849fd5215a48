import Foundation

/// A moment in Coordinated Universal Time, for stamping records. To measure intervals, use `MonotonicClock`.
package struct UTCTime: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  package var seconds: Int64
  /// 0 to 999,999,999.
  package var nanoseconds: Int64 = 0

  /// Returns the time by the machine's calendar clock. Any thread.
  package static func current() -> UTCTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UTCTime(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }

  /// ISO 8601 with milliseconds, as `2026-11-21T05:20:13.042Z`.
  package var iso8601: String {
    let (year, month, day, hour, minute, second) = components
    let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    let time = "\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))"
    return "\(date)T\(time).\(Self.padded(nanoseconds / 1_000_000, 3))Z"
  }

  /// ISO 8601's basic format in whole seconds, as `20261121T052013Z`: fit for file names, sorts by time.
  package var compact: String {
    let (year, month, day, hour, minute, second) = components
    let date = Self.padded(year, 4) + Self.padded(month, 2) + Self.padded(day, 2)
    return "\(date)T\(Self.padded(hour, 2))\(Self.padded(minute, 2))\(Self.padded(second, 2))Z"
  }

  private typealias Components = (
    year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64
  )

  /// The Gregorian date and time of day. Years are counted in cycles of 400 that begin on 1 March, so that
  /// the leap day is the last day of its year.
  private var components: Components {
    let secondsPerDay: Int64 = 86_400
    let day = seconds.dividingRoundingDown(by: secondsPerDay)
    let secondOfDay = seconds - day * secondsPerDay

    let daysPerCycle: Int64 = 146_097
    let daysFromMarchOfYear0 = day + 719_468
    let cycle = daysFromMarchOfYear0.dividingRoundingDown(by: daysPerCycle)
    let dayOfCycle = daysFromMarchOfYear0 - cycle * daysPerCycle
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
    return (
      year, month, dayOfMonth, secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60
    )
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int64 {
  fileprivate func dividingRoundingDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

import Foundation

/// A moment in Coordinated Universal Time, for stamping records. To measure intervals, use `MonotonicClock`.
package struct UTCTime: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  var seconds: Int64
  /// 0 to 999,999,999.
  var nanoseconds: Int64 = 0

  /// Returns the time by the machine's calendar clock. Any thread.
  package static func current() -> UTCTime {
    let time = Date().timeIntervalSince1970
    let seconds = time.rounded(.down)
    return UTCTime(seconds: Int64(seconds), nanoseconds: Int64((time - seconds) * 1e9))
  }

  /// ISO 8601 with milliseconds, as `2026-11-21T05:20:13.042Z`. They are cut off and not rounded, which
  /// Foundation's style does not promise.
  package var iso8601: String {
    let milliseconds = NumberText.padded(nanoseconds / 1_000_000, digits: 3)
    return "\(wholeSeconds.formatted(Date.ISO8601FormatStyle()).dropLast()).\(milliseconds)Z"
  }

  /// ISO 8601's basic format in whole seconds, as `20261121T052013Z`: fit for file names, sorts by time.
  var compact: String {
    wholeSeconds.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
  }

  private var wholeSeconds: Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }
}

extension Date {
  /// Reads `2026-11-21T05:20:13.042Z`, with or without a fraction.
  init?(iso8601 text: String) {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    guard let date = (try? style.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text)) else {
      return nil
    }
    self = date
  }
}

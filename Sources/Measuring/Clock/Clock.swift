import Foundation

// Moments in Coordinated Universal Time, for stamping records. To measure intervals, use `MonotonicClock`.
extension Date {
  /// ISO 8601 with milliseconds, as `2026-11-21T05:20:13.042Z`. They are cut off and not rounded, which
  /// Foundation's style does not promise.
  var iso8601: String {
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

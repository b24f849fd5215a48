import Foundation

/// A length of time as people write it: `500ms`, `90s`, `2m`, `1h`.
///
/// Whole nanoseconds, never negative, at most 584 years.
package struct TimeSpan: Hashable, Sendable {
  package var nanoseconds: UInt64

  package init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  static func milliseconds(_ count: UInt64) -> TimeSpan { TimeSpan(nanoseconds: count * 1_000_000) }
  static func seconds(_ count: UInt64) -> TimeSpan { TimeSpan(nanoseconds: count * 1_000_000_000) }

  /// The span in seconds, rounded to a Double.
  var seconds: Double { Double(nanoseconds) / 1e9 }

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

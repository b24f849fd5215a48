/// A function of a whole number, stored as straight segments.
///
/// Values are appended in order, one for each whole number from `first` on; nil stands for a missing one.
/// Consecutive values on one line share a segment, so most lengths of a layout take a few segments for
/// thousands of widths.
///
/// Every value reads back within `tolerance`, because a value that its segment would not give begins a new
/// one.
package struct PiecewiseLinear: Hashable, Sendable {
  /// A line from `start` to the next segment's start.
  package struct Segment: Hashable, Sendable {
    /// The first number that it holds for.
    package let start: Int
    /// The value at `start`; nil if values are missing.
    package let value: Double?
    /// The change of the value from one number to the next.
    package private(set) var slope = 0.0

    fileprivate func value(at number: Int) -> Double? {
      // Exact at the start, even for a slope that is not finite.
      number == start ? value : value.map { $0 + slope * Double(number - start) }
    }

    /// Returns the segment with one more value, the second of which decides its slope; nil if the value does not lie
    /// on its line.
    fileprivate func extended(to next: Double?, at number: Int) -> Segment? {
      guard let value, let next else { return value == nil && next == nil ? self : nil }
      var segment = self
      if number == start + 1 {
        let slope = next - value
        // Equal functions are to have equal segments: neither noise nor -0 makes a slope.
        segment.slope = abs(slope) <= tolerance / 1_000 ? 0 : slope
      }
      return segment.value(at: number).flatMap { abs($0 - next) <= tolerance ? segment : nil }
    }
  }

  /// The largest difference between a value and what reads back.
  package static let tolerance = 1e-7

  /// The first number that the function is defined for.
  package let first: Int
  /// The number of values.
  package private(set) var count = 0
  /// The segments, by start in ascending order.
  package private(set) var segments: [Segment] = []

  /// Creates a function without values.
  ///
  /// - Parameter first: The number that the first value belongs to.
  package init(first: Int) { self.first = first }

  /// Appends the value at the next number; nil if it is missing.
  package mutating func append(_ value: Double?) {
    let number = first + count
    count += 1
    if let extended = segments.last?.extended(to: value, at: number) {
      segments[segments.count - 1] = extended
    } else {
      segments.append(Segment(start: number, value: value))
    }
  }

  /// Returns the value at a number; nil if it is missing.
  ///
  /// - Precondition: the number is among the `count` from `first` on.
  package func value(at number: Int) -> Double? {
    precondition(number >= first && number < first + count, "\(number) is outside of the function")
    return segments[segments.partitioningIndex { $0.start > number } - 1].value(at: number)
  }
}

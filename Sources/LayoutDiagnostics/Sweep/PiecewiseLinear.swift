/// A function of a whole number, stored as straight segments.
///
/// Values are appended in order, one for each whole number from `first` on. A value of NaN stands for a
/// missing one. Consecutive values on one line share a segment, so most lengths of a layout take a few
/// segments for thousands of widths.
///
/// Every value reads back within `tolerance`, because a value that its segment would not give begins a new
/// one.
package struct PiecewiseLinear: Hashable, Sendable {
  /// A line from `start` to the next segment's start.
  package struct Segment: Hashable, Sendable {
    /// The first number that it holds for.
    package let start: Int
    /// The value at `start`; NaN if values are missing.
    package let value: Double
    /// The change of the value from one number to the next.
    package fileprivate(set) var slope: Double

    fileprivate func value(at number: Int) -> Double {
      // Exact at the start, even for a slope that is not finite.
      number == start ? value : value + slope * Double(number - start)
    }

    /// Segments of missing values are equal, though NaN equals nothing.
    package static func == (a: Segment, b: Segment) -> Bool {
      a.start == b.start && a.value.bitPattern == b.value.bitPattern
        && a.slope.bitPattern == b.slope.bitPattern
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(start)
      hasher.combine(value.bitPattern)
      hasher.combine(slope.bitPattern)
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
  /// - Parameter first: the number that the first value belongs to.
  package init(first: Int) { self.first = first }

  /// Appends the value at the next number; NaN if it is missing.
  package mutating func append(_ value: Double) {
    let number = first + count
    count += 1
    if let last = segments.last, PiecewiseLinear.extends(last, to: value, at: number) {
      segments[segments.count - 1] = PiecewiseLinear.extended(last, to: value, at: number)
    } else {
      // One bit pattern for all missing values.
      segments.append(Segment(start: number, value: value.isNaN ? .nan : value, slope: 0))
    }
  }

  /// Returns the segment with its slope, which its second value decides.
  private static func extended(_ segment: Segment, to value: Double, at number: Int) -> Segment {
    guard number == segment.start + 1, !value.isNaN else { return segment }
    var segment = segment
    let slope = value - segment.value
    // Equal functions are to have equal segments: neither noise nor -0 makes a slope.
    segment.slope = abs(slope) <= tolerance / 1_000 ? 0 : slope
    return segment
  }

  /// Returns true if the value lies on the segment's line.
  private static func extends(_ segment: Segment, to value: Double, at number: Int) -> Bool {
    guard !value.isNaN, !segment.value.isNaN else { return value.isNaN && segment.value.isNaN }
    let difference = extended(segment, to: value, at: number).value(at: number) - value
    return abs(difference) <= tolerance
  }

  /// Returns the value at a number; NaN if it is missing.
  ///
  /// - Precondition: the number is among the `count` from `first` on.
  package func value(at number: Int) -> Double {
    precondition(number >= first && number < first + count, "\(number) is outside of the function")
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if segments[middle].start <= number { low = middle } else { high = middle - 1 }
    }
    return segments[low].value(at: number)
  }
}

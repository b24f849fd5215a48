import LayoutSpecs

/// The frames of a tree in every whole width of a range, as piecewise linear functions of the width.
///
/// Elements often move and grow alike, so equal functions are kept once, in a table.
package struct WidthSweep: Sendable {
  /// The indices in `functions` of an element's x, y, width and height, in parent coordinates, as in
  /// `Layout.frame(of:)`. All four lack a value where the element has no layout.
  package struct Components: Hashable, Sendable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int
  }

  /// The different functions.
  package let functions: [PiecewiseLinear]
  /// An entry for each element, in pre-order.
  package let elements: [Components]

  /// A sweep that was given up.
  package struct Exhausted: Error, Hashable, Sendable {
    /// The width at which the limit of computations was exceeded.
    package let width: Int
  }

  /// Lays the tree out in each width exactly, and in the heights of `range`.
  ///
  /// - Parameters:
  ///   - range: the range whose heights are kept.
  ///   - widths: the widths, in points.
  ///   - computationLimit: the most computations for all widths together. Default: no limit.
  /// - Complexity: a layout for each width.
  package init(
    of tree: LayoutTree, in range: SizeRange, widths: ClosedRange<Int>, computationLimit: Int = .max
  ) throws(Exhausted) {
    var context = LayoutContext()
    let empty = PiecewiseLinear(first: widths.lowerBound)
    var components = [PiecewiseLinear](repeating: empty, count: 4 * tree.elementCount)
    for width in widths {
      context.computationLimit = max(0, computationLimit - context.counters.computations)
      context.layout(tree, in: range.withExactWidth(Double(width)))
      guard context.abandonedElement == nil, context.counters.computations <= computationLimit else {
        throw Exhausted(width: width)
      }
      for id in tree.elementIDs {
        let frame = context.frame(of: id)
        components[4 * id.index].append(frame?.origin.x)
        components[4 * id.index + 1].append(frame?.origin.y)
        components[4 * id.index + 2].append(frame?.size.width)
        components[4 * id.index + 3].append(frame?.size.height)
      }
    }
    var functions: [PiecewiseLinear] = []
    var places: [PiecewiseLinear: Int] = [:]
    let indices = components.map { function in
      if let place = places[function] { return place }
      places[function] = functions.count
      functions.append(function)
      return functions.count - 1
    }
    self.functions = functions
    elements = tree.elementIDs.map { id in
      let start = 4 * id.index
      return Components(
        x: indices[start], y: indices[start + 1], width: indices[start + 2], height: indices[start + 3])
    }
  }

  /// Returns the element's frame relative to its parent element; nil if it has no layout in this width.
  package func frame(of element: ElementID, width: Int) -> Rect? {
    let components = elements[element.index]
    func value(_ function: Int) -> Double? { functions[function].value(at: width) }
    guard let x = value(components.x), let y = value(components.y), let width = value(components.width),
      let height = value(components.height)
    else { return nil }
    return Rect(x: x, y: y, width: width, height: height)
  }
}

extension SizeRange {
  /// Returns the range with the same heights and one width.
  package func withExactWidth(_ width: Double) -> SizeRange {
    SizeRange(min: Size(width, min.height), max: Size(width, max.height))
  }
}

/// A function of a whole number, stored as straight segments.
///
/// Values are appended in order, one for each whole number from `first` on; nil stands for a missing value.
/// Consecutive values on one line share a segment, so most lengths of a layout take a few segments for thousands of
/// widths.
///
/// Every value reads back within `tolerance`, because a value that does not lie on its segment begins a new segment.
package struct PiecewiseLinear: Hashable, Sendable {
  /// A line from `start` to the next segment's start.
  package struct Segment: Hashable, Sendable {
    /// The first number that the segment holds for.
    package let start: Int
    /// The value at `start`; nil if values are missing.
    package let value: Double?
    /// The change of the value from one number to the next.
    package private(set) var slope = 0.0

    fileprivate func value(at number: Int) -> Double? {
      // Exact at the start, even for a slope that is not finite.
      number == start ? value : value.map { $0 + slope * Double(number - start) }
    }

    /// Returns the segment with one more value; nil if the value does not lie on its line. The second value decides
    /// the slope.
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

  /// The largest difference between an appended value and the value that reads back.
  static let tolerance = 1e-7

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

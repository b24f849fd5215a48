import Foundation

/// The ends and ticks of a logarithmic axis: at 1, 2 and 5 times powers of ten where there is room, else at powers of ten.
struct LogAxis: Hashable {
  let domain: ClosedRange<Double>
  let ticks: [Double]

  /// Ticks that an axis has room for.
  private static let mostTicks = 8

  /// The smallest axis with round ends around the values. Values that are not above 0 or not finite have no place on it and are
  /// passed over; without any others it goes from 1 to 10.
  init(_ values: some Sequence<Double>) {
    let values = values.filter { $0 > 0 && $0.isFinite }
    let (low, high) = (values.min() ?? 1, values.max() ?? 10)
    let steps = Self.steps(from: low, to: high)
    // A hair's breadth, since powers of ten below 1 are not exact.
    let first = steps.lastIndex { $0 <= low * (1 + 1e-9) } ?? 0
    var last = steps.firstIndex { $0 >= high * (1 - 1e-9) } ?? steps.count - 1
    if last == first { last = min(first + 1, steps.count - 1) }
    domain = steps[first]...steps[last]
    let inside = Array(steps[first...last])
    if inside.count <= Self.mostTicks {
      ticks = inside
    } else {
      let decades = inside.filter { abs(log10($0) - log10($0).rounded()) < 1e-6 }
      let stride = (decades.count + Self.mostTicks - 1) / Self.mostTicks
      ticks = decades.enumerated().filter { $0.offset.isMultiple(of: max(1, stride)) }.map(\.element)
    }
  }

  private static func steps(from low: Double, to high: Double) -> [Double] {
    let decades = Int(log10(low).rounded(.down)) - 1...Int(log10(high).rounded(.up)) + 1
    return decades.flatMap { decade in
      // From text, which gives the number nearest to each.
      [1, 2, 5].compactMap { Double("\($0)e\(decade)") }
    }.filter { $0 > 0 && $0.isFinite }
  }

  /// Vega-Lite's `scale`.
  var scale: JSONValue {
    ["type": "log", "domain": [.number(domain.lowerBound), .number(domain.upperBound)], "nice": false]
  }

  /// Vega-Lite's `axis`.
  ///
  /// - Parameter format: d3's; default: point decimals and commas between thousands.
  func axis(format: String = ",~r") -> JSONValue {
    ["values": .array(ticks.map { .number($0) }), "format": .string(format)]
  }
}

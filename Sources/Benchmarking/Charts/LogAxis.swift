import Foundation

/// The ends and ticks of a logarithmic axis: at 1, 2 and 5 times powers of ten where there is room, else at powers of ten.
struct LogAxis: Hashable {
  let domain: ClosedRange<Double>
  let ticks: [Double]

  /// What stays free at the ends, so that no mark is cut in two.
  private static let margin = 1.08

  /// The smallest axis with round ends around the values. Values that are not above 0 or not finite have no place on it and are
  /// passed over; without any others it goes from 1 to 10.
  ///
  /// - Parameter mostTicks: that there is room for.
  init(_ values: some Sequence<Double>, mostTicks: Int = 8) {
    let values = values.filter { $0 > 0 && $0.isFinite }
    let (low, high) = (values.min() ?? 1, values.max() ?? 10)
    let steps = Self.steps(from: low, to: high)
    let first = steps.lastIndex { $0 <= low / Self.margin } ?? 0
    let last = steps.firstIndex { $0 >= high * Self.margin } ?? steps.count - 1
    domain = steps[first]...steps[last]
    let inside = Array(steps[first...last])
    if inside.count <= mostTicks {
      ticks = inside
    } else {
      let decades = inside.filter { abs(log10($0) - log10($0).rounded()) < 1e-6 }
      let stride = max(1, (decades.count + mostTicks - 1) / mostTicks)
      // With 1 among them, if it is on the axis.
      ticks = decades.filter { Int(log10($0).rounded()).isMultiple(of: stride) }
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

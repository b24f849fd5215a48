import Foundation

/// The ends and ticks of a logarithmic axis: at 1, 2 and 5 times powers of ten if there is room, else at
/// powers of ten.
struct LogScale {
  let domain: ClosedRange<Double>
  let ticks: [Double]

  /// The factor between the outermost values and the ends, so that no mark is cut in two.
  private static let margin = 1.08

  /// The smallest scale with round ends around the values. Values that are not finite or not above 0 are
  /// ignored; if no values are left, the scale goes from 1 to 10.
  init(_ values: some Sequence<Double>, mostTicks: Int = 8) {
    let values = values.filter { $0 > 0 && $0.isFinite }
    let (low, high) = (values.min() ?? 1, values.max() ?? 10)
    let decades = Int(log10(low).rounded(.down)) - 1...Int(log10(high).rounded(.up)) + 1
    // Numbers are made from text, which gives the nearest `Double`.
    let steps = decades.flatMap { decade in [1, 2, 5].compactMap { Double("\($0)e\(decade)") } }
      .filter { $0 > 0 && $0.isFinite }
    let first = steps.lastIndex { $0 <= low / Self.margin } ?? 0
    let last = steps.firstIndex { $0 >= high * Self.margin } ?? steps.count - 1
    domain = steps[first]...steps[last]
    let inside = Array(steps[first...last])
    guard inside.count > mostTicks else {
      ticks = inside
      return
    }
    let powers = inside.filter { abs(log10($0) - log10($0).rounded()) < 1e-6 }
    let stride = max(1, (powers.count + mostTicks - 1) / mostTicks)
    // 1 is among the ticks, if it is on the axis.
    ticks = powers.filter { Int(log10($0).rounded()).isMultiple(of: stride) }
  }
}

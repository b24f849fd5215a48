/// Formats changes: percentages of the base, with a word for their direction.
enum ChangeText {
  /// Returns a share of one in percent: one decimal, two below 0.1%, none from 100% on. 0 is `0%`.
  static func percentage(_ share: Double, isSigned: Bool = false) -> String {
    guard share.isFinite, abs(share) < 1e11 else { return share.description }
    let percent = share * 100
    let size = abs(percent)
    let decimals = size >= 99.95 ? 0 : size >= 0.095 ? 1 : 2
    let digits = NumberText.fixed(size, decimals: decimals)
    let isZero = !digits.contains { $0 != "0" && $0 != "." }
    if isZero { return "0%" }
    return (share < 0 ? "-" : isSigned ? "+" : "") + digits + "%"
  }

  /// Returns a share that is a limit: `2%`, `0.5%`, `0.01%`.
  static func limit(_ share: Double) -> String { percentage(share).replacing(".0%", with: "%") }

  /// Returns a level of confidence: `99%`, `99.5%`.
  static func level(_ level: Double) -> String {
    guard level.isFinite else { return level.description }
    let text = NumberText.fixed(level * 100, decimals: 1)
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + "%"
  }

  /// Returns a count, which is whole except for means over jobs that differ: `3`, `1,200`, `0.500`.
  static func count(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e16
      ? NumberText.fixed(value, decimals: 0) : NumberText.figure(value)
  }

  /// Returns a ratio as a signed change: `+2.1%`.
  static func signed(_ ratio: Double) -> String { percentage(ratio - 1, isSigned: true) }

  /// Returns an interval of ratios as changes: `+1.8% to +2.4%`.
  static func interval(_ estimate: MetricComparison.Estimate) -> String {
    "\(signed(estimate.low)) to \(signed(estimate.high))"
  }

  /// Returns an interval of a change without its direction: `1.8% to 2.4%`, the smaller change first.
  static func size(of estimate: MetricComparison.Estimate) -> String {
    let isDecrease = estimate.ratio < 1
    let (least, most) =
      isDecrease ? (1 - estimate.high, 1 - estimate.low) : (estimate.low - 1, estimate.high - 1)
    return "\(percentage(least)) to \(percentage(most))"
  }

  /// Returns the change for a table: `+2.1% slower`, `-3 fewer`; only the number if neither.
  static func change(of row: MetricComparison) -> String {
    let difference = row.candidateValue - row.baseValue
    // A ratio to 0 says only that the base was 0.
    let amount =
      row.candidate.ratio.isFinite
      ? signed(row.candidate.ratio) : (difference > 0 ? "+" : "") + count(difference)
    guard row.verdict == .slower || row.verdict == .faster else { return amount }
    return "\(amount) \(row.metric.word(isMore: row.candidate.ratio > 1))"
  }
}

extension ComparedMetric {
  /// Returns the word for more or less of the metric.
  func word(isMore: Bool) -> String {
    switch self {
    case .wallNanoseconds, .cpuNanoseconds: isMore ? "slower" : "faster"
    case .allocCount, .instructionCount: isMore ? "more" : "fewer"
    case .allocBytes, .peakResidentBytes: isMore ? "more" : "less"
    }
  }

  /// Returns the heading with the unit: per element if their number is known, otherwise per tree.
  func columnTitle(hasElements: Bool) -> String {
    switch self {
    case .wallNanoseconds: "wall ns/\(hasElements ? "element" : "tree")"
    case .cpuNanoseconds: "CPU ns/\(hasElements ? "element" : "tree")"
    case .allocCount: "allocations/tree"
    case .allocBytes: "bytes/tree"
    case .peakResidentBytes: "peak bytes"
    case .instructionCount: "instructions/tree"
    }
  }
}

extension MetricComparison {
  /// True if the change has a meaningful interval. Counts, unpaired times and different layouts have none.
  /// With fewer pairs than a verdict needs it would be the whole range, at a level that nobody asked for.
  var hasInterval: Bool {
    metric.kind == .timed && verdict != nil && verdict != .different && level >= Self.lowestLevel
  }

  /// At most the level of every look of a comparison.
  private static let lowestLevel = 0.99

  /// Returns a value of the row as tables show it: times per element if their number is known; empty for NaN,
  /// which means not measured.
  func shown(_ value: Double) -> String {
    guard !value.isNaN else { return "" }
    guard metric.kind == .timed else { return ChangeText.count(value) }
    return NumberText.figure(cell.nodeCount > 0 ? value / Double(cell.nodeCount) : value)
  }
}

extension MetricComparison.Estimate {
  /// The ratio as a signed change: `+2.1%`.
  var change: String { NumberText.change(ratio - 1, isSigned: true) }

  /// The interval as signed changes: `+1.8% to +2.4%`.
  var interval: String {
    "\(NumberText.change(low - 1, isSigned: true)) to \(NumberText.change(high - 1, isSigned: true))"
  }

  /// The interval of the change without its direction: `1.8% to 2.4%`, the smaller change first.
  var size: String {
    let (least, most) = ratio < 1 ? (1 - high, 1 - low) : (low - 1, high - 1)
    return "\(NumberText.change(least)) to \(NumberText.change(most))"
  }
}

extension MetricComparison {
  /// The counts of both sides: `0 -> 3`.
  var values: String { "\(NumberText.count(baseValue)) -> \(NumberText.count(candidateValue))" }

  /// True if the change has a meaningful interval. Counts and different layouts have none.
  /// With fewer pairs than a verdict needs it would be the whole range, at a level that nobody asked for.
  var hasInterval: Bool {
    let lowestLevel = 0.99
    return metric.kind == .timed && verdict != .different && level >= lowestLevel
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
}

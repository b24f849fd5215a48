import Measuring

extension Table<MetricComparison> {
  init(_ rows: [MetricComparison]) {
    let levels = rows.filter(\.hasInterval).map(\.level)
    let lowest = NumberText.confidence(levels.min() ?? 0)
    let highest = NumberText.confidence(levels.max() ?? 0)
    let hasOneLevel = lowest == highest && !levels.isEmpty
    let range = hasOneLevel ? "" : ", at \(lowest) to \(highest)"
    var columns: [TableColumn<MetricComparison>] = [
      .left("workload", isName: true) { $0.cell.workloadText },
      .left("subject", isName: true) { $0.cell.subject },
      .right("threads", isDetail: true) { String($0.cell.threads) },
      .left("metric") { $0.metric.columnTitle(hasElements: $0.cell.nodeCount > 0) },
      .right("base", isDetail: true) { $0.shown($0.baseValue) },
      .right("candidate", isDetail: true) { $0.shown($0.candidateValue) },
      .left("change", legend: "change: from the base to the candidate") { $0.changeText },
      .left(
        hasOneLevel ? "\(lowest) interval" : "interval", legend: "interval: where the change lies\(range)"
      ) { $0.hasInterval ? $0.candidate.interval : nil },
      .right(
        "excludes", legend: "excludes: a slowdown above this, in 95 of 100 such comparisons", isDetail: true
      ) { row in
        row.metric.kind == .timed && row.verdict == .same
          ? row.excludedRatio.map { NumberText.change(max($0 - 1, 0)) } : nil
      },
      .right("pairs", isDetail: true) { $0.metric.kind == .timed ? String($0.pairCount) : nil },
      .left("verdict") { $0.verdictText },
    ]
    columns[0].isCut = true
    columns[3].short = (
      { $0.metric.shortTitle }, "Times are nanoseconds per element, the other metrics are per tree."
    )
    // The verdict says the direction in words.
    columns[6].short = ({ $0.changeAmount }, nil)
    self.init(columns: columns, rows: rows)
  }
}

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

  /// True if the change has a meaningful interval. Counts and different layouts have none. With fewer pairs
  /// than a verdict needs, it would be the whole range, at an arbitrary level.
  var hasInterval: Bool {
    let lowestLevel = 0.99
    return metric.kind == .timed && verdict != .different && level >= lowestLevel
  }

  /// True if the row says more than that nothing changed.
  var isTold: Bool {
    switch verdict {
    case .slower, .faster, .different: true
    case .unresolved: metric.kind != .timed
    case .same: false
    }
  }

  /// Returns a value of the row as tables show it: a time per element if the number of elements is known; nil
  /// for NaN, which means not measured.
  fileprivate func shown(_ value: Double) -> String? {
    if value.isNaN { return nil }
    guard metric.kind == .timed else { return NumberText.count(value) }
    return NumberText.figure(cell.nodeCount > 0 ? value / Double(cell.nodeCount) : value)
  }

  /// The change: `+2.1% slower`, `-3 fewer`; without words if there is no change, nil for different layouts.
  var changeText: String? {
    guard let amount = changeAmount, verdict.isChange else { return changeAmount }
    return "\(amount) \(metric.word(isMore: candidate.ratio > 1))"
  }

  /// The change without the word.
  fileprivate var changeAmount: String? {
    if verdict == .different { return nil }
    // A ratio to 0 says only that the base was 0.
    return candidate.ratio.isFinite
      ? candidate.change : (difference > 0 ? "+" : "") + NumberText.count(difference)
  }

  fileprivate var verdictText: String {
    switch verdict {
    case .different: "layouts differ"
    case .slower: metric.word(isMore: true)
    case .faster: metric.word(isMore: false)
    case .same: "no change seen"
    case .unresolved:
      metric.kind != .timed ? "does not repeat" : note == nil ? "too few pairs" : "not decided"
    }
  }
}

extension ComparedMetric {
  /// The metric in a word, for a narrow table.
  fileprivate var shortTitle: String {
    switch self {
    case .allocBytes: "bytes"
    default: title
    }
  }

  /// Returns the heading with the unit: per element if their number is known, otherwise per tree.
  fileprivate func columnTitle(hasElements: Bool) -> String {
    switch self {
    case .wallNanoseconds: "wall ns/\(hasElements ? "element" : "tree")"
    case .cpuNanoseconds: "CPU ns/\(hasElements ? "element" : "tree")"
    case .allocBytes: "bytes/tree"
    case .cellsMade, .cellsMeasured, .cellsMeasuredAgain, .cellsApplied: title
    default: "\(title)/tree"
    }
  }
}

extension Verdict {
  /// nil if nothing changed.
  var tone: Tone? {
    switch self {
    case .slower, .different: .worse
    case .faster: .better
    case .unresolved: .unsure
    case .same: nil
    }
  }
}

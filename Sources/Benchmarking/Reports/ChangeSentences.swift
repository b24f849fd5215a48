/// Sentences about certain changes, and about counts that did not change.
extension ComparisonFindings {
  /// One sentence per cell whose time changed.
  var changedTimes: [Finding] {
    cells.compactMap { cell in
      let rows = claims(of: cell).filter { $0.metric.kind == .timed }
      guard let first = rows.first else { return nil }
      let parts = rows.map { row in
        let change = ChangeText.percentage(abs(row.candidate.ratio - 1))
        let isSlower = row.candidate.ratio > 1
        let interval = row.candidate.ratio.isFinite ? " (\(ChangeText.size(of: row.candidate)))" : ""
        return row.metric == .cpuNanoseconds
          ? "takes \(change) \(isSlower ? "more" : "less") CPU time\(interval)"
          : "is \(change) \(isSlower ? "slower" : "faster")\(interval)"
      }
      return Finding(
        tone: tone(of: rows),
        text: "\(name(first)) \(parts.joined(separator: " and ")), confirmed by a second set of pairs."
          + doubt(of: cell))
    }
  }

  /// Returns another possible cause of a changed time, if the instructions are about as many as before.
  private func doubt(of cell: CellDescription) -> String {
    guard let row = rows.first(where: { $0.cell == cell && $0.metric == .instructionCount }),
      abs(row.candidate.ratio - 1) <= Self.nearlyEqual
    else { return "" }
    let change = ChangeText.signed(row.candidate.ratio)
    let size = change == "0%" ? "are equal" : "changed by \(change)"
    return
      " Its instructions \(size), so its code may only lie elsewhere in memory, which alone can change a time by 1%."
  }

  /// The largest change of nearly equal instructions, as a share.
  private static let nearlyEqual = 0.001

  /// One sentence per cell with changed counts.
  var changedCounts: [Finding] {
    cells.compactMap { cell in
      let rows = claims(of: cell).filter { $0.metric.kind != .timed }
      guard let first = rows.first else { return nil }
      let text = rows.map(Self.countedChange).joined(separator: "; ")
      return Finding(tone: tone(of: rows), text: "\(name(first)): \(text).")
    }
  }

  /// One sentence for all counts that are equal in the same number of cells.
  var equalCounts: [Finding] {
    var groups: [(text: String, titles: [String])] = []
    for metric in ComparedMetric.allCases where metric.kind != .timed {
      let equal = rows.filter { $0.metric == metric && $0.verdict == .same }
      guard !equal.isEmpty else { continue }
      let share = equal.compactMap(\.detectableRatio).max().map { ChangeText.limit($0 - 1) } ?? "0%"
      let text = "\(metric.kind == .exact ? "equal" : "within \(share)") in \(counted(equal.count))"
      if let index = groups.firstIndex(where: { $0.text == text }) {
        groups[index].titles.append(metric.title)
      } else {
        groups.append((text, [metric.title]))
      }
    }
    return groups.map { group in
      let titles = group.titles.joined(separator: ", ")
      return Finding(
        tone: .plain, text: titles.prefix(1).uppercased() + titles.dropFirst() + ": \(group.text).")
    }
  }

  private func claims(of cell: CellDescription) -> [MetricComparison] {
    rows.filter { $0.cell == cell && ($0.verdict == .slower || $0.verdict == .faster) }
  }

  private func tone(of rows: [MetricComparison]) -> Finding.Tone {
    rows.contains { $0.candidate.ratio > 1 } ? .worse : .better
  }

  /// Returns a text such as `3 allocations a tree more: 0 -> 3`.
  private static func countedChange(_ row: MetricComparison) -> String {
    let (base, candidate) = (row.baseValue, row.candidateValue)
    let size = abs(candidate - base)
    let word = row.metric.word(isMore: candidate > base)
    let values = "\(ChangeText.count(base)) -> \(ChangeText.count(candidate))"
    // For a metric with a little scatter the share says more than the digits, unless the base is 0.
    let amount =
      row.metric.kind == .exact || !row.candidate.ratio.isFinite
      ? ChangeText.count(size) : ChangeText.percentage(abs(row.candidate.ratio - 1))
    let isOne = size == 1
    return switch row.metric {
    case .allocCount: "\(amount) allocation\(isOne ? "" : "s") a tree \(word): \(values)"
    case .allocBytes: "\(amount) byte\(isOne ? "" : "s") allocated a tree \(word): \(values)"
    case .peakResidentBytes: "\(amount) \(word) peak memory: \(values) bytes"
    case .instructionCount: "\(amount) \(word) instructions a tree: \(values)"
    case .wallNanoseconds, .cpuNanoseconds: "\(amount) \(word): \(values) ns"
    }
  }
}

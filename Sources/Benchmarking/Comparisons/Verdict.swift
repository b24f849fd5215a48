import Foundation

/// The verdict on a change from one revision to another.
package enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
  case slower
  case faster
  /// No change is seen. What is excluded, the row says.
  case same
  /// Too few pairs, or a count that does not repeat.
  case unresolved
  /// Slower or faster by time, and the same work: the code only lies elsewhere in memory.
  case placement
  /// The two compute different layouts, so their times mean nothing.
  case different
}

extension Verdict {
  /// True if something changed for certain.
  package var isChange: Bool { self == .slower || self == .faster }

  /// Reads a verdict. Those of older comparisons that claimed nothing for want of pairs, of a second set of pairs or of a
  /// quiet machine, are `unresolved`.
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    switch Verdict(rawValue: text) {
    case let verdict?: self = verdict
    case nil where ["slower_unconfirmed", "faster_unconfirmed", "unfit"].contains(text): self = .unresolved
    case nil:
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "there is no verdict \"\(text)\""))
    }
  }
}

// MARK: - Deciding

// The verdicts on one cell are decided here: on its times, on its counts, and last, by both, on whether only its place in
// memory changed. The change that cells share is decided by its interval, in `SharedChange.changes`; layouts that differ are not
// measured (`MetricComparison.init(differing:note:)`).

extension Verdict {
  /// Decides the times of a cell. Small changes are none, however certain.
  ///
  /// - Parameters:
  ///   - logarithm: ln(candidate / base).
  ///   - isNamed: True if the pairs show a change, with an error that counts all cells; see
  ///     `ComparisonEntry.look`.
  ///   - isKnown: True if there are enough pairs to say what is excluded.
  ///   - minimumEffect: The smallest change that counts, as a share.
  static func ofTime(
    _ logarithm: Double, isNamed: Bool, isKnown: Bool, minimumEffect: Double
  ) -> Verdict {
    let certain = ofCertain(logarithm, minimumEffect: minimumEffect)
    return isNamed && certain != .same ? certain : isKnown ? .same : .unresolved
  }

  /// Decides a change that is certain, by its size.
  static func ofCertain(_ logarithm: Double, minimumEffect: Double) -> Verdict {
    abs(logarithm) < log1p(minimumEffect) ? .same : logarithm > 0 ? .slower : .faster
  }

  /// Decides a count by equality or by a share. If a copy of the base differs from the base by more than the
  /// share, the count does not repeat and a change stays unresolved.
  ///
  /// - Parameters:
  ///   - ratio: the candidate's count, in multiples of the base's.
  ///   - nullRatio: the count of the base's copy, in multiples of the base's.
  ///   - share: the largest difference of equal counts.
  /// - Returns: the verdict, and a sentence on it if the figures do not say it all.
  static func ofCount(
    ratio: Double, nullRatio: Double, share: Double
  ) -> (verdict: Verdict, note: String?) {
    guard abs(ratio - 1) > share else { return (.same, nil) }
    if abs(nullRatio - 1) > share {
      let change = nullRatio - 1
      let amount =
        change.isFinite
        ? "\(NumberText.change(abs(change))) \(change > 0 ? "more" : "less")" : "another count"
      return (.unresolved, "The base's own copy has \(amount), so this count does not repeat.")
    }
    return (ratio > 1 ? .slower : .faster, nil)
  }
}

extension MetricComparison {
  /// The share by which the instructions of the same work may differ.
  static let sameWork = 0.0005

  /// True of instructions that differ by no more.
  var isSameWork: Bool {
    metric == .instructionCount && abs(candidate.ratio - 1) <= MetricComparison.sameWork
  }
}

extension [SharedChange] {
  /// The changes, in which one is a placement if the work of its foremost cells was counted, and is the same in all of its
  /// cells that were.
  package func withPlacements(_ rows: [MetricComparison]) -> [SharedChange] {
    let work = rows.filter { $0.metric == .instructionCount }
    return map { change in
      guard change.verdict.isChange else { return change }
      let counted = work.filter { change.contains($0.cell) }
      let foremost = change.foremost(in: rows)
      guard !foremost.isEmpty, Set(counted.map(\.cell)).isSuperset(of: foremost),
        counted.allSatisfy(\.isSameWork)
      else { return change }
      var change = change
      change.verdict = .placement
      return change
    }
  }
}

extension [MetricComparison] {
  /// The rows, in which a changed time of a cell whose instructions are the same is a placement.
  package var withPlacements: [MetricComparison] {
    let same = Set(filter(\.isSameWork).map(\.cell))
    return map { row in
      guard row.metric.kind == .timed, row.verdict.isChange,
        same.contains(row.cell)
      else { return row }
      var row = row
      row.verdict = .placement
      return row
    }
  }
}

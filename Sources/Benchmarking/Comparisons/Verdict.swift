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

// MARK: - Changes of several cells

/// The change of all cells of a comparison together, or of those of a subject or a workload.
///
/// In each pair of processes the changes of the cells have one mean, and it is these means that are judged: what disturbs a
/// pair disturbs its cells together, so that cells are no independent values.
package struct SharedChange: Hashable, Sendable, Codable {
  /// The subject or the workload that the cells have in common; both nil for all cells.
  var subject: String?
  var workload: String?
  var cellCount: Int
  var pairCount: Int
  /// The mean change, in which a cell weighs the more the less its values scatter, with its interval.
  var change: MetricComparison.Estimate
  /// The level of the interval; below `judgedLevel` if the pairs are too few.
  var level: Double
  /// Slower, faster, the same, a placement, or `unresolved` with too few pairs.
  package internal(set) var verdict: Verdict

  /// The level of intervals of all cells together and of groups.
  static let judgedLevel = 0.99
  /// The smallest change that counts, as a share. Two builds whose addresses differ have shown one of 0.17% together.
  static let minimumEffect = 0.0025
  /// The chance that one of all groups is called changed where nothing is.
  static let groupError = 0.02
  /// The fewest cells of a group.
  static let fewestCells = 3

  /// Returns the change of all cells, and then those of the groups, subjects first; empty with fewer than three cells.
  ///
  /// A cell's values are limited to five standard deviations, estimated by the median absolute deviation, from its median: a
  /// pair in which a neighbour took the processor for a second would decide alone otherwise. It weighs by the inverse of
  /// that deviation: over 133 cells of one thread the means of pairs scatter half as much as with equal weights, since a
  /// dozen cells scatter more than all others together. The centre of the means is estimated and judged by signed ranks, of
  /// groups with Holm's correction.
  ///
  /// - Parameter values: ln(candidate / base) of each cell in each pair; of every cell as many.
  /// - Complexity: O(cells · pairs · log pairs + groups · pairs³).
  static func changes(of cells: [CellID], _ values: [[Double]]) -> [SharedChange] {
    precondition(cells.count == values.count && Set(values.map(\.count)).count <= 1)
    let (limited, weights) = limitedAndWeighted(values)
    guard cells.count >= fewestCells, !limited[0].isEmpty else { return [] }
    func change(_ members: [Int], subject: String? = nil, workload: String? = nil) -> (
      SharedChange, SignedRanks
    )? {
      let all = members.reduce(0) { $0 + weights[$1] }
      let means = limited[0].indices.map { pair in
        members.reduce(0) { $0 + weights[$1] * limited[$1][pair] } / all
      }
      guard let ranks = SignedRanks(means) else { return nil }
      let interval = ranks.interval(level: judgedLevel)
      let isJudged = interval.level >= judgedLevel
      return (
        SharedChange(
          subject: subject, workload: workload, cellCount: members.count, pairCount: means.count,
          change: .init(logarithm: ranks.estimate, interval), level: interval.level,
          verdict: !isJudged
            ? .unresolved : interval.low > 0 || interval.high < 0 ? certain(ranks.estimate) : .same),
        ranks
      )
    }
    guard let (all, _) = change(Array(cells.indices)) else { return [] }
    let subjects = groups(cells, by: \.subject).compactMap { change($0.members, subject: $0.name) }
    let workloads = groups(cells, by: \.workloadText).compactMap { change($0.members, workload: $0.name) }
    var groups = subjects + workloads
    let adjusted = HolmCorrection.adjusted(groups.map(\.1.pValue))
    for index in groups.indices where groups[index].0.verdict != .unresolved {
      groups[index].0.verdict = adjusted[index] <= groupError ? certain(groups[index].1.estimate) : .same
    }
    return [all] + groups.map(\.0)
  }

  private static func certain(_ logarithm: Double) -> Verdict {
    .ofCertain(logarithm, minimumEffect: minimumEffect)
  }

  private static func groups(
    _ cells: [CellID], by name: (CellID) -> String
  ) -> [(name: String, members: [Int])] {
    let members = Dictionary(grouping: cells.indices) { name(cells[$0]) }
    return cells.map(name).firstAppearances().compactMap { name in
      guard let own = members[name], own.count >= fewestCells, own.count < cells.count else { return nil }
      return (name, own)
    }
  }

  /// True if the cell is one of those that it is about.
  func contains(_ cell: CellID) -> Bool {
    subject.map { $0 == cell.subject } ?? workload.map { $0 == cell.workloadText } ?? true
  }

  /// Returns the three of its cells that changed the most, in its direction: at least their instructions tell whether the work
  /// changed.
  package func foremost(in rows: [MetricComparison]) -> [CellID] {
    rows.filter { $0.metric.kind == .timed && $0.verdict != .different && contains($0.cell) }
      .sorted {
        change.ratio > 1 ? $0.candidate.ratio > $1.candidate.ratio : $0.candidate.ratio < $1.candidate.ratio
      }.prefix(3).map(\.cell)
  }

  /// Returns the limited values of cells and their weights in a mean: the inverse of how much a cell's values scatter, and at
  /// most ten times that of the median.
  private static func limitedAndWeighted(_ values: [[Double]]) -> (limited: [[Double]], weights: [Double]) {
    let samples = values.map { SortedSample($0) }
    let scatter = samples.map { $0?.medianAbsoluteDeviation ?? 0 }
    let limited = values.indices.map { cell in
      guard let center = samples[cell]?.median else { return values[cell] }
      let distance = 5 * 1.4826 * scatter[cell]
      return values[cell].map { min(max($0, center - distance), center + distance) }
    }
    let least = (scatter.median ?? 0) / 10
    return (limited, scatter.map { least > 0 ? 1 / max($0, least) : 1 })
  }
}

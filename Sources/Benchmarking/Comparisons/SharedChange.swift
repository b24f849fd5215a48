import Foundation

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
  /// The mean change, with its interval.
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
  /// pair in which a neighbour took the processor for a second would decide alone otherwise. The centre of the means is
  /// estimated and judged by signed ranks, of groups with Holm's correction.
  ///
  /// - Parameter values: ln(candidate / base) of each cell in each pair; of every cell as many.
  /// - Complexity: O(cells · pairs · log pairs + groups · pairs³).
  static func changes(of cells: [CellID], _ values: [[Double]]) -> [SharedChange] {
    precondition(cells.count == values.count && Set(values.map(\.count)).count <= 1)
    let limited = values.map(limited)
    guard cells.count >= fewestCells, !limited[0].isEmpty else { return [] }
    func change(_ members: [Int], subject: String? = nil, workload: String? = nil) -> (
      SharedChange, SignedRanks
    )? {
      let means = limited[0].indices.map { pair in
        members.reduce(0) { $0 + limited[$1][pair] } / Double(members.count)
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

  private static func limited(_ values: [Double]) -> [Double] {
    guard let sample = SortedSample(values) else { return values }
    let distance = 5 * 1.4826 * sample.medianAbsoluteDeviation
    return values.map { min(max($0, sample.median - distance), sample.median + distance) }
  }
}

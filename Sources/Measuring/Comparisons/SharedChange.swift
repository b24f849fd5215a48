/// The change of all cells of a comparison together, or of all cells of a subject or a workload.
///
/// In each pair of processes the changes of the cells have one mean, and these means are judged: a disturbance of a pair
/// disturbs all its cells, so cells are no independent values. Nor are pairs of one placement: they count once.
package struct SharedChange: Hashable, Sendable, Codable {
  /// The subject or the workload that the cells have in common; both nil for all cells.
  package var subject: String?
  package var workload: String?
  package var cellCount: Int
  var pairCount: Int
  /// The mean change with its interval; a cell weighs more if its values scatter less.
  package var change: MetricComparison.Estimate
  /// The level of the interval; below `judgedLevel` if the pairs are too few.
  var level: Double
  /// Slower, faster, the same, or `unresolved` with too few pairs.
  package internal(set) var verdict: Verdict

  /// The level of intervals of all cells together and of groups: of 500 comparisons of identical code one calls all changed.
  static let judgedLevel = 0.998
  /// The smallest change that counts, as a share. Builds that differ only in addresses showed a change of 0.17%.
  static let minimumEffect = 0.0025
  /// The chance that any group is called changed if nothing changed.
  static let groupError = 0.002
  /// The fewest cells of a group.
  static let fewestCells = 3

  /// Returns the change of all cells, and then of each group, subjects first; empty with fewer than three cells.
  ///
  /// A cell's values are limited to five standard deviations, estimated by the median absolute deviation, from its median:
  /// otherwise a pair in which a neighbour took the processor for a second would decide alone. A cell weighs by the inverse
  /// of its deviation: a dozen cells scatter more than all others together, so over 133 cells of one thread the means of
  /// pairs scatter half as much as with equal weights. The centre of the means is estimated and judged by signed ranks, for
  /// groups with Holm's correction.
  ///
  /// The change of one cell is not a change of all: it must remain without the cell that moves the mean the most.
  ///
  /// - Parameters:
  ///   - values: ln(candidate / base) of each cell in each pair; equally many for every cell.
  ///   - units: the unit of each pair, default its own: `PairValue.unit`.
  /// - Complexity: O(cells · pairs · log pairs + groups · units³).
  static func changes(of cells: [CellID], _ values: [[Double]], units: [Int]? = nil) -> [SharedChange] {
    precondition(cells.count == values.count && Set(values.map(\.count)).count <= 1)
    let (limited, weights) = limitedAndWeighted(values)
    guard cells.count >= fewestCells, !limited[0].isEmpty else { return [] }
    let pairs = Dictionary(grouping: limited[0].indices) { units?[$0] ?? $0 }.values
    func ranks(_ members: [Int]) -> SignedRanks? {
      let all = members.reduce(0) { $0 + weights[$1] }
      return SignedRanks(
        pairs.compactMap { pairs in
          pairs.map { pair in members.reduce(0) { $0 + weights[$1] * limited[$1][pair] } / all }.median
        })
    }
    func change(_ members: [Int], subject: String? = nil, workload: String? = nil) -> (
      SharedChange, SignedRanks
    )? {
      guard let own = ranks(members) else { return nil }
      let interval = own.interval(level: judgedLevel)
      func excludesNone(_ interval: MedianInterval) -> Bool { interval.low > 0 || interval.high < 0 }
      var verdict = Verdict.unresolved
      if interval.level >= judgedLevel {
        let sign = own.estimate < 0 ? -1.0 : 1
        let foremost = members.max {
          sign * weights[$0] * (limited[$0].median ?? 0) < sign * weights[$1] * (limited[$1].median ?? 0)
        }
        let others = ranks(members.filter { $0 != foremost })?.interval(level: judgedLevel)
        let isShared = others.map { excludesNone($0) && ($0.low > 0) == (sign > 0) } ?? false
        let isChange = excludesNone(interval) && isShared
        verdict = isChange ? .ofCertain(own.estimate, minimumEffect: minimumEffect) : .same
      }
      return (
        SharedChange(
          subject: subject, workload: workload, cellCount: members.count, pairCount: limited[0].count,
          change: .init(logarithm: own.estimate, interval), level: interval.level, verdict: verdict), own
      )
    }
    guard let (all, _) = change(Array(cells.indices)) else { return [] }
    let subjects = groups(cells, by: \.subject).compactMap { change($0.members, subject: $0.name) }
    let workloads = groups(cells, by: \.workloadText).compactMap { change($0.members, workload: $0.name) }
    var groups = subjects + workloads
    let adjusted = HolmCorrection.adjusted(groups.map(\.1.pValue))
    for index in groups.indices where groups[index].0.verdict.isChange && adjusted[index] > groupError {
      groups[index].0.verdict = .same
    }
    return [all] + groups.map(\.0)
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

  /// True if the cell is one of the change's cells.
  func contains(_ cell: CellID) -> Bool {
    subject.map { $0 == cell.subject } ?? workload.map { $0 == cell.workloadText } ?? true
  }

  /// Returns the limited values of cells and their weights in a mean. A weight is the inverse of the scatter of the cell's
  /// values, and at most ten times the median cell's weight.
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

/// A change of a cell's level in a history of commits.
///
/// The level is that of the commit at which it began. A later commit is at another level if the two certainly
/// differ: their intervals, each around a ratio to the first commit, have no value in common, and their ratios are
/// further apart than the smallest change that counts. The change happened after the last commit that certainly
/// differs from the new level; those between may belong to either.
///
/// Two disjoint intervals at 99% each are wrong together in less than one of a hundred cases, and the first
/// commit's own is a point: a difference from it has been confirmed by a second set of pairs. Other than
/// `ChangePoints`, which knows only values, this needs no five commits on either side.
struct HistoryStep: Hashable, Sendable {
  let cell: CellDescription
  let metric: ComparedMetric
  /// The last commit that certainly is before the change.
  let before: RevisionHistory.Point
  /// The first commit that certainly is after it.
  let after: RevisionHistory.Point

  /// The smallest difference of two times that counts, as a share.
  private static let minimumEffect = 0.005

  /// True if no commit lies between the two.
  var isExact: Bool { after.commit.place == before.commit.place + 1 }

  /// The number of commits that may have made the change.
  var candidateCount: Int { after.commit.place - before.commit.place }

  var isMore: Bool { (after.ratio?.ratio ?? 1) > (before.ratio?.ratio ?? 1) }

  /// The time after the change in multiples of the time before it, with the range that both intervals allow; nil
  /// for counts that were 0.
  var estimate: MetricComparison.Estimate? {
    guard let from = before.ratio, let to = after.ratio, from.low > 0, to.high.isFinite else { return nil }
    return .init(ratio: to.ratio / from.ratio, low: to.low / from.high, high: to.high / from.low)
  }

  /// Returns the changes of a cell in the order of the commits.
  ///
  /// - Parameter points: what is known of the cell and one metric, by commit.
  static func steps(in points: [RevisionHistory.Point]) -> [HistoryStep] {
    let known = points.filter(\.isCertain)
    guard var level = known.first else { return [] }
    var steps: [HistoryStep] = []
    var start = 0
    for (index, point) in known.enumerated().dropFirst() where differ(level, point) {
      let before = known[start..<index].last { differ($0, point) } ?? level
      steps.append(HistoryStep(cell: point.cell, metric: point.metric, before: before, after: point))
      (level, start) = (point, index)
    }
    return steps
  }

  private static func differ(_ one: RevisionHistory.Point, _ other: RevisionHistory.Point) -> Bool {
    guard let a = one.ratio, let b = other.ratio else { return false }
    guard other.metric.kind == .timed else { return a.ratio != b.ratio }
    if one.isFirst { return other.verdict == .slower || other.verdict == .faster }
    let size = b.ratio > a.ratio ? b.ratio / a.ratio : a.ratio / b.ratio
    return (b.low > a.high || b.high < a.low) && size > 1 + minimumEffect
  }
}

extension RevisionHistory.Point {
  var isFirst: Bool { commit.place == 0 }

  /// True if its ratio may be compared with those of other commits.
  var isCertain: Bool {
    guard ratio != nil else { return false }
    if isFirst { return true }
    switch verdict {
    case .slower, .faster, .same: return true
    case .unresolved: return hasInterval
    case nil, .slowerUnconfirmed, .fasterUnconfirmed, .unfit, .different: return false
    }
  }

  /// As for a comparison's row: with fewer pairs than a verdict needs, the interval says nothing.
  var hasInterval: Bool { metric.kind == .timed && !isFirst && (level ?? 0) >= 0.99 }
}

extension RevisionHistory {
  /// The changes of level, in the order of the commits, then of the cells.
  func steps(of metric: ComparedMetric) -> [HistoryStep] {
    cells.flatMap { HistoryStep.steps(in: knownSeries(of: $0, metric)) }
      .enumerated().sorted {
        ($0.element.after.commit.place, $0.offset) < ($1.element.after.commit.place, $1.offset)
      }.map(\.element)
  }

  /// Returns what is known of a cell and a metric, the first commit's included, which every metric begins with.
  private func knownSeries(of cell: CellDescription, _ metric: ComparedMetric) -> [Point] {
    let own = series(of: cell, metric)
    guard own.first?.isFirst != true, let commit = commits.first else { return own }
    let base = own.lazy.compactMap(\.baseValue).first
    let first = Point(
      commit: commit, cell: cell, metric: metric, baseValue: base, value: base,
      ratio: .init(ratio: 1, low: 1, high: 1), level: 1)
    return [first] + own
  }
}

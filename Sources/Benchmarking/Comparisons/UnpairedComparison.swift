/// Two plain runs beside each other: what can be said of samples that were not taken in turns.
///
/// The runs saw the machine at different times, so a difference between their times may be the machine's. Of times there is a ratio and an
/// interval, and no verdict; what is counted is judged as always.
package struct UnpairedComparison: Sendable {
  /// A row for each cell and metric that both runs have, in the candidate's order.
  package let rows: [MetricComparison]
  /// Cells that one of them lacks, as sentences.
  package let missing: [String]

  /// O(samples · log samples).
  ///
  /// - Parameter level: of the intervals, default 99%.
  package init(
    base: some Sequence<SampleRecord>, candidate: some Sequence<SampleRecord>, level: Double = 0.99
  ) {
    let (bases, baseOrder) = Self.grouped(base)
    let (candidates, order) = Self.grouped(candidate)
    var rows: [MetricComparison] = []
    for cell in order {
      guard let base = bases[cell], let candidate = candidates[cell] else { continue }
      rows += Self.rows(cell, base, candidate, level)
    }
    self.rows = rows
    missing =
      baseOrder.filter { candidates[$0] == nil }.map { "\($0) is in the base alone." }
      + order.filter { bases[$0] == nil }.map { "\($0) is in the candidate alone." }
  }

  private static func grouped(
    _ samples: some Sequence<SampleRecord>
  ) -> (samples: [CellDescription: [SampleRecord]], order: [CellDescription]) {
    var groups: [CellDescription: [SampleRecord]] = [:]
    var order: [CellDescription] = []
    for sample in samples where sample.phase == .measure && sample.status == .ok && sample.arm == .base {
      if groups[sample.cell] == nil { order.append(sample.cell) }
      groups[sample.cell, default: []].append(sample)
    }
    return (groups, order)
  }

  private static func rows(
    _ cell: CellDescription, _ base: [SampleRecord], _ candidate: [SampleRecord], _ level: Double
  ) -> [MetricComparison] {
    if let first = base.first?.checksum,
      let other = candidate.first(where: { $0.checksum.bitPattern != first.bitPattern })
    {
      // Batches of other sizes may stop in the middle of the jobs, and then have other checksums.
      if base.first?.iterations == other.iterations || cell.threads == 1 {
        return [
          MetricComparison(
            differing: cell,
            note: "The frames' checksum is \(first) in the base and \(other.checksum) in the candidate.")
        ]
      }
    }
    let batches = [base, candidate].map { samples in
      Set(samples.filter { $0.pass == .alloc }.map(\.iterations))
    }
    let hasEqualBatches = batches[0].count == 1 && batches[0] == batches[1]
    return ComparedMetric.allCases.compactMap { metric in
      let pass: MeasuringPass = metric.kind == .timed ? .time : .alloc
      let values = [base, candidate].map { samples in
        samples.filter { $0.pass == pass }.compactMap(metric.value(of:))
      }
      guard let base = try? SortedSample(values[0]), let candidate = try? SortedSample(values[1]) else {
        return nil
      }
      guard metric.kind == .timed else {
        let row = MetricComparison(
          cell: cell, metric: metric, base: base.median, candidate: candidate.median, null: base.median)
        return hasEqualBatches ? row : withoutClaim(row)
      }
      return timed(cell, metric, base, candidate, level)
    }
  }

  /// What a batch allocates by itself is shared out among its jobs, and so differs between batches of different sizes: counts that are equal
  /// are equal, and of others nothing is said.
  private static func withoutClaim(_ row: MetricComparison) -> MetricComparison {
    var row = row
    guard row.verdict != .same else { return row }
    row.verdict = .unresolved
    row.note =
      "The two runs' batches have different numbers of jobs, over which what a batch itself allocates is spread."
    return row
  }

  /// The ratio of the medians. Its interval is that of the ends of both medians' intervals, each of which may miss with half the error, so that
  /// together they miss with no more than all of it (Bonferroni).
  private static func timed(
    _ cell: CellDescription, _ metric: ComparedMetric, _ base: SortedSample, _ candidate: SortedSample,
    _ level: Double
  ) -> MetricComparison {
    let own = base.medianInterval(level: (1 + level) / 2)
    let other = candidate.medianInterval(level: (1 + level) / 2)
    return MetricComparison(
      cell: cell, metric: metric, baseValue: base.median, candidateValue: candidate.median,
      pairCount: min(base.values.count, candidate.values.count),
      candidate: .init(
        ratio: candidate.median / base.median, low: other.low / own.high, high: other.high / own.low),
      level: max(0, own.level + other.level - 1), verdict: nil)
  }
}

/// A comparison of two plain runs, whose samples were not taken in turns.
///
/// The runs saw the machine at different times, so a difference between their times may be the machine's.
/// Times have a ratio and an interval but no verdict; counts are judged as always.
package struct UnpairedComparison: Sendable {
  /// The rows of the cells and metrics that both runs have, in the candidate's order.
  package let rows: [MetricComparison]
  /// Sentences about the cells that one of them lacks.
  package let missing: [String]

  /// Compares two runs. O(samples · log samples).
  ///
  /// - Parameter level: the level of the intervals, default 99%.
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
      // Batches of different sizes may end within a pass over the jobs, and then have different checksums.
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
        return MetricComparison(
          cell: cell, metric: metric, base: base.median, candidate: candidate.median, null: base.median,
          hasEqualBatches: hasEqualBatches)
      }
      return timed(cell, metric, base, candidate, level)
    }
  }

  /// Returns the row of a time, with the ratio of the medians. Its interval combines the ends of both
  /// medians' intervals. Each may miss with half the error, together with all of it at most (Bonferroni).
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

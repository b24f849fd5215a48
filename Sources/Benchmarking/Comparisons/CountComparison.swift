/// The allocations of two programs for the same cells, and if their frames are equal. Two runs can be compared by these
/// alone: each saw the machine at another time, so a difference of times may be the machine's.
package struct CountComparison: Sendable {
  /// The rows of the cells that both have, in the candidate's order. A cell whose frames differ has no counts.
  package let rows: [MetricComparison]
  /// Sentences about the cells that one of them lacks.
  package let missing: [String]

  /// Compares the samples of two runs. O(samples · log samples).
  package init(base: some Sequence<SampleRecord>, candidate: some Sequence<SampleRecord>) {
    let (bases, baseOrder) = Self.grouped(base)
    let (candidates, order) = Self.grouped(candidate)
    rows = order.flatMap { cell in
      guard let base = bases[cell], let candidate = candidates[cell] else { return [MetricComparison]() }
      return Self.rows(cell, base, candidate)
    }
    missing =
      baseOrder.filter { candidates[$0] == nil }.map { "\($0) is in the base alone." }
      + order.filter { bases[$0] == nil }.map { "\($0) is in the candidate alone." }
  }

  private static func grouped(
    _ samples: some Sequence<SampleRecord>
  ) -> (samples: [CellDescription: [SampleRecord]], order: [CellDescription]) {
    let counting = samples.filter { $0.phase == .measure && $0.status == .ok && $0.arm == .base }
    return (Dictionary(grouping: counting, by: \.cell), counting.map(\.cell).firstAppearances())
  }

  private static func rows(
    _ cell: CellDescription, _ base: [SampleRecord], _ candidate: [SampleRecord]
  ) -> [MetricComparison] {
    if let first = base.first,
      let other = candidate.first(where: { $0.checksum.bitPattern != first.checksum.bitPattern }),
      // Batches of different sizes may end within a pass over the jobs, and then have different checksums.
      first.iterations == other.iterations || cell.threads == 1
    {
      let note =
        "The frames' checksum is \(first.checksum) in the base and \(other.checksum) in the candidate."
      return [MetricComparison(differing: cell, note: note)]
    }
    let (own, others) = (base.filter { $0.pass == .alloc }, candidate.filter { $0.pass == .alloc })
    let hasEqualBatches = Set((own + others).map(\.iterations)).count == 1
    return [ComparedMetric.allocCount, .allocBytes].compactMap { metric in
      guard let base = own.compactMap(metric.value(of:)).median,
        let candidate = others.compactMap(metric.value(of:)).median
      else { return nil }
      return MetricComparison(
        cell: cell, metric: metric, base: base, candidate: candidate, null: base,
        hasEqualBatches: hasEqualBatches)
    }
  }
}

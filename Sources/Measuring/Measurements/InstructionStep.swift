/// The last step of a comparison: counting instructions, cell by cell.
struct InstructionStep {
  let counter: InstructionCounter
  let base: BuildCache.Build
  let candidate: BuildCache.Build
  let interruption: Interruption
  /// True if the user wants the instructions of all cells. Otherwise only cells whose times changed are counted, the largest
  /// change first.
  let isAsked: Bool
  /// The smallest change that counts, as a share.
  let minimumChange: Double

  /// The difference of the job whose work changed the most, with its cell; nil if no work changed.
  private(set) var flame: (cell: CellID, change: Double, tree: FlameTree)?

  /// The time for counting cells if the user did not ask for it.
  private static let checkingTime = TimeSpan.seconds(25)

  /// Returns the rows with one more for each counted cell, after the cell's other rows. Counts nothing after an
  /// interruption.
  ///
  /// - Parameter failures: the cells that could not be compared.
  mutating func rows(
    _ rows: [MetricComparison], cells: [Cell], failures: [CellOutcome], _ host: any MeasuringHost
  ) -> [MetricComparison] {
    var times = rows.filter { $0.metric.kind == .timed && $0.verdict != .different }
    if !isAsked {
      times = times.filter(\.verdict.isChange).sorted {
        abs($0.candidate.ratio - 1) > abs($1.candidate.ratio - 1)
      }
    }
    let (clock, start) = (SystemClock(), SystemClock().wallNanoseconds())
    var counted: [CellID: [MetricComparison]] = [:]
    for time in times where !interruption.isRequested {
      if !isAsked && clock.wallNanoseconds() - start >= Self.checkingTime.nanoseconds { break }
      guard let cell = cells.first(where: { $0.id == time.cell }) else { continue }
      host.show("Counting instructions: \(cell.id)")
      do throws(WorkerError) {
        counted[time.cell] = try count(cell, jobNanoseconds: time.baseValue)
      } catch {
        // The interruption ended the process.
        if interruption.isRequested { break }
        host.clear()
        host.say("warning: no instructions of \(cell.id): \(error)")
      }
    }
    // The duration of a job determines how many are counted.
    let known = rows.map(\.cell) + failures.filter { $0.reason != CellOutcome.notBegun }.map(\.cell)
    let untimed = isAsked ? Set(cells.map(\.id)).subtracting(known).count : 0
    if untimed > 0 {
      host.clear()
      host.say(
        "warning: no instructions of \(untimed == 1 ? "a cell" : "\(untimed) cells") whose time was not measured; a longer --budget gives them."
      )
    }
    let own = Dictionary(grouping: rows, by: \.cell)
    return rows.map(\.cell).firstAppearances().flatMap { (own[$0] ?? []) + (counted[$0] ?? []) }
  }

  private mutating func count(_ cell: Cell, jobNanoseconds: Double) throws(WorkerError) -> [MetricComparison]
  {
    let iterations = InstructionCounter.iterations(ofJobsTaking: jobNanoseconds)
    // The base is counted twice, to see by how much equal programs differ.
    let profiles = try counter.profiles(
      [base, candidate, base].map(\.executable), cell: cell, iterations: iterations)
    let (own, other, copy) = (profiles[0], profiles[1], profiles[2])
    var row = MetricComparison(
      cell: cell.id, metric: .instructionCount, base: own.total, candidate: other.total, null: copy.total,
      share: max(minimumChange, InstructionCounter.share(of: cell)))
    let events: [(ComparedMetric, KeyPath<FunctionProfile, Double>)] = [
      (.systemCallCount, \.systemCalls), (.atomicCount, \.events.atomics), (.cacheMissCount, \.cacheMisses),
      (.branchMissCount, \.branchMisses),
    ]
    var others = events.map { metric, value in
      // Counts are of twice as many jobs.
      MetricComparison(
        cell: cell.id, metric: metric, base: own[keyPath: value], candidate: other[keyPath: value],
        null: copy[keyPath: value],
        slack: max(
          metric.slack / Double(2 * iterations),
          [.cacheMissCount, .branchMissCount].contains(metric)
            ? own.total / ComparedMetric.instructionsPerMiss : 0))
    }
    let difference = ProfileDifference(base: own, candidate: other, scatter: abs(copy.total - own.total))
    if !row.verdict.isChange, let place = others.firstIndex(where: { $0.metric == .atomicCount }),
      others[place].verdict.isChange
    {
      others[place].causes = difference.atomicCauses
    }
    if row.verdict.isChange {
      row.causes = difference.causes
      let change = abs(row.candidate.ratio - 1)
      if change > flame?.change ?? 0 {
        flame = (cell.id, change, FlameTree(base: FlameTree(own), candidate: FlameTree(other)))
      }
    }
    return [row] + others
  }
}

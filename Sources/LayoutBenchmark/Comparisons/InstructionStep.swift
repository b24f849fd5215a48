import Benchmarking
import Foundation

/// The last step of a comparison: counting instructions, cell by cell.
struct InstructionStep {
  let counter: InstructionCounter
  let base: BuildCache.Build
  let candidate: BuildCache.Build
  let interruption: Interruption
  /// True if the instructions of all cells were asked for. Otherwise those of the cells whose times changed are counted, and
  /// those of the foremost cells of what is slower together, the slowest first: a time may have changed because the code only
  /// lies elsewhere in memory.
  let isAsked: Bool
  /// The smallest change that counts, as a share.
  let minimumChange: Double

  /// The difference of the jobs of the cell whose work changed the most; nil if none did.
  private(set) var flame: (cell: CellID, change: Double, tree: FlameTree)?

  /// The time in which cells are counted that nobody asked for: longer while they are slower, since a wrong one costs more.
  private static func checkingTime(_ verdict: Verdict) -> TimeSpan { .seconds(verdict == .faster ? 60 : 120) }

  /// Returns the rows with one more for each cell that was counted, after the cell's others. Nothing is counted after an
  /// interruption.
  mutating func rows(
    _ rows: [MetricComparison], _ shared: [SharedChange], cells: [Cell], _ log: SampleLog
  ) -> [MetricComparison] {
    var times = rows.filter { $0.metric.kind == .timed && $0.verdict != .different }
    if !isAsked {
      let foremost = Set(shared.filter { $0.verdict == .slower }.flatMap { $0.foremost(in: rows) })
      times = times.filter { $0.verdict.isChange || foremost.contains($0.cell) }.sorted {
        $0.candidate.ratio > $1.candidate.ratio
      }
    }
    let (clock, start) = (SystemClock(), SystemClock().wallNanoseconds())
    var counted: [CellID: MetricComparison] = [:]
    for time in times where !interruption.isRequested {
      if !isAsked && clock.wallNanoseconds() - start >= Self.checkingTime(time.verdict).nanoseconds {
        break
      }
      guard let cell = cells.first(where: { $0.id == time.cell }) else { continue }
      log.show("Counting instructions: \(cell.id)")
      do throws(WorkerError) {
        counted[time.cell] = try row(cell, jobNanoseconds: time.baseValue)
      } catch {
        // The interruption ended the process.
        if interruption.isRequested { break }
        log.clear()
        StandardError.print("warning: no instructions of \(cell.id): \(error)")
      }
    }
    // The duration of a job determines how many are counted.
    let untimed = isAsked ? Set(cells.map(\.id)).subtracting(rows.map(\.cell)).count : 0
    if untimed > 0 {
      log.clear()
      StandardError.print(
        "warning: no instructions of \(untimed == 1 ? "a cell" : "\(untimed) cells") whose time was not measured; a longer --budget gives them."
      )
    }
    let own = Dictionary(grouping: rows, by: \.cell)
    return rows.map(\.cell).firstAppearances().flatMap { (own[$0] ?? []) + [counted[$0]].compactMap(\.self) }
  }

  private mutating func row(_ cell: Cell, jobNanoseconds: Double) throws(WorkerError) -> MetricComparison {
    let iterations = InstructionCounter.iterations(ofJobsTaking: jobNanoseconds)
    // The base twice, where nobody said that its time changed, only to see if the count repeats.
    let programs = isAsked ? [base, candidate, base] : [base, candidate]
    let profiles = try counter.profiles(programs.map(\.executable), cell: cell, iterations: iterations)
    let (own, other) = (profiles[0], profiles[1])
    var row = MetricComparison(
      cell: cell.id, metric: .instructionCount, base: own.total, candidate: other.total,
      null: (profiles.count > 2 ? profiles[2] : own).total,
      share: max(minimumChange, InstructionCounter.share(of: cell)))
    guard row.verdict.isChange else { return row }
    row.causes = ProfileDifference(base: own, candidate: other).causes
    let change = abs(row.candidate.ratio - 1)
    if change > flame?.change ?? 0 {
      flame = (
        cell.id, change, FlameTree(base: FlameTree(own), candidate: FlameTree(other))
      )
    }
    return row
  }
}

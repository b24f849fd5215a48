import Benchmarking
import Foundation

/// The last step of a comparison: counting instructions, cell by cell.
struct InstructionStep {
  let counter: InstructionCounter
  let base: BuildCache.Build
  let candidate: BuildCache.Build
  let interruption: Interruption

  /// Returns the rows with one more for each measured cell, after the cell's others. A cell that cannot be
  /// counted gets a line with the reason instead, as do those whose time was not measured within the budget.
  /// After an interruption none is counted.
  func add(
    to rows: [MetricComparison], cells: [Cell], _ log: inout SampleLog
  ) -> [MetricComparison] {
    var result: [MetricComparison] = []
    var untimed = 0
    for cell in cells {
      let own = rows.filter { $0.cell == cell.description }
      result += own
      if interruption.isRequested { continue }
      // The duration of a job determines how many are counted.
      guard let time = own.first(where: { $0.metric.kind == .timed }) else {
        untimed += 1
        continue
      }
      if time.verdict == .different { continue }
      log.show("Counting instructions: \(cell.description)")
      do throws(WorkerError) {
        result.append(try row(cell, jobNanoseconds: time.baseValue))
      } catch {
        // The interruption ended the process.
        if interruption.isRequested { continue }
        log.clear()
        StandardError.print("warning: no instructions of \(cell.description): \(error)")
      }
    }
    if untimed > 0 {
      log.clear()
      StandardError.print(
        "warning: no instructions of \(untimed == 1 ? "a cell" : "\(untimed) cells") whose time was not measured; a longer --budget gives them."
      )
    }
    return result
  }

  /// The time for counting what was not asked for.
  private static let checkingTime = TimeSpan.seconds(60)

  /// Returns the rows with the instructions of the cells that are slower, the slowest first, as far as a minute goes: a time
  /// may have changed because the code only lies elsewhere in memory.
  func check(
    _ rows: [MetricComparison], cells: [Cell], _ log: inout SampleLog
  ) -> [MetricComparison] {
    let named = rows.filter { $0.metric.kind == .timed && $0.verdict == .slower }
      .sorted { $0.candidate.ratio > $1.candidate.ratio }
    let (clock, end) = (SystemClock(), SystemClock().wallNanoseconds() + Self.checkingTime.nanoseconds)
    var counted: [CellDescription: MetricComparison] = [:]
    for time in named where !interruption.isRequested && clock.wallNanoseconds() < end {
      guard let cell = cells.first(where: { $0.description == time.cell }) else { continue }
      log.show("Counting instructions: \(cell.description)")
      counted[time.cell] = try? row(cell, jobNanoseconds: time.baseValue, isRepeated: false)
    }
    return rows.flatMap { row in
      [row] + (row.metric.kind == .timed ? counted[row.cell].map { [$0] } ?? [] : [])
    }
  }

  /// - Parameter isRepeated: true, the default, if the base is counted twice, to see if the count repeats.
  private func row(
    _ cell: Cell, jobNanoseconds: Double, isRepeated: Bool = true
  ) throws(WorkerError) -> MetricComparison {
    // As many jobs as take 5 ms; callgrind stretches this to a quarter of a second.
    let iterations = Int(min(max(5e6 / max(jobNanoseconds, 1), 1), 1e6))
    let programs = [base.executable, candidate.executable] + (isRepeated ? [base.copy] : [])
    let counts = try programs.map { executable throws(WorkerError) in
      try counter.count(executable, cell: cell.work, iterations: iterations)
    }
    return MetricComparison(
      cell: cell.description, metric: .instructionCount, base: counts[0], candidate: counts[1],
      null: isRepeated ? counts[2] : counts[0],
      share: isRepeated ? InstructionCounter.share(of: cell) : MetricComparison.sameWork)
  }
}

/// A cell that is ready to be measured, in this process or in worker processes.
package struct Cell: Sendable {
  package var description: CellDescription
  /// The cell in a form that a worker process reads.
  package var work: WorkerCell
  /// True if several threads of its own work on one layout, default false.
  var splitsLayouts: Bool
  /// True if revisions may lay out different elements, because the layout is what they change; default false:
  /// then only times of equal layouts are compared.
  var layoutMayChange: Bool
  /// Makes one worker, which may be a `SelfTimedWorker`. Called before anything is timed, as
  /// `WorkerPool.load` says. An error fails the cell, not the run.
  package var makeWorker: @Sendable () throws -> any Worker

  /// - Parameters:
  ///   - work: nil, the default, for the generator that the description names.
  ///   - makeWorker: default: throws an error, since worker processes measure the cell.
  /// - Precondition: `description.threads` is at least 1.
  package init(
    description: CellDescription, work: WorkerCell? = nil, splitsLayouts: Bool = false,
    layoutMayChange: Bool = false,
    makeWorker: @escaping @Sendable () throws -> any Worker = {
      throw WorkerError("only worker processes measure this cell")
    }
  ) {
    precondition(description.threads >= 1, "A cell needs a thread.")
    self.description = description
    self.work =
      work
      ?? WorkerCell(
        subject: description.subject, workload: description.workload, seed: description.seed,
        threads: description.threads)
    self.splitsLayouts = splitsLayouts
    self.layoutMayChange = layoutMayChange
    self.makeWorker = makeWorker
  }

  /// True if one processor is enough, because no two of its threads work at the same time.
  var needsOneProcessor: Bool { description.threads == 1 && !splitsLayouts }
}

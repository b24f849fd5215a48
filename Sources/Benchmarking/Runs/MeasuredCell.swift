/// A cell and the way to run it.
package struct MeasuredCell: Sendable {
  package var description: CellDescription
  /// The cell in a form that a worker process reads; nil, the default, if no process can measure it.
  package var work: WorkerCell?
  /// Makes one worker, which may be a `SelfTimedWorker`. Called before anything is timed, as
  /// `WorkerPool.load` says. An error fails the cell, not the run.
  package var makeWorker: @Sendable () throws -> any Worker

  /// - Precondition: `description.threads` is at least 1.
  package init(
    description: CellDescription, work: WorkerCell? = nil,
    makeWorker: @escaping @Sendable () throws -> any Worker
  ) {
    precondition(description.threads >= 1, "A cell needs a thread.")
    self.description = description
    self.work = work
    self.makeWorker = makeWorker
  }
}

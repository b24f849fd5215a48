/// A cell that is measured, in this process or in worker processes: its identity, the source of its tree, and the maker of
/// its workers.
package struct Cell: Sendable {
  /// The identity; its size is unknown until a process has made the tree.
  package var id: CellID
  /// The workload, or a document with its full path: a worker process knows no suite.
  package var source: CellSource
  /// True if a job has several threads, which work on one layout; default false.
  var splitsLayouts: Bool
  /// True if revisions may lay out different elements, because a revision changes the layout itself; default
  /// false. If true, only times of equal layouts are compared.
  var layoutMayChange: Bool
  /// The bytes that a job processes; nil, the default, if unknown.
  var byteCount: Int?
  /// The program of a suite, if that is the subject; nil, the default, for a subject of this program.
  package var command: BenchmarkSuite.Command?
  /// Makes one worker, which may be a `SelfTimedWorker`. Called before anything is timed, as
  /// `WorkerPool.load` says. An error fails the cell, not the run.
  var makeWorker: @Sendable () throws -> any Worker

  /// - Parameters:
  ///   - source: nil, the default, for the workload that the cell names.
  ///   - makeWorker: default: throws an error, since worker processes measure the cell.
  /// - Precondition: `id.threads` is at least 1.
  package init(
    id: CellID, source: CellSource? = nil, splitsLayouts: Bool = false,
    layoutMayChange: Bool = false, byteCount: Int? = nil,
    makeWorker: @escaping @Sendable () throws -> any Worker = {
      throw WorkerError("only worker processes measure this cell")
    }
  ) {
    precondition(id.threads >= 1, "A cell needs a thread.")
    self.id = id
    self.source = source ?? .workload(id.workload)
    self.splitsLayouts = splitsLayouts
    self.layoutMayChange = layoutMayChange
    self.byteCount = byteCount
    self.makeWorker = makeWorker
  }

  /// True if one processor is enough, because no two of its threads work at the same time.
  var needsOneProcessor: Bool { id.threads == 1 && !splitsLayouts }
}

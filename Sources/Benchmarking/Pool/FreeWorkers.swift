import Dispatch

/// The workers of a cell that no thread is bound to: whoever runs a job takes one that is free and gives it back.
///
/// No locks: a worker is taken by an atomic exchange of its own flag, so that it is never used by two threads at
/// once. With as many workers as there can be takers, one is always free or about to be.
struct FreeWorkers: Sendable {
  /// In the order of their indices; never empty.
  let states: [WorkerState]

  /// Makes the workers one after another, on the calling thread.
  init(
    threads: Int, jobCount: Int, makeWorker: @Sendable () throws -> any Worker
  ) throws {
    states = try (0..<threads).map { index in
      let worker = try makeWorker()
      if worker is any SelfTimedWorker { throw SelfTimingError.noSerialQueue }
      return try WorkerState(index: index, jobCount: jobCount, worker: worker)
    }
  }

  /// Makes ready for a batch; nobody else uses a worker meanwhile.
  func begin() {
    for state in states {
      state.begin()
      state.giveBack()
    }
  }

  /// Has each worker run jobs of which nothing is kept; nobody else uses a worker meanwhile.
  func warmUp(jobs: Int) {
    DispatchQueue.concurrentPerform(iterations: states.count) { index in
      _ = states[index].take()
      states[index].warmUp(jobs: jobs)
      states[index].giveBack()
    }
    // What the workers wrote is seen by who takes them next, and by this thread.
    for state in states { _ = state.take() }
    for state in states { state.giveBack() }
  }

  /// A worker that was free. O(workers).
  func take() -> WorkerState {
    while true {
      for state in states where state.take() { return state }
    }
  }
}

/// A way of asking Dispatch in which no thread is bound to a worker: each cell's workers are free for whoever runs its jobs.
protocol FreeWorkerDispatcher: JobDispatcher, AnyObject {
  /// The cells that are loaded, by their numbers.
  var cells: [Int: FreeWorkers] { get set }
}

extension FreeWorkerDispatcher {
  func load(
    cell: Int, jobCount: Int, threads: Int, makeWorker: @escaping @Sendable () throws -> any Worker
  ) throws -> Bool {
    cells[cell] = try FreeWorkers(threads: threads, jobCount: jobCount, makeWorker: makeWorker)
    return false
  }

  func unload(cell: Int, threads: Int) { cells[cell] = nil }
  func warmUp(cell: Int, threads: Int, jobs: Int) { cells[cell]?.warmUp(jobs: jobs) }
  func shutDown() { cells = [:] }
}

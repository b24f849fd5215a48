import Dispatch

/// The workers of a cell that are not bound to threads: a job takes a free one and returns it.
///
/// There are no locks: a worker is taken by an atomic exchange of its own flag, so two threads never use it
/// at once. With as many workers as possible takers, one is always free or about to be.
struct FreeWorkers: Sendable {
  /// The workers in the order of their indices; never empty.
  let states: [WorkerState]

  /// Makes the workers one after another, on the calling thread.
  init(threads: Int, makeWorker: @Sendable () throws -> any Worker) throws {
    states = try (0..<threads).map { index in
      let worker = try makeWorker()
      if worker is any SelfTimedWorker { throw SelfTimingError.noSerialQueue }
      return WorkerState(index: index, worker: worker)
    }
  }

  /// Prepares for a batch. No other thread may use a worker meanwhile.
  func begin() {
    for state in states {
      state.begin()
      state.giveBack()
    }
  }

  /// Makes each worker run the job without recording it. No other thread may use a worker meanwhile.
  func warmUp() {
    DispatchQueue.concurrentPerform(iterations: states.count) { index in
      _ = states[index].take()
      states[index].warmUp()
      states[index].giveBack()
    }
    // Acquire and release each, so that this thread and all later takers see what the workers wrote.
    for state in states { _ = state.take() }
    for state in states { state.giveBack() }
  }

  /// Takes a free worker, and spins until there is one. O(workers).
  func take() -> WorkerState {
    while true {
      for state in states where state.take() { return state }
    }
  }
}

/// A dispatcher that binds no thread to a worker: a cell's workers are free for any of its jobs.
protocol FreeWorkerDispatcher: JobDispatcher, AnyObject {
  /// The loaded cells by their numbers.
  var cells: [Int: FreeWorkers] { get set }
}

extension FreeWorkerDispatcher {
  func load(
    cell: Int, threads: Int, makeWorker: @escaping @Sendable () throws -> any Worker
  ) throws -> Bool {
    cells[cell] = try FreeWorkers(threads: threads, makeWorker: makeWorker)
    return false
  }

  func unload(cell: Int, threads: Int) { cells[cell] = nil }
  func warmUp(cell: Int, threads: Int) { cells[cell]?.warmUp() }
  func shutDown() { cells = [:] }
}

import Dispatch
import Foundation

/// Counts the instructions of a job in worker processes under valgrind's callgrind.
///
/// Counting begins with the first batch, so that starting and loading, which would take seconds, run at nearly full speed.
/// A batch of two jobs does what is done once and fills the simulated caches. Then a process runs two batches of different
/// numbers of jobs, and callgrind counts each batch: their difference belongs to the additional jobs alone.
/// `SWIFT_DETERMINISTIC_HASHING` makes hashing the same each time. For a cell of one thread, counts then differ by less
/// than 0.002% from run to run on a quiet machine; 0.01% counts as a change. If other programs keep all processors busy, the
/// count of a short job may differ by up to 0.4%.
///
/// With simulated caches and branches, callgrind slows a program down about 500 times: a cell takes seconds. Nothing
/// timed may run meanwhile.
package struct InstructionCounter: Sendable {
  /// - Throws: an error if valgrind is missing.
  package init(runner: any ProcessRunner = SystemProcessRunner()) throws(WorkerError) {
    guard runner.run("valgrind", "--version").exitCode == 0 else {
      throw WorkerError(
        "instructions are counted with valgrind, which is missing; install it, in the checkout with: scripts/install-profilers"
      )
    }
  }

  /// Returns the share by which counts of equal programs may differ.
  ///
  /// Threads that wait for one another execute instructions meanwhile: with two threads, counts of one
  /// program differed by up to 0.15%.
  static func share(of cell: Cell) -> Double { cell.needsOneProcessor ? 0.000_1 : 0.005 }

  /// Returns the number of jobs that take one millisecond, or half a second under callgrind. The number is even, since an
  /// edit alternates between two states. Counts of five times as many jobs do not repeat better.
  static func iterations(ofJobsTaking nanoseconds: Double) -> Int {
    2 * Int(min(max(5e5 / max(nanoseconds, 1), 1), 1e5))
  }

  /// Returns the costs of one job by function, and the number of jobs that were counted.
  ///
  /// The cell is checked first, and the job is timed, in a separate process: the duration determines how many jobs
  /// are counted.
  package func profile(
    _ executable: URL, cell: Cell
  ) throws(WorkerError) -> (functions: FunctionProfile, iterations: Int) {
    func jobNanoseconds() throws(WorkerError) -> Double {
      let session = try ProcessWorkerSession(executable: executable, environment: nil)
      defer { session.end() }
      _ = try session.load(cell, isChecked: true)
      _ = try session.runBatch(2)
      return Double(try session.runBatch(2).wallNanoseconds) / 2
    }
    let iterations = Self.iterations(ofJobsTaking: try jobNanoseconds())
    return (try profile(executable, cell: cell, iterations: iterations), iterations)
  }

  /// Returns the costs of one job by function.
  ///
  /// - Parameter iterations: the jobs in a batch that is long enough to be timed. The difference is taken
  ///   over twice as many jobs.
  package func profile(
    _ executable: URL, cell: Cell, iterations: Int
  ) throws(WorkerError) -> FunctionProfile {
    var counted = try process(executable, cell, iterations, 3 * iterations)
    if counted.isEmpty {
      // A worker of an earlier revision, which does not ask callgrind to begin.
      counted = try process(executable, cell, iterations, 3 * iterations, fromStart: true)
    }
    let (few, many) =
      if counted.count > 1 {
        (counted[0], counted[1])
      } else {
        // A second process, of fewer jobs: the costs of starting, loading and ending are in both.
        (try process(executable, cell, iterations, iterations, fromStart: true)[0], counted[0])
      }
    guard many.total > few.total else {
      throw WorkerError("callgrind counted no instructions for \(2 * iterations) jobs")
    }
    return FunctionProfile(few.perJob(of: many, jobs: 2 * iterations), program: executable)
  }

  /// Returns the costs of one job by function in each of several programs, which are counted at the same time.
  func profiles(
    _ executables: [URL], cell: Cell, iterations: Int
  ) throws(WorkerError) -> [FunctionProfile] {
    try Self.atOnce(executables.count) { index throws(WorkerError) in
      try profile(executables[index], cell: cell, iterations: iterations)
    }
  }

  /// Returns the results of processes that run at the same time: each works on one processor, and other programs do not
  /// change its counts.
  private static func atOnce<Value: Sendable>(
    _ count: Int, _ work: @Sendable (Int) throws(WorkerError) -> Value
  ) throws(WorkerError) -> [Value] {
    let results = Guarded([Result<Value, WorkerError>?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result = Result { () throws(WorkerError) in try work(index) }
      results.withLock { $0[index] = result }
    }
    var values: [Value] = []
    for case let result? in results.withLock(\.self) { values.append(try result.get()) }
    return values
  }

  /// Counts calls of the system, misses of a cache of 1 MiB, the usual size of a core's own cache, and mispredicted
  /// branches. Counts each instruction by its address, to find the atomic ones.
  private static let events = [
    "--collect-systime=nsec", "--cache-sim=yes", "--LL=1048576,8,64", "--branch-sim=yes", "--dump-instr=yes",
  ]

  /// Keeps functions of the runtime and the standard library apart by their callers, eight levels up. Fewer functions lie
  /// between an allocation, or a counted reference, and the function that caused it.
  private static let separateCallers = [
    "swift_*", "_swift_*", "__swift_*", "*swift::*", "$ss*", "malloc", "calloc", "realloc", "aligned_alloc",
    "posix_memalign", "memalign", "free",
  ].map { "--separate-callers8=\($0)" }

  /// Returns the calls of two batches of a process. If its worker is of a revision that does not mark the begin and end of
  /// batches, returns all calls of the process, or none unless counting begins at the start.
  ///
  /// - Parameter fromStart: true to count before the first batch, too.
  private func process(
    _ executable: URL, _ cell: Cell, _ first: Int, _ second: Int, fromStart: Bool = false
  ) throws(WorkerError) -> [CallGraph] {
    try WorkerUnderTool.run(
      executable, cell,
      tool: {
        [
          "valgrind", "--tool=callgrind", "--callgrind-out-file=\($0)", "--dump-before=*markBatch*",
          "--toggle-collect=*setAside*", "--collect-atstart=yes",
          "--instr-atstart=\(fromStart ? "yes" : "no")",
        ]
          + Self.events + Self.separateCallers
      },
      jobs: { session throws(WorkerError) in
        for iterations in [2, first, second] { _ = try session.runBatch(iterations) }
      },
      read: { file throws(WorkerError) in
        // Each mark ends a part of the file with a number, from 1; the part after the last mark has none.
        func part(_ number: Int) -> URL { file.appendingPathExtension("\(number)") }
        func exists(_ number: Int) -> Bool { FileManager.default.fileExists(atPath: part(number).path) }
        let files = exists(6) && !exists(7) ? [part(4), part(6)] : fromStart ? [file] : []
        return try files.map { file throws(WorkerError) in
          guard let data = try? Data(contentsOf: file) else {
            throw WorkerError("callgrind left no count of instructions")
          }
          return try CallgrindFile.parse([UInt8](data))
        }
      })
  }
}

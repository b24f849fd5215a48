/// The protocol of runs, comparisons and worker processes: JSON objects, one per line, and one reply per request.
///
/// 1. `hello` states the version of the protocol.
/// 2. `load` prepares a cell. It replaces all cells, or, with a slot, only the cell in that slot.
/// 3. `run` runs a batch and returns its times. The worker reads the clock, so the pipe is not timed.
/// 4. `unload` empties a slot. Added later: only runs, whose workers are of the same program, use slots.
///
/// Compared revisions may be years apart, so a version never changes. Keys may be added: old workers MUST
/// ignore unknown keys, and their replies may lack them. Any other change makes a new version.
enum WorkerProtocol {
  /// The only version so far.
  static let version = 1

  /// A request. Only the properties of its kind are present.
  struct Request: Codable {
    enum Kind: String, Codable {
      case hello
      case load
      case run
      case unload
    }

    var request: Kind
    /// For `hello`.
    var version: Int?
    /// For `load`.
    var cell: RequestedCell?
    /// For `load`: true to check the cell's frames first.
    var isChecked: Bool?
    /// For `run`: the number of jobs.
    var iterations: Int?
    /// For `run`: true to count allocations, which makes the batch's times meaningless.
    var isCounted: Bool?
    /// The cell's slot; nil for a process with one cell. Added later.
    var slot: Slot?
  }

  /// A reply. If there is an `error`, only `isRefusal`, `isUnknown` and `remedy` may be present besides.
  struct Reply: Codable {
    /// The reason why the request failed, as a sentence.
    var error: String?
    /// For `load`: true if the subject does not support the cell, which is no mistake. Added later.
    var isRefusal: Bool?
    /// For `load`: true if the revision has no such workload or subject. Added later.
    var isUnknown: Bool?
    /// For `load`: advice for the user about a refusal. Added later.
    var remedy: String?
    /// For `hello`.
    var version: Int?
    /// For `load`.
    var loaded: LoadedCell?
    /// For `run`.
    var batch: Batch?
  }

  /// The cell of a request, in words that outlive a revision's types.
  struct RequestedCell: Codable {
    var subject: String
    /// A generator with its arguments, as `feed(1000)`; nil for a document.
    var workload: String?
    /// A document's full path; nil for a workload.
    var document: String?
    var seed: UInt64
    var threads: Int
    /// nil means serial queues.
    var dispatch: DispatchMode?
    /// For a subject that is a suite's program. Added later.
    var command: BenchmarkSuite.Command?

    init(_ cell: Cell) {
      (subject, seed, threads) = (cell.id.subject, cell.id.seed, cell.id.threads)
      dispatch = cell.id.pool == .serialQueues ? nil : cell.id.pool
      (workload, document) = (cell.source.workload, cell.source.document)
      command = cell.command
    }

    /// The cell, with the properties that a request contains.
    var cell: Cell {
      get throws(WorkerError) {
        let id = CellID(
          subject: subject, workload: workload ?? document ?? "", seed: seed, threads: threads,
          pool: dispatch ?? .serialQueues)
        guard (workload == nil) != (document == nil) else {
          throw WorkerError("a cell has a workload or a document")
        }
        var cell = Cell(id: id, source: document.map { .document($0) })
        cell.command = command
        return cell
      }
    }
  }
}

// MARK: - What requests and replies hold

extension WorkerProtocol {
  /// A place for a cell in a worker process that keeps several loaded.
  struct Slot: Hashable, Sendable, Codable {
    var number: Int
    /// The most threads of any cell in the process: all its cells share one pool.
    var poolThreads: Int
  }

  /// A worker's description of the cell that it loaded.
  struct LoadedCell: Hashable, Sendable, Codable {
    /// Elements per job.
    var nodeCount: Int
    /// Levels of the deepest tree.
    var depth: Int
    /// True if a job has several threads, which work on one layout. Added later.
    var splitsLayouts: Bool?
    /// True if the worker is a `SelfTimedWorker`. Added later.
    var timesItself: Bool?
    /// The bytes that a job of code processes, if the code gives a number. Added later.
    var byteCount: Int?
  }

  /// A batch's measurements from a worker process. nil = not measured.
  struct Batch: Hashable, Sendable, Codable {
    var wallNanoseconds: UInt64
    /// The sum over all threads.
    var cpuNanoseconds: UInt64?
    var queueWaitNanoseconds: UInt64?
    /// The bit pattern of the frames' checksum, since JSON has no NaN.
    var checksumBits: UInt64
    var allocCount: UInt64?
    var allocBytes: UInt64?
    /// The peak of the whole process since it began.
    var peakResidentBytes: UInt64?
    var involuntaryContextSwitches: UInt64?
    /// Only for counted batches, like the next count. Added later.
    var pageFaults: UInt64?
    var voluntaryContextSwitches: UInt64?
    /// The busy time of all workers together. Added later, like all that follows.
    var busyNanoseconds: UInt64?
    /// True if two workers of a cell in a slot gave different checksums; without a slot that is an error.
    var workersDisagree: Bool?

    var checksum: Double { Double(bitPattern: checksumBits) }

    /// Keeps the fewer page faults and waits of this batch and another one with equal jobs.
    mutating func keepFewerEvents(_ other: Batch) {
      if let pageFaults, let others = other.pageFaults { self.pageFaults = min(pageFaults, others) }
      if let own = voluntaryContextSwitches, let others = other.voluntaryContextSwitches {
        voluntaryContextSwitches = min(own, others)
      }
    }
  }
}

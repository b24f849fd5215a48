/// A cell that is measured, in this process or in worker processes: what it is, where its tree comes from, and what makes its
/// workers.
package struct Cell: Sendable {
  /// Without its size until a process has its tree.
  package var id: CellID
  /// The workload, or a document with its full path: a worker process knows no suite.
  package var source: CellSource
  /// True if several threads of its own work on one layout, default false.
  package var splitsLayouts: Bool
  /// True if revisions may lay out different elements, because the layout is what they change; default false:
  /// then only times of equal layouts are compared.
  package var layoutMayChange: Bool
  /// The bytes that a job goes through; nil, the default, if it does not say.
  package var byteCount: Int?
  /// The program of a suite that is the subject; nil, the default, for a subject of this program.
  package var command: BenchmarkSuite.Command?
  /// Makes one worker, which may be a `SelfTimedWorker`. Called before anything is timed, as
  /// `WorkerPool.load` says. An error fails the cell, not the run.
  package var makeWorker: @Sendable () throws -> any Worker

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

/// The protocol of runs, comparisons and worker processes: JSON objects, one per line, and one reply per request.
///
/// 1. `hello` states the version of the protocol.
/// 2. `load` prepares a cell, which replaces all before; in a slot, only the one that was there.
/// 3. `run` runs a batch and returns its times. The worker reads the clock, so the pipe is not timed.
/// 4. `unload` empties a slot. Added later: only a run, whose worker is of the same program, has slots.
///
/// Compared revisions may be years apart, so a version never changes. Keys may be added: old workers MUST
/// ignore them, and their replies may lack them. Any other change makes a new version.
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
    /// The place of the cell; nil for the only one. Added later.
    var slot: WorkerSlot?
  }

  /// A reply. If there is an `error`, only `isRefusal`, `isUnknown` and `remedy` may be present besides.
  struct Reply: Codable {
    /// The reason why the request failed, as a sentence.
    var error: String?
    /// For `load`: true if the subject does not support the cell, which is no mistake. Added later.
    var isRefusal: Bool?
    /// For `load`: true if the revision has no such workload or subject. Added later.
    var isUnknown: Bool?
    /// For `load`: what the user can do about a refusal. Added later.
    var remedy: String?
    /// For `hello`.
    var version: Int?
    /// For `hello`.
    var configuration: BuildFacts.Configuration?
    /// For `hello`: true if the process can load further cells. Missing from older workers, which cannot.
    var takesMoreCells: Bool?
    /// For `load`.
    var loaded: LoadedWorker?
    /// For `run`.
    var batch: WorkerBatch?
  }
}

extension WorkerProtocol {
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

    /// The cell as far as a request tells it.
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

/// A place for a cell in a worker process that keeps several loaded.
package struct WorkerSlot: Hashable, Sendable, Codable {
  var number: Int
  /// The most threads of a cell of the process, which all share one pool.
  var poolThreads: Int
}

/// A worker's description of the cell that it loaded.
package struct LoadedWorker: Hashable, Sendable, Codable {
  /// Elements per job.
  var nodeCount: Int
  /// Levels of the deepest tree.
  var depth: Int
  /// Distinct jobs: always 1. The key stays because older programs require it.
  var jobCount = 1
  /// True if several threads of its own work on one layout. Added later.
  var splitsLayouts: Bool?
  /// True if its worker is a `SelfTimedWorker`. Added later.
  var timesItself: Bool?
  /// The bytes that a job goes through, of code that says so. Added later.
  var byteCount: Int?
}

/// The purpose of a batch.
package enum BatchKind: Hashable, Sendable {
  case times
  /// Allocations, and the peak of memory so far. Its times mean nothing.
  case counts
}

/// A batch's measurements from a worker process. nil = not measured.
package struct WorkerBatch: Hashable, Sendable, Codable {
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
  /// Of a counted batch. Added later, as the next one.
  var pageFaults: UInt64?
  var voluntaryContextSwitches: UInt64?
  /// The busy time of all workers together. Added later, like all that follows.
  var busyNanoseconds: UInt64?
  /// True if two workers gave different checksums, of a cell in a slot; otherwise that is an error.
  var workersDisagree: Bool?

  var checksum: Double { Double(bitPattern: checksumBits) }
}

extension SampleRecord {
  /// Makes the sample of a batch, for a run or a comparison, which adds what it alone knows. Times are of timed batches only.
  init(
    _ batch: WorkerBatch, of cell: CellID, runID: String, utc: String, _ place: SamplePlace, iterations: Int,
    pid: Int
  ) {
    self.init(
      runID: runID, sequence: 0, utc: utc, pass: place.pass, cell: cell, pid: pid, round: place.round,
      order: place.order, phase: place.phase, iterations: iterations, allocCount: batch.allocCount,
      allocBytes: batch.allocBytes, peakResidentBytes: batch.peakResidentBytes, checksum: batch.checksum,
      pageFaults: batch.pageFaults, voluntaryContextSwitches: batch.voluntaryContextSwitches)
    guard place.pass == .time else { return }
    (wallNanoseconds, cpuNanoseconds) = (batch.wallNanoseconds, batch.cpuNanoseconds)
    (queueWaitNanoseconds, busyNanoseconds) = (batch.queueWaitNanoseconds, batch.busyNanoseconds)
    involuntaryContextSwitches = batch.involuntaryContextSwitches
  }
}

/// An error of a worker process, as a sentence.
package struct WorkerError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
  /// True if it does not support the cell, which is no mistake. Default false.
  var isRefusal: Bool
  /// True if its revision has no such workload or subject, which one of two may lack. Default false.
  var isUnknown: Bool
  /// Advice for the user about a refusal; nil, the default, for none.
  var remedy: String?
  /// True if the process has ended, or its answers cannot be trusted; the description is then the end of a sentence about
  /// it. Default false.
  var isLost: Bool

  package init(
    _ description: String, isRefusal: Bool = false, isUnknown: Bool = false, remedy: String? = nil,
    isLost: Bool = false
  ) {
    self.description = description
    self.isRefusal = isRefusal
    self.isUnknown = isUnknown
    self.remedy = remedy
    self.isLost = isLost
  }

  /// The error as a sentence of its own.
  var sentence: String { isLost ? "The worker process \(description)." : description }

  /// Returns the workload or the subject of a cell that a revision does not have yet, or no longer; nil if the
  /// error has another reason.
  ///
  /// Revisions from before the mark say it in the same words since there are workers, and it is they that lack
  /// what is new.
  func missing(of cell: Cell) -> String? {
    let hasNoSubject = description.hasPrefix("this revision has no subject ")
    if hasNoSubject || isUnknown && description.hasPrefix("it has no subject ") {
      return "subject \(cell.id.subject)"
    }
    guard case .workload(let workload) = cell.source,
      isUnknown || description.hasPrefix("there is no workload ")
    else {
      return nil
    }
    return "workload \(workload)"
  }
}

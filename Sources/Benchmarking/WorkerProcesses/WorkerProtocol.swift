/// The protocol of comparison and worker processes: JSON objects, one per line, and one reply per request.
///
/// 1. `hello` states the version of the protocol.
/// 2. `load` prepares a cell, which replaces the one before.
/// 3. `run` runs a batch and returns its times. The worker reads the clock, so the pipe is not timed.
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
    }

    var request: Kind
    /// For `hello`.
    var version: Int?
    /// For `load`.
    var cell: WorkerCell?
    /// For `load`: true to check the cell's frames first.
    var isChecked: Bool?
    /// For `run`: the number of jobs.
    var iterations: Int?
    /// For `run`: true to count allocations, which makes the batch's times meaningless.
    var isCounted: Bool?
  }

  /// A reply. If there is an `error`, only `isRefusal` or `isUnknown` may be present besides.
  struct Reply: Codable {
    /// The reason why the request failed, as a sentence.
    var error: String?
    /// For `load`: true if the subject does not support the cell, which is no mistake. Added later.
    var isRefusal: Bool?
    /// For `load`: true if the revision has no such workload or subject. Added later.
    var isUnknown: Bool?
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

/// The cell that a worker process measures, in words that outlive a revision's types.
package struct WorkerCell: Hashable, Sendable, Codable {
  /// As in `CellDescription`.
  package var subject: String
  /// A generator with its arguments, as `feed(1000)`; nil for a document.
  package var workload: String?
  /// A document's full path; nil for a workload.
  package var document: String?
  package var seed: UInt64
  package var threads: Int
  /// The mode in which workers run; nil, the default, means serial queues.
  var dispatch: DispatchMode?

  /// The workload or document, and the seed, which determine the tree of a cell.
  package struct Source: Hashable, Sendable {
    var workload: String?
    var document: String?
    var seed: UInt64
  }

  package var source: Source { Source(workload: workload, document: document, seed: seed) }

  package init(
    subject: String, workload: String? = nil, document: String? = nil, seed: UInt64, threads: Int,
    dispatch: DispatchMode? = nil
  ) {
    self.subject = subject
    self.workload = workload
    self.document = document
    self.seed = seed
    self.threads = threads
    self.dispatch = dispatch
  }
}

/// A worker's description of the cell that it loaded.
package struct LoadedWorker: Hashable, Sendable, Codable {
  /// Elements per job.
  var nodeCount: Int
  /// Levels of the deepest tree.
  var depth: Int
  /// Distinct jobs: always 1. The key stays because older programs require it.
  var jobCount = 1
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

  var checksum: Double { Double(bitPattern: checksumBits) }
}

/// An error of a worker process, as a sentence.
package struct WorkerError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
  /// True if it does not support the cell, which is no mistake. Default false.
  var isRefusal: Bool
  /// True if its revision has no such workload or subject, which one of two may lack. Default false.
  var isUnknown: Bool

  package init(_ description: String, isRefusal: Bool = false, isUnknown: Bool = false) {
    self.description = description
    self.isRefusal = isRefusal
    self.isUnknown = isUnknown
  }

  /// Returns the workload or the subject of a cell that a revision does not have yet, or no longer; nil if the
  /// error has another reason.
  ///
  /// Revisions from before the mark say it in the same words since there are workers, and it is they that lack
  /// what is new.
  func missing(of cell: WorkerCell) -> String? {
    let hasNoSubject = description.hasPrefix("this revision has no subject ")
    if hasNoSubject || isUnknown && description.hasPrefix("it has no subject ") {
      return "subject \(cell.subject)"
    }
    guard let workload = cell.workload, isUnknown || description.hasPrefix("there is no workload ") else {
      return nil
    }
    return "workload \(workload)"
  }
}

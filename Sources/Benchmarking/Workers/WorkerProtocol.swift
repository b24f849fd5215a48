/// What is asked of a worker process, and what it answers: a JSON object a line, each request answered by one line.
///
/// 1. `hello` names the version that is spoken.
/// 2. `load` gets a cell ready, in place of the one before.
/// 3. `run` runs a batch and tells what it took. The clock is read in the worker, so the pipe is outside all timing.
///
/// Revisions that are compared may be years apart, so a version is never changed: keys may be added that old workers pass over and
/// that may be missing in their answers, and whatever else changes is a new version.
package enum WorkerProtocol {
  /// The one version that there is.
  package static let version = 1

  /// One request. Only what belongs to its kind is there.
  package struct Request: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable {
      case hello
      case load
      case run
    }

    package var request: Kind
    /// Of `hello`.
    package var version: Int?
    /// Of `load`.
    package var cell: WorkerCell?
    /// Of `load`: whether the cell's frames are checked first.
    package var isChecked: Bool?
    /// Of `run`: jobs.
    package var iterations: Int?
    /// Of `run`: whether allocations are counted; the batch's times mean nothing then.
    package var isCounted: Bool?

    package init(_ request: Kind) {
      self.request = request
    }
  }

  /// One answer. With an `error` it has nothing else but what kind of error it is.
  package struct Reply: Hashable, Sendable, Codable {
    /// Why the request could not be carried out, as a sentence.
    package var error: String?
    /// To `load`: true if the subject does not measure such a cell, which is no mistake. Came later.
    package var isRefusal: Bool?
    /// To `hello`.
    package var version: Int?
    /// To `hello`.
    package var configuration: BuildFacts.Configuration?
    /// To `hello`: true if the process gets another cell ready after the first. Missing from workers that had one
    /// cell for good.
    package var takesMoreCells: Bool?
    /// To `load`.
    package var loaded: LoadedWorker?
    /// To `run`.
    package var batch: WorkerBatch?

    package init() {}
  }
}

/// What a worker process is to measure: a cell in words that outlive a revision's types.
package struct WorkerCell: Hashable, Sendable, Codable {
  /// As in `CellDescription`.
  package var subject: String
  /// A generator with its arguments, as `feed(1000)`; nil for a document.
  package var workload: String?
  /// A document's full path; nil for a workload.
  package var document: String?
  package var seed: UInt64
  package var threads: Int
  /// How the workers are run; nil, the default, for serial queues.
  package var dispatch: DispatchMode?
  /// Steps of a chain of arithmetic that are run after each job: work of a known amount, to see whether it is found. Default 0.
  package var extraSteps: Int

  package init(
    subject: String, workload: String? = nil, document: String? = nil, seed: UInt64, threads: Int,
    dispatch: DispatchMode? = nil, extraSteps: Int = 0
  ) {
    self.subject = subject
    self.workload = workload
    self.document = document
    self.seed = seed
    self.threads = threads
    self.dispatch = dispatch
    self.extraSteps = extraSteps
  }

  /// `dispatch` and `extraSteps` came later, so they may be missing.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    subject = try values.decode(String.self, forKey: .subject)
    workload = try values.decodeIfPresent(String.self, forKey: .workload)
    document = try values.decodeIfPresent(String.self, forKey: .document)
    seed = try values.decode(UInt64.self, forKey: .seed)
    threads = try values.decode(Int.self, forKey: .threads)
    dispatch = try values.decodeIfPresent(DispatchMode.self, forKey: .dispatch)
    extraSteps = try values.decodeIfPresent(Int.self, forKey: .extraSteps) ?? 0
  }
}

/// What a worker says of the cell that it got ready.
package struct LoadedWorker: Hashable, Sendable, Codable {
  /// Elements of a job.
  package var nodeCount: Int
  /// Levels of the deepest tree.
  package var depth: Int
  /// Distinct jobs.
  package var jobCount: Int

  package init(nodeCount: Int, depth: Int, jobCount: Int) {
    self.nodeCount = nodeCount
    self.depth = depth
    self.jobCount = jobCount
  }
}

/// What a batch took in a worker process. nil = not measured.
package struct WorkerBatch: Hashable, Sendable, Codable {
  package var wallNanoseconds: UInt64
  /// Of all threads together.
  package var cpuNanoseconds: UInt64?
  package var queueWaitNanoseconds: UInt64?
  /// The bits of the frames' checksum, since JSON has no NaN.
  package var checksumBits: UInt64
  package var allocCount: UInt64?
  package var allocBytes: UInt64?
  /// The process's, since it began.
  package var peakResidentBytes: UInt64?
  package var involuntaryContextSwitches: UInt64?

  package var checksum: Double { Double(bitPattern: checksumBits) }
}

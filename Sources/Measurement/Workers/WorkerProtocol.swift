/// What is asked of a worker process, and what it answers: a JSON object a line, each request answered by one line.
///
/// 1. `hello` names the version that is spoken.
/// 2. `load` gets one cell ready. A process has one cell.
/// 3. `run` runs a batch and tells what it took. The clock is read in the worker, so the pipe is outside all timing.
///
/// Revisions that are compared may be years apart, so a version is never changed: keys may be added that old workers pass over and
/// that may be missing in their answers, and whatever else changes is a new version.
public enum WorkerProtocol {
  /// The one version that there is.
  public static let version = 1

  /// One request. Only what belongs to its kind is there.
  public struct Request: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable {
      case hello
      case load
      case run
    }

    public var request: Kind
    /// Of `hello`.
    public var version: Int?
    /// Of `load`.
    public var cell: WorkerCell?
    /// Of `load`: whether the cell's frames are checked first.
    public var isChecked: Bool?
    /// Of `run`: jobs.
    public var iterations: Int?
    /// Of `run`: whether allocations are counted; the batch's times mean nothing then.
    public var isCounted: Bool?

    public init(_ request: Kind) {
      self.request = request
    }
  }

  /// One answer. With an `error` it has nothing else but what kind of error it is.
  public struct Reply: Hashable, Sendable, Codable {
    /// Why the request could not be carried out, as a sentence.
    public var error: String?
    /// To `load`: true if the subject does not measure such a cell, which is no mistake. Came later.
    public var isRefusal: Bool?
    /// To `hello`.
    public var version: Int?
    /// To `hello`.
    public var configuration: BuildFacts.Configuration?
    /// To `load`.
    public var loaded: LoadedWorker?
    /// To `run`.
    public var batch: WorkerBatch?

    public init() {}
  }
}

/// What a worker process is to measure: a cell in words that outlive a revision's types.
public struct WorkerCell: Hashable, Sendable, Codable {
  /// As in `CellDescription`.
  public var subject: String
  /// A generator with its arguments, as `feed(1000)`; nil for a document.
  public var workload: String?
  /// A document's full path; nil for a workload.
  public var document: String?
  public var seed: UInt64
  public var threads: Int
  /// How the workers are run; nil, the default, for serial queues.
  public var dispatch: DispatchMode?
  /// Steps of a chain of arithmetic that are run after each job: work of a known amount, to see whether it is found. Default 0.
  public var extraSteps: Int

  public init(
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
  public init(from decoder: any Decoder) throws {
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
public struct LoadedWorker: Hashable, Sendable, Codable {
  /// Elements of a job.
  public var nodeCount: Int
  /// Levels of the deepest tree.
  public var depth: Int
  /// Distinct jobs.
  public var jobCount: Int

  public init(nodeCount: Int, depth: Int, jobCount: Int) {
    self.nodeCount = nodeCount
    self.depth = depth
    self.jobCount = jobCount
  }
}

/// What a batch took in a worker process. nil = not measured.
public struct WorkerBatch: Hashable, Sendable, Codable {
  public var wallNanoseconds: UInt64
  /// Of all threads together.
  public var cpuNanoseconds: UInt64?
  public var queueWaitNanoseconds: UInt64?
  /// The bits of the frames' checksum, since JSON has no NaN.
  public var checksumBits: UInt64
  public var allocCount: UInt64?
  public var allocBytes: UInt64?
  /// The process's, since it began.
  public var peakResidentBytes: UInt64?
  public var involuntaryContextSwitches: UInt64?

  public init(
    wallNanoseconds: UInt64, cpuNanoseconds: UInt64? = nil, queueWaitNanoseconds: UInt64? = nil,
    checksumBits: UInt64, allocCount: UInt64? = nil, allocBytes: UInt64? = nil,
    peakResidentBytes: UInt64? = nil,
    involuntaryContextSwitches: UInt64? = nil
  ) {
    self.wallNanoseconds = wallNanoseconds
    self.cpuNanoseconds = cpuNanoseconds
    self.queueWaitNanoseconds = queueWaitNanoseconds
    self.checksumBits = checksumBits
    self.allocCount = allocCount
    self.allocBytes = allocBytes
    self.peakResidentBytes = peakResidentBytes
    self.involuntaryContextSwitches = involuntaryContextSwitches
  }

  public var checksum: Double { Double(bitPattern: checksumBits) }
}

/// What a run measures, as people keep it in a file: workloads, subjects, numbers of threads, dispatch modes and a budget.
public struct BenchmarkSuite: Hashable, Sendable {
  /// What the file says it is.
  public static let format = "layoutbench-suite"
  /// The one version that there is.
  public static let version = 1

  /// What a cell lays out.
  public enum Source: Hashable, Sendable {
    /// A generator and its arguments, as `feed(1000)`.
    case workload(String)
    /// A document's path, relative to the folder above the suite's.
    case document(String)
  }

  /// A source, the subjects that take it on, in how many threads and how these are run.
  public struct Cell: Hashable, Sendable {
    public var source: Source
    /// Never empty, each once.
    public var subjects: [String]
    /// nil = the suite's.
    public var threads: ThreadList?
    /// nil = the suite's.
    public var dispatch: [DispatchMode]?

    public init(
      source: Source, subjects: [String], threads: ThreadList? = nil, dispatch: [DispatchMode]? = nil
    ) {
      self.source = source
      self.subjects = subjects
      self.threads = threads
      self.dispatch = dispatch
    }
  }

  /// What people call it; never empty, and fit for a folder's name.
  public var name: String
  /// A sentence for people, empty by default.
  public var description: String
  /// After how long nothing new is begun; nil = no limit.
  public var budgetSeconds: Double?
  /// Samples of each cell at most; nil = the plan's default.
  public var rounds: Int?
  /// Default 1 thread.
  public var threads: ThreadList
  /// Never empty, each once, default serial queues.
  public var dispatch: [DispatchMode]
  /// Never empty.
  public var cells: [Cell]

  public init(
    name: String, description: String = "", budgetSeconds: Double? = nil, rounds: Int? = nil,
    threads: ThreadList = [1], dispatch: [DispatchMode] = [.serialQueues], cells: [Cell]
  ) {
    self.name = name
    self.description = description
    self.budgetSeconds = budgetSeconds
    self.rounds = rounds
    self.threads = threads
    self.dispatch = dispatch
    self.cells = cells
  }

  /// The budget as a length of time.
  public var budget: TimeSpan? {
    budgetSeconds.map { TimeSpan(nanoseconds: UInt64(($0 * 1e9).rounded())) }
  }

  /// Numbers of threads that a cell is measured with: its own or the suite's.
  public func threads(of cell: Cell) -> ThreadList {
    cell.threads ?? threads
  }

  /// Modes that a cell is measured in: its own or the suite's.
  public func dispatch(of cell: Cell) -> [DispatchMode] {
    cell.dispatch ?? dispatch
  }
}

/// Why a suite's file is no suite.
public struct SuiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// As it was given.
  public var file: String
  /// Where in the file, as `cells[2].wrkload`; empty for the file as a whole.
  public var path: String
  /// What is wrong and what was expected, as a sentence.
  public var message: String

  public var description: String {
    path.isEmpty ? "\(file): \(message)" : "\(file): \(path): \(message)"
  }
}

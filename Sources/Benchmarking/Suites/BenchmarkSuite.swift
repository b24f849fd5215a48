/// What a run measures, as people keep it in a file: workloads, subjects, numbers of threads, dispatch modes and a budget.
package struct BenchmarkSuite: Hashable, Sendable {
  /// What the file says it is.
  package static let format = "layoutbench-suite"
  /// The one version that there is.
  package static let version = 1

  /// What a cell lays out.
  package enum Source: Hashable, Sendable {
    /// A generator and its arguments, as `feed(1000)`.
    case workload(String)
    /// A document's path, relative to the folder above the suite's.
    case document(String)
  }

  /// A source, the subjects that take it on, in how many threads and how these are run.
  package struct Cell: Hashable, Sendable {
    package var source: Source
    /// Never empty, each once.
    package var subjects: [String]
    /// nil = the suite's.
    package var threads: ThreadList?
    /// nil = the suite's.
    package var dispatch: [DispatchMode]?

    package init(
      source: Source, subjects: [String], threads: ThreadList? = nil, dispatch: [DispatchMode]? = nil
    ) {
      self.source = source
      self.subjects = subjects
      self.threads = threads
      self.dispatch = dispatch
    }
  }

  /// What people call it; never empty, and fit for a folder's name.
  package var name: String
  /// A sentence for people, empty by default.
  package var description: String
  /// After how long nothing new is begun; nil = no limit.
  package var budgetSeconds: Double?
  /// Samples of each cell at most; nil = the plan's default.
  package var rounds: Int?
  /// Default 1 thread.
  package var threads: ThreadList
  /// Never empty, each once, default serial queues.
  package var dispatch: [DispatchMode]
  /// Never empty.
  package var cells: [Cell]

  package init(
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
  package var budget: TimeSpan? {
    budgetSeconds.map { TimeSpan(nanoseconds: UInt64(($0 * 1e9).rounded())) }
  }

  /// Numbers of threads that a cell is measured with: its own or the suite's.
  package func threads(of cell: Cell) -> ThreadList {
    cell.threads ?? threads
  }

  /// Modes that a cell is measured in: its own or the suite's.
  package func dispatch(of cell: Cell) -> [DispatchMode] {
    cell.dispatch ?? dispatch
  }
}

/// Why a suite's file is no suite.
package struct SuiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// As it was given.
  package var file: String
  /// Where in the file, as `cells[2].wrkload`; empty for the file as a whole.
  package var path: String
  /// What is wrong and what was expected, as a sentence.
  package var message: String

  package var description: String {
    path.isEmpty ? "\(file): \(message)" : "\(file): \(path): \(message)"
  }
}

/// The contents of a suite file: workloads, subjects, numbers of threads, dispatch modes and a budget.
package struct BenchmarkSuite: Hashable, Sendable {
  /// The value of the file's `format` key.
  package static let format = "layoutbench-suite"
  /// The only version so far.
  package static let version = 1

  /// The input of a cell.
  package enum Source: Hashable, Sendable {
    /// A generator with its arguments, as `feed(1000)`.
    case workload(String)
    /// A document's path, relative to the parent of the suite's folder.
    case document(String)
  }

  /// A source, its subjects, and their numbers of threads and dispatch modes.
  package struct Cell: Hashable, Sendable {
    package var source: Source
    /// The subjects, each once; never empty.
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

  /// The suite's name: never empty, and valid as a folder's name.
  package var name: String
  /// A sentence for people, empty by default.
  package var description: String
  /// Seconds after which nothing new is begun; nil = no limit.
  package var budgetSeconds: Double?
  /// The most samples per cell; nil = the plan's default.
  package var rounds: Int?
  /// Default 1 thread.
  package var threads: ThreadList
  /// The modes, each once; never empty. Default serial queues.
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

  /// The budget as a time span.
  package var budget: TimeSpan? {
    budgetSeconds.map { TimeSpan(nanoseconds: UInt64(($0 * 1e9).rounded())) }
  }

  /// Returns the numbers of threads for a cell: its own or the suite's.
  package func threads(of cell: Cell) -> ThreadList {
    cell.threads ?? threads
  }

  /// Returns the dispatch modes for a cell: its own or the suite's.
  package func dispatch(of cell: Cell) -> [DispatchMode] {
    cell.dispatch ?? dispatch
  }
}

/// An error in a suite's file.
package struct SuiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name as given.
  package var file: String
  /// The place in the file, as `cells[2].wrkload`; empty for the file as a whole.
  package var path: String
  /// The mistake and what was expected, as a sentence.
  package var message: String

  package var description: String {
    path.isEmpty ? "\(file): \(message)" : "\(file): \(path): \(message)"
  }
}

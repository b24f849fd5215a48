/// What a run was asked to measure, in as much detail as another process needs to go on with it, on a machine with another number of
/// cores and without the suite's file.
package struct RunRequest: Hashable, Sendable, Codable {
  /// A subject on a workload or document, with some numbers of threads and run in one mode.
  package struct Cell: Hashable, Sendable, Codable {
    /// As `feed(1000)`; nil for a document.
    package var workload: String?
    /// A path relative to the folder above the suite's; nil for a workload.
    package var document: String?
    package var subject: String
    package var threads: [Int]
    /// nil = serial queues.
    package var dispatch: DispatchMode?

    package init(
      source: BenchmarkSuite.Source, subject: String, threads: [Int], dispatch: DispatchMode = .serialQueues
    ) {
      switch source {
      case .workload(let text): workload = text
      case .document(let path): document = path
      }
      self.subject = subject
      self.threads = threads
      self.dispatch = dispatch == .serialQueues ? nil : dispatch
    }

    /// nil where the cell has neither a workload nor a document, which no cell has that this program wrote.
    package var source: BenchmarkSuite.Source? {
      workload.map { .workload($0) } ?? document.map { .document($0) }
    }

    /// What all cells of one workload share and no others; shards are made of whole ones.
    var group: String { workload.map { "workload \($0)" } ?? "document \(document ?? "")" }
  }

  /// Where the suite came from; documents are looked for from here. Need not exist any more where there are none.
  package var suiteFile: String
  /// Patterns of which cells had to contain one.
  package var filter: [String]
  /// Patterns of which they had to contain none; nil without any, and where an older program wrote the run.
  package var exclude: [String]?
  /// nil = all of it.
  package var shard: Shard?
  /// In the suite's order, after filters, and of all shards.
  package var cells: [Cell]

  package init(suiteFile: String, filter: CellFilter = CellFilter(), shard: Shard? = nil, cells: [Cell]) {
    self.suiteFile = suiteFile
    self.filter = filter.wanted
    exclude = filter.excluded.isEmpty ? nil : filter.excluded
    self.shard = shard
    self.cells = cells
  }

  /// A suite's cells that a filter wants.
  ///
  /// - Parameters:
  ///   - threads: in place of the suite's numbers.
  ///   - dispatch: in place of the suite's modes.
  ///   - logicalCores: what `max` stands for in them.
  package init(
    suite: BenchmarkSuite, suiteFile: String, filter: CellFilter = CellFilter(), threads: ThreadList? = nil,
    dispatch: [DispatchMode]? = nil, logicalCores: Int, shard: Shard? = nil
  ) {
    self.init(suiteFile: suiteFile, filter: filter, shard: shard, cells: [])
    for cell in suite.cells {
      let wanted = (threads ?? suite.threads(of: cell)).resolved(logicalCores: logicalCores)
      let modes = dispatch ?? suite.dispatch(of: cell)
      let source =
        switch cell.source {
        case .workload(let text): text
        case .document(let path): path
        }
      for (subject, mode) in cell.subjects.flatMap({ subject in modes.map { (subject, $0) } }) {
        let left = wanted.filter { threads in
          filter.matches(
            CellFilter.text(subject: subject, workload: source, threads: threads, pool: mode.rawValue))
        }
        if !left.isEmpty {
          cells.append(Cell(source: cell.source, subject: subject, threads: left, dispatch: mode))
        }
      }
    }
  }

  /// The cells of the shard, or all. A pure function of the request and the run's seed.
  package func cellsOfShard(seed: UInt64) -> [Cell] {
    guard let shard else { return cells }
    let groups = shard.selection(from: cells.map(\.group), seed: seed)
    return cells.filter { groups.contains($0.group) }
  }
}

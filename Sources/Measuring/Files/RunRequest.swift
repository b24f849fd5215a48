import Foundation

/// The cells that a run was asked to measure, in enough detail for another process to resume it, on a machine
/// with a different number of cores and without the suite's file.
package struct RunRequest: Hashable, Sendable, Codable {
  /// A subject on a workload or document, with its thread counts and one dispatch mode.
  package struct Cell: Hashable, Sendable, Codable {
    /// The text of a workload such as `feed(1000)`; nil for a document.
    package var workload: String?
    /// A path relative to the folder above the suite's; nil for a workload.
    var document: String?
    package var subject: String
    package var threads: [Int]
    /// nil = serial queues.
    package var dispatch: DispatchMode?

    init(
      source: CellSource, subject: String, threads: [Int], dispatch: DispatchMode = .serialQueues
    ) {
      (workload, document) = (source.workload, source.document)
      self.subject = subject
      self.threads = threads
      self.dispatch = dispatch == .serialQueues ? nil : dispatch
    }

    /// The workload or document; nil if the cell has neither, which this program never writes.
    package var source: CellSource? {
      workload.map { .workload($0) } ?? document.map { .document($0) }
    }

    /// The key that all cells of one workload share; shards consist of whole groups.
    var group: String { workload.map { "workload \($0)" } ?? "document \(document ?? "")" }
  }

  /// The suite's file, where documents are looked up. Without documents it need not exist any more.
  package var suiteFile: String
  /// The shard that is measured; nil = the whole run.
  var shard: Shard?
  /// The subjects that are programs, with the paths that they are started by; nil without any.
  package var commands: [BenchmarkSuite.Command]?
  /// True if a comparison counts instructions too; else nil.
  var countsInstructions: Bool?
  /// The cells in the suite's order, after filters, of all shards.
  package var cells: [Cell]
}

extension RunRequest {
  /// Selects the cells of a suite that match a filter.
  ///
  /// - Parameters:
  ///   - threads: replaces the suite's thread counts.
  ///   - dispatch: replaces the suite's modes.
  ///   - logicalCores: the value of `max` in thread counts.
  package init(
    suite: BenchmarkSuite, suiteFile: String, filter: CellFilter = CellFilter(), threads: ThreadList? = nil,
    dispatch: [DispatchMode]? = nil, logicalCores: Int, shard: Shard? = nil
  ) {
    self.init(suiteFile: suiteFile, shard: shard, cells: [])
    let folder = URL(fileURLWithPath: suiteFile).deletingLastPathComponent()
    let programs = suite.commands.map { $0.startedBy { Self.path($0, from: folder) } }
    commands = programs.isEmpty ? nil : programs
    for cell in suite.cells {
      let wanted = (threads ?? suite.threads(of: cell)).resolved(logicalCores: logicalCores)
      let modes = dispatch ?? suite.dispatch(of: cell)
      for (subject, mode) in cell.subjects.flatMap({ subject in modes.map { (subject, $0) } }) {
        let left = wanted.filter { threads in
          filter.matches(
            CellFilter.text(subject: subject, workload: cell.source.name, threads: threads, pool: mode))
        }
        if !left.isEmpty {
          cells.append(Cell(source: cell.source, subject: subject, threads: left, dispatch: mode))
        }
      }
    }
  }

  /// Returns the request in the form that the run's folder stores: files have paths relative to it. So a run names no folders
  /// of your machine when you send it, and can be resumed in a checkout that was moved. If no document is found from a suite's
  /// file, its name is stored. A path that shares only the root with the folder stays as it is.
  func stored(in folder: URL) -> RunRequest {
    var stored = self
    stored.suiteFile =
      cells.contains { $0.document != nil }
      ? Self.way(to: suiteFile, from: folder) : (suiteFile as NSString).lastPathComponent
    stored.commands = commands?.map { $0.startedBy { Self.way(to: $0, from: folder) } }
    return stored
  }

  /// Returns the request with full paths instead of the folder's relative ones.
  func resolved(in folder: URL) -> RunRequest {
    let folder = folder.resolvingSymlinksInPath()
    var resolved = self
    resolved.suiteFile = Self.path(suiteFile, from: folder)
    resolved.commands = commands?.map { $0.startedBy { Self.path($0, from: folder) } }
    return resolved
  }

  /// Returns the full path of a path relative to a folder. A name without a slash stays: a shell looks for it.
  private static func path(_ name: String, from folder: URL) -> String {
    guard name.contains("/"), !name.hasPrefix("/") else { return name }
    return folder.appendingPathComponent(name).standardizedFileURL.path
  }

  private static func way(to path: String, from folder: URL) -> String {
    guard path.hasPrefix("/") else { return path }
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().pathComponents
    let start = folder.resolvingSymlinksInPath().pathComponents
    let common = zip(start, target).prefix { $0 == $1 }.count
    guard common > 1 else { return path }
    let up = start.count == common ? ["."] : Array(repeating: "..", count: start.count - common)
    return (up + target.dropFirst(common)).joined(separator: "/")
  }

  /// Returns the cells of the shard, or all. A pure function of the request and the run's seed.
  package func cellsOfShard(seed: UInt64) -> [Cell] {
    guard let shard else { return cells }
    let groups = shard.selection(from: cells.map(\.group), seed: seed)
    return cells.filter { groups.contains($0.group) }
  }
}

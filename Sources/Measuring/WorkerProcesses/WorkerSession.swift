import Foundation

/// A connection to a worker process. One thread uses it.
protocol WorkerSession: AnyObject {
  /// The process identifier, for records.
  var identifier: Int { get }
  /// Loads a cell into a slot; without a slot, replaces all cells.
  func load(_ cell: Cell, isChecked: Bool, slot: WorkerProtocol.Slot?) throws(WorkerError)
    -> WorkerProtocol.LoadedCell
  /// Unloads the cell in a slot.
  func unload(_ slot: WorkerProtocol.Slot) throws(WorkerError)
  /// Runs a batch of the cell in a slot; without a slot, of the only cell.
  ///
  /// - Parameter isCounted: true to count allocations, and the peak of memory so far; the batch's times then mean nothing.
  func runBatch(_ iterations: Int, isCounted: Bool, slot: WorkerProtocol.Slot?) throws(WorkerError)
    -> WorkerProtocol.Batch
  /// Ends the process.
  func end()
}

extension WorkerSession {
  func load(_ cell: Cell, isChecked: Bool) throws(WorkerError) -> WorkerProtocol.LoadedCell {
    try load(cell, isChecked: isChecked, slot: nil)
  }

  func runBatch(_ iterations: Int) throws(WorkerError) -> WorkerProtocol.Batch {
    try runBatch(iterations, isCounted: false, slot: nil)
  }

  /// Counts a batch. A job's allocations may depend on the tables and buffers left by all jobs before it, so all processes
  /// of a cell run the same batches from their start. Only counted batches distribute their jobs in a fixed way.
  ///
  /// The first batch fills caches and grows buffers, later ones do not. If several threads share a layout, or a job is a
  /// block, Dispatch sometimes allocates instead of reusing memory, depending on the order in which threads finish; the
  /// minimum of many batches excludes that.
  func count(
    _ cell: Cell, iterations: Int, atMost batches: Int = 20, slot: WorkerProtocol.Slot? = nil
  ) throws(WorkerError) -> WorkerProtocol.Batch {
    _ = try runBatch(iterations, isCounted: true, slot: slot)
    var least = try runBatch(iterations, isCounted: true, slot: slot)
    guard cell.splitsLayouts || cell.id.pool == .concurrentQueue else { return least }
    for _ in 1..<max(batches, 1) {
      let batch = try runBatch(iterations, isCounted: true, slot: slot)
      if (batch.allocCount ?? 0, batch.allocBytes ?? 0) < (least.allocCount ?? 0, least.allocBytes ?? 0) {
        least = batch
      }
    }
    return least
  }
}

/// A worker in its own process.
package final class ProcessWorkerSession: WorkerSession {
  let identifier: Int
  private let exchange: (Data) throws(WorkerError) -> Data
  private let whenEnded: () -> Void

  /// The longest time for an answer about a cell, of processes that the current thread starts.
  @TaskLocal package static var limit = TimeSpan.seconds(120)

  /// - Parameters:
  ///   - limit: the longest time for an answer about a cell, in seconds.
  ///   - patience: as in `LineProcess`.
  convenience init(
    executable: URL, arguments: [String] = ["worker"], environment: [String: String]?,
    limit: TimeInterval = limit.seconds, patience: TimeInterval = 1
  ) throws(WorkerError) {
    let process = try LineProcess(
      executable: executable, arguments: arguments, environment: environment,
      limit: max(limit, 120), patience: patience)
    try self.init(identifier: process.identifier, whenEnded: process.end, exchange: process.ask)
    // Starting runs no measured code, so its limit was longer.
    process.limit = limit
  }

  /// Begins a session over lines: `exchange` sends one and returns its answer, and `whenEnded` ends the process.
  init(
    identifier: Int, whenEnded: @escaping () -> Void,
    exchange: @escaping (Data) throws(WorkerError) -> Data
  ) throws(WorkerError) {
    (self.identifier, self.whenEnded, self.exchange) = (identifier, whenEnded, exchange)
    let reply: WorkerProtocol.Reply
    do throws(WorkerError) {
      reply = try ask(WorkerProtocol.Request(request: .hello, version: WorkerProtocol.version))
    } catch {
      throw WorkerError("the worker does not answer: it \(error)")
    }
    guard reply.version == WorkerProtocol.version else {
      throw WorkerError(
        "the worker speaks version \(reply.version.map(String.init) ?? "?") of the protocol, and not \(WorkerProtocol.version)"
      )
    }
  }

  /// Returns this program's environment for a worker process.
  ///
  /// - Parameter isCounting: true if the process counts and is never timed. Sets and dictionaries iterate in the order of
  ///   their hashes, whose seed differs between processes, and a solver's allocations follow that order; counts of equal
  ///   programs must be equal. For times, the seed is part of the scatter that the intervals must include. And jemalloc
  ///   counts allocations from a thread's cache only later, so there are no caches.
  static func environment(isCounting: Bool) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    guard isCounting else { return environment }
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    environment["MALLOC_CONF"] = (environment["MALLOC_CONF"].map { $0 + "," } ?? "") + "tcache:false"
    return environment
  }

  /// Starts `layoutbench worker` of the running program.
  static func startOwn(isCounting: Bool) throws(WorkerError) -> ProcessWorkerSession {
    #if os(Linux)
    // The running program, even if a build has since replaced its file.
    let program: URL? = URL(fileURLWithPath: "/proc/self/exe")
    #else
    let program = Bundle.main.executableURL
    #endif
    guard let program else { throw WorkerError("could not be started: the program cannot find itself") }
    return try ProcessWorkerSession(
      executable: program, environment: environment(isCounting: isCounting))
  }

  func load(_ cell: Cell, isChecked: Bool, slot: WorkerProtocol.Slot?) throws(WorkerError)
    -> WorkerProtocol.LoadedCell
  {
    let request = WorkerProtocol.Request(
      request: .load, cell: WorkerProtocol.RequestedCell(cell), isChecked: isChecked, slot: slot)
    guard let loaded = try ask(request).loaded else {
      throw WorkerError("the worker did not say what it loaded")
    }
    return loaded
  }

  func unload(_ slot: WorkerProtocol.Slot) throws(WorkerError) {
    _ = try ask(WorkerProtocol.Request(request: .unload, slot: slot))
  }

  func runBatch(
    _ iterations: Int, isCounted: Bool, slot: WorkerProtocol.Slot?
  ) throws(WorkerError) -> WorkerProtocol.Batch {
    let request = WorkerProtocol.Request(
      request: .run, iterations: iterations, isCounted: isCounted, slot: slot)
    guard let batch = try ask(request).batch else {
      throw WorkerError("the worker did not say what a batch took")
    }
    return batch
  }

  func end() { whenEnded() }

  private func ask(_ request: WorkerProtocol.Request) throws(WorkerError) -> WorkerProtocol.Reply {
    guard let line = try? JSONEncoder().encode(request) else {
      throw WorkerError("a request cannot be put into JSON")
    }
    let answer = try exchange(line)
    guard let reply = try? JSONDecoder().decode(WorkerProtocol.Reply.self, from: answer) else {
      throw WorkerError(
        "answered nonsense: \(String(decoding: answer.prefix(120), as: UTF8.self))", isLost: true)
    }
    if let error = reply.error {
      throw WorkerError(
        error, isRefusal: reply.isRefusal ?? false, isUnknown: reply.isUnknown ?? false, remedy: reply.remedy)
    }
    return reply
  }
}

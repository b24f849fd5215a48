import Foundation

/// The worker's side of the protocol: loads one cell at a time into its own pool and answers requests. It
/// does not know about pipes.
///
/// One thread uses it.
package final class WorkerServer {
  private let prepare: (Cell, _ isChecked: Bool) throws -> Cell
  private let environment: RunEnvironment
  private var pool: WorkerPool?
  private var loaded: WorkerPool.LoadedCell?

  /// - Parameter prepare: returns a requested cell with its size and its workers, and checks its frames on request. Its
  ///   errors are sent to the other side.
  package init(
    environment: RunEnvironment = RunEnvironment(),
    prepare: @escaping (Cell, _ isChecked: Bool) throws -> Cell
  ) {
    self.environment = environment
    self.prepare = prepare
  }

  deinit {
    pool?.shutDown()
  }

  /// Returns the reply to a request, both lines without their ends.
  package func answer(to line: Data) -> Data {
    var reply: WorkerProtocol.Reply
    do {
      reply = try answer(to: JSONDecoder().decode(WorkerProtocol.Request.self, from: line))
    } catch let error as DecodingError {
      reply = WorkerProtocol.Reply(error: "a request was not understood: \(error)")
    } catch {
      reply = WorkerProtocol.Reply(error: "\(error)")
      if let error = error as? WorkerError {
        reply.isRefusal = error.isRefusal ? true : nil
        reply.isUnknown = error.isUnknown ? true : nil
      }
    }
    return (try? JSONEncoder().encode(reply)) ?? Data(#"{"error":"the answer cannot be put into JSON"}"#.utf8)
  }

  private func answer(to request: WorkerProtocol.Request) throws -> WorkerProtocol.Reply {
    switch request.request {
    case .hello:
      return WorkerProtocol.Reply(
        version: WorkerProtocol.version, configuration: BuildFacts.ownConfiguration, takesMoreCells: true)
    case .load:
      guard let cell = request.cell else { throw WorkerError("load names no cell") }
      return WorkerProtocol.Reply(loaded: try load(cell, isChecked: request.isChecked ?? false))
    case .run:
      return WorkerProtocol.Reply(
        batch: try run(iterations: request.iterations ?? 1, isCounted: request.isCounted ?? false))
    }
  }

  private func load(_ request: WorkerProtocol.RequestedCell, isChecked: Bool) throws -> LoadedWorker {
    guard (1...WorkerPool.maximumThreads).contains(request.threads) else {
      throw WorkerError("a cell has 1 to \(WorkerPool.maximumThreads) threads, and not \(request.threads)")
    }
    // Unload the previous cell first, since two large ones may not fit into memory.
    pool?.shutDown()
    (pool, loaded) = (nil, nil)
    let cell = try prepare(request.cell, isChecked)
    let pool = WorkerPool(threads: cell.id.threads, clock: environment.clock)
    self.pool = pool
    loaded = try pool.load(threads: cell.id.threads, dispatch: cell.id.pool, makeWorker: cell.makeWorker)
    return LoadedWorker(
      nodeCount: cell.id.nodeCount, depth: cell.id.depth, splitsLayouts: cell.splitsLayouts ? true : nil)
  }

  private func run(iterations: Int, isCounted: Bool) throws -> WorkerBatch {
    guard let pool, let loaded else { throw WorkerError("run comes before load") }
    guard iterations >= 1 else { throw WorkerError("a batch has 1 job or more, and not \(iterations)") }
    // Otherwise a worker without a job so far would be counted at its first one, when caches fill.
    if isCounted { pool.warmUp(loaded) }
    let before = environment.counters.usage()
    let batch = pool.runBatch(
      of: loaded, iterations: iterations, counting: isCounted ? environment.allocationCounter : nil)
    let usage = environment.counters.usage()?.since(before)
    if let failure = batch.failure { throw WorkerError(failure) }
    if batch.workersDisagree { throw WorkerError("the job gave two different results in one batch") }
    return WorkerBatch(
      wallNanoseconds: batch.wallNanoseconds, cpuNanoseconds: batch.cpuNanoseconds,
      queueWaitNanoseconds: batch.queueWaitNanoseconds, checksumBits: batch.checksum.bitPattern,
      allocCount: batch.allocCount, allocBytes: isCounted ? batch.allocBytes : nil,
      peakResidentBytes: isCounted ? environment.counters.peakResidentBytes() : nil,
      involuntaryContextSwitches: usage?.involuntaryContextSwitches,
      pageFaults: isCounted ? usage?.pageFaults : nil,
      voluntaryContextSwitches: isCounted ? usage?.voluntaryContextSwitches : nil)
  }
}

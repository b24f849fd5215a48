import CSystemCalls
import Foundation

/// Marks the begin or end of a batch: callgrind writes its counts down when this function is called, by its name.
@inline(never)
private func markBatch() { have_an_effect() }

/// The worker's side of the protocol: loads cells into its own pool and answers requests. It knows nothing of pipes.
/// One thread uses a server.
package final class WorkerServer {
  private let prepare: (Cell, _ isChecked: Bool) throws -> Cell
  private let environment: RunEnvironment
  private var pool: WorkerPool?
  /// The loaded cells by their slots' numbers; the only one is in slot 0.
  private var cells: [Int: WorkerPool.LoadedCell] = [:]

  /// - Parameter prepare: returns a requested cell with its size and its workers, and checks its frames on request. Its
  ///   errors are sent to the other side.
  init(
    environment: RunEnvironment = RunEnvironment(),
    prepare: @escaping (Cell, _ isChecked: Bool) throws -> Cell
  ) {
    self.environment = environment
    self.prepare = prepare
  }

  /// A server on this machine's clocks and counters.
  package convenience init(
    counting allocations: any AllocationCounter,
    prepare: @escaping (Cell, _ isChecked: Bool) throws -> Cell
  ) {
    self.init(environment: RunEnvironment(allocationCounter: allocations), prepare: prepare)
  }

  deinit {
    pool?.shutDown()
  }

  /// Returns the reply to a request, both lines without their ends.
  package func answer(to line: Data) -> Data {
    var reply = WorkerProtocol.Reply()
    do {
      let request = try JSONDecoder().decode(WorkerProtocol.Request.self, from: line)
      switch request.request {
      case .hello: reply.version = WorkerProtocol.version
      case .load:
        guard let cell = request.cell else { throw WorkerError("load names no cell") }
        reply.loaded = try load(cell, isChecked: request.isChecked ?? false, request.slot)
      case .run: reply.batch = try runBatch(request)
      case .unload: unload(request.slot)
      }
    } catch let error as DecodingError {
      reply.error = "a request was not understood: \(error)"
    } catch {
      reply.error = "\(error)"
      if let error = error as? WorkerError {
        reply.isRefusal = error.isRefusal ? true : nil
        reply.isUnknown = error.isUnknown ? true : nil
        reply.remedy = error.remedy
      }
    }
    return (try? JSONEncoder().encode(reply)) ?? Data(#"{"error":"the answer cannot be put into JSON"}"#.utf8)
  }

  /// Unloads the cell in a slot, or all cells, before loading another: two large cells may not fit into memory.
  private func unload(_ slot: WorkerProtocol.Slot?) {
    if let slot {
      if let cell = cells.removeValue(forKey: slot.number) { pool?.unload(cell) }
    } else {
      pool?.shutDown()
      (pool, cells) = (nil, [:])
    }
  }

  private func load(
    _ request: WorkerProtocol.RequestedCell, isChecked: Bool, _ slot: WorkerProtocol.Slot?
  ) throws -> WorkerProtocol.LoadedCell {
    guard (1...WorkerPool.maximumThreads).contains(request.threads) else {
      throw WorkerError("a cell has 1 to \(WorkerPool.maximumThreads) threads, and not \(request.threads)")
    }
    unload(slot)
    let cell = try prepare(request.cell, isChecked)
    let threads = min(max(slot?.poolThreads ?? 1, cell.id.threads), WorkerPool.maximumThreads)
    let pool = pool ?? WorkerPool(threads: threads, clock: environment.clock)
    self.pool = pool
    let loaded = try pool.load(
      threads: cell.id.threads, dispatch: cell.id.pool, makeWorker: cell.makeWorker)
    cells[slot?.number ?? 0] = loaded
    return WorkerProtocol.LoadedCell(
      nodeCount: cell.id.nodeCount, depth: cell.id.depth, splitsLayouts: cell.splitsLayouts ? true : nil,
      timesItself: loaded.timesItself ? true : nil, byteCount: cell.byteCount)
  }

  private func runBatch(_ request: WorkerProtocol.Request) throws -> WorkerProtocol.Batch {
    let iterations = request.iterations ?? 1
    let isCounted = request.isCounted ?? false
    guard let pool, let loaded = cells[request.slot?.number ?? 0] else {
      throw WorkerError("run comes before load")
    }
    guard iterations >= 1 else { throw WorkerError("a batch has 1 job or more, and not \(iterations)") }
    let before = environment.counters.usage()
    start_instrumentation()
    markBatch()
    let batch = pool.runBatch(
      of: loaded, iterations: iterations, counting: isCounted ? environment.allocationCounter : nil)
    markBatch()
    let usage = environment.counters.usage()?.since(before)
    if let failure = batch.failure { throw WorkerError(failure) }
    if batch.workersDisagree && request.slot == nil {
      throw WorkerError("the job gave two different results in one batch")
    }
    return WorkerProtocol.Batch(
      wallNanoseconds: batch.wallNanoseconds, cpuNanoseconds: batch.cpuNanoseconds,
      queueWaitNanoseconds: batch.queueWaitNanoseconds, checksumBits: batch.checksum.bitPattern,
      allocCount: batch.allocCount, allocBytes: isCounted ? batch.allocBytes : nil,
      peakResidentBytes: isCounted ? environment.counters.peakResidentBytes() : nil,
      involuntaryContextSwitches: usage?.involuntaryContextSwitches,
      pageFaults: isCounted ? usage?.pageFaults : nil,
      voluntaryContextSwitches: isCounted ? usage?.voluntaryContextSwitches : nil,
      busyNanoseconds: batch.busyNanoseconds, workersDisagree: batch.workersDisagree ? true : nil)
  }
}

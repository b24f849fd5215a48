/// A place for a cell in a worker process that keeps several loaded.
struct WorkerSlot: Hashable, Sendable, Codable {
  var number: Int
  /// The most threads of any cell in the process: all its cells share one pool.
  var poolThreads: Int
}

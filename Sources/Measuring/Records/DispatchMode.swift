/// The way in which Dispatch runs the workers of a cell. Results have the raw value in the `pool` column.
package enum DispatchMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Long-lived workers, each on its own serial queue, start together and draw jobs from one counter. A batch
  /// makes no calls of Dispatch while it runs: the least possible cost.
  case serialQueues
  /// Each job is a block on one concurrent queue. At most one block per worker is under way, and each block
  /// submits the next when it ends. This is the cost of handing every job to Dispatch.
  case concurrentQueue
  /// One `concurrentPerform` per batch has an iteration per worker, which draws jobs from one counter.
  /// Dispatch decides how many threads share the iterations. The calling thread is one of them, so with 1
  /// worker no other thread takes part.
  case concurrentPerform
}

/// The way in which Dispatch runs the workers of a cell. Results have the raw value in the `pool` column.
package enum DispatchMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Long-lived workers, each on its own serial queue, start together and draw jobs from one counter. A batch
  /// makes no calls of Dispatch while it runs: the least possible cost.
  case serialQueues
  /// Each job is a block on one concurrent queue. At most one block per worker is under way, and each one
  /// submits the next when it ends. This is the cost of handing every job to Dispatch.
  case concurrentQueue
  /// One `concurrentPerform` per batch has an iteration per worker, which draws jobs from one counter.
  /// Dispatch decides how many threads share the iterations. The calling thread is one of them, so with 1
  /// worker no other thread takes part.
  case concurrentPerform
}

extension DispatchMode {
  /// The names of all modes, in a sentence.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Reads modes as people write them: names separated by commas, as `serialQueues,concurrentQueue`. nil if a name is
  /// missing, unknown or repeated.
  package static func list(_ text: String) -> [DispatchMode]? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let modes = names.compactMap(DispatchMode.init)
    return modes.count == names.count && Set(modes).count == modes.count ? modes : nil
  }
}

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

/// Dispatch modes as people write them: names separated by commas, as `serialQueues,concurrentQueue`.
package struct DispatchModeList: Hashable, Sendable {
  /// The modes in the order written, each once; never empty.
  package let modes: [DispatchMode]
}

extension DispatchModeList: LosslessStringConvertible {
  /// Parses a list. nil if a name is missing, unknown or repeated.
  package init?(_ description: String) {
    var modes: [DispatchMode] = []
    for name in description.split(separator: ",", omittingEmptySubsequences: false) {
      guard let mode = DispatchMode(rawValue: String(name)), !modes.contains(mode) else { return nil }
      modes.append(mode)
    }
    self.modes = modes
  }

  package var description: String { modes.map(\.rawValue).joined(separator: ",") }
}

/// How Dispatch is asked to run the workers of a cell. The `pool` column of results has the raw value.
package enum DispatchMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Long-lived workers, each on a serial queue of its own, that start together and draw jobs from one counter.
  /// Dispatch is not asked for anything while a batch runs: the least that it can cost.
  case serialQueues
  /// Each job is a block on one concurrent queue, and at most as many as there are workers are under way: a block
  /// that ends submits the next. What it costs to hand every job to Dispatch.
  case concurrentQueue
  /// One `concurrentPerform` a batch, with an iteration for each worker, in which jobs are drawn from one counter.
  /// Dispatch decides how many threads share the iterations out, and the calling thread is one of them, so that
  /// with 1 worker no other thread takes part.
  case concurrentPerform
}

/// Dispatch modes as people write them: names between commas, as `serialQueues,concurrentQueue`.
package struct DispatchModeList: Hashable, Sendable {
  /// As they were written, each once; never empty.
  package var modes: [DispatchMode]

  package init(_ modes: [DispatchMode]) {
    self.modes = modes
  }
}

extension DispatchModeList: LosslessStringConvertible {
  /// nil for no name, a name that is not known, and one that is there twice.
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

/// A cell wants to be run in a mode that there is not.
struct UnknownDispatchMode: Error, CustomStringConvertible {
  let name: String

  var description: String {
    let known = DispatchMode.allCases.map(\.rawValue).joined(separator: ", ")
    return "there is no dispatch mode \"\(name)\"; there are \(known)"
  }
}

extension RunDescription {
  /// The kinds of machine that the run was measured on, each as `AMD EPYC, 2 cores`, in alphabetical order.
  package var machines: [String] { Set(machinesOfRuns.values.joined()).sorted() }

  /// The same of each run that it was merged from, by its name; of itself where it is not merged.
  package var machinesOfRuns: [String: Set<String>] {
    guard let parts else { return [runID: [machineAtStart.label]] }
    return Dictionary(parts.map { ($0.runID ?? runID, [$0.machineAtStart.label]) }) { $0.union($1) }
  }

  /// The machine for people, or how many kinds of one there were.
  var machineText: String {
    machines.count > 1 ? "\(machines.count) kinds of machine" : machineAtStart.label
  }
}

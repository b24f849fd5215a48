extension RunDescription {
  /// The kinds of machine that measured the run, each such as `AMD EPYC, 2 cores`, in alphabetical order.
  package var machines: [String] { Set(machinesOfRuns.values.joined()).sorted() }

  /// The kinds of machine by name of each run that it was merged from, or by its own name if it was not.
  package var machinesOfRuns: [String: Set<String>] {
    guard let parts else { return [runID: [machineAtStart.label]] }
    return Dictionary(parts.map { ($0.runID ?? runID, [$0.machineAtStart.label]) }) { $0.union($1) }
  }

  /// The machine for people, or the number of kinds.
  var machineText: String {
    machines.count > 1 ? "\(machines.count) kinds of machine" : machineAtStart.label
  }
}

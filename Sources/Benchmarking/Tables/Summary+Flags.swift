extension Summary {
  /// The flags of each cell that has any.
  package var flags: [CellDescription: [CellFlag]] {
    rows.reduce(into: [:]) { flags, row in if !row.flags.isEmpty { flags[row.cell] = row.flags } }
  }

  /// Returns a warning about the number of cells unfit as a reference, by flag; nil if there are none.
  ///
  /// - Parameter run: the name of the run.
  package func flagWarning(of run: String) -> Warning? {
    let flags = flags
    guard !flags.isEmpty else { return nil }
    let counts = CellFlag.allCases.compactMap { flag -> String? in
      let count = flags.values.count { $0.contains(flag) }
      return count == 0 ? nil : "\(flag.title) in \(count)"
    }
    let all = Set(rows.map(\.cell)).count
    return Warning(
      cause:
        "The times of \(flags.count) of \(all) cells are no reference: \(counts.joined(separator: ", ")).",
      nextStep: "layoutbench table \(run) says which, and what to do.")
  }
}

extension RunDescription {
  /// A line about how many of the planned rounds were measured and why, with its end; nil if all were.
  package var shortfall: String? {
    // A comparison's pairs are no rounds, and its cells do not count them.
    let counts = cells.filter { $0.status == .measured && $0.sampleCount > 0 }.map(\.sampleCount)
    guard let least = counts.min(), let most = counts.max(), least < rounds else { return nil }
    let measured = least == most ? "\(least)" : "\(least) to \(most)"
    let reason =
      switch ending {
      case .budget: "the budget was used up. layoutbench run --resume RUN --budget 2m goes on"
      case .interrupted, nil: "the run was cut short. layoutbench run --resume RUN goes on"
      case .incomplete: "shards are missing or unfinished. Merge again when all are there"
      case .complete: "no more were asked of some parts of the run"
      }
    return "\(measured) of \(rounds) rounds were measured: \(reason).\n"
  }
}

import ArgumentParser
import Measuring

/// The options of `compare`, `bisect` and `history`.
struct ComparisonOptions: ParsableArguments {
  @OptionGroup
  var selection: SuiteSelection

  @Option(
    help: """
      Compare for this time: 90s, 2m. Builds do not count. Half of it goes to all cells, and the other half to those \
      that look changed. Default: 4 s and 4 s a cell, at most 2m.
      """, transform: timeSpan)
  var budget: TimeSpan?

  @Option(
    help: "The smallest change of a cell's time that counts, above 0% and at most 100%.",
    transform: { try parsed($0, Percentage.expected) })
  var minEffect: Percentage = Percentage(share: 0.005)

  /// Returns the comparison of two revisions, before anything is built.
  func comparison(
    _ base: String, _ candidate: String, clock: ComparisonPlan.Clock = .auto,
    countsInstructions: Bool = false,
    minimumInstructions: Double = 0.002, measuresEqualSources: Bool = false
  ) throws -> RevisionComparison {
    // Worker processes support no other mode.
    let (suite, request) = try selection.request(default: "compare", dispatch: [.serialQueues])
    return RevisionComparison(
      suite: suite.name, request: request,
      cells: try Catalogue.cells(of: request, seed: selection.seedOrDefault, areOfThisProgram: false),
      seed: selection.seedOrDefault, minimumEffect: minEffect.share, budget: budget, clock: clock,
      countsInstructions: countsInstructions, minimumInstructions: minimumInstructions,
      measuresEqualSources: measuresEqualSources, results: selection.parent, host: TerminalHost(),
      counts: FrameCounts.rows
    ) { try RevisionBuilds(base: base, candidate: candidate) }
  }

  /// Compares two revisions.
  func compare(_ base: String, _ candidate: String, countsInstructions: Bool = false) throws -> Comparison {
    let comparison = try comparison(base, candidate, countsInstructions: countsInstructions)
    return try selection.job.limit { try failingOnFiles { try comparison.measure() } }.comparison
  }
}

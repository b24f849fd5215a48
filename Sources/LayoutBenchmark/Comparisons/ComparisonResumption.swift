import Benchmarking
import Foundation

/// What is left of a comparison that its budget or an interruption ended.
///
/// Cells that were decided keep their rows. The others are measured anew, in pairs of their own: sets of pairs of
/// two sittings are not judged together.
struct ComparisonResumption {
  let folder: RunFolder
  let description: RunDescription
  let comparison: Comparison
  let request: RunRequest
  /// The names of the revisions, as the user wrote them.
  var names: (base: String, candidate: String) { (comparison.base.name, comparison.candidate.name) }
  /// The builds that were measured.
  private let builds: (base: String?, candidate: String?)
  let sampleCount: Int
  private let firstPair: Int
  private let firstSequence: Int

  /// - Throws: `FileError` if the folder holds no comparison, or one that cannot go on.
  init(of folder: RunFolder) throws(FileError) {
    self.folder = folder
    description = try folder.readDescription()
    guard description.base != nil else {
      throw FileError(
        file: folder.url.path, message: "Is a run: \(ThisProgram.name) run --resume goes on with it.")
    }
    guard FileManager.default.fileExists(atPath: folder.comparisonFile.path) else {
      throw FileError(
        file: folder.url.path, message: "Was killed before a cell was judged; compare the revisions again.")
    }
    comparison = try folder.readComparison()
    guard let request = description.request else {
      throw FileError(
        file: folder.runFile.path,
        message: "Does not say what was asked for, as comparisons of this version do; compare again.")
    }
    self.request = request
    let samples = try folder.readSamples().samples
    builds = (
      samples.first { $0.arm == .base }?.buildID, samples.first { $0.arm == .cand }?.buildID
    )
    sampleCount = samples.count
    // Counts belong to no pair; their round is the number of the sitting's first pair.
    firstPair = (samples.map { $0.pair ?? $0.round }.max() ?? -1) + 1
    firstSequence = (samples.map(\.sequence).max() ?? -1) + 1
  }

  var isComplete: Bool { comparison.waiting.isEmpty }
  var countsInstructions: Bool { comparison.rows.contains { $0.metric == .instructionCount } }

  /// Returns a plan for the cells that are left.
  func plan(of cells: [Cell], budget: TimeSpan?) -> ComparisonPlan {
    let waiting = Set(comparison.waiting.map(\.cell))
    var plan = ComparisonPlan(
      cells: cells.filter { waiting.contains($0.description) }, seed: description.seed,
      minimumEffect: comparison.minimumEffect, budget: budget)
    plan.firstPair = firstPair
    plan.firstSequence = firstSequence
    return plan
  }

  /// Throws an error unless the builds are those that were measured.
  func require(base: BuildCache.Build, candidate: BuildCache.Build) throws {
    for (name, now, then) in [
      (names.base, base.identifier, builds.base), (names.candidate, candidate.identifier, builds.candidate),
    ] where then != nil && now != then {
      throw CommandFailure.badInput(
        "\(name) is not what \(folder.url.path) has measured: its sources, its dependencies or the compiler have "
          + "changed. Compare again")
    }
  }

  /// Returns the whole outcome: what was decided before, and what was measured now.
  ///
  /// - Parameter cells: all cells, in the order of the comparison.
  func joined(with outcome: ComparisonOutcome, cells: [CellDescription]) -> ComparisonOutcome {
    let waiting = Set(comparison.waiting.map(\.cell))
    var joined = outcome
    let rows = Dictionary(
      grouping: comparison.rows.filter { !waiting.contains($0.cell) } + outcome.rows, by: \.cell)
    joined.rows = cells.flatMap { rows[$0] ?? [] }
    joined.failures = comparison.failures.filter { !waiting.contains($0.cell) } + outcome.failures
    joined.elapsedNanoseconds += comparison.elapsedNanoseconds
    return joined
  }
}

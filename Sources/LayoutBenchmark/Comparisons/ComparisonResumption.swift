import Benchmarking
import Foundation

/// A comparison that its time, an interruption or a kill ended before each cell had a verdict. It goes on with more pairs,
/// and is judged by all of them.
struct ComparisonResumption {
  let folder: RunFolder
  let description: RunDescription
  let comparison: Comparison
  let request: RunRequest
  /// The names of the revisions, as the user wrote them.
  var names: (base: String, candidate: String) { (comparison.base.name, comparison.candidate.name) }
  /// The builds that were measured.
  private let builds: (base: String?, candidate: String?)
  private let samples: [SampleRecord]

  /// - Throws: `FileError` if the folder holds no comparison, or one that cannot go on.
  init(of folder: RunFolder) throws(FileError) {
    self.folder = folder
    description = try folder.readDescription()
    guard description.base != nil else {
      throw FileError(
        file: folder.url.path, message: "Is a run: \(ThisProgram.name) run --resume goes on with it.")
    }
    comparison = try folder.readComparison()
    guard let request = description.request else {
      throw FileError(
        file: folder.runFile.path,
        message: "Does not say what was asked for, as comparisons of this version do; compare again.")
    }
    self.request = request
    samples = try folder.readSamples().samples
    builds = (
      samples.first { $0.arm == .base }?.buildID, samples.first { $0.arm == .cand }?.buildID
    )
  }

  var isComplete: Bool { comparison.ending == .complete }

  /// Returns a plan that goes on.
  func plan(of cells: [Cell], budget: TimeSpan?) -> ComparisonPlan {
    var plan = ComparisonPlan(
      cells: cells, seed: description.seed, minimumEffect: comparison.minimumEffect, time: budget)
    plan.earlier = samples
    plan.isEarlierCut = comparison.ending != .budget
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
}

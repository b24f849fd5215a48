import Benchmarking
import Foundation

/// The meaning to `compare` of names that may be those of runs: a comparison that was measured before, or the revision that a
/// run is of.
enum StoredComparison {
  /// Returns the stored comparison that names stand for; nil if they are revisions. A baseline may have the name of a branch: if only one of two names is a
  /// run, both are revisions, or stand for theirs. So is a single name that is no comparison.
  ///
  /// - Throws: an error for runs, whose times do not compare: they were not measured in turns.
  static func report(_ base: String, _ candidate: String?) throws -> ComparisonReport? {
    guard let own = try? run(named: base) else { return nil }
    guard let candidate else { return own.holdsComparison ? try ComparisonReport(of: own) : nil }
    guard (try? run(named: candidate)) != nil else { return nil }
    throw CommandFailure.badInput(
      "\(base) and \(candidate) are runs, which saw the machine at different times, so a difference may be the "
        + "machine's; layoutbench report shows them side by side, and layoutbench "
        + "compare BASE CANDIDATE measures two revisions in turns")
  }

  /// Returns the revision that a name stands for: itself, or that of a run or a baseline with no revision of its name.
  static func revision(_ name: String) throws -> String {
    guard name != ".", let run = try? run(named: name),
      (try? RevisionBuilds.repository().revision(name)) == nil
    else { return name }
    guard let git = try run.readDescription().git, !git.isDirty else {
      throw CommandFailure.badInput(
        "\(name) was measured with changes that are in no commit, so its program cannot be built again; commit them, "
          + "and measure it anew")
    }
    return git.revision
  }

  /// Returns the folder of a run; nil for the working tree.
  private static func run(named name: String) throws(FileError) -> RunFolder? {
    name == "." ? nil : try RunReference(name).folder(in: .current)
  }
}

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
      throw FileError(folder.url, "Is a run: \(ThisProgram.name) run --resume goes on with it.")
    }
    comparison = try folder.readComparison()
    guard let request = description.request else {
      throw FileError(
        folder.runFile, "Does not say what was asked for, as comparisons of this version do; compare again.")
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

import Foundation
import Measuring
import Reporting

/// The names that `compare` gets may be names of runs: such a name means a stored comparison, or the revision that the run
/// measured.
enum StoredComparison {
  /// Returns the stored comparison with this name; nil if the names mean revisions. A run may have a branch's name: so if only one of
  /// two names is a run's, or a single name is no comparison's, names mean revisions.
  ///
  /// - Throws: an error for runs, whose times do not compare: they were not measured in turns.
  static func report(_ base: String, _ candidate: String?) throws -> ComparisonReport? {
    guard let own = try? run(named: base) else { return nil }
    guard let candidate else { return own.holdsComparison ? try ComparisonReport(of: own) : nil }
    guard (try? run(named: candidate)) != nil else { return nil }
    throw CommandFailure.badInput(
      "\(base) and \(candidate) are runs, which saw the machine at different times, so a difference may be the "
        + "machine's; \(ProgramName.command) compare BASE CANDIDATE measures two revisions in turns")
  }

  /// Returns the revision that a name means: the revision of this name, or else this run's.
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

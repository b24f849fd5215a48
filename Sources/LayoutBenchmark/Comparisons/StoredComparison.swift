import Benchmarking
import Foundation

/// A comparison that was measured before, to be printed again.
struct StoredComparison {
  let comparison: Comparison
  /// The machine that measured it, for people; nil if unknown.
  let machine: String?
  private let startedUTC: String

  /// The comparison with dated warnings, without advice that is out of date.
  var comparisonAsOfThen: Comparison {
    var comparison = comparison
    comparison.warnings = comparison.warnings.map {
      Warning(cause: "When this was measured, on \(startedUTC.prefix(10)): \($0.cause)", nextStep: "")
    }
    return comparison
  }
}

extension StoredComparison {
  /// Reads a comparison of revisions from its files.
  init(of folder: RunFolder) throws(FileError) {
    let description = try folder.readDescription()
    comparison = try folder.readComparison()
    machine = MachineLine.text(machine: description.machineAtStart, build: description.build)
    startedUTC = description.startedUTC
  }

  /// Returns nil if the names are revisions. A baseline may have the name of a branch: if only one of two names is a
  /// run, both are revisions, or stand for theirs. So is a single name that is no comparison.
  ///
  /// - Throws: an error for runs, whose times do not compare: they were not measured in turns.
  init?(_ base: String, _ candidate: String?) throws {
    guard let own = try? Self.run(named: base) else { return nil }
    guard let candidate else {
      guard own.holdsComparison else { return nil }
      do throws(FileError) {
        try self.init(of: own)
        return
      } catch {
        throw CommandFailure.badInput(error)
      }
    }
    guard (try? Self.run(named: candidate)) != nil else { return nil }
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

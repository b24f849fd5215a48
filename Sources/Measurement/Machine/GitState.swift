import Foundation

/// Which revision of its sources a program was measured at.
public struct GitState: Hashable, Sendable, Codable {
  /// The full hash of the commit.
  public var revision: String
  /// Whether files that git knows differ from that commit.
  public var isDirty: Bool

  public init(revision: String, isDirty: Bool) {
    self.revision = revision
    self.isDirty = isDirty
  }

  /// Asks the `git` program about a working tree.
  ///
  /// nil where there is no `git`, no repository or no commit: a run without a revision is still a run. Waits
  /// for two processes, so it is not to be called while something is measured.
  public static func current(inFolder folder: URL) -> GitState? {
    guard
      let revision = output(["rev-parse", "--verify", "HEAD"], folder)?.trimmingCharacters(
        in: .whitespacesAndNewlines), !revision.isEmpty
    else { return nil }
    let changes = output(["status", "--porcelain", "--untracked-files=no"], folder)
    return GitState(revision: revision, isDirty: changes.map { !$0.isEmpty } ?? false)
  }

  private static func output(_ arguments: [String], _ folder: URL) -> String? {
    let result = try? SystemProcessRunner().run(
      ["git", "-C", folder.path] + arguments, environment: [:])
    return result?.exitCode == 0 ? result?.output : nil
  }
}

extension GitState: CustomStringConvertible {
  /// For people, as `revision 18003da6ed with changes`.
  public var description: String { "revision \(revision.prefix(10))\(isDirty ? " with changes" : "")" }
}

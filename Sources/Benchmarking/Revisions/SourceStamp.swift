import Foundation

/// Which sources a program is made from, or which ones a checkout has.
package struct SourceStamp: Hashable, Sendable {
  /// Of the sources' paths and contents: equal hashes are equal sources, whatever their commits.
  package var hash: String
  /// The commit, as far as the folder was a repository of its own; a program keeps that of its last change of sources.
  package var git: GitState?

  package init(hash: String, git: GitState?) {
    self.hash = hash
    self.git = git
  }

  /// Those of a checkout as they are now, asked through the script that also writes them into programs. Some tens of milliseconds, so it
  /// is not to be called while something is measured.
  ///
  /// - Returns: nil where there is no such script, or it fails.
  package init?(ofPackage folder: URL, runner: any ProcessRunner = SystemProcessRunner()) {
    let script = folder.appendingPathComponent("Plugins/SourceStamp/stamp").path
    guard FileManager.default.fileExists(atPath: script),
      let result = try? runner.run("/bin/sh", script, folder.path), result.exitCode == 0
    else { return nil }
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, !lines[0].isEmpty else { return nil }
    self.init(
      hash: String(lines[0]),
      git: lines[1].isEmpty ? nil : GitState(revision: String(lines[1]), isDirty: !lines[2].isEmpty))
  }
}

extension SourceStamp: CustomStringConvertible {
  /// For people, as `revision 18003da6ed with changes (sources 9f6c1b7838)`.
  package var description: String {
    "\(git?.description ?? "no known revision") (sources \(hash.prefix(10)))"
  }
}

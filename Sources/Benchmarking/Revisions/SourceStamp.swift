import Foundation

/// The identity of the sources that a program is built from, or that a checkout contains.
package struct SourceStamp: Hashable, Sendable {
  /// The hash of the sources' paths and contents. Equal hashes mean equal sources, whatever the commits.
  package var hash: String
  /// The commit, if the folder was its own repository. A program keeps that of its last change of sources.
  package var git: GitState?

  package init(hash: String, git: GitState?) {
    self.hash = hash
    self.git = git
  }

  /// Reads the current stamp of a checkout, by the script that also writes it into programs. Takes tens of
  /// milliseconds, so do not call it while measuring.
  ///
  /// - Returns: nil if there is no such script or it fails.
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
  /// A description for people, as `revision 18003da6ed with changes (sources 9f6c1b7838)`.
  package var description: String {
    "\(git?.description ?? "no known revision") (sources \(hash.prefix(10)))"
  }
}

/// A buildable state of a package's sources: a commit, or the working tree as it is.
package struct SourceRevision: Hashable, Sendable {
  /// The name as the user wrote it; `.` is the working tree.
  package var name: String
  /// The full hash of the commit; for the working tree, of the commit that is checked out.
  package var commit: String
  /// The full hash of the repository's tree of files. Equal trees mean equal sources, whatever the commits.
  var tree: String
  /// The first line of the commit's message.
  package var title: String
  /// True if the tree differs from the commit's.
  package var isDirty = false

  /// The name and the beginning of the commit's hash; only the beginning if the name is the hash.
  package var label: String {
    let commit = String(commit.prefix(10))
    return self.commit.hasPrefix(name) ? commit : "\(name) (\(commit))"
  }
}

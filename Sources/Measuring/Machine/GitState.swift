/// The revision of a measured program's sources.
package struct GitState: Hashable, Sendable, Codable {
  /// The full hash of the commit.
  package var revision: String
  /// True if the sources differ from the commit's.
  package var isDirty: Bool

  package init(revision: String, isDirty: Bool) {
    self.revision = revision
    self.isDirty = isDirty
  }
}

extension GitState: CustomStringConvertible {
  /// A description for people, as `revision 18003da6ed with changes`.
  package var description: String { "revision \(revision.prefix(10))\(isDirty ? " with changes" : "")" }
}

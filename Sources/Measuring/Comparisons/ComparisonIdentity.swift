/// The run, revisions and builds of a comparison, as stored in its samples.
struct ComparisonIdentity: Hashable, Sendable {
  /// A side of the comparison.
  struct Side: Hashable, Sendable {
    /// The hash of the revision; nil = unknown.
    var revision: String?
    var build: String?
    /// Its name in sentences.
    var name: String
  }

  var runID: String
  var base = Side(name: "the base")
  var candidate = Side(name: "the candidate")

  func side(of arm: ComparisonArm) -> Side { arm == .cand ? candidate : base }
}

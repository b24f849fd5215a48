/// Who is compared, as rows of samples name them.
package struct ComparisonIdentity: Hashable, Sendable {
  package var runID: String
  /// The revisions' hashes; nil = not known.
  package var baseRevision: String?
  package var candidateRevision: String?
  package var baseBuild: String?
  package var candidateBuild: String?

  package init(
    runID: String, baseRevision: String? = nil, candidateRevision: String? = nil, baseBuild: String? = nil,
    candidateBuild: String? = nil
  ) {
    self.runID = runID
    self.baseRevision = baseRevision
    self.candidateRevision = candidateRevision
    self.baseBuild = baseBuild
    self.candidateBuild = candidateBuild
  }

  func revision(of arm: ComparisonArm) -> String? { arm == .cand ? candidateRevision : baseRevision }
  func build(of arm: ComparisonArm) -> String? { arm == .cand ? candidateBuild : baseBuild }
}

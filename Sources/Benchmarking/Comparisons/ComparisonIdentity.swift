/// The run, revisions and builds of a comparison, as stored in its samples.
package struct ComparisonIdentity: Hashable, Sendable {
  package var runID: String
  /// The hashes of the revisions; nil = unknown.
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

/// The run, revisions and builds of a comparison, as stored in its samples.
struct ComparisonIdentity: Hashable, Sendable {
  var runID: String
  /// The hashes of the revisions; nil = unknown.
  var baseRevision: String?
  var candidateRevision: String?
  var baseBuild: String?
  var candidateBuild: String?
  /// The names of the sides in sentences.
  var baseName = "the base"
  var candidateName = "the candidate"

  func revision(of arm: ComparisonArm) -> String? { arm == .cand ? candidateRevision : baseRevision }
  func build(of arm: ComparisonArm) -> String? { arm == .cand ? candidateBuild : baseBuild }
  func name(of arm: ComparisonArm) -> String { arm == .cand ? candidateName : baseName }
}

extension ComparisonIdentity {
  init(
    runID: String, base: SourceRevision, _ baseBuild: BuildCache.Build, candidate: SourceRevision,
    _ candidateBuild: BuildCache.Build
  ) {
    self.init(
      runID: runID, baseRevision: base.commit, candidateRevision: candidate.commit,
      baseBuild: baseBuild.identifier, candidateBuild: candidateBuild.identifier,
      baseName: base.nameInSentences, candidateName: candidate.nameInSentences)
  }
}

/// Who is compared, as rows of samples name them.
public struct ComparisonIdentity: Hashable, Sendable {
  public var runID: String
  /// The revisions' hashes; nil = not known.
  public var baseRevision: String?
  public var candidateRevision: String?
  public var baseBuild: String?
  public var candidateBuild: String?

  public init(
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

import Benchmarking

/// The reason why the candidate of a comparison cannot be measured, though the base can.
struct UnmeasurableCandidate: Error {
  /// Names the candidate.
  let reason: RevisionError
}

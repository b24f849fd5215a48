/// The reason why the candidate of a comparison cannot be measured, though the base can.
package struct UnmeasurableCandidate: Error {
  /// Names the candidate.
  package let reason: RevisionError

  package init(reason: RevisionError) { self.reason = reason }
}

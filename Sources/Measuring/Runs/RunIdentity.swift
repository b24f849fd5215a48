/// The values that all rows of a run have in common.
package struct RunIdentity: Hashable, Sendable {
  var runID: String
  /// The number of this part of a run that is spread over machines, from 1; nil = the whole run.
  var shard: Int?
  var revision: String?
  /// The number of the first sample, default 0; a resumed run goes on counting.
  var firstSequence = 0
}

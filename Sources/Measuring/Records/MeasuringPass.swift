/// The quantity that a pass over the cells measures. Counting and timing never share a pass.
package enum MeasuringPass: String, Hashable, Sendable, Codable, CaseIterable {
  case time
  case alloc
  /// The duration of each job, which earlier versions measured. It is not used.
  case latency
}

/// The clock by which times are judged.
package enum JudgingClock: String, Hashable, Sendable, Codable, CaseIterable {
  /// Processor time, which other programs disturb less; but wall time for split layouts, for the user's own code, and for
  /// jobs that wait.
  case auto
  case wall
  case cpu
}

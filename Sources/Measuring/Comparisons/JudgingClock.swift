/// The clock by which times are judged.
package enum JudgingClock: String, Hashable, Sendable, Codable, CaseIterable {
  /// Processor time, which other programs disturb less; wall time where several threads work, of code of one's own, and of
  /// jobs that wait.
  case auto
  case wall
  case cpu
}

/// The reason why a run ended.
package enum RunEnding: String, Hashable, Sendable, Codable {
  /// Every round is finished.
  case complete
  /// The budget was used up before everything was measured.
  case budget
  case interrupted
  /// In merged runs: parts are missing or have not ended. Of comparisons: unfinished, or killed.
  case incomplete
}

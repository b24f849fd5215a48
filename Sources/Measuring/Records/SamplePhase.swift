/// The phase of a sample, which says if it counts or was taken before the machine was warm.
enum SamplePhase: String, Hashable, Sendable, Codable, CaseIterable {
  case warmup
  case measure
}

/// A span of time on a track, for programs that draw timelines.
package struct TraceSlice: Hashable, Sendable {
  package var name: String
  /// The category that programs can filter by: `computed`, `wait`.
  package var category: String
  /// The track: a worker's number, from 1. Slices of a track are nested or apart.
  package var track: Int
  /// The start in nanoseconds since the start of the trace.
  package var begin: UInt64
  /// The duration in nanoseconds.
  package var duration: UInt64
  /// Further details, by name.
  package var details: [String: String]

  package init(
    name: String, category: String, track: Int, begin: UInt64, duration: UInt64,
    details: [String: String] = [:]
  ) {
    self.name = name
    self.category = category
    self.track = track
    self.begin = begin
    self.duration = duration
    self.details = details
  }
}

/// A span of time on a track, for programs that draw what happened when.
package struct TraceSlice: Hashable, Sendable {
  /// What it is called.
  package var name: String
  /// What programs can filter by: `computed`, `wait`.
  package var category: String
  /// The track that it lies on: a worker's number, from 1. Slices of a track lie within each other or apart.
  package var track: Int
  /// Nanoseconds since the beginning of what is shown.
  package var begin: UInt64
  /// Nanoseconds.
  package var duration: UInt64
  /// What is said of it besides, by name.
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

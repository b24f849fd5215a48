/// A span of time on a track, for programs that draw what happened when.
public struct TraceSlice: Hashable, Sendable {
  /// What it is called.
  public var name: String
  /// What programs can filter by: `computed`, `wait`.
  public var category: String
  /// The track that it lies on: a worker's number, from 1. Slices of a track lie within each other or apart.
  public var track: Int
  /// Nanoseconds since the beginning of what is shown.
  public var begin: UInt64
  /// Nanoseconds.
  public var duration: UInt64
  /// What is said of it besides, by name.
  public var details: [String: String]

  public init(
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

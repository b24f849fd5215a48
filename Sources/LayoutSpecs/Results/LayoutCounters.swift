/// The work that layouts took: counts, which do not depend on the machine.
public struct LayoutCounters: Hashable, Sendable {
  /// How often an element with children was laid out: its children measured and placed.
  public var computations = 0
  /// How often an element was asked for its size in a constraint, leaves included.
  public var measurements = 0
  /// How often such a question was answered from the cache.
  public var cacheHits = 0
  /// How often a text was wrapped.
  public var textMeasurements = 0

  /// Nothing counted yet.
  public init() {}

  /// The work of both.
  public static func += (a: inout LayoutCounters, b: LayoutCounters) {
    a.computations += b.computations
    a.measurements += b.measurements
    a.cacheHits += b.cacheHits
    a.textMeasurements += b.textMeasurements
  }
}

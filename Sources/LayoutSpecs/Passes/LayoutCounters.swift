/// The work that layouts took, in counts that do not depend on the machine. A count beyond the largest `Int`
/// wraps around.
public struct LayoutCounters: Hashable, Sendable {
  /// The number of layouts of elements with children: their children were measured and placed.
  public var computations = 0
  /// The number of measurements of elements in a constraint, including leaves.
  public var measurements = 0
  /// The number of measurements answered from the cache.
  public var cacheHits = 0
  /// The number of times that a text was wrapped.
  public var textMeasurements = 0

  /// The number of measurements and computations. A trace of the layouts has about as many events.
  package var steps: Int { measurements &+ computations }

  /// Creates counters of 0.
  public init() {}

  /// Adds the work of `b`.
  public static func += (a: inout LayoutCounters, b: LayoutCounters) {
    a.computations &+= b.computations
    a.measurements &+= b.measurements
    a.cacheHits &+= b.cacheHits
    a.textMeasurements &+= b.textMeasurements
  }
}

/// What a kind of element, or one element, took part in over one or more layouts.
public struct ProfileRow: Hashable, Sendable {
  /// A kind's name, or an element's.
  public var name: String
  /// Where the element is; nil for a kind.
  public var path: String?
  /// Elements of the kind; 1 for an element.
  public var elementCount: Int
  /// Of all layouts together.
  public var measurements: Int
  public var computations: Int
  public var cacheHits: Int
  public var textMeasurements: Int
  public var selfNanoseconds: UInt64
  public var totalNanoseconds: UInt64

  public init(
    name: String, path: String? = nil, elementCount: Int, measurements: Int, computations: Int,
    cacheHits: Int,
    textMeasurements: Int, selfNanoseconds: UInt64, totalNanoseconds: UInt64
  ) {
    self.name = name
    self.path = path
    self.elementCount = elementCount
    self.measurements = measurements
    self.computations = computations
    self.cacheHits = cacheHits
    self.textMeasurements = textMeasurements
    self.selfNanoseconds = selfNanoseconds
    self.totalNanoseconds = totalNanoseconds
  }
}

/// What a kind of element, or one element, took part in over one or more layouts.
package struct ProfileRow: Hashable, Sendable {
  /// A kind's name, or an element's.
  package var name: String
  /// Where the element is; nil for a kind.
  package var path: String?
  /// Elements of the kind; 1 for an element.
  package var elementCount: Int
  /// Of all layouts together.
  package var measurements: Int
  package var computations: Int
  package var cacheHits: Int
  package var textMeasurements: Int
  package var selfNanoseconds: UInt64
  package var totalNanoseconds: UInt64

  package init(
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

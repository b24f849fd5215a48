/// The work of a kind of element, or of one element, over one or more layouts.
package struct ProfileRow: Hashable, Sendable {
  /// The name of the kind or of the element.
  package var name: String
  /// The path to the element; nil for a kind.
  package var path: String?
  /// The number of elements of the kind; 1 for an element.
  package var elementCount: Int
  /// Sums over all layouts, like the figures that follow.
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

/// The times of the units of work with a list, in nanoseconds of the machine where they were measured.
package struct FramePrices: Hashable, Sendable {
  /// A unit of the main thread's work.
  package enum Unit: String, Hashable, Sendable, CaseIterable {
    /// A cell that comes into view is made, measured, applied and placed.
    case new
    /// A cell that workers have prepared comes into view, and is placed.
    case prepared
    /// A cell in view is measured again, in another text size.
    case relaid
    /// A text of a cell in view is changed, and the cell measured again.
    case edited
    /// Rows are inserted.
    case insertion
  }

  /// The price of some units in one frame: more for the first one, whose code and data have left the caches since the frame
  /// before.
  package struct Price: Hashable, Sendable {
    package var first: Double
    package var each: Double

    package init(first: Double, each: Double) { (self.first, self.each) = (first, each) }

    func total(_ count: Int) -> Double { count == 0 ? 0 : first + each * Double(count) }
  }

  /// A frame in which the list is laid out and nothing is new.
  package var still: Double
  /// Units that are missing cost nothing.
  package var units: [Unit: Price]
  /// A cell that a worker makes, measures and applies.
  package var preparation: Double

  package init(still: Double, units: [Unit: Price], preparation: Double) {
    (self.still, self.units, self.preparation) = (still, units, preparation)
  }

  /// The time of a frame with these units.
  func time(_ counts: [Unit: Int]) -> Double {
    // In the order of the cases: sums of floating-point numbers depend on it.
    Unit.allCases.reduce(still) { $0 + (units[$1]?.total(counts[$1] ?? 0) ?? 0) }
  }
}

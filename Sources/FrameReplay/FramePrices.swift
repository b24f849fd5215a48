/// The times of the units of work with a list, in nanoseconds on a device of slowness 1.
///
/// A replay stops the program if a price is negative, infinite or undefined.
public struct FramePrices: Hashable, Sendable {
  /// A unit of the main thread's work.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// A cell that comes into view is made, measured, applied and placed.
    case new
    /// A cell that workers have prepared comes into view, and is placed.
    case prepared
    /// A cell in view is measured again, in another text size or width.
    case relaid
    /// Something in a cell in view is changed, and the cell measured again.
    case edited
    /// Rows are inserted.
    case insertion
    /// The list's items are set anew, as by a filter: an item of those before or after.
    case filtered
  }

  /// The price of some units in one frame: more for the first one, whose code and data have left the caches since the frame
  /// before.
  public struct Price: Hashable, Sendable {
    /// The additional time of the first unit of a frame, in nanoseconds.
    public var first: Double
    /// The time of each unit, in nanoseconds.
    public var each: Double

    /// Creates a price.
    public init(first: Double, each: Double) { (self.first, self.each) = (first, each) }

    /// - Parameter load: The number of the units, each times its share of the usual unit's price.
    func total(_ load: Double) -> Double { load == 0 ? 0 : first + each * load }
  }

  /// A frame in which the list is laid out and nothing is new, in nanoseconds.
  public var still: Double
  /// The prices of the units. Units that are missing cost nothing.
  public var units: [Unit: Price]
  /// A cell that a worker makes, measures and applies, in nanoseconds.
  public var preparation: Double

  /// Creates prices.
  ///
  /// - Parameters:
  ///   - still: A frame in which nothing is new, in nanoseconds.
  ///   - units: The prices of the units.
  ///   - preparation: A cell that a worker prepares, in nanoseconds.
  public init(still: Double, units: [Unit: Price], preparation: Double) {
    (self.still, self.units, self.preparation) = (still, units, preparation)
  }

  /// The prices of a feed item of LayoutKit's, a cell of 29 elements with texts in monospace metrics, on a server of 2026: 20 µs
  /// for a new cell on the main thread, and 32 more for the first one of a frame; 6 and 14 for one that a worker has prepared
  /// in 15; 15 and 30 for one that has changed, 30 and 30 in another text size or width; 25 and 45 for rows that are inserted;
  /// 85 ns and 40 µs for the items that a filter looks at; 6 for any frame. So the harness has measured, rounded.
  ///
  /// A phone may be 10 times as slow: `FrameDevice.slowness`. Texts in real fonts take several times as much.
  public static let usual = FramePrices(
    still: 6_000,
    units: [
      .new: Price(first: 32_000, each: 20_000), .prepared: Price(first: 14_000, each: 6_000),
      .relaid: Price(first: 30_000, each: 30_000), .edited: Price(first: 30_000, each: 15_000),
      .insertion: Price(first: 45_000, each: 25_000), .filtered: Price(first: 40_000, each: 85),
    ], preparation: 15_000)

  /// The time of a frame with these units.
  func time(_ loads: [Unit: Double]) -> Double {
    // In the order of the cases: sums of floating-point numbers depend on it.
    Unit.allCases.reduce(still) { $0 + (units[$1]?.total(loads[$1] ?? 0) ?? 0) }
  }

  func check() {
    for price in [still, preparation] + units.values.flatMap({ [$0.first, $0.each] }) {
      precondition(price >= 0 && price < .infinity, "A price is finite and not negative")
    }
  }
}

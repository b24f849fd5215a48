import LayoutSpecs

/// The largest difference between given frames and the engine's.
public struct FrameComparison: Hashable, Sendable, CustomStringConvertible {
  /// The largest difference of a coordinate or length, in points; infinite if a frame is missing.
  public let largestDifference: Double
  /// The element with that difference; nil if there is none.
  public let element: ElementID?
  /// The given frame of that element, and the engine's; nil for no layout.
  public let found: Rect?
  public let expected: Rect?

  /// Compares frames in pre-order with those of the last layout in a context.
  ///
  /// - Precondition: there is one frame an element.
  public init(_ frames: [Rect], with context: borrowing LayoutContext) {
    precondition(frames.count == context.elementCount, "There is one frame an element")
    var largest = 0.0
    var place: ElementID?
    for (index, frame) in frames.enumerated() {
      let difference = FrameComparison.difference(frame, context.frame(of: ElementID(index)))
      // NaN counts as the largest difference.
      if difference > largest || difference.isNaN {
        largest = difference.isNaN ? .infinity : difference
        place = ElementID(index)
        if largest == .infinity { break }
      }
    }
    largestDifference = largest
    element = place
    found = place.map { frames[$0.index] }
    expected = place.flatMap { context.frame(of: $0) }
  }

  /// Whether no number differs by more than these points. Default: 1, a pixel at scale 1.
  public func agrees(within points: Double = 1) -> Bool { largestDifference <= points }

  private static func difference(_ a: Rect, _ b: Rect?) -> Double {
    guard let b else { return .infinity }
    let differences = [
      abs(a.origin.x - b.origin.x), abs(a.origin.y - b.origin.y), abs(a.size.width - b.size.width),
      abs(a.size.height - b.size.height),
    ]
    return differences.contains(where: \.isNaN) ? .nan : differences.max() ?? 0
  }

  /// The largest difference and its element.
  public var description: String {
    guard let element, let found else { return "no difference" }
    let engine = expected.map { "\($0)" } ?? "no layout"
    return "\(largestDifference) points at \(element): \(found), and the engine \(engine)"
  }
}

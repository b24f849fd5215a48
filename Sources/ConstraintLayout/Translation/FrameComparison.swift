import LayoutSpecs

/// The largest difference between given frames and the engine's frames.
public struct FrameComparison: CustomStringConvertible {
  /// The largest difference of a coordinate or length, in points; infinite if a frame is missing.
  public private(set) var largestDifference = 0.0
  /// The element with the largest difference; nil if there is none.
  public private(set) var element: ElementID?
  /// The largest difference, its element, the given frame and the engine's.
  public private(set) var description = "no difference"

  /// Compares frames in pre-order with the frames of the last layout in a context.
  ///
  /// - Precondition: there is one frame for each element.
  public init(_ frames: [Rect], with context: borrowing LayoutContext) {
    precondition(frames.count == context.elementCount, "There is one frame an element")
    for (index, frame) in frames.enumerated() {
      let expected = context.frame(of: ElementID(index))
      let difference = FrameComparison.difference(frame, expected)
      guard difference > largestDifference else { continue }
      largestDifference = difference
      element = ElementID(index)
      let engine = expected.map { "\($0)" } ?? "no layout"
      description = "\(difference) points at \(ElementID(index)): \(frame), and the engine \(engine)"
    }
  }

  /// Returns true if no number differs by more than these points. Default: 1, a pixel at scale 1.
  public func agrees(within points: Double = 1) -> Bool { largestDifference <= points }

  /// Returns the largest difference of the frames' numbers; infinite if a number is NaN, or `b` is nil.
  package static func difference(_ a: Rect, _ b: Rect?) -> Double {
    guard let b else { return .infinity }
    let differences = [
      abs(a.origin.x - b.origin.x), abs(a.origin.y - b.origin.y), abs(a.size.width - b.size.width),
      abs(a.size.height - b.size.height),
    ]
    return differences.contains(where: \.isNaN) ? .infinity : differences.max() ?? 0
  }
}

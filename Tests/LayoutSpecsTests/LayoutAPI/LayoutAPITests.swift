import LayoutSpecs
import Testing

/// A test for each row of the page `LayoutAPI.md`, named as the row is: what the property says, shown by frames.
@Suite("Layout API")
struct LayoutAPITests {
  /// A leaf of this size.
  static func box(_ width: Double, _ height: Double) -> ImageNode {
    ImageNode(imageSize: Size(width, height))
  }

  /// The frames of the spec's children, in a range.
  static func frames(_ spec: any LayoutElement, in range: SizeRange) -> [Rect] {
    spec.layoutThatFits(range).sublayouts.map(\.frame)
  }

  /// Exactly 100 × 40 points.
  static let exact = SizeRange(exactly: Size(100, 40))
  /// At most 100 × 40 points.
  static let loose = SizeRange(width: 0...100, height: 0...40)
}

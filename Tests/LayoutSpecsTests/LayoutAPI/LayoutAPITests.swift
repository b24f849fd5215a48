import LayoutSpecs
import Testing

/// A test for each row of the page `LayoutAPI.md`, named as the row is: what the property says, shown by frames.
@Suite("Layout API")
struct LayoutAPITests {
  static func box(_ width: Double, _ height: Double) -> ImageNode {
    ImageNode(imageSize: Size(width, height))
  }

  static func frames(_ spec: any LayoutElement, in range: SizeRange) -> [Rect] {
    spec.layoutThatFits(range).sublayouts.map(\.frame)
  }

  static let exact = SizeRange(exactly: Size(100, 40))
  static let loose = SizeRange(width: 0...100, height: 0...40)
}

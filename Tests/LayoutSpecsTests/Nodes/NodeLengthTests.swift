import LayoutSpecs
import Testing

@Suite("Lengths that are given to nodes")
struct NodeLengthTests {
  private static let stops: [(message: String, set: @Sendable () -> Void)] = [
    (
      "An image's size is finite and not negative, and not {nan, 10}",
      { ButtonNode().setImageSize(Size(.nan, 10)) }
    ),
    (
      "An image's size is finite and not negative, and not {inf, 10}",
      { ButtonNode().setImageSize(Size(.infinity, 10), for: .selected) }
    ),
    (
      "An image's size is finite and not negative, and not {-1, 10}", { ImageNode().imageSize = Size(-1, 10) }
    ),
    (
      "An image's size is finite and not negative, and not {1, 10000000}",
      { _ = ButtonNode(imageSize: Size(1, 10_000_000)) }
    ),
    (
      "A button's contentSpacing lies between -10,000,000 and 10,000,000 points, and is not nan",
      { ButtonNode().contentSpacing = .nan }
    ),
    (
      "An inset lies between -10,000,000 and 10,000,000 points",
      { ButtonNode().contentEdgeInsets.leading = .nan }
    ),
    (
      "A node's frame is finite, and its size not negative: not {{0, 0}, {-1, 2}}",
      { DisplayNode().frame.size = Size(-1, 2) }
    ),
    (
      "A node's frame is finite, and its size not negative: not {{nan, 0}, {0, 0}}",
      { DisplayNode().frame.origin.x = .nan }
    ),
    (
      "A node's frame is finite, and its size not negative: not {{0, 0}, {0, inf}}",
      { DisplayNode().frame.size.height = .infinity }
    ),
  ]

  @Test(
    "A length that no layout could use is stopped by the property that it is given to, which names it",
    arguments: stops.indices)
  func lengths(index: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [index] in
      NodeLengthTests.stops[index].set()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains(Self.stops[index].message), "\(message)")
  }

  @Test func `Lengths at the ends of what is allowed are taken`() {
    let button = ButtonNode(title: "x", imageSize: Size(9_999_999, 0))
    button.contentSpacing = -9_999_999
    button.contentEdgeInsets = EdgeInsets(top: .infinity, left: -5)
    #expect(button.layoutThatFits(.unconstrained).size.width.isFinite)
    button.frame = Rect(x: -1e12, y: 1e12, width: 20_000_000, height: 0)
    #expect(button.frame.minX == -1e12 && button.frame.size == Size(20_000_000, 0))
  }
}

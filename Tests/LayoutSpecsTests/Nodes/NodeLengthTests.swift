import LayoutSpecs
import Testing

@Suite("Lengths that are given to nodes")
struct NodeLengthTests {
  @Test("A length that no layout could use is stopped by the property that it is given to, which names it")
  func lengths() async {
    func expect(_ words: String, _ result: ExitTest.Result?) {
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains(words))
    }
    let output: [any PartialKeyPath<ExitTest.Result> & Sendable] = [\.standardErrorContent]
    expect(
      "An image's size is finite and not negative, and not {nan, 10}",
      await #expect(processExitsWith: .failure, observing: output) {
        ButtonNode().setImageSize(Size(.nan, 10))
      })
    expect(
      "An image's size is finite and not negative, and not {inf, 10}",
      await #expect(processExitsWith: .failure, observing: output) {
        ButtonNode().setImageSize(Size(.infinity, 10), for: .selected)
      })
    expect(
      "An image's size is finite and not negative, and not {-1, 10}",
      await #expect(processExitsWith: .failure, observing: output) { ImageNode().imageSize = Size(-1, 10) })
    expect(
      "An image's size is finite and not negative, and not {1, 10000000}",
      await #expect(processExitsWith: .failure, observing: output) {
        _ = ButtonNode(imageSize: Size(1, 10_000_000))
      })
    expect(
      "A button's contentSpacing lies between -10,000,000 and 10,000,000 points, and is not nan",
      await #expect(processExitsWith: .failure, observing: output) { ButtonNode().contentSpacing = .nan })
    expect(
      "An inset lies between -10,000,000 and 10,000,000 points",
      await #expect(processExitsWith: .failure, observing: output) {
        ButtonNode().contentEdgeInsets.leading = .nan
      })
    expect(
      "A node's frame is finite, and its size not negative: not {{0, 0}, {-1, 2}}",
      await #expect(processExitsWith: .failure, observing: output) {
        DisplayNode().frame.size = Size(-1, 2)
      })
    expect(
      "A node's frame is finite, and its size not negative: not {{nan, 0}, {0, 0}}",
      await #expect(processExitsWith: .failure, observing: output) { DisplayNode().frame.origin.x = .nan })
    expect(
      "A node's frame is finite, and its size not negative: not {{0, 0}, {0, inf}}",
      await #expect(processExitsWith: .failure, observing: output) {
        DisplayNode().frame.size.height = .infinity
      })
  }

  @Test("Lengths at the ends of what is allowed are taken")
  func ends() {
    let button = ButtonNode(title: "x", imageSize: Size(9_999_999, 0))
    button.contentSpacing = -9_999_999
    button.contentEdgeInsets = EdgeInsets(top: .infinity, left: -5)
    #expect(button.layoutThatFits(.unconstrained).size.width.isFinite)
    button.frame = Rect(x: -1e12, y: 1e12, width: 20_000_000, height: 0)
    #expect(button.frame.minX == -1e12 && button.frame.size == Size(20_000_000, 0))
  }
}

import LayoutSpecs
import LayoutTestSupport
import Testing

/// Numbers from user code that no element can have.
@Suite("Numbers from user code")
struct UserCodeNumberTests {
  private struct Answering: LeafMeasurement, LayoutAlgorithm {
    var size = Size(7, 7)
    var position = Point.zero
    func calculateSizeThatFits(_ constrainedSize: Size) -> Size { size }
    func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
      _ = children.measure(0, in: constrainedSize)
      children.place(0, at: position)
      return size
    }
  }

  private final class AnsweringNode: DisplayNode, @unchecked Sendable {
    let size: Size
    init(_ size: Size) {
      self.size = size
      super.init()
    }
    override func calculateSizeThatFits(_ constrainedSize: Size) -> Size { size }
  }

  @Test(
    "An answer that is no length counts as 0, and an infinite one as the maximum, or 0 without one",
    arguments: [
      // The answer, and the length in at most 50 points and in any number of points.
      (Double.nan, 0, 0), (.infinity, 50, 0), (-.infinity, 0, 0), (-3, 0, 0), (20, 20, 20), (1e300, 50, 1e7),
      (2e7, 50, 1e7), (9_999_999.5, 50, 1e7),
    ])
  func answers(answer: Double, bounded: Double, unbounded: Double) {
    for (most, expected) in [(50, bounded), (.infinity, unbounded)] {
      let range = SizeRange(max: Size(most, most))
      let size = Size(answer, answer)
      let leaf = LayoutTree.element(.measured(Answering(size: size)))
      #expect(leaf.layoutThatFits(range).size == Size(expected, expected))
      #expect(AnsweringNode(size).layoutThatFits(range).size == Size(expected, expected))
      #expect(WrapperLayoutSpec(AnsweringNode(size)).layoutThatFits(range).size == Size(expected, expected))
    }
  }

  @Test func `A custom spec's size is not limited to its range, but is finite`() {
    func size(_ size: Size, in range: SizeRange) -> Size {
      LayoutTree.element(.custom(Answering(size: size)), around: [.node]).layoutThatFits(range).size
    }
    let range = SizeRange(min: Size(5, 5), max: Size(50, .infinity))
    #expect(size(Size(70, 2), in: range) == Size(70, 2))
    #expect(size(Size(.infinity, .infinity), in: range) == Size(50, 0))
    #expect(size(Size(-.infinity, .nan), in: range) == .zero)
    #expect(size(Size(1e300, -2), in: range) == Size(1e7, 0))
  }

  @Test func `A child is not placed at a coordinate that is NaN or infinite, but at 0`() {
    let content = ElementContent.custom(Answering(position: Point(.nan, .infinity)))
    let tree = LayoutTree.element(content, around: [.sizedNode(Size(3, 3))])
    let layout = tree.layoutThatFits(.unconstrained)
    #expect(layout.frame(of: ElementID(1)) == Rect(x: 0, y: 0, width: 3, height: 3))
  }

  @Test func `The message about a range has its numbers`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SizeRange(max: Size(.nan, 10))
    }
    #expect(result.message.contains("which is not NaN; this one is from {0, 0} to {nan, 10}"))
  }
}

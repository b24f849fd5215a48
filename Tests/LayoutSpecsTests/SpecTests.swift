import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Deviations from Texture")
struct DeviationTests {
  @Test func `An infinite inset in an unbounded range counts as 0, where Texture asserts`() {
    let spec = InsetLayoutSpec(insets: EdgeInsets(.infinity), child: ImageNode(imageSize: Size(10, 20)))
    let layout = spec.layoutThatFits(.unconstrained)
    #expect(layout.size == Size(10, 20))
    #expect(layout.sublayouts[0].position == .zero)
  }

  @Test func `An exact percentage of an infinite parent counts as auto, where Texture asserts`() {
    let node = ImageNode(imageSize: Size(10, 20)).width("50%")
    #expect(WrapperLayoutSpec(node).layoutThatFits(.unconstrained).size == Size(10, 20))
  }

  @Test(
    "A stack that is left without a layout reports its own baseline, whatever it reported in another range before"
  )
  func lateBaseline() {
    // Texture writes a stack's baselines into its style whenever it lays it out, so there the answer depends on history.
    func spec() -> some LayoutElement {
      StackLayoutSpec(alignItems: .baselineFirst) {
        StackLayoutSpec(direction: .vertical) {
          StackLayoutSpec(direction: .vertical) { TextNode("a").ascender(15) }
            .flexGrow().flexShrink().ascender(3).alignSelf(.start)
          ImageNode(imageSize: Size(10, 80))
        }.height(50)
        ImageNode(imageSize: Size(10, 10)).ascender(8)
      }
    }
    let layout = spec().layoutThatFits(.upTo(width: 100))
    #expect(layout.sublayouts.map(\.position.y) == [5, 0])
  }
}

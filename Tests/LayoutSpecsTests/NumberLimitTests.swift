import LayoutSpecs
import LayoutTestSupport
import Testing

@Suite("Limits of numbers")
struct NumberLimitTests {
  @Test func `A number that frames could become infinite of is stopped where it is given`() async {
    await #expect(processExitsWith: .failure) { _ = Dimension.points(10_000_000) }
    await #expect(processExitsWith: .failure) { _ = LayoutSize(Size(1e308, 1)) }
    await #expect(processExitsWith: .failure) { _ = EdgeInsets(bottom: -10_000_000) }
    await #expect(processExitsWith: .failure) { _ = Style { $0.spacingBefore = 1e308 } }
    await #expect(processExitsWith: .failure) { _ = Style { $0.descender = -10_000_000 } }
    await #expect(processExitsWith: .failure) { _ = Style { $0.layoutPosition = Point(0, 10_000_000) } }
    await #expect(processExitsWith: .failure) { _ = Style { $0.flexGrow = 10_000_000 } }
    await #expect(processExitsWith: .failure) { _ = StackParameters(direction: .vertical, spacing: -1e7) }
    await #expect(processExitsWith: .failure) {
      var parameters = StackParameters()
      parameters.lineSpacing = 1e7
    }
    await #expect(processExitsWith: .failure) { _ = CornerParameters(offset: Point(-1e7, 0)) }
    await #expect(processExitsWith: .failure) { _ = TextParameters("", advance: 1e7) }
    await #expect(processExitsWith: .failure) { _ = MonospaceMetrics(lineHeight: 1e7) }
    await #expect(processExitsWith: .failure) { _ = PixelGrid(scale: 1_001) }
    await #expect(processExitsWith: .failure) { _ = PixelGrid(scale: 0.0009) }
  }

  @Test(
    "What was changed after it was made is checked when a tree is made of it, and a range when a tree is laid out in it"
  )
  func laterChanges() async {
    await #expect(processExitsWith: .failure) {
      var parameters = CornerParameters()
      parameters.offset.x = .nan
      var builder = LayoutTreeBuilder()
      builder.begin(.corner(parameters))
    }
    await #expect(processExitsWith: .failure) {
      _ = LayoutSpec().layoutThatFits(SizeRange(exactly: Size(10_000_000, 0)))
    }
    await #expect(processExitsWith: .failure) {
      _ = LayoutSpec().layoutThatFits(.unconstrained, parentSize: Size(1e308, 0))
    }
    #expect(LayoutSpec().layoutThatFits(.unconstrained, parentSize: .undefined).size == .zero)
  }

  @Test func `Numbers just within the limits are taken`() {
    let most = 9_999_999.999
    let stack = StackLayoutSpec(direction: .horizontal, spacing: most) {
      DisplayNode().width(.points(most)).spacingAfter(-most).flexGrow(most)
      TextNode("two words", metrics: MonospaceMetrics(advance: most, lineHeight: most)).spacingBefore(-most)
    }
    let layout = InsetLayoutSpec(insets: EdgeInsets(most), child: stack).layoutThatFits(.unconstrained)
    #expect(layout.size.width > 90_000_000 && layout.size.width.isFinite && layout.size.height.isFinite)
  }

  @Test(
    "A ratio that leads to no size that an element can have has no effect, and the parent's size is undefined"
  )
  func ratios() {
    let child = DisplayNode().preferredLayoutSize(LayoutSize(.fraction(0.5), 20))
    let image = ImageNode(imageSize: Size(30, 20))
    func size(_ ratio: Double, _ range: SizeRange, _ child: DisplayNode) -> Size {
      RatioLayoutSpec(ratio: ratio, child: child).layoutThatFits(range).size
    }
    let high = SizeRange(width: 0...(.infinity), height: 0...100)
    let wide = SizeRange(width: 0...200, height: 0...(.infinity))
    for ratio in [0, 0x1p-1074, 1e-300, 1e-5] {
      #expect(size(ratio, high, image) == Size(30, 20), "\(ratio)")
      // Of an undefined width a fraction counts as auto.
      #expect(size(ratio, high, child) == Size(0, 20), "\(ratio)")
      #expect(size(ratio, wide, image) == Size(200, 0), "\(ratio)")
      #expect(size(ratio, SizeRange(width: 0...200, height: 0...100), image) == Size(200, 0), "\(ratio)")
    }
    for ratio in [1e300, Double.greatestFiniteMagnitude, 50_001] {
      #expect(size(ratio, wide, image) == Size(30, 20), "\(ratio)")
      #expect(size(ratio, SizeRange(width: 0...200, height: 0...100), image) == Size(200, 100), "\(ratio)")
    }
    for ratio in [-0.5, .infinity, -.infinity, .nan] {
      var spec = RatioLayoutSpec(ratio: 1, child: image)
      spec.ratio = ratio
      for range in [high, wide] {
        #expect(size(ratio, range, image) == Size(30, 20), "\(ratio)")
        #expect(spec.layoutThatFits(range).size == Size(30, 20), "\(ratio)")
      }
    }
    // 1.1e-5 gives a width that is less than 10,000,000.
    #expect(size(1.1e-5, high, image) == Size(9_090_909, 100))
    #expect(size(0, SizeRange(width: 0...(.infinity), height: 0...0), image) == Size(0, 0))
  }

  @Test func `A ratio of 0 in a stack takes no room from its siblings`() {
    let text = TextNode("text")
    let stack = StackLayoutSpec(direction: .horizontal) {
      RatioLayoutSpec(ratio: 0, child: LayoutSpec())
      text.flexShrink()
    }
    let layout = stack.layoutThatFits(SizeRange(exactly: Size(320, 100)))
    #expect(layout.frame(of: text) == Rect(x: 0, y: 0, width: 32, height: 100))
  }

  @Test func `A text of any length has a finite size`() {
    let text = TextNode(
      String(repeating: "x", count: 1_000_000),
      metrics: MonospaceMetrics(advance: 9_999_999, lineHeight: 9_999_999))
    #expect(text.layoutThatFits(.unconstrained).size == Size(9_999_999e6, 9_999_999))
    #expect(text.layoutThatFits(.upTo(width: 10)).size == Size(10, 9_999_999e6))
  }

  @Test(arguments: [0.001, 1, 2.75, 3, 1_000])
  func `On every grid nothing stays nothing, and the longest length is exact`(scale: Double) {
    let grid = PixelGrid(scale: scale)
    #expect(grid.ceil(Size.zero) == .zero && grid.floor(0) == 0 && grid.round(0) == 0)
    let pixels = (10_000_000 * scale).rounded(.down)
    let longest = pixels / scale
    #expect(grid.ceil(longest) == longest && grid.floor(longest) == longest && grid.round(longest) == longest)
    let shorter = (pixels - 1) / scale
    #expect(grid.floor(longest - 0.5 / scale) == shorter && grid.ceil(longest - 0.5 / scale) == longest)
  }

  @Test("What is longer than a caller may ask for, because of what it holds, is laid out again at its frame")
  func longNode() {
    let item = DisplayNode().preferredSize(Size(10, 9_000_000))
    let other = DisplayNode().preferredSize(Size(10, 9_000_000))
    let list = DisplayNode { _, _ in
      StackLayoutSpec(direction: .vertical) {
        item
        other
      }
    }
    let screen = DisplayNode { _, _ in WrapperLayoutSpec { list } }
    screen.automaticallyManagesSubnodes = true
    list.automaticallyManagesSubnodes = true
    _ = screen.layoutThatFits(.upTo(width: 320))
    screen.layoutIfNeeded()
    #expect(list.frame.size == Size(10, 18_000_000))
    list.setNeedsLayout()
    list.layoutIfNeeded()
    #expect(other.frame.minY == 9_000_000)
  }
}

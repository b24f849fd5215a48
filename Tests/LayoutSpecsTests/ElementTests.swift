import LayoutSpecs
import LayoutTestSupport
import Testing

// MARK: - A leaf, a text metric and a node of the user's own

private struct Swatch: LeafElement {
  var style = Style()
  var debugName: String?
  let area: Double

  var measurement: any LeafMeasurement { AreaMeasurement(area: area) }

  /// As wide as it may be, and as high as the area needs.
  struct AreaMeasurement: LeafMeasurement {
    let area: Double
    func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
      let width = min(constrainedSize.width, area)
      return Size(width, area / width)
    }
  }
}

private struct WideMetrics: TextMetrics {
  func size(of text: String, maxWidth: Double) -> Size { Size(min(maxWidth, 100), 7) }
}

/// Shows one text in narrow ranges and two beside each other in wide ones.
private final class AdaptiveNode: DisplayNode, @unchecked Sendable {
  let first = TextNode("first")
  let second = TextNode("second")
  var ranges: [SizeRange] = []

  override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    ranges.append(constrainedSize)
    if constrainedSize.max.width < 100 { return WrapperLayoutSpec(first) }
    return StackLayoutSpec(spacing: 4) {
      first
      second
    }
  }
}

@Suite("Elements of the user's own")
struct CustomElementTests {
  @Test func `A leaf is measured in what it may have, and brought into its range`() {
    let layout = StackLayoutSpec(direction: .vertical) {
      Swatch(area: 1000).named("swatch")
      Swatch(area: 1000).width(50)
    }.layoutThatFits(.upTo(width: 100))
    #expect(layout.size == Size(100, 30))
    #expect(layout.sublayouts.map(\.size) == [Size(100, 10), Size(50, 20)])
    #expect(layout.element(named: "swatch") == ElementID(1))
  }

  @Test func `A child that a spec does not measure has no layout below it`() {
    struct Hiding: CustomLayoutSpec, LayoutAlgorithm {
      var style = Style()
      var debugName: String?
      var children: [any LayoutElement] { [WrapperLayoutSpec(ImageNode(imageSize: Size(9, 9)))] }
      var algorithm: any LayoutAlgorithm { self }
      func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
        Size(.nan, 5)
      }
    }
    let layout = WrapperLayoutSpec(Hiding()).layoutThatFits(.unconstrained)
    #expect(layout.size == Size(0, 5))
    #expect(layout.frame(of: ElementID(2)) == .zero)
    #expect(layout.frame(of: ElementID(3)) == nil)
  }

  @Test func `Text is measured by the metrics it was given`() {
    let node = TextNode("x", metrics: WideMetrics())
    #expect(node.layoutThatFits(.upTo(width: 60)).size == Size(60, 7) && !node.isTruncated)
    #expect(
      TextNode("xx", metrics: MonospaceMetrics(advance: 5, lineHeight: 9)).layoutThatFits(.unconstrained).size
        == Size(10, 9))
  }

  @Test func `A node returns the spec for its range, once a range; children go by identity`() {
    let node = AdaptiveNode()
    let spec = InsetLayoutSpec(insets: EdgeInsets(10), child: node)
    let wide = spec.layoutThatFits(.upTo(width: 200))
    #expect(wide.size == Size(112, 40))
    #expect(wide.frame(of: node.second) == Rect(x: 44, y: 0, width: 48, height: 20))
    #expect(node.ranges == [SizeRange(width: 0...180, height: 0...(.infinity))])

    let narrow = spec.layoutThatFits(.upTo(width: 80))
    #expect(narrow.size == Size(60, 40))
    #expect(narrow.frame(of: node.second) == nil)
    #expect(narrow.frame(of: node.first) == Rect(x: 0, y: 0, width: 40, height: 20))
    #expect(narrow.frame(of: node) == Rect(x: 10, y: 10, width: 40, height: 20))
  }

  @Test func `A node whose layout depends on its size belongs to no compiled tree`() {
    #expect(WrapperLayoutSpec(AdaptiveNode()).compiled() == nil)
    #expect(WrapperLayoutSpec(TextNode("x")).compiled()?.elementCount == 2)
  }
}

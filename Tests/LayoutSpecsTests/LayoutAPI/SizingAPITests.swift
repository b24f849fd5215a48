import LayoutSpecs
import Testing

extension LayoutAPITests {
  @Test func `Dimension.points`() {
    #expect(Dimension.points(70).resolve(parentLength: 200, autoLength: 5) == 70)
    #expect(Dimension.points(70).resolve(parentLength: .nan, autoLength: 5) == 70)
    #expect(Dimension.points(70) == "70pt" && Dimension.points(70) == 70 && Dimension.points(0.5) == 0.5)
  }

  @Test func `Dimension.fraction`() {
    #expect(Dimension.fraction(0.25).resolve(parentLength: 200, autoLength: 5) == 50)
    #expect(Dimension.fraction(0.25).resolve(parentLength: .nan, autoLength: 5) == 5)
    #expect(Dimension.fraction(0.25).resolve(parentLength: .infinity, autoLength: 5) == .infinity)
    #expect(Dimension.fraction(0).resolve(parentLength: .infinity, autoLength: 5) == 5)
    #expect(Dimension.fraction(0.25) == "25%")
  }

  @Test func `Dimension.percent`() {
    #expect(Dimension.percent(25) == .fraction(0.25))
    #expect(Self.box(1, 1).width(.percent(50)).style.width == "50%")
  }

  @Test func `Dimension.auto`() {
    #expect(Dimension.auto.resolve(parentLength: 200, autoLength: 5) == 5)
    #expect(Dimension.auto == "auto")
  }

  @Test("LayoutSize")
  func layoutSize() {
    let size = LayoutSize(width: "50%", height: 30)
    #expect(size.resolve(parentSize: Size(200, 100), autoSize: .zero) == Size(100, 30))
    #expect(LayoutSize().resolve(parentSize: Size(200, 100), autoSize: Size(3, 4)) == Size(3, 4))
  }

  @Test("Size")
  func size() {
    #expect(LayoutSize(Size(3, 4)) == LayoutSize(3, 4))
    #expect(Size(3, 4).isValid && !Size.infinite.isValid && !Size.undefined.isValid)
  }

  @Test func `SizeRange.tableCell`() {
    #expect(SizeRange.tableCell(width: 320) == SizeRange(width: 320...320, height: 0...(.infinity)))
  }

  @Test func `Size.clamped`() {
    let range = SizeRange(width: 100...200, height: 50...(.infinity))
    #expect(Size(0, 0).clamped(to: range) == Size(100, 50))
    #expect(Size(150, 1e6).clamped(to: range) == Size(150, 1e6))
    #expect(Size(300, 60).clamped(to: range) == Size(200, 60))
    #expect(Size.infinite.clamped(to: range) == Size(200, .infinity))
    #expect(Size.undefined.clamped(to: range) == Size(100, 50))
  }

  @Test func `SizeRange.intersection`() {
    let range = SizeRange(width: 100...200, height: 50...(.infinity))
    #expect(range.intersection(.unconstrained) == range)
    #expect(
      range.intersection(SizeRange(width: 150...300, height: 0...60))
        == SizeRange(width: 150...200, height: 50...60))
    // Where they do not overlap the first wins.
    #expect(range.intersection(SizeRange(exactly: Size(10, 10))) == SizeRange(exactly: Size(100, 50)))
    #expect(range.intersection(SizeRange(exactly: Size(500, 60))) == SizeRange(exactly: Size(200, 60)))
  }

  @Test("EdgeInsets")
  func edgeInsets() {
    #expect(EdgeInsets(4) == EdgeInsets(top: 4, left: 4, bottom: 4, right: 4))
    #expect(EdgeInsets(horizontal: 1, vertical: 2) == EdgeInsets(top: 2, left: 1, bottom: 2, right: 1))
  }

  @Test func `Traits.displayScale`() {
    let node = Self.box(10.3, 10.3)
    let sizes = [1.0, 2, 3].map { scale in
      node.traitOverrides.displayScale = scale
      return node.layoutThatFits(.unconstrained).size.width
    }
    #expect(sizes == [11, 10.5, 31.0 / 3])
  }

  @Test func `LayoutElement.layoutThatFits`() {
    let spec = StackLayoutSpec { Self.box(20, 10) }.width("50%")
    #expect(spec.layoutThatFits(Self.loose).size == Size(50, 10))
    #expect(spec.layoutThatFits(Self.loose, parentSize: Size(60, 40)).size == Size(30, 10))
  }

  @Test func `LayoutElement.sublayoutElements`() {
    let (first, second) = (Self.box(1, 1), Self.box(2, 2))
    let leaf: any LayoutElement = first
    func widths(_ element: any LayoutElement) -> [Double?] {
      element.sublayoutElements.map { ($0 as? ImageNode)?.imageSize?.width }
    }
    let stack = StackLayoutSpec {
      leaf
      if false { LayoutSpec() }
      for node in [second, first] { node }
    }
    #expect(widths(stack) == [1, 2, 1])
    let single: [any LayoutElement] = [
      InsetLayoutSpec(insets: .zero, child: leaf), CenterLayoutSpec(child: first), WrapperLayoutSpec(leaf),
      RatioLayoutSpec(ratio: 1, child: first), AbsoluteLayoutSpec(children: [first]),
      RelativeLayoutSpec(horizontalPosition: .start, verticalPosition: .start, child: first),
      AnyLayoutElement(InsetLayoutSpec(insets: .zero, child: first)),
    ]
    for spec in single { #expect(widths(spec) == [1], "\(spec.asciiArtName)") }
    let double: [any LayoutElement] = [
      OverlayLayoutSpec(child: first, overlay: second), BackgroundLayoutSpec(child: leaf, background: second),
      CornerLayoutSpec(child: first, corner: second, location: .topLeft),
    ]
    for spec in double { #expect(widths(spec) == [1, 2], "\(spec.asciiArtName)") }
    #expect(widths(LayoutSpec()).isEmpty && widths(first).isEmpty)
    let node = DisplayNode()
    node.addSubnode(second)
    #expect(widths(node) == [2])
  }

  @Test func `LayoutElement.debugName`() {
    let layout = StackLayoutSpec { Self.box(20, 10).named("icon") }.layoutThatFits(Self.loose)
    #expect(layout.element(named: "icon") == ElementID(1))
    #expect(layout.sublayouts[0].debugName == "icon")
  }

  @Test func `LayoutElement.asciiArtName`() {
    #expect(InsetLayoutSpec(insets: .zero, child: Self.box(1, 1)).asciiArtName == "InsetLayoutSpec")
    #expect(Self.box(1, 1).named("icon").asciiArtName == "ImageNode (icon)")
    // Without the types of children.
    let any: any LayoutElement = StackLayoutSpec { Self.box(1, 1) }.named("row")
    #expect(any.asciiArtName == "StackLayoutSpec (row)")
    #expect(AnyLayoutElement(any).asciiArtName == "StackLayoutSpec (row)")
  }

  @Test func `Layout.frame`() {
    let node = Self.box(20, 10)
    let layout = InsetLayoutSpec(
      insets: EdgeInsets(5), child: InsetLayoutSpec(insets: EdgeInsets(2), child: node)
    )
    .layoutThatFits(Self.loose)
    // In the node around it, or the root; and in the spec around it.
    #expect(layout.frame(of: node) == Rect(x: 7, y: 7, width: 20, height: 10))
    #expect(layout.frameInParentElement(of: node) == Rect(x: 2, y: 2, width: 20, height: 10))
    #expect(layout.frame == Rect(x: 0, y: 0, width: 34, height: 24))
  }

  @Test func `Layout.sublayouts`() {
    let layout = StackLayoutSpec { [Self.box(20, 10), Self.box(30, 20)] }.layoutThatFits(Self.loose)
    #expect(layout.sublayouts.map(\.position) == [.zero, Point(20, 0)])
  }
}

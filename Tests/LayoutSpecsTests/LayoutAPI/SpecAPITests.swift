import LayoutSpecs
import LayoutTestSupport
import Testing

// MARK: - Wrapper, inset, overlay, background

extension LayoutAPITests {
  @Test func `WrapperLayoutSpec.children`() {
    let spec = WrapperLayoutSpec {
      Self.box(20, 30)
      Self.box(40, 10)
    }
    #expect(spec.layoutThatFits(Self.loose).size == Size(40, 30))
    #expect(Self.frames(spec, in: Self.loose).map(\.origin) == [.zero, .zero])
    #expect(Self.frames(spec, in: Self.loose).map(\.size) == [Size(20, 30), Size(40, 10)])
  }

  @Test func `InsetLayoutSpec.insets`() {
    func frame(_ insets: EdgeInsets, in range: SizeRange = Self.exact) -> [Rect] {
      Self.frames(InsetLayoutSpec(insets: insets, child: Self.box(20, 10)), in: range)
    }
    #expect(
      frame(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)) == [Rect(x: 2, y: 1, width: 94, height: 36)])
    #expect(frame(EdgeInsets(top: .infinity, left: 2)) == [Rect(x: 2, y: 30, width: 98, height: 10)])
    #expect(
      frame(EdgeInsets(horizontal: .infinity, vertical: .infinity)) == [
        Rect(x: 40, y: 15, width: 20, height: 10)
      ])
    #expect(frame(EdgeInsets(-5)) == [Rect(x: -5, y: -5, width: 110, height: 50)])
    #expect(frame(EdgeInsets(5), in: Self.loose) == [Rect(x: 5, y: 5, width: 20, height: 10)])
  }

  @Test func `InsetLayoutSpec.child`() {
    let spec = InsetLayoutSpec(insets: EdgeInsets(5), child: Self.box(20, 10))
    #expect(spec.layoutThatFits(Self.loose).size == Size(30, 20))
  }

  @Test func `OverlayLayoutSpec.child`() {
    let spec = OverlayLayoutSpec(child: Self.box(20, 10), overlay: Self.box(90, 30)).width(60)
    #expect(spec.layoutThatFits(Self.loose).size == Size(20, 10))
  }

  @Test func `OverlayLayoutSpec.overlay`() {
    let spec = OverlayLayoutSpec(child: Self.box(20, 10), overlay: DisplayNode())
    let layout = spec.layoutThatFits(Self.loose)
    #expect(layout.sublayouts[1].frame == Rect(x: 0, y: 0, width: 20, height: 10))
    #expect(layout.flattenedNodes.map(\.element) == [ElementID(1), ElementID(2)])
    let half = OverlayLayoutSpec(
      child: Self.box(20, 10), overlay: WrapperLayoutSpec(Self.box(1, 1).width("50%")))
    #expect(half.layoutThatFits(Self.loose).sublayouts[1].sublayouts[0].size.width == 20)
  }

  @Test func `BackgroundLayoutSpec.child`() {
    let spec = BackgroundLayoutSpec(child: Self.box(20, 10), background: Self.box(90, 30)).height(40)
    #expect(spec.layoutThatFits(Self.loose).size == Size(20, 10))
  }

  @Test func `BackgroundLayoutSpec.background`() {
    let spec = BackgroundLayoutSpec(child: Self.box(20, 10), background: DisplayNode())
    let layout = spec.layoutThatFits(Self.loose)
    #expect(layout.sublayouts[1].frame == Rect(x: 0, y: 0, width: 20, height: 10))
    #expect(layout.flattenedNodes.map(\.element) == [ElementID(2), ElementID(1)])
  }
}

// MARK: - Center, relative, ratio

extension LayoutAPITests {
  @Test func `CenterLayoutSpec.centering`() {
    func frame(_ centering: Centering) -> [Rect] {
      Self.frames(CenterLayoutSpec(centering: centering, child: Self.box(20, 10)), in: Self.exact)
    }
    #expect(frame(.xy) == [Rect(x: 40, y: 15, width: 20, height: 10)])
    // Where the child is not centred it keeps the smallest size that the spec may have.
    #expect(frame(.x) == [Rect(x: 40, y: 0, width: 20, height: 40)])
    #expect(frame(.y) == [Rect(x: 0, y: 15, width: 100, height: 10)])
    #expect(frame(.none) == [Rect(x: 0, y: 0, width: 100, height: 40)])
  }

  @Test func `CenterLayoutSpec.sizing`() {
    func size(_ sizing: CenterSizing) -> Size {
      CenterLayoutSpec(sizing: sizing, child: Self.box(20, 10)).layoutThatFits(Self.loose).size
    }
    #expect(size(.default) == Size(100, 40))
    #expect(size(.minimumX) == Size(20, 40))
    #expect(size(.minimumY) == Size(100, 10))
    #expect(size(.minimumXY) == Size(20, 10))
  }

  private static func relative(
    _ horizontal: RelativePosition, _ vertical: RelativePosition, _ sizing: RelativeSizing = .default
  ) -> RelativeLayoutSpec<AnyLayoutElement> {
    RelativeLayoutSpec(
      horizontalPosition: horizontal, verticalPosition: vertical, sizing: sizing, child: box(20, 10))
  }

  @Test func `RelativeLayoutSpec.horizontalPosition`() {
    func frame(_ position: RelativePosition) -> Rect {
      Self.frames(Self.relative(position, .start), in: Self.exact)[0]
    }
    #expect(frame(.start) == Rect(x: 0, y: 0, width: 20, height: 10))
    #expect(frame(.center) == Rect(x: 40, y: 0, width: 20, height: 10))
    #expect(frame(.end) == Rect(x: 80, y: 0, width: 20, height: 10))
    #expect(frame(.none) == Rect(x: 0, y: 0, width: 100, height: 10))
  }

  @Test func `RelativeLayoutSpec.verticalPosition`() {
    func frame(_ position: RelativePosition) -> Rect {
      Self.frames(Self.relative(.start, position), in: Self.exact)[0]
    }
    #expect(frame(.start) == Rect(x: 0, y: 0, width: 20, height: 10))
    #expect(frame(.center) == Rect(x: 0, y: 15, width: 20, height: 10))
    #expect(frame(.end) == Rect(x: 0, y: 30, width: 20, height: 10))
    #expect(frame(.none) == Rect(x: 0, y: 0, width: 20, height: 40))
  }

  @Test func `RelativeLayoutSpec.sizing`() {
    func size(_ sizing: RelativeSizing) -> Size {
      Self.relative(.end, .end, sizing).layoutThatFits(Self.loose).size
    }
    #expect(size(.default) == Size(100, 40))
    #expect(size(.minimumWidth) == Size(20, 40))
    #expect(size(.minimumHeight) == Size(100, 10))
    #expect(size(.minimumSize) == Size(20, 10))
  }

  @Test func `RatioLayoutSpec.ratio`() {
    func size(_ ratio: Double, in range: SizeRange) -> Size {
      RatioLayoutSpec(ratio: ratio, child: DisplayNode()).layoutThatFits(range).size
    }
    #expect(size(0.5, in: .upTo(width: 100)) == Size(100, 50))
    #expect(size(2, in: SizeRange(width: 0...(.infinity), height: 0...40)) == Size(20, 40))
    // Whichever is nearer to the ratio: as wide as may be, or as high.
    #expect(size(0.25, in: Self.loose) == Size(100, 25))
    #expect(size(1, in: Self.loose) == Size(40, 40))
  }
}

// MARK: - Absolute, corner, plain and custom

extension LayoutAPITests {
  @Test func `AbsoluteLayoutSpec.children`() {
    let spec = AbsoluteLayoutSpec {
      Self.box(20, 10).layoutPosition(5, 6)
      Self.box(30, 20).layoutPosition(10, 8)
    }
    #expect(
      Self.frames(spec, in: Self.exact) == [
        Rect(x: 5, y: 6, width: 20, height: 10), Rect(x: 10, y: 8, width: 30, height: 20),
      ])
  }

  @Test func `AbsoluteLayoutSpec.sizing`() {
    let child = Self.box(20, 10).layoutPosition(5, 6)
    #expect(AbsoluteLayoutSpec { child }.layoutThatFits(Self.loose).size == Size(100, 40))
    #expect(AbsoluteLayoutSpec { child }.layoutThatFits(.unconstrained).size == Size(25, 16))
    #expect(AbsoluteLayoutSpec(sizing: .sizeToFit) { child }.layoutThatFits(Self.loose).size == Size(25, 16))
  }

  private static func cornered(
    _ location: CornerLocation, offset: Point = .zero, wrapsCorner: Bool = false
  ) -> some LayoutElement {
    CornerLayoutSpec(
      child: box(40, 20), corner: box(10, 10), location: location, offset: offset, wrapsCorner: wrapsCorner)
  }

  @Test func `CornerLayoutSpec.corner`() {
    let layout = Self.cornered(.topLeft).layoutThatFits(Self.loose)
    #expect(layout.sublayouts.map(\.size) == [Size(40, 20), Size(10, 10)])
  }

  @Test func `CornerLayoutSpec.location`() {
    func origin(_ location: CornerLocation) -> Point {
      Self.frames(Self.cornered(location), in: Self.loose)[1].origin
    }
    #expect(origin(.topLeft) == Point(-5, -5))
    #expect(origin(.topRight) == Point(35, -5))
    #expect(origin(.bottomLeft) == Point(-5, 15))
    #expect(origin(.bottomRight) == Point(35, 15))
  }

  @Test func `CornerLayoutSpec.offset`() {
    let frames = Self.frames(Self.cornered(.topRight, offset: Point(-5, 5)), in: Self.loose)
    #expect(frames[1].origin == Point(30, 0))
    var spec = CornerLayoutSpec(child: Self.box(40, 20), corner: Self.box(10, 10), location: .topLeft)
    (spec.location, spec.offset) = (.topRight, Point(-5, 5))
    #expect(spec.offset == Point(-5, 5) && Self.frames(spec, in: Self.loose) == frames)
    spec.wrapsCorner = true
    #expect(spec.layoutThatFits(Self.loose).size == Size(40, 20))
    spec.offset = .zero
    #expect(spec.layoutThatFits(Self.loose).size == Size(45, 25))
  }

  @Test func `CornerLayoutSpec.wrapsCorner`() {
    #expect(Self.cornered(.topLeft).layoutThatFits(Self.loose).size == Size(40, 20))
    let layout = Self.cornered(.topLeft, wrapsCorner: true).layoutThatFits(Self.loose)
    #expect(layout.size == Size(45, 25))
    #expect(layout.sublayouts.map(\.position) == [Point(5, 5), .zero])
  }

  @Test("LayoutSpec")
  func plainSpec() {
    #expect(LayoutSpec().layoutThatFits(Self.loose).size == .zero)
    #expect(LayoutSpec().layoutThatFits(Self.exact).size == Size(100, 40))
    #expect(LayoutSpec().minWidth(7).layoutThatFits(Self.loose).size == Size(7, 0))
  }

  /// Children one behind the other, each moved by 5 points.
  private struct CascadeSpec: CustomLayoutSpec {
    var style = Style()
    var debugName: String?
    let children: [any LayoutElement]
    var algorithm: any LayoutAlgorithm { Cascade() }

    struct Cascade: LayoutAlgorithm {
      func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size {
        var size = constrainedSize.min
        for child in 0..<children.count {
          let childSize = children.measure(child, in: SizeRange(min: .zero, max: constrainedSize.max))
          let offset = Double(5 * child)
          children.place(child, at: Point(offset, offset))
          size.width = max(size.width, offset + childSize.width)
          size.height = max(size.height, offset + childSize.height)
        }
        return size
      }
    }
  }

  @Test func `CustomLayoutSpec.algorithm`() {
    let spec = CascadeSpec(children: [Self.box(20, 10), Self.box(20, 10), Self.box(20, 10)])
    #expect(spec.layoutThatFits(Self.loose).size == Size(30, 20))
    #expect(Self.frames(spec, in: Self.loose).map(\.minX) == [0, 5, 10])
  }
}

import LayoutSpecs
import LayoutTestSupport
import Testing

extension LayoutAPITests {
  static let specs = wrappers + placing + absolute

  private static let wrappers: [Row] = {
    let wrapper = WrapperLayoutSpec { [box(20, 30), box(40, 10)] }
    func inset(_ insets: EdgeInsets) -> InsetLayoutSpec<ImageNode> {
      InsetLayoutSpec(insets: insets, child: box(20, 10))
    }
    return [
      Row("WrapperLayoutSpec.children", in: loose, .size(40, 30), wrapper),
      Row("WrapperLayoutSpec.children", in: loose, .frames([[0, 0, 20, 30], [0, 0, 40, 10]]), wrapper),
      Row(
        "InsetLayoutSpec.insets", .frames([[2, 1, 94, 36]]),
        inset(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))),
      Row("InsetLayoutSpec.insets", .frames([[2, 30, 98, 10]]), inset(EdgeInsets(top: .infinity, left: 2))),
      Row("InsetLayoutSpec.insets", .frames([[40, 15, 20, 10]]), inset(EdgeInsets(.infinity))),
      Row("InsetLayoutSpec.insets", .frames([[-5, -5, 110, 50]]), inset(EdgeInsets(-5))),
      Row("InsetLayoutSpec.insets", in: loose, .frames([[5, 5, 20, 10]]), inset(EdgeInsets(5))),
      // In a range without an end an infinite inset counts as 0.
      Row(
        "InsetLayoutSpec.insets", in: .unconstrained, .frames([[0, 0, 20, 10]]), inset(EdgeInsets(.infinity))),
      Row("InsetLayoutSpec.child", in: loose, .size(30, 20), inset(EdgeInsets(5))),
      Row(
        "OverlayLayoutSpec.child", in: loose, .size(20, 10),
        OverlayLayoutSpec(child: box(20, 10), overlay: box(90, 30)).width(60)),
      Row(
        "BackgroundLayoutSpec.child", in: loose, .size(20, 10),
        BackgroundLayoutSpec(child: box(20, 10), background: box(90, 30)).height(40)),
      Row(
        "OverlayLayoutSpec.overlay", in: loose, .frames([[0, 0, 20, 10], [0, 0, 20, 10]]),
        OverlayLayoutSpec(child: box(20, 10), overlay: DisplayNode())),
      Row(
        "BackgroundLayoutSpec.background", in: loose, .frames([[0, 0, 20, 10], [0, 0, 20, 10]]),
        BackgroundLayoutSpec(child: box(20, 10), background: DisplayNode())),
    ]
  }()

  /// Center, relative and ratio specs.
  private static let placing: [Row] = {
    func center(_ centering: Centering, _ sizing: CenterSizing = .default) -> CenterLayoutSpec<ImageNode> {
      CenterLayoutSpec(centering: centering, sizing: sizing, child: box(20, 10))
    }
    func relative(
      _ horizontal: RelativePosition, _ vertical: RelativePosition, _ sizing: RelativeSizing = .default
    ) -> RelativeLayoutSpec<ImageNode> {
      RelativeLayoutSpec(
        horizontalPosition: horizontal, verticalPosition: vertical, sizing: sizing, child: box(20, 10))
    }
    func ratio(_ ratio: Double) -> RatioLayoutSpec<DisplayNode> {
      RatioLayoutSpec(ratio: ratio, child: DisplayNode())
    }
    return [
      Row("CenterLayoutSpec.centering", .frames([[40, 15, 20, 10]]), center(.xy)),
      // Where the child is not centred it keeps the smallest size that the spec may have.
      Row("CenterLayoutSpec.centering", .frames([[40, 0, 20, 40]]), center(.x)),
      Row("CenterLayoutSpec.centering", .frames([[0, 15, 100, 10]]), center(.y)),
      Row("CenterLayoutSpec.centering", .frames([[0, 0, 100, 40]]), center(.none)),
      Row("CenterLayoutSpec.sizing", in: loose, .size(100, 40), center(.xy)),
      Row("CenterLayoutSpec.sizing", in: loose, .size(20, 40), center(.xy, .minimumX)),
      Row("CenterLayoutSpec.sizing", in: loose, .size(100, 10), center(.xy, .minimumY)),
      Row("CenterLayoutSpec.sizing", in: loose, .size(20, 10), center(.xy, .minimumXY)),
      Row("RelativeLayoutSpec.horizontalPosition", .frames([[0, 0, 20, 10]]), relative(.start, .start)),
      Row("RelativeLayoutSpec.horizontalPosition", .frames([[40, 0, 20, 10]]), relative(.center, .start)),
      Row("RelativeLayoutSpec.horizontalPosition", .frames([[80, 0, 20, 10]]), relative(.end, .start)),
      Row("RelativeLayoutSpec.horizontalPosition", .frames([[0, 0, 100, 10]]), relative(.none, .start)),
      Row("RelativeLayoutSpec.verticalPosition", .frames([[0, 15, 20, 10]]), relative(.start, .center)),
      Row("RelativeLayoutSpec.verticalPosition", .frames([[0, 30, 20, 10]]), relative(.start, .end)),
      Row("RelativeLayoutSpec.verticalPosition", .frames([[0, 0, 20, 40]]), relative(.start, .none)),
      Row("RelativeLayoutSpec.sizing", in: loose, .size(100, 40), relative(.end, .end)),
      Row("RelativeLayoutSpec.sizing", in: loose, .size(20, 40), relative(.end, .end, .minimumWidth)),
      Row("RelativeLayoutSpec.sizing", in: loose, .size(100, 10), relative(.end, .end, .minimumHeight)),
      Row("RelativeLayoutSpec.sizing", in: loose, .size(20, 10), relative(.end, .end, .minimumSize)),
      Row("RatioLayoutSpec.ratio", in: .upTo(width: 100), .size(100, 50), ratio(0.5)),
      Row(
        "RatioLayoutSpec.ratio", in: SizeRange(width: 0...(.infinity), height: 0...40), .size(20, 40),
        ratio(2)),
      // Whichever is nearer to the ratio: as wide as may be, or as high.
      Row("RatioLayoutSpec.ratio", in: loose, .size(100, 25), ratio(0.25)),
      Row("RatioLayoutSpec.ratio", in: loose, .size(40, 40), ratio(1)),
    ]
  }()

  /// Absolute, corner, plain and custom specs.
  private static let absolute: [Row] = {
    func absolute(_ sizing: AbsoluteSizing = .default) -> AbsoluteLayoutSpec<[any LayoutElement]> {
      AbsoluteLayoutSpec(
        sizing: sizing, children: [box(20, 10).layoutPosition(5, 6), box(30, 20).layoutPosition(10, 8)])
    }
    func location(_ location: CornerLocation, _ corner: [Double]) -> Row {
      Row(
        "CornerLayoutSpec.location", in: loose, .frames([[0, 0, 40, 20], corner + [10, 10]]),
        cornered(location))
    }
    let custom = Shelf(children: [box(20, 10), box(20, 10), box(20, 10)], gap: 5)
    return [
      Row("AbsoluteLayoutSpec.children", .frames([[5, 6, 20, 10], [10, 8, 30, 20]]), absolute()),
      Row("AbsoluteLayoutSpec.sizing", in: loose, .size(100, 40), absolute()),
      Row("AbsoluteLayoutSpec.sizing", in: .unconstrained, .size(40, 28), absolute()),
      Row("AbsoluteLayoutSpec.sizing", in: loose, .size(40, 28), absolute(.sizeToFit)),
      Row("CornerLayoutSpec.corner", in: loose, .widths([40, 10]), cornered(.topLeft)),
      location(.topLeft, [-5, -5]), location(.topRight, [35, -5]), location(.bottomLeft, [-5, 15]),
      location(.bottomRight, [35, 15]),
      Row("CornerLayoutSpec.wrapsCorner", in: loose, .size(40, 20), cornered(.topLeft)),
      Row("CornerLayoutSpec.wrapsCorner", in: loose, .size(45, 25), cornered(.topLeft, wrapsCorner: true)),
      Row("CornerLayoutSpec.wrapsCorner", in: loose, .x([5, 0]), cornered(.topLeft, wrapsCorner: true)),
      Row("LayoutSpec", in: loose, .size(0, 0), LayoutSpec()),
      Row("LayoutSpec", .size(100, 40), LayoutSpec()),
      Row("LayoutSpec", in: loose, .size(7, 0), LayoutSpec().minWidth(7)),
      Row("CustomLayoutSpec.algorithm", in: loose, .size(75, 10), custom),
      Row("CustomLayoutSpec.algorithm", in: loose, .x([0, 25, 50]), custom),
    ]
  }()

  private static func cornered(
    _ location: CornerLocation, offset: Point = .zero, wrapsCorner: Bool = false
  ) -> CornerLayoutSpec<ImageNode, ImageNode> {
    CornerLayoutSpec(
      child: box(40, 20), corner: box(10, 10), location: location, offset: offset, wrapsCorner: wrapsCorner)
  }

  @Test func `CornerLayoutSpec.offset`() {
    func frames(_ spec: some LayoutElement) -> [Rect] {
      spec.layoutThatFits(Self.loose).sublayouts.map(\.frame)
    }
    let offset = frames(Self.cornered(.topRight, offset: Point(-5, 5)))
    #expect(offset[1].origin == Point(30, 0))
    var spec = Self.cornered(.topLeft)
    (spec.location, spec.offset) = (.topRight, Point(-5, 5))
    #expect(spec.offset == Point(-5, 5) && frames(spec) == offset)
    spec.wrapsCorner = true
    #expect(spec.layoutThatFits(Self.loose).size == Size(40, 20))
    spec.offset = .zero
    #expect(spec.layoutThatFits(Self.loose).size == Size(45, 25))
  }
}

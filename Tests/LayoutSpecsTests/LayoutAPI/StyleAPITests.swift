import LayoutSpecs

extension LayoutAPITests {
  static let styles = sizes + stackedStyles

  /// Sizes of a leaf of 20 × 10 points with a property, in a parent of 100 × 40.
  private static let sizes: [Row] = {
    func size(
      _ name: String, in range: SizeRange = loose, _ frame: [Double], _ change: (inout Style) -> Void
    ) -> Row {
      Row(name, in: range, .frames([[0, 0] + frame]), WrapperLayoutSpec(box(20, 10).styled(change)))
    }
    return [
      size("Style.width", [50, 10]) { $0.width = 50 }, size("Style.width", [25, 10]) { $0.width = "25%" },
      size("Style.width", [20, 10]) { $0.width = .auto }, size("Style.width", [100, 10]) { $0.width = 500 },
      size("Style.height", [20, 30]) { $0.height = 30 },
      size("Style.height", [20, 20]) { $0.height = "50%" },
      size("Style.minWidth", [50, 10]) { $0.minWidth = 50 },
      size("Style.minWidth", [20, 10]) { $0.minWidth = 5 },
      size("Style.minWidth", [60, 10]) { ($0.minWidth, $0.width, $0.maxWidth) = (60, 50, 40) },
      size("Style.minWidth", [60, 10]) { ($0.minWidth, $0.maxWidth) = (60, 40) },
      size("Style.maxWidth", [15, 10]) { $0.maxWidth = 15 },
      size("Style.maxWidth", [40, 10]) { ($0.width, $0.maxWidth) = (50, "40%") },
      // A fraction of an endless parent is auto, but a finite maximum bounds it.
      size("Style.width", in: .unconstrained, [20, 10]) { $0.width = "50%" },
      size("Style.minWidth", in: .unconstrained, [20, 10]) { $0.minWidth = "50%" },
      size("Style.maxWidth", in: .unconstrained, [108, 10]) { ($0.width, $0.maxWidth) = ("50%", 108) },
      size("Style.minHeight", [20, 30]) { $0.minHeight = "75%" },
      size("Style.maxHeight", [20, 8]) { $0.maxHeight = 8 },
      size("Style.preferredSize", [30, 15]) { $0.preferredSize = Size(30, 15) },
      size("Style.minSize", [30, 10]) { $0.minSize = Size(30, 5) },
      size("Style.maxSize", [20, 5]) { $0.maxSize = Size(.infinity, 5) },
      size("Style.preferredLayoutSize", [50, 12]) { $0.preferredLayoutSize = LayoutSize("50%", 12) },
      size("Style.minLayoutSize", [50, 10]) { $0.minLayoutSize = LayoutSize("50%", .auto) },
      size("Style.maxLayoutSize", [10, 4]) { $0.maxLayoutSize = LayoutSize("10%", "10%") },
    ]
  }()

  /// Properties that stacks and absolute specs read, set on the first of two leaves of 20 × 10 points.
  private static let stackedStyles: [Row] = {
    func stack(
      _ alignItems: AlignItems = .start, _ change: (inout Style) -> Void
    ) -> StackLayoutSpec<[any LayoutElement]> {
      StackLayoutSpec(alignItems: alignItems, children: [box(20, 10).styled(change), box(20, 10)])
    }
    func positioned() -> ImageNode { box(20, 10).layoutPosition(12.5, -3) }
    let narrow = SizeRange(width: 0...30, height: 0...40)
    return [
      Row("Style.spacingBefore", .x([6, 26]), stack { $0.spacingBefore = 6 }),
      Row("Style.spacingBefore", .x([-6, 14]), stack { $0.spacingBefore = -6 }),
      Row("Style.spacingAfter", .x([0, 26]), stack { $0.spacingAfter = 6 }),
      Row("Style.flexGrow", .widths([80, 20]), stack { $0.flexGrow = 1 }),
      // Up to the stack's smallest length, and no further.
      Row("Style.flexGrow", in: loose, .widths([20, 20]), stack { $0.flexGrow = 1 }),
      Row("Style.flexShrink", in: narrow, .widths([10, 20]), stack { $0.flexShrink = 1 }),
      Row("Style.flexShrink", in: narrow, .widths([20, 20]), stack { _ in }),
      Row("Style.flexBasis", .widths([35, 20]), stack { $0.flexBasis = 35 }),
      Row("Style.flexBasis", .widths([30, 20]), stack { $0.flexBasis = "30%" }),
      // Of a stack whose length is not known a percentage counts as auto.
      Row("Style.flexBasis", in: loose, .widths([20, 20]), stack { $0.flexBasis = "30%" }),
      Row("Style.alignSelf", .y([0, 0]), stack { $0.alignSelf = .auto }),
      Row("Style.alignSelf", .y([15, 0]), stack { $0.alignSelf = .center }),
      Row("Style.alignSelf", .y([30, 0]), stack { $0.alignSelf = .end }),
      Row("Style.alignSelf", .heights([40, 10]), stack { $0.alignSelf = .stretch }),
      Row("Style.alignSelf", .y([0, 30]), stack(.end) { $0.alignSelf = .start }),
      Row("Style.ascender", .y([0, 7]), stack(.baselineFirst) { $0.ascender = 7 }),
      Row("Style.descender", .y([4, 0]), stack(.baselineLast) { $0.descender = -4 }),
      Row("Style.layoutPosition", .frames([[12.5, -3, 20, 10]]), AbsoluteLayoutSpec { positioned() }),
      Row("Style.layoutPosition", .x([0]), StackLayoutSpec { positioned() }),
    ]
  }()
}

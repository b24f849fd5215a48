import LayoutSpecs
import Testing

// MARK: - Sizes, which every element has

extension LayoutAPITests {
  /// What a property makes of a leaf of 20 × 10 points in a parent of 100 × 40.
  static let sizes: [(row: String, change: @Sendable (inout Style) -> Void, size: Size)] = [
    ("Style.width", { $0.width = 50 }, Size(50, 10)), ("Style.width", { $0.width = "25%" }, Size(25, 10)),
    ("Style.width", { $0.width = .auto }, Size(20, 10)), ("Style.width", { $0.width = 500 }, Size(100, 10)),
    ("Style.height", { $0.height = 30 }, Size(20, 30)), ("Style.height", { $0.height = "50%" }, Size(20, 20)),
    ("Style.minWidth", { $0.minWidth = 50 }, Size(50, 10)),
    ("Style.minWidth", { $0.minWidth = 5 }, Size(20, 10)),
    ("Style.minWidth", { ($0.minWidth, $0.width, $0.maxWidth) = (60, 50, 40) }, Size(60, 10)),
    ("Style.maxWidth", { $0.maxWidth = 15 }, Size(15, 10)),
    ("Style.maxWidth", { ($0.width, $0.maxWidth) = (50, "40%") }, Size(40, 10)),
    ("Style.minHeight", { $0.minHeight = "75%" }, Size(20, 30)),
    ("Style.maxHeight", { $0.maxHeight = 8 }, Size(20, 8)),
    ("Style.preferredSize", { $0.preferredSize = Size(30, 15) }, Size(30, 15)),
    ("Style.minSize", { $0.minSize = Size(30, 5) }, Size(30, 10)),
    ("Style.maxSize", { $0.maxSize = Size(.infinity, 5) }, Size(20, 5)),
    ("Style.preferredLayoutSize", { $0.preferredLayoutSize = LayoutSize("50%", 12) }, Size(50, 12)),
    ("Style.minLayoutSize", { $0.minLayoutSize = LayoutSize("50%", .auto) }, Size(50, 10)),
    ("Style.maxLayoutSize", { $0.maxLayoutSize = LayoutSize("10%", "10%") }, Size(10, 4)),
  ]

  @Test(arguments: sizes.indices)
  func `Each property of a style gives its size`(index: Int) {
    let (row, change, size) = Self.sizes[index]
    let node = Self.box(20, 10)
    change(&node.style)
    #expect(Self.frames(WrapperLayoutSpec(node), in: Self.loose)[0].size == size, "\(row)")
  }
}

// MARK: - What stacks and absolute specs read of their children

extension LayoutAPITests {
  /// The frames of two leaves of 20 × 10 in a horizontal stack, of which the first has this style.
  private static func frames(
    in range: SizeRange = exact, alignItems: AlignItems = .start, _ change: (inout Style) -> Void
  ) -> [Rect] {
    let node = box(20, 10)
    change(&node.style)
    return frames(StackLayoutSpec(alignItems: alignItems, children: [node, box(20, 10)]), in: range)
  }

  @Test func `Style.spacingBefore`() {
    #expect(Self.frames { $0.spacingBefore = 6 }.map(\.minX) == [6, 26])
    #expect(Self.frames { $0.spacingBefore = -6 }.map(\.minX) == [-6, 14])
  }

  @Test func `Style.spacingAfter`() { #expect(Self.frames { $0.spacingAfter = 6 }.map(\.minX) == [0, 26]) }

  @Test func `Style.flexGrow`() {
    #expect(Self.frames { $0.flexGrow = 1 }.map(\.size.width) == [80, 20])
    // Up to the stack's smallest length, and no further.
    #expect(Self.frames(in: Self.loose) { $0.flexGrow = 1 }.map(\.size.width) == [20, 20])
  }

  @Test func `Style.flexShrink`() {
    let narrow = SizeRange(width: 0...30, height: 0...40)
    #expect(Self.frames(in: narrow) { $0.flexShrink = 1 }.map(\.size.width) == [10, 20])
    #expect(Self.frames(in: narrow) { _ in }.map(\.size.width) == [20, 20])
  }

  @Test func `Style.flexBasis`() {
    #expect(Self.frames { $0.flexBasis = 35 }.map(\.size.width) == [35, 20])
    #expect(Self.frames { $0.flexBasis = "30%" }.map(\.size.width) == [30, 20])
    // Of a stack whose length is not known a percentage counts as auto.
    #expect(Self.frames(in: Self.loose) { $0.flexBasis = "30%" }.map(\.size.width) == [20, 20])
  }

  @Test func `Style.alignSelf`() {
    #expect(Self.frames { $0.alignSelf = .auto }[0] == Rect(x: 0, y: 0, width: 20, height: 10))
    #expect(Self.frames { $0.alignSelf = .center }[0] == Rect(x: 0, y: 15, width: 20, height: 10))
    #expect(Self.frames { $0.alignSelf = .end }[0] == Rect(x: 0, y: 30, width: 20, height: 10))
    #expect(Self.frames { $0.alignSelf = .stretch }[0] == Rect(x: 0, y: 0, width: 20, height: 40))
    let start = Self.frames(alignItems: .end) { $0.alignSelf = .start }
    #expect(start.map(\.minY) == [0, 30])
  }

  @Test func `Style.ascender`() {
    #expect(Self.frames(alignItems: .baselineFirst) { $0.ascender = 7 }.map(\.minY) == [0, 7])
  }

  @Test func `Style.descender`() {
    #expect(Self.frames(alignItems: .baselineLast) { $0.descender = -4 }.map(\.minY) == [4, 0])
  }

  @Test func `Style.layoutPosition`() {
    let node = Self.box(20, 10).layoutPosition(12.5, -3)
    #expect(Self.frames(AbsoluteLayoutSpec { node }, in: Self.exact)[0].origin == Point(12.5, -3))
    #expect(Self.frames(StackLayoutSpec { node }, in: Self.exact)[0].origin == .zero)
  }
}

import LayoutSpecs
import Testing

// MARK: - Sizes, which every element has

extension LayoutAPITests {
  /// The size of a leaf of 20 × 10 points in a parent of 100 × 40.
  private static func size(_ change: (inout Style) -> Void) -> Size {
    let node = box(20, 10)
    change(&node.style)
    return frames(WrapperLayoutSpec(node), in: loose)[0].size
  }

  @Test func `Style.width`() {
    #expect(Self.size { $0.width = 50 } == Size(50, 10))
    #expect(Self.size { $0.width = "25%" } == Size(25, 10))
    #expect(Self.size { $0.width = .auto } == Size(20, 10))
    #expect(Self.size { $0.width = 500 } == Size(100, 10))
  }

  @Test func `Style.height`() {
    #expect(Self.size { $0.height = 30 } == Size(20, 30))
    #expect(Self.size { $0.height = "50%" } == Size(20, 20))
  }

  @Test func `Style.minWidth`() {
    #expect(Self.size { $0.minWidth = 50 } == Size(50, 10))
    #expect(Self.size { $0.minWidth = 5 } == Size(20, 10))
    let all = Self.size {
      $0.minWidth = 60
      $0.width = 50
      $0.maxWidth = 40
    }
    #expect(all == Size(60, 10))
  }

  @Test func `Style.maxWidth`() {
    #expect(Self.size { $0.maxWidth = 15 } == Size(15, 10))
    let both = Self.size {
      $0.width = 50
      $0.maxWidth = "40%"
    }
    #expect(both == Size(40, 10))
  }

  @Test func `Style.minHeight`() {
    #expect(Self.size { $0.minHeight = "75%" } == Size(20, 30))
  }

  @Test func `Style.maxHeight`() {
    #expect(Self.size { $0.maxHeight = 8 } == Size(20, 8))
  }

  @Test func `Style.preferredSize`() {
    #expect(Self.size { $0.preferredSize = Size(30, 15) } == Size(30, 15))
  }

  @Test func `Style.minSize`() {
    #expect(Self.size { $0.minSize = Size(30, 5) } == Size(30, 10))
  }

  @Test func `Style.maxSize`() {
    #expect(Self.size { $0.maxSize = Size(.infinity, 5) } == Size(20, 5))
  }

  @Test func `Style.preferredLayoutSize`() {
    #expect(Self.size { $0.preferredLayoutSize = LayoutSize("50%", 12) } == Size(50, 12))
  }

  @Test func `Style.minLayoutSize`() {
    #expect(Self.size { $0.minLayoutSize = LayoutSize("50%", .auto) } == Size(50, 10))
  }

  @Test func `Style.maxLayoutSize`() {
    #expect(Self.size { $0.maxLayoutSize = LayoutSize("10%", "10%") } == Size(10, 4))
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

  @Test func `Style.spacingAfter`() {
    #expect(Self.frames { $0.spacingAfter = 6 }.map(\.minX) == [0, 26])
  }

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

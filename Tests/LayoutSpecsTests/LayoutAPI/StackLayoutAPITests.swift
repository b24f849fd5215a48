import LayoutSpecs
import LayoutTestSupport
import Testing

extension LayoutAPITests {
  private static func stack(_ change: (inout StackParameters) -> Void) -> StackLayoutSpec<[any LayoutElement]>
  {
    var parameters = StackParameters(direction: .horizontal, alignItems: .start)
    change(&parameters)
    return StackLayoutSpec(parameters, children: [box(20, 10), box(30, 20)])
  }

  private static func x(_ change: (inout StackParameters) -> Void) -> [Double] {
    frames(stack(change), in: exact).map(\.minX)
  }

  private static func y(_ change: (inout StackParameters) -> Void) -> [Double] {
    frames(stack(change), in: exact).map(\.minY)
  }

  @Test func `StackLayoutSpec.direction`() {
    #expect(
      Self.x { $0.direction = .horizontal } == [0, 20] && Self.y { $0.direction = .horizontal } == [0, 0])
    #expect(Self.x { $0.direction = .vertical } == [0, 0] && Self.y { $0.direction = .vertical } == [0, 10])
  }

  @Test func `StackLayoutSpec.spacing`() {
    #expect(Self.x { $0.spacing = 8 } == [0, 28])
    #expect(Self.x { $0.spacing = -5 } == [0, 15])
  }

  @Test func `StackLayoutSpec.justifyContent`() {
    #expect(Self.x { $0.justifyContent = .start } == [0, 20])
    #expect(Self.x { $0.justifyContent = .center } == [25, 45])
    #expect(Self.x { $0.justifyContent = .end } == [50, 70])
    #expect(Self.x { $0.justifyContent = .spaceBetween } == [0, 70])
    #expect(Self.x { $0.justifyContent = .spaceAround } == [12.5, 57.5])
  }

  @Test func `StackLayoutSpec.alignItems`() {
    #expect(Self.y { $0.alignItems = .start } == [0, 0])
    #expect(Self.y { $0.alignItems = .center } == [15, 10])
    #expect(Self.y { $0.alignItems = .end } == [30, 20])
    #expect(Self.y { $0.alignItems = .stretch } == [0, 0])
    #expect(
      Self.frames(Self.stack { $0.alignItems = .stretch }, in: Self.exact).map(\.size.height) == [40, 40])
    let texts = [Self.box(10, 20).ascender(15).descender(-5), Self.box(10, 10).ascender(8).descender(-1)]
    let first = StackLayoutSpec(alignItems: .baselineFirst, children: texts)
    #expect(Self.frames(first, in: Self.exact).map(\.minY) == [0, 7])
    let last = StackLayoutSpec(alignItems: .baselineLast, children: texts)
    #expect(Self.frames(last, in: Self.exact).map(\.minY) == [0, 6])
  }

  @Test func `StackLayoutSpec.horizontalAlignment`() {
    #expect(Self.x { $0.horizontalAlignment = .left } == [0, 20])
    #expect(Self.x { $0.horizontalAlignment = .middle } == [25, 45])
    #expect(Self.x { $0.horizontalAlignment = .right } == [50, 70])
    // From left to right in a vertical stack too, whatever alignItems says.
    let vertical = Self.x {
      $0.direction = .vertical
      $0.alignItems = .start
      $0.horizontalAlignment = .right
    }
    #expect(vertical == [80, 70])
    #expect(
      Self.x {
        $0.justifyContent = .end
        $0.horizontalAlignment = .none
      } == [50, 70])
  }

  @Test func `StackLayoutSpec.verticalAlignment`() {
    #expect(Self.y { $0.verticalAlignment = .top } == [0, 0])
    #expect(Self.y { $0.verticalAlignment = .center } == [15, 10])
    #expect(Self.y { $0.verticalAlignment = .bottom } == [30, 20])
    let vertical = Self.y {
      $0.direction = .vertical
      $0.verticalAlignment = .bottom
    }
    #expect(vertical == [10, 20])
  }

  private static func wrapping(_ alignContent: AlignContent, lineSpacing: Double = 0) -> StackLayoutSpec<
    [any LayoutElement]
  > {
    StackLayoutSpec(
      alignItems: .start, flexWrap: .wrap, alignContent: alignContent, lineSpacing: lineSpacing,
      children: [box(60, 10), box(60, 10)])
  }

  @Test func `StackLayoutSpec.flexWrap`() {
    #expect(Self.frames(Self.wrapping(.start), in: Self.exact).map(\.origin) == [.zero, Point(0, 10)])
    let line = StackLayoutSpec(alignItems: .start, children: [Self.box(60, 10), Self.box(60, 10)])
    #expect(Self.frames(line, in: Self.exact).map(\.origin) == [.zero, Point(60, 0)])
  }

  @Test func `StackLayoutSpec.alignContent`() {
    func y(_ alignContent: AlignContent) -> [Double] {
      Self.frames(Self.wrapping(alignContent), in: Self.exact).map(\.minY)
    }
    #expect(y(.start) == [0, 10])
    #expect(y(.center) == [10, 20])
    #expect(y(.end) == [20, 30])
    #expect(y(.spaceBetween) == [0, 30])
    #expect(y(.spaceAround) == [5, 25])
    #expect(y(.stretch) == [0, 20])
  }

  @Test func `StackLayoutSpec.lineSpacing`() {
    let spec = Self.wrapping(.start, lineSpacing: 7)
    #expect(Self.frames(spec, in: Self.exact).map(\.minY) == [0, 17])
  }

  @Test func `StackLayoutSpec.isConcurrent`() {
    let trees = [true, false].map { isConcurrent in
      let stack = StackParameters(direction: .vertical, isConcurrent: isConcurrent)
      let texts = (0..<3_000).map { ElementContent.text(TextParameters("item \($0) of many")) }
      return LayoutTree.element(.stack(stack), around: texts)
    }
    let checksums = trees.map { $0.layoutThatFits(.upTo(width: 80)).checksum }
    #expect(checksums[0] == checksums[1])
  }
}

import LayoutSpecs
import LayoutTestSupport
import Testing

extension LayoutAPITests {
  /// Leaves of 20 × 10 and 30 × 20 points, from left to right and at the top unless the change says otherwise.
  private static func stack(_ change: (inout StackParameters) -> Void) -> StackLayoutSpec<[any LayoutElement]>
  {
    var parameters = StackParameters(direction: .horizontal, alignItems: .start)
    change(&parameters)
    return StackLayoutSpec(parameters, children: [box(20, 10), box(30, 20)])
  }

  /// Two leaves, of which the second begins a line of its own.
  private static func wrapping(
    _ alignContent: AlignContent, lineSpacing: Double = 0
  ) -> StackLayoutSpec<[any LayoutElement]> {
    StackLayoutSpec(
      alignItems: .start, flexWrap: .wrap, alignContent: alignContent, lineSpacing: lineSpacing,
      children: [box(60, 10), box(60, 10)])
  }

  /// Two leaves with baselines.
  private static func texts(_ alignItems: AlignItems) -> StackLayoutSpec<[any LayoutElement]> {
    StackLayoutSpec(
      alignItems: alignItems,
      children: [box(10, 20).ascender(15).descender(-5), box(10, 10).ascender(8).descender(-1)])
  }

  static let stacks: [Row] = [
    Row("StackLayoutSpec.direction", .frames([[0, 0, 20, 10], [20, 0, 30, 20]]), stack { _ in }),
    Row(
      "StackLayoutSpec.direction", .frames([[0, 0, 20, 10], [0, 10, 30, 20]]),
      stack { $0.direction = .vertical }),
    Row("StackLayoutSpec.spacing", .x([0, 28]), stack { $0.spacing = 8 }),
    Row("StackLayoutSpec.spacing", .x([0, 15]), stack { $0.spacing = -5 }),
    Row("StackLayoutSpec.justifyContent", .x([0, 20]), stack { $0.justifyContent = .start }),
    Row("StackLayoutSpec.justifyContent", .x([25, 45]), stack { $0.justifyContent = .center }),
    Row("StackLayoutSpec.justifyContent", .x([50, 70]), stack { $0.justifyContent = .end }),
    Row("StackLayoutSpec.justifyContent", .x([0, 70]), stack { $0.justifyContent = .spaceBetween }),
    Row("StackLayoutSpec.justifyContent", .x([12.5, 57.5]), stack { $0.justifyContent = .spaceAround }),
    Row("StackLayoutSpec.alignItems", .y([0, 0]), stack { $0.alignItems = .start }),
    Row("StackLayoutSpec.alignItems", .y([15, 10]), stack { $0.alignItems = .center }),
    Row("StackLayoutSpec.alignItems", .y([30, 20]), stack { $0.alignItems = .end }),
    Row("StackLayoutSpec.alignItems", .y([0, 0]), stack { $0.alignItems = .stretch }),
    Row("StackLayoutSpec.alignItems", .heights([40, 40]), stack { $0.alignItems = .stretch }),
    Row("StackLayoutSpec.alignItems", .y([0, 7]), texts(.baselineFirst)),
    Row("StackLayoutSpec.alignItems", .y([0, 6]), texts(.baselineLast)),
    Row("StackLayoutSpec.horizontalAlignment", .x([0, 20]), stack { $0.horizontalAlignment = .left }),
    Row("StackLayoutSpec.horizontalAlignment", .x([25, 45]), stack { $0.horizontalAlignment = .middle }),
    Row("StackLayoutSpec.horizontalAlignment", .x([50, 70]), stack { $0.horizontalAlignment = .right }),
    // From left to right in a vertical stack too, whatever alignItems says.
    Row(
      "StackLayoutSpec.horizontalAlignment", .x([80, 70]),
      stack { ($0.direction, $0.horizontalAlignment) = (.vertical, .right) }),
    Row(
      "StackLayoutSpec.horizontalAlignment", .x([50, 70]),
      stack { ($0.justifyContent, $0.horizontalAlignment) = (.end, .none) }),
    Row("StackLayoutSpec.verticalAlignment", .y([0, 0]), stack { $0.verticalAlignment = .top }),
    Row("StackLayoutSpec.verticalAlignment", .y([15, 10]), stack { $0.verticalAlignment = .center }),
    Row("StackLayoutSpec.verticalAlignment", .y([30, 20]), stack { $0.verticalAlignment = .bottom }),
    Row(
      "StackLayoutSpec.verticalAlignment", .y([10, 20]),
      stack { ($0.direction, $0.verticalAlignment) = (.vertical, .bottom) }),
    Row("StackLayoutSpec.flexWrap", .frames([[0, 0, 60, 10], [0, 10, 60, 10]]), wrapping(.start)),
    Row(
      "StackLayoutSpec.flexWrap", .frames([[0, 0, 60, 10], [60, 0, 60, 10]]),
      StackLayoutSpec(alignItems: .start, children: [box(60, 10), box(60, 10)])),
    Row("StackLayoutSpec.alignContent", .y([0, 10]), wrapping(.start)),
    Row("StackLayoutSpec.alignContent", .y([10, 20]), wrapping(.center)),
    Row("StackLayoutSpec.alignContent", .y([20, 30]), wrapping(.end)),
    Row("StackLayoutSpec.alignContent", .y([0, 30]), wrapping(.spaceBetween)),
    Row("StackLayoutSpec.alignContent", .y([5, 25]), wrapping(.spaceAround)),
    Row("StackLayoutSpec.alignContent", .y([0, 20]), wrapping(.stretch)),
    Row("StackLayoutSpec.lineSpacing", .y([0, 17]), wrapping(.start, lineSpacing: 7)),
  ]

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

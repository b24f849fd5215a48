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

  private static func row(
    _ property: String, _ shown: Shown, _ change: (inout StackParameters) -> Void
  ) -> Row { Row("StackLayoutSpec.\(property)", shown, stack(change)) }

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
    row("direction", .frames([[0, 0, 20, 10], [20, 0, 30, 20]])) { _ in },
    row("direction", .frames([[0, 0, 20, 10], [0, 10, 30, 20]])) { $0.direction = .vertical },
    row("spacing", .x([0, 28])) { $0.spacing = 8 },
    row("spacing", .x([0, 15])) { $0.spacing = -5 },
    row("justifyContent", .x([0, 20])) { $0.justifyContent = .start },
    row("justifyContent", .x([25, 45])) { $0.justifyContent = .center },
    row("justifyContent", .x([50, 70])) { $0.justifyContent = .end },
    row("justifyContent", .x([0, 70])) { $0.justifyContent = .spaceBetween },
    row("justifyContent", .x([12.5, 57.5])) { $0.justifyContent = .spaceAround },
    row("alignItems", .y([0, 0])) { $0.alignItems = .start },
    row("alignItems", .y([15, 10])) { $0.alignItems = .center },
    row("alignItems", .y([30, 20])) { $0.alignItems = .end },
    row("alignItems", .y([0, 0])) { $0.alignItems = .stretch },
    row("alignItems", .heights([40, 40])) { $0.alignItems = .stretch },
    Row("StackLayoutSpec.alignItems", .y([0, 7]), texts(.baselineFirst)),
    Row("StackLayoutSpec.alignItems", .y([0, 6]), texts(.baselineLast)),
    row("horizontalAlignment", .x([0, 20])) { $0.horizontalAlignment = .left },
    row("horizontalAlignment", .x([25, 45])) { $0.horizontalAlignment = .middle },
    row("horizontalAlignment", .x([50, 70])) { $0.horizontalAlignment = .right },
    // From left to right in a vertical stack too, whatever alignItems says.
    row("horizontalAlignment", .x([80, 70])) { ($0.direction, $0.horizontalAlignment) = (.vertical, .right) },
    row("horizontalAlignment", .x([50, 70])) { ($0.justifyContent, $0.horizontalAlignment) = (.end, .none) },
    row("verticalAlignment", .y([0, 0])) { $0.verticalAlignment = .top },
    row("verticalAlignment", .y([15, 10])) { $0.verticalAlignment = .center },
    row("verticalAlignment", .y([30, 20])) { $0.verticalAlignment = .bottom },
    row("verticalAlignment", .y([10, 20])) { ($0.direction, $0.verticalAlignment) = (.vertical, .bottom) },
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

import LayoutSpecs

extension WorkloadFamily {
  /// Nine workloads that the engine PanGui published in 2025, for which figures of many engines exist.
  static let panGuiSuite: [WorkloadFamily] = [
    panGui("wide_no_wrap_simple_few", "1,000 nodes in a row of 100", 1_001, exactly(100, 100)) {
      writeRow(of: 1_000, .sizedNode(Size(10, 10)), .default, to: &$0)
    },
    panGui("wide_no_wrap_simple_many", "100,000 nodes in a row of 100", 100_001, exactly(100, 100)) {
      writeRow(of: 100_000, .sizedNode(Size(10, 10)), .default, to: &$0)
    },
    panGui("flex_expand_equal_weights", "15,000 nodes share a row of 10,000", 15_001, exactly(10_000, 100)) {
      writeRow(of: 15_000, .node, expanding(by: 1), to: &$0)
    },
    panGui(
      "flex_expand_weights", "5,000 rows of 100, each shared 1 to 2", 15_001, exactly(10_000, 100),
      writeWeightedRows),
    panGui(
      "nested_vertical_stack", "10,000 lines in a column with space around it", 10_002, SizeRange(width: 200),
      writeLines),
    panGui(
      "percentage_and_ratio", "10,000 ratio specs half as wide as the column", 20_001, exactly(1_000, 1_000),
      writeRatios),
    panGui(
      "expand_with_max_constraint", "1,000 rows of 100 whose second node has a maximum", 3_001,
      SizeRange(width: 100)
    ) { writeConstrainedRows(to: &$0) { $0.maxWidth = 40 } },
    panGui(
      "expand_with_min_constraint", "1,000 rows of 100 whose second node has a minimum", 3_001,
      SizeRange(width: 100)
    ) { writeConstrainedRows(to: &$0) { $0.minWidth = 60 } },
    panGui(
      "fit_nesting", "stacks in stacks, three levels of ten, then 100 nodes", 101_112, SizeRange(width: 1_000)
    ) { builder in
      builder.begin(.inset(EdgeInsets(5)))
      writeNesting(level: 0, to: &builder)
      builder.end()
    },
  ]

  private static func panGui(
    _ name: String, _ summary: String, _ count: Int, _ range: SizeRange,
    _ write: @escaping @Sendable (inout LayoutTreeBuilder) -> Void
  ) -> WorkloadFamily {
    WorkloadFamily(
      name: name, parameters: [], summary: "PanGui: \(summary)", elementFormula: "\(count)",
      range: { _ in range },
      elementCount: { _ in count }, write: { builder, _, _ in write(&builder) })
  }

  private static func exactly(_ width: Double, _ height: Double) -> SizeRange {
    SizeRange(exactly: Size(width, height))
  }

  /// A node with a basis of 0 that takes its share of a row.
  private static func expanding(by factor: Double) -> Style {
    Style {
      $0.flexGrow = factor
      $0.flexBasis = 0
    }
  }

  private static func writeRow(
    of count: Int, _ content: ElementContent, _ style: Style, to builder: inout LayoutTreeBuilder
  ) {
    let style = builder.intern(style)
    builder.begin(.stack(StackParameters(direction: .horizontal)))
    for _ in 0..<count { builder.add(content, style: style) }
    builder.end()
  }

  private static func writeWeightedRows(to builder: inout LayoutTreeBuilder) {
    let row = builder.intern(Style { $0.preferredSize = Size(100, 100) })
    let one = builder.intern(expanding(by: 1))
    let two = builder.intern(expanding(by: 2))
    builder.begin(.stack(StackParameters(direction: .horizontal)))
    for _ in 0..<5_000 {
      builder.begin(.stack(StackParameters(direction: .horizontal)), style: row)
      builder.add(.node, style: one)
      builder.add(.node, style: two)
      builder.end()
    }
    builder.end()
  }

  private static func writeLines(to builder: inout LayoutTreeBuilder) {
    let line = builder.intern(Style { $0.height = 1 })
    builder.begin(.inset(EdgeInsets(10)))
    builder.begin(.stack(StackParameters(direction: .vertical, spacing: 5)))
    for _ in 0..<10_000 { builder.add(.node, style: line) }
    builder.end()
    builder.end()
  }

  private static func writeRatios(to builder: inout LayoutTreeBuilder) {
    let half = builder.intern(Style { $0.width = "50%" })
    builder.begin(.stack(StackParameters(direction: .vertical)))
    for _ in 0..<10_000 {
      builder.begin(.ratio(0.5), style: half)
      builder.add(.node)
      builder.end()
    }
    builder.end()
  }

  private static func writeConstrainedRows(
    to builder: inout LayoutTreeBuilder, _ constrain: (inout Style) -> Void
  ) {
    var style = Style {
      $0.flexGrow = 1
      $0.height = 10
    }
    let free = builder.intern(style)
    constrain(&style)
    let constrained = builder.intern(style)
    let row = builder.intern(Style { $0.width = 100 })
    builder.begin(.stack(StackParameters(direction: .vertical)))
    for _ in 0..<1_000 {
      builder.begin(.stack(StackParameters(direction: .horizontal)), style: row)
      builder.add(.node, style: free)
      builder.add(.node, style: constrained)
      builder.end()
    }
    builder.end()
  }

  /// Levels 0 and 2 are vertical stacks, 1 and 3 horizontal stacks, whose children have a basis of 0.
  private static func writeNesting(level: Int, to builder: inout LayoutTreeBuilder) {
    let isInHorizontal = level == 2 || level == 4
    var style = level == 0 ? Style() : Style.growing()
    if isInHorizontal { style.flexBasis = 0 }
    if level == 4 {
      style.height = 10
      builder.add(.node, style: style)
      return
    }
    builder.begin(.stack(StackParameters(direction: level % 2 == 0 ? .vertical : .horizontal)), style: style)
    for _ in 0..<(level == 3 ? 100 : 10) { writeNesting(level: level + 1, to: &builder) }
    builder.end()
  }
}

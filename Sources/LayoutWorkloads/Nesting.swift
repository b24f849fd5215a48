import LayoutSpecs

extension WorkloadFamily {
  /// Stacks in stacks, ten to each, down to one level.
  static let nested = WorkloadFamily(
    "nested", [Parameter(name: "d", allowed: 0...7, usual: 4)],
    summary: "d levels of stacks, vertical and horizontal in turn, ten children each, 1,000 wide",
    elementFormula: "(10^(d + 1) - 1) / 9",
    range: { _ in .exactWidth(1000) }, resizeRange: { _ in .exactWidth(1104) },
    elementCount: { (0...$0[0]).reduce(0) { count, _ in 10 * count + 1 } },
    write: { builder, parameters, _ in
      let growing = builder.intern(.growing())
      writeLevel(0, of: parameters[0], growing, to: &builder)
    })

  /// The recursion is as deep as the tree, at most 8 levels.
  private static func writeLevel(
    _ level: Int, of depth: Int, _ growing: LayoutTreeBuilder.StyleID, to builder: inout LayoutTreeBuilder
  ) {
    let style = level == 0 ? LayoutTreeBuilder.StyleID.default : growing
    if level == depth {
      builder.add(.sizedNode(Size(10, 10)), style: style)
      return
    }
    builder.begin(.stack(StackParameters(direction: level % 2 == 0 ? .vertical : .horizontal)), style: style)
    for _ in 0..<10 { writeLevel(level + 1, of: depth, growing, to: &builder) }
    builder.end()
  }

  /// A chain of stacks, each with a node before the next stack.
  static let deep = WorkloadFamily(
    "deep", [Parameter(name: "D", allowed: 1...99_999, usual: 100)],
    summary: "a chain of D stacks, vertical and horizontal in turn, each with a node, 375 wide",
    elementFormula: "2D",
    range: { _ in .exactWidth(375) }, resizeRange: { _ in .exactWidth(414) },
    elementCount: { 2 * $0[0] },
    write: { builder, parameters, _ in writeChain(of: parameters[0], style: .default, to: &builder) })

  /// The same chain, flexing at every level.
  static let deepg = WorkloadFamily(
    "deepg", [Parameter(name: "D", allowed: 1...99_999, usual: 100)],
    summary: "the same chain, every stack with flexGrow 1 and flexShrink 1", elementFormula: "2D",
    range: { _ in .exactWidth(375) }, resizeRange: { _ in .exactWidth(414) },
    elementCount: { 2 * $0[0] },
    write: { builder, parameters, _ in
      let flexible = Style {
        $0.flexGrow = 1
        $0.flexShrink = 1
      }
      writeChain(of: parameters[0], style: flexible, to: &builder)
    })

  private static func writeChain(of depth: Int, style: Style, to builder: inout LayoutTreeBuilder) {
    let style = builder.intern(style)
    for level in 0..<depth {
      let direction: StackDirection = level % 2 == 0 ? .vertical : .horizontal
      builder.begin(.stack(StackParameters(direction: direction)), style: style)
      builder.add(.sizedNode(Size(10, 10)))
    }
    for _ in 0..<depth { builder.end() }
  }
}

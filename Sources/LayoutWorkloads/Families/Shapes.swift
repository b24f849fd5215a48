import LayoutSpecs

// MARK: - Rows and grids

extension WorkloadFamily {
  /// A row of nodes that overflow, none of which can shrink.
  static let wide = row(
    "wide", "a row of N nodes, 1,000 wide: they overflow and nothing flexes",
    range: { _ in SizeRange(width: 1000) }, resizeRange: { _ in SizeRange(width: 1104) })

  /// The row of `wide`, with room to grow. A wider one would exceed the limit of lengths.
  static let wideg = row(
    "wideg", "a row of N nodes, 60 N wide: everything grows", upTo: 166_666,
    range: { SizeRange(width: 60 * Double($0[0])) })

  private static func row(
    _ name: String, _ summary: String, upTo most: Int = 10_000_000,
    range: @escaping @Sendable ([Int]) -> SizeRange, resizeRange: (@Sendable ([Int]) -> SizeRange)? = nil
  ) -> WorkloadFamily {
    WorkloadFamily(
      name: name, parameters: [Parameter(name: "N", allowed: 0...most, usual: 1_000)], summary: summary,
      elementFormula: "N + 1", range: range, resizeRange: resizeRange, elementCount: { $0[0] + 1 },
      write: { builder, parameters, _ in
        let growing = builder.intern(.growing())
        builder.begin(.stack(StackParameters(direction: .horizontal)))
        for _ in 0..<parameters[0] { builder.add(.sizedNode(Size(50, 50)), style: growing) }
        builder.end()
      })
  }

  /// Rows of nodes of many sizes that wrap.
  static let grid = WorkloadFamily(
    name: "grid",
    parameters: [
      Parameter(name: "R", allowed: 0...1_000_000, usual: 100),
      Parameter(name: "C", allowed: 0...1_000_000, usual: 20),
    ],
    summary: "R rows of C nodes of many sizes that wrap, 1,000 wide", elementFormula: "RC + R + 1",
    range: { _ in SizeRange(width: 1000) }, resizeRange: { _ in SizeRange(width: 1104) },
    elementCount: { $0[0] * $0[1] + $0[0] + 1 },
    write: { builder, parameters, random in
      let row = StackParameters(
        direction: .horizontal, spacing: 4, justifyContent: .spaceBetween, flexWrap: .wrap,
        alignContent: .start, lineSpacing: 4)
      builder.begin(.stack(StackParameters(direction: .vertical)))
      for _ in 0..<parameters[0] {
        builder.begin(.stack(row))
        for _ in 0..<parameters[1] {
          let width = 20 + random.below(80)
          let height = 20 + random.below(30)
          builder.add(.sizedNode(Size(Double(width), Double(height))))
        }
        builder.end()
      }
      builder.end()
    })
}

// MARK: - Depth

extension WorkloadFamily {
  /// Stacks in stacks, ten in each, on d levels.
  static let nested = WorkloadFamily(
    name: "nested", parameters: [Parameter(name: "d", allowed: 0...7, usual: 4)],
    summary: "d levels of stacks, vertical and horizontal in turn, ten children each, 1,000 wide",
    elementFormula: "(10^(d + 1) - 1) / 9",
    range: { _ in SizeRange(width: 1000) }, resizeRange: { _ in SizeRange(width: 1104) },
    elementCount: { (0...$0[0]).reduce(0) { count, _ in 10 * count + 1 } },
    write: { builder, parameters, _ in
      let growing = builder.intern(.growing())
      writeLevel(0, of: parameters[0], growing, to: &builder)
    })

  /// Recurses as deep as the tree, at most 8 levels.
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
  static let deep = chain(
    "deep", "a chain of D stacks, vertical and horizontal in turn, each with a node, 375 wide",
    style: .default)

  /// The chain of `deep`, flexing at every level.
  static let deepg = chain(
    "deepg", "the same chain, every stack with flexGrow 1 and flexShrink 1", style: .flexible)

  private static func chain(_ name: String, _ summary: String, style: Style) -> WorkloadFamily {
    WorkloadFamily(
      name: name, parameters: [Parameter(name: "D", allowed: 1...99_999, usual: 100)], summary: summary,
      elementFormula: "2D",
      range: { _ in SizeRange(width: 375) }, resizeRange: { _ in SizeRange(width: 414) },
      elementCount: { 2 * $0[0] },
      write: { builder, parameters, _ in
        let style = builder.intern(style)
        for level in 0..<parameters[0] {
          let direction: StackDirection = level % 2 == 0 ? .vertical : .horizontal
          builder.begin(.stack(StackParameters(direction: direction)), style: style)
          builder.add(.sizedNode(Size(10, 10)))
        }
        for _ in 0..<parameters[0] { builder.end() }
      })
  }
}

// MARK: - Views

// Three shapes of N views by which the cost of constraint layout has been discussed since 2013, when Florian
// Kugler measured them on the first devices with Auto Layout.

extension WorkloadFamily {
  /// Views at absolute positions in one view: independent constraints.
  static let flatAbsolute = WorkloadFamily(
    name: "flatAbsolute", parameters: [Parameter(name: "N", allowed: 0...1_000_000, usual: 100)],
    summary: "N nodes at absolute positions in a view of 1,000 × 1,000", elementFormula: "N + 1",
    range: { _ in SizeRange(exactly: Size(1000, 1000)) },
    resizeRange: { _ in SizeRange(exactly: Size(1104, 1000)) },
    elementCount: { $0[0] + 1 },
    write: { builder, parameters, random in
      builder.begin(.absolute(.default))
      for _ in 0..<parameters[0] {
        let position = Point(Double(random.below(960)), Double(random.below(980)))
        builder.add(.sizedNode(Size(40, 20)), style: Style { $0.layoutPosition = position })
      }
      builder.end()
    })

  /// Views below each other: each is positioned relative to the view before.
  static let flatRelative = WorkloadFamily(
    name: "flatRelative", parameters: [Parameter(name: "N", allowed: 0...1_000_000, usual: 100)],
    summary: "N nodes, each 4 points below the one before, 375 wide", elementFormula: "N + 1",
    range: { _ in SizeRange(width: 375) }, resizeRange: { _ in SizeRange(width: 414) },
    elementCount: { $0[0] + 1 },
    write: { builder, parameters, random in
      builder.begin(.stack(StackParameters(direction: .vertical, spacing: 4, alignItems: .start)))
      for _ in 0..<parameters[0] {
        builder.add(.sizedNode(Size(20 + Double(random.below(300)), 10 + Double(random.below(30)))))
      }
      builder.end()
    })

  /// Views in views: each is a point inside the view around it.
  static let nestedViews = WorkloadFamily(
    name: "nestedViews", parameters: [Parameter(name: "N", allowed: 1...99_999, usual: 100)],
    summary: "N views, each a point inside the one around it, around a node of 10 × 10",
    elementFormula: "N + 1",
    range: { parameters in
      let side = 10 + 2 * Double(parameters[0])
      return SizeRange(exactly: Size(side, side))
    },
    elementCount: { $0[0] + 1 },
    write: { builder, parameters, _ in
      for _ in 0..<parameters[0] { builder.begin(.inset(EdgeInsets(1))) }
      builder.add(.sizedNode(Size(10, 10)))
      for _ in 0..<parameters[0] { builder.end() }
    })
}

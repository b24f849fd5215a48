import LayoutSpecs

// Three shapes of N views that the cost of constraint layout has been argued about with since 2013: Florian Kugler measured them on
// the first devices with Auto Layout, and others have repeated it since.

extension WorkloadFamily {
  /// Views at absolute positions in one view: constraints that know nothing of each other.
  static let flatAbsolute = WorkloadFamily(
    "flatAbsolute", [Parameter(name: "N", allowed: 0...1_000_000, usual: 100)],
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

  /// Views one below the other: each is positioned relative to the one before.
  static let flatRelative = WorkloadFamily(
    "flatRelative", [Parameter(name: "N", allowed: 0...1_000_000, usual: 100)],
    summary: "N nodes, each 4 points below the one before, 375 wide", elementFormula: "N + 1",
    range: { _ in .exactWidth(375) }, resizeRange: { _ in .exactWidth(414) },
    elementCount: { $0[0] + 1 },
    write: { builder, parameters, random in
      builder.begin(.stack(StackParameters(direction: .vertical, spacing: 4, alignItems: .start)))
      for _ in 0..<parameters[0] {
        builder.add(.sizedNode(Size(20 + Double(random.below(300)), 10 + Double(random.below(30)))))
      }
      builder.end()
    })

  /// Views in views: each lies a point inside the one around it.
  static let nestedViews = WorkloadFamily(
    "nestedViews", [Parameter(name: "N", allowed: 1...99_999, usual: 100)],
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

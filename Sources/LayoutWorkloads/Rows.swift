import LayoutSpecs

extension WorkloadFamily {
  /// A row of nodes that overflow, and of which none can shrink.
  static let wide = WorkloadFamily(
    "wide", [Parameter(name: "N", allowed: 0...10_000_000, usual: 1_000)],
    summary: "a row of N nodes, 1,000 wide: they overflow and nothing flexes", elementFormula: "N + 1",
    range: { _ in .exactWidth(1000) }, resizeRange: { _ in .exactWidth(1104) },
    elementCount: { $0[0] + 1 },
    write: { builder, parameters, _ in writeRow(of: parameters[0], to: &builder) })

  /// The same row with room to grow in.
  static let wideg = WorkloadFamily(
    "wideg", [Parameter(name: "N", allowed: 0...10_000_000, usual: 1_000)],
    summary: "a row of N nodes, 60 N wide: everything grows", elementFormula: "N + 1",
    range: { .exactWidth(60 * Double($0[0])) },
    elementCount: { $0[0] + 1 },
    write: { builder, parameters, _ in writeRow(of: parameters[0], to: &builder) })

  private static func writeRow(of count: Int, to builder: inout LayoutTreeBuilder) {
    let growing = builder.intern(.growing())
    builder.begin(.stack(StackParameters(direction: .horizontal)))
    for _ in 0..<count { builder.add(.sizedNode(Size(50, 50)), style: growing) }
    builder.end()
  }

  /// Rows of nodes of many sizes that wrap.
  static let grid = WorkloadFamily(
    "grid",
    [
      Parameter(name: "R", allowed: 0...1_000_000, usual: 100),
      Parameter(name: "C", allowed: 0...1_000_000, usual: 20),
    ],
    summary: "R rows of C nodes of many sizes that wrap, 1,000 wide", elementFormula: "RC + R + 1",
    range: { _ in .exactWidth(1000) }, resizeRange: { _ in .exactWidth(1104) },
    elementCount: { $0[0] * $0[1] + $0[0] + 1 },
    write: { builder, parameters, random in
      let row = StackParameters(
        direction: .horizontal, spacing: 4, justifyContent: .spaceBetween, flexWrap: .wrap,
        alignContent: .start,
        lineSpacing: 4)
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

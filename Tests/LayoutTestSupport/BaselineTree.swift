package import LayoutSpecs

extension RandomTree {
  /// A tree of stacks below each other that align by baselines, wrap and flex: so many levels, with leaves and small stacks beside
  /// them. It is what a layout that asks for baselines on its way needs most.
  package mutating func baselineTree(depth: Int) -> LayoutTree {
    var builder = LayoutTreeBuilder(pixelGrid: PixelGrid(scale: pick([1, 2, 3])))
    for _ in 0..<depth {
      builder.begin(.stack(baselineStack()), style: flexibleStyle())
      if chance(40) { addBeside(&builder) }
    }
    builder.add(.text(TextParameters("some words that wrap")), style: flexibleStyle())
    for _ in 0..<depth {
      if chance(30) { addBeside(&builder) }
      builder.end()
    }
    return builder.finish()
  }

  private mutating func addBeside(_ builder: inout LayoutTreeBuilder) {
    guard chance(30) else {
      builder.add(.sizedNode(Size(pick([0, 1, 10, 30]), pick([0, 1, 10, 30]))), style: flexibleStyle())
      return
    }
    builder.begin(.stack(baselineStack()), style: flexibleStyle())
    for _ in 0..<pick([0, 1, 2]) { builder.add(.text(TextParameters("two words")), style: flexibleStyle()) }
    builder.end()
  }

  private mutating func baselineStack() -> StackParameters {
    StackParameters(
      direction: pick([.vertical, .vertical, .horizontal]),
      alignItems: pick([.baselineFirst, .baselineLast, .baselineFirst, .start, .stretch]),
      flexWrap: chance(40) ? .wrap : .noWrap, alignContent: pick(AlignContent.allCases))
  }

  private mutating func flexibleStyle() -> Style {
    var style = Style()
    if chance(50) { style.flexGrow = pick([0.5, 1]) }
    if chance(50) { style.flexShrink = pick([0.5, 1]) }
    if chance(20) { style.height = .points(pick([0, 1, 10, 100])) }
    if chance(20) { style.width = .points(pick([0, 1, 10, 100])) }
    if chance(30) { style.ascender = pick([0, 5, 12]) }
    if chance(30) { style.descender = pick([0, -3]) }
    return style
  }
}

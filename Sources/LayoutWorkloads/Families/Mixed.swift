import LayoutSpecs

extension WorkloadFamily {
  /// Every spec and every style property, with the frequencies of a real screen.
  static let mixed = WorkloadFamily(
    name: "mixed", parameters: [Parameter(name: "N", allowed: 1...10_000_000, usual: 10_000)],
    summary: "a screen of about N elements, 375 wide: every spec and every key of a style, seeded",
    elementFormula: "about N",
    range: { _ in SizeRange(width: 375) }, resizeRange: { _ in SizeRange(width: 414) },
    elementCount: nil,
    write: { builder, parameters, random in
      var screen = MixedScreen(random: random)
      builder.begin(.stack(StackParameters(direction: .vertical, spacing: 8)))
      while builder.elementCount < parameters[0] { screen.writeElement(level: 1, to: &builder) }
      builder.end()
      random = screen.random
    })
}

/// Draws the elements of a mixed screen.
///
/// Of 100 containers 45 are stacks (12 of them wrap), 18 insets, 7 composite nodes, 6 overlays, 5
/// backgrounds, 5 centers, 4 relatives, 4 ratios, 3 absolutes, 2 corners and 1 is a wrapper. They are up to
/// seven levels deep, and contain less the deeper they are. Of 100 leaves 45 are texts, 35 sized nodes, 10
/// spacers and 10 plain nodes with a size. Two of five elements have a style. All numbers are small whole
/// numbers or quarters, so that no machine rounds them differently.
private struct MixedScreen {
  var random: SplitMix64

  private static let deepestLevel = 7

  mutating func writeElement(level: Int, to builder: inout LayoutTreeBuilder) {
    let style = drawStyle()
    let isContainer = level < MixedScreen.deepestLevel && random.below(100) < 60 - 6 * level
    guard isContainer else {
      writeLeaf(style, to: &builder)
      return
    }
    let content = drawContainer()
    builder.begin(content, style: style)
    let count = content.kind.requiredChildCount ?? 1 + random.below(5)
    for _ in 0..<count { writeElement(level: level + 1, to: &builder) }
    builder.end()
  }

  private mutating func writeLeaf(_ style: Style, to builder: inout LayoutTreeBuilder) {
    switch random.below(100) {
    case 0..<45: builder.add(.text(TextParameters(random.text(words: 1 + random.below(12)))), style: style)
    case 45..<80: builder.add(.sizedNode(drawSize()), style: style)
    case 80..<90: builder.add(.spec, style: style)
    default:
      var sized = style
      sized.preferredSize = drawSize()
      builder.add(.node, style: sized)
    }
  }

  private mutating func drawSize() -> Size {
    let width = 8 + 4 * random.below(20)
    let height = 8 + 4 * random.below(12)
    return Size(Double(width), Double(height))
  }

  private mutating func pick<T>(_ values: [T]) -> T { values[random.below(UInt64(values.count))] }

  private mutating func drawContainer() -> ElementContent {
    switch random.below(100) {
    case 0..<45: return .stack(drawStack())
    case 45..<63:
      return .inset(
        EdgeInsets(top: pick([0, 4, 8, 12]), left: pick([0, 8, 16]), bottom: pick([0, 4, 8]), right: 8))
    case 63..<70: return .compositeNode
    case 70..<76: return .overlay
    case 76..<81: return .background
    case 81..<86:
      return .center(
        CenterParameters(centering: pick(Centering.allCases), sizing: pick(CenterSizing.allCases)))
    case 86..<90:
      let horizontal = pick(RelativePosition.allCases)
      let vertical = pick(RelativePosition.allCases)
      return .relative(
        RelativeParameters(
          horizontalPosition: horizontal, verticalPosition: vertical, sizing: pick(RelativeSizing.allCases)))
    case 90..<94: return .ratio(pick([0.5, 0.75, 1, 1.5]))
    case 94..<97: return .absolute(pick(AbsoluteSizing.allCases))
    case 97..<99:
      let location = pick(CornerLocation.allCases)
      return .corner(
        CornerParameters(
          location: location, offset: pick([.zero, Point(4, -4)]), wrapsCorner: pick([true, false])))
    default: return .wrapper
    }
  }

  private mutating func drawStack() -> StackParameters {
    var stack = StackParameters()
    stack.direction = pick(StackDirection.allCases)
    stack.spacing = pick([0, 4, 8, 8, 12])
    stack.justifyContent = pick([.start, .start, .start, .center, .end, .spaceBetween, .spaceAround])
    stack.alignItems = pick([
      .stretch, .stretch, .start, .center, .center, .end, .baselineFirst, .baselineLast,
    ])
    if random.below(45) < 12 {
      stack.flexWrap = .wrap
      stack.alignContent = pick(AlignContent.allCases)
      stack.lineSpacing = pick([0, 4, 8])
    }
    if random.below(20) == 0 {
      stack.horizontalAlignment = pick(StackParameters.HorizontalAlignment.allCases)
    }
    if random.below(20) == 0 { stack.verticalAlignment = pick(StackParameters.VerticalAlignment.allCases) }
    return stack
  }

  private mutating func drawStyle() -> Style {
    var style = Style()
    guard random.below(5) < 2 else { return style }
    switch random.below(8) {
    case 0: style.width = pick([48, 120, "50%", "25%"])
    case 1: style.height = pick([24, 44, 64])
    case 2: style.minWidth = pick([24, 48])
    case 3: style.maxWidth = pick([96, 240, "75%"])
    case 4: style.minHeight = pick([16, 44])
    case 5: style.maxHeight = pick([44, 200])
    case 6: style.flexBasis = pick([64, "50%"])
    default: break
    }
    if random.below(3) == 0 { style.flexGrow = pick([1, 1, 2, 0.5]) }
    if random.below(3) == 0 { style.flexShrink = pick([1, 1, 2, 0.5]) }
    if random.below(8) == 0 { style.spacingBefore = pick([2, 4, 8]) }
    if random.below(8) == 0 { style.spacingAfter = pick([2, 4, 8]) }
    if random.below(6) == 0 { style.alignSelf = pick(AlignSelf.allCases) }
    if random.below(8) == 0 { (style.ascender, style.descender) = (pick([12, 15]), pick([-3, -5])) }
    if random.below(6) == 0 { style.layoutPosition = Point(pick([0, 8, 40.25]), pick([0, 8, 24.5])) }
    return style
  }
}

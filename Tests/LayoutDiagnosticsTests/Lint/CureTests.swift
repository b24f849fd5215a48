import LayoutSpecs
import LayoutTestSupport
import Testing

@testable import LayoutDiagnostics

@Suite("Cures of findings")
struct CureTests {
  /// The rules whose fix is a change of a style or of a spec's properties.
  private static let cured: [LintRuleName] = [
    .sizeOverParent, .ratioLost, .stretchedPastSize, .minEndsStretching, .stretchInWrappingStack,
    .lineBreaksByRounding, .squeezedInWrappingStack, .fillInUnboundedAxis, .stackWithoutBaselines,
    .overflowByRounding,
  ]

  @Test(arguments: cured)
  func `In generated trees whoever does what the fix says is rid of the finding`(rule: LintRuleName) {
    var count = 0
    for seed in 0..<4_000 as Range<UInt64> {
      var mistakes = Mistakes(seed: seed)
      let (tree, range) = (mistakes.tree(), mistakes.range())
      let linter = Linter(RecordedLayout(of: tree, in: range))
      linter.onCure = { finding, cure in
        count += 1
        var changed = tree
        cure(&changed)
        let left = Linter(RecordedLayout(of: changed, in: range)).findings(of: [rule])
          // The other axis may be wrong, too.
          .filter { $0.element == finding.element && $0.reason == finding.reason }
        #expect(left.isEmpty, "seed \(seed): \(finding)")
      }
      _ = linter.findings(of: [rule])
    }
    #expect(count >= 5, "\(rule) was found \(count) times")
  }
}

/// Trees of a few levels, of what people write: percentages, ratios, insets without an end, rows of texts.
private struct Mistakes {
  private var random: RandomTree

  init(seed: UInt64) { random = RandomTree(seed: seed) }

  mutating func range() -> SizeRange {
    let width: Double = random.pick([100, 320, 375, 393])
    return SizeRange(
      width: random.pick([width, width, 0])...width,
      height: random.pick([0...(.infinity), 0...200, 200...200, 60...(.infinity)]))
  }

  mutating func tree() -> LayoutTree {
    var builder = LayoutTreeBuilder(pixelGrid: PixelGrid(scale: random.pick([1, 2, 3, 2.75])))
    add(to: &builder, levels: 3)
    return builder.finish()
  }

  private mutating func add(to builder: inout LayoutTreeBuilder, levels: Int) {
    guard levels > 0, !random.chance(20) else {
      builder.add(leaf(), style: style())
      return
    }
    switch random.next() % 10 {
    case 0..<6:
      builder.begin(.stack(stack()), style: style())
      // Children that are alike now and then, as people have them.
      if random.chance(40) {
        let (leaf, style, isRatio) = (leaf(), style(), random.chance(30))
        for _ in 0..<random.pick([2, 3, 4, 10]) {
          if isRatio { builder.begin(.ratio(1), style: style) }
          builder.add(leaf, style: isRatio ? Style() : style)
          if isRatio { builder.end() }
        }
      } else {
        for _ in 0..<random.pick([1, 2, 3]) { add(to: &builder, levels: levels - 1) }
      }
    case 6:
      let edges: [Double] = [0, 4, .infinity]
      let insets = EdgeInsets(
        top: random.pick(edges), left: random.pick(edges), bottom: random.pick(edges),
        right: random.pick(edges))
      builder.begin(.inset(insets), style: style())
      add(to: &builder, levels: levels - 1)
    case 7:
      builder.begin(
        .center(CenterParameters(centering: random.pick(Centering.allCases))), style: style())
      add(to: &builder, levels: levels - 1)
    case 8:
      let position = random.pick(RelativePosition.allCases)
      builder.begin(
        .relative(RelativeParameters(horizontalPosition: position, verticalPosition: position)),
        style: style())
      add(to: &builder, levels: levels - 1)
    default:
      builder.begin(.ratio(random.pick([0.25, 0.5, 1, 2])), style: style())
      add(to: &builder, levels: levels - 1)
    }
    builder.end()
  }

  private mutating func leaf() -> ElementContent {
    let words = random.pick(["OK", "a caption", "a text with a few more words in it"])
    let metrics = MonospaceMetrics(advance: 8, lineHeight: 20, ascender: random.pick([nil, 15]))
    return random.pick([
      .spec, .node, .sizedNode(Size(10, 10)), .sizedNode(Size(60, 40)), .sizedNode(Size(150.3, 80)),
      .paragraph(Paragraph(AttributedText(words), monospace: metrics)),
    ])
  }

  private mutating func stack() -> StackParameters {
    var stack = StackParameters()
    stack.direction = random.pick(StackDirection.allCases)
    stack.spacing = random.pick([0, 0, 8])
    stack.alignItems = random.pick([.stretch, .stretch, .start, .baselineFirst, .baselineLast])
    stack.flexWrap = random.pick([.noWrap, .wrap])
    return stack
  }

  private mutating func style() -> Style {
    var style = Style()
    let lengths: [Dimension] = ["50%", "25%", .fraction(1.0 / 3), 44, 150, 400]
    if random.chance(25) { style.width = random.pick(lengths) }
    if random.chance(15) { style.height = random.pick(lengths) }
    if random.chance(10) { style.minWidth = random.pick([44, 150, "50%"]) }
    if random.chance(10) { style.minHeight = random.pick([44, 150]) }
    if random.chance(10) { style.maxWidth = random.pick([44, 150, "50%"]) }
    if random.chance(10) { style.maxHeight = random.pick([44, 150]) }
    if random.chance(15) { style.flexBasis = random.pick(["50%", "25%", 0, 33.3]) }
    if random.chance(25) { style.flexGrow = random.pick([1, 2]) }
    if random.chance(35) { style.flexShrink = random.pick([1, 2]) }
    if random.chance(10) { style.alignSelf = random.pick(AlignSelf.allCases) }
    return style
  }
}

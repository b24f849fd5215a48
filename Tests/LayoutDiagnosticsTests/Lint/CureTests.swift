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
      for finding in linter.findings(of: [rule]) {
        guard let changed = Cure(finding: finding, linter: linter).tree() else { continue }
        count += 1
        let left = Linter(RecordedLayout(of: changed, in: range)).findings(of: [rule])
          // The other axis may be wrong, too.
          .filter { $0.element == finding.element && $0.reason == finding.reason }
        #expect(left.isEmpty, "seed \(seed): \(finding)")
      }
    }
    #expect(count >= 5, "\(rule) was found \(count) times")
  }
}

/// Reads a fix as a person does, and changes the tree as it says.
private struct Cure {
  let finding: LintFinding
  let linter: Linter

  /// The changed tree; nil if the fix asks for more than a change of styles and of specs' properties.
  func tree() -> LayoutTree? {
    var tree = linter.tree
    // Behind a semicolon is another way.
    let fix = finding.fix.prefix { $0 != ";" }
    if fix.contains("into a center spec") || fix.contains("metrics with baselines") { return nil }
    if fix.contains("finite insets") {
      makeInsetsFinite(&tree, fix.contains("a width") ? .horizontal : .vertical)
    }
    for match in fix.matches(of: /alignItems start on the \w+ #(\d+)/) {
      guard var stack = tree.stackParameters(of: id(match.1)) else { return nil }
      stack.alignItems = .start
      tree.setContent(.stack(stack), of: id(match.1))
    }
    for match in fix.matches(of: /alignSelf start on the \w+ #(\d+)( and others)?/) {
      let others =
        match.2 == nil ? [] : finding.otherElements.filter { tree.style(of: $0).alignSelf == .stretch }
      for child in [id(match.1)] + others { change(child, of: &tree) { $0.alignSelf = .start } }
    }
    for match in fix.matches(of: /flex(Grow|Shrink) 0 on the \w+ #(\d+)/) {
      change(id(match.2), of: &tree) { if match.1 == "Grow" { $0.flexGrow = 0 } else { $0.flexShrink = 0 } }
    }
    for match in fix.matches(of: /Set (ascender|descender) (-?[\d.]+) on the \w+ #(\d+)/) {
      let value = Double(match.2) ?? .nan
      change(id(match.3), of: &tree) {
        if match.1 == "ascender" { $0.ascender = value } else { $0.descender = value }
      }
    }
    for axis in LayoutAxis.allCases {
      for match in fix.matches(of: /Give the \w+ #(\d+) a (\w+),? or a min/) where match.2 == axis.name {
        let length = linter.frame(id(match.1)).map { axis.length($0.size) } ?? 0
        change(id(match.1), of: &tree) { $0[axis, .minimum] = .points(length + 100) }
      }
      for length in [StyleLength.exact, .minimum, .maximum]
      where fix.contains("emove \(axis.key(length))")
        || length == .exact && fix.hasPrefix("Make \(axis.name) at most") && fix.contains("or remove it")
      {
        change(finding.element, of: &tree) { $0[axis, length] = .auto }
      }
    }
    if fix.contains("a little less") { giveLess(&tree) }
    if fix.contains("lengths in whole pixels") { giveWholePixels(&tree) }
    return tree
  }

  private func id(_ number: Substring) -> ElementID { ElementID(Int(number) ?? 0) }

  private func change(_ id: ElementID, of tree: inout LayoutTree, _ change: (inout Style) -> Void) {
    var style = tree.style(of: id)
    change(&style)
    tree.setStyle(style, of: id)
  }

  private func makeInsetsFinite(_ tree: inout LayoutTree, _ axis: LayoutAxis) {
    guard case .inset(var insets) = tree.content(of: finding.element) else { return }
    func finite(_ edge: Double) -> Double { edge < .infinity ? edge : 0 }
    if axis == .horizontal {
      (insets.left, insets.right) = (finite(insets.left), finite(insets.right))
    } else {
      (insets.top, insets.bottom) = (finite(insets.top), finite(insets.bottom))
    }
    tree.setContent(.inset(insets), of: finding.element)
  }

  /// Gives all children whose lengths are rounded up a little less.
  private func giveLess(_ tree: inout LayoutTree) {
    guard let axis = linter.stack(finding.element)?.axis else { return }
    for child in tree.children(of: finding.element) where linter.rounding(of: child, axis) > 0 {
      let points = linter.roundedDown(linter.unroundedNaturalLength(child, axis))
      change(child, of: &tree) { $0.flexBasis = .points(points) }
    }
  }

  /// Gives children lengths in whole pixels: all, or all but one that flexes.
  private func giveWholePixels(_ tree: inout LayoutTree) {
    let children = finding.otherElements
    guard let stack = linter.stack(finding.element), let line = stack.line(of: children[0]) else { return }
    let flexible = line.children.first { linter.style($0).flexShrink > 0 || linter.style($0).flexGrow > 0 }
    for child in children where child != flexible || !finding.fix.contains("but one") {
      guard let question = linter.recorded.question(to: child, settling: stack.axis) else { continue }
      let points = linter.roundedDown(linter.recorded.unroundedLength(question, stack.axis))
      change(child, of: &tree) { ($0.flexBasis, $0.flexGrow, $0.flexShrink) = (.points(points), 0, 0) }
    }
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

package import LayoutSpecs

/// Random trees of every kind of element and every key of a style, for tests that state a property. A few
/// numbers in a hundred are as large, or as near to 0, as a tree may have them, and more lie on its pixels.
///
/// The same seed gives the same trees on every machine, so a failure that prints its seed can be repeated.
package struct RandomTree: RandomNumberGenerator {
  private var numbers: SeededRandom
  /// True if some elements are measured and laid out by user code, which answers NaN and infinity too.
  private let hasUserCode: Bool
  /// The scale of the tree that is made.
  private var scale = 1.0

  /// A source of trees.
  package init(seed: UInt64, hasUserCode: Bool = false) {
    self.init(SeededRandom(seed: seed), hasUserCode: hasUserCode)
  }

  /// A source of the trees that these numbers choose.
  package init(_ numbers: SeededRandom, hasUserCode: Bool = false) {
    self.numbers = numbers
    self.hasUserCode = hasUserCode
  }

  /// A tree of at most so many levels, on a pixel grid of scale 1, 2, 3 or 2.75.
  package mutating func tree(depth: Int) -> LayoutTree {
    scale = pick([1, 2, 3, 2.75])
    var builder = LayoutTreeBuilder(pixelGrid: PixelGrid(scale: scale))
    add(to: &builder, depth: depth)
    return builder.finish()
  }

  /// Random trees below each other in stacks, so many elements at least.
  package mutating func forest(elementCount: Int, isConcurrent: Bool) -> LayoutTree {
    scale = pick([1, 2, 3])
    var builder = LayoutTreeBuilder(pixelGrid: PixelGrid(scale: scale))
    var list = stack()
    list.isConcurrent = isConcurrent
    builder.begin(.stack(list))
    while builder.elementCount < elementCount {
      builder.begin(.stack(stack()))
      let end = builder.elementCount + elementCount / 3
      while builder.elementCount < end { add(to: &builder, depth: 5) }
      builder.end()
    }
    builder.end()
    return builder.finish()
  }

  /// Changes one element of a tree: its style or its content.
  package mutating func change(_ tree: inout LayoutTree) {
    let id = ElementID(Int(next() % UInt64(tree.elementCount)))
    if chance(50) {
      tree.setStyle(style(), of: id)
      return
    }
    let content: ElementContent =
      switch tree.content(of: id) {
      case .sizedNode: .sizedNode(Size(length([0, 10, 34, 48.5, 100]), length([0, 20, 36.25, 62])))
      case .text, .paragraph: textContent()
      case .stack: .stack(stack())
      case .inset: .inset(insets())
      case .ratio: .ratio(ratio())
      case .absolute: .absolute(pick(AbsoluteSizing.allCases))
      case .measured: .measured(LooseMeasurement(answer: looseSize()))
      case .custom: .custom(LooseAlgorithm(answer: looseSize(), step: looseLength()))
      case let other: other
      }
    tree.setContent(content, of: id)
  }

  /// Takes a subtree out of the tree, puts one in, or puts one in the place of another.
  package mutating func splice(_ tree: inout LayoutTree) {
    let id = ElementID(Int(next() % UInt64(tree.elementCount)))
    let parents = tree.elementIDs.filter { tree.kind(of: $0).requiredChildCount == nil }
    if chance(40), !parents.isEmpty {
      let parent = pick(Array(parents))
      let count = tree.children(of: parent).reduce(0) { count, _ in count + 1 }
      let place = Int(next() % UInt64(count + 1))
      tree.insertSubtree(self.tree(depth: 3), in: parent, at: place)
    } else if chance(50), let parent = parents.first(where: { tree.children(of: $0).contains { _ in true } })
    {
      let children = Array(tree.children(of: parent))
      tree.removeSubtree(of: pick(children))
    } else if id != tree.root || chance(10) {
      tree.replaceSubtree(of: id, with: self.tree(depth: 3))
    }
  }

  /// A range to lay a tree out in: free, bounded or exact on each axis.
  package mutating func range() -> SizeRange {
    let width = length([100, 200, 320, 375.5, 568])
    let height = length([100, 480, .infinity])
    let minWidth = pick([0, width])
    let minHeight = pick([0, height == .infinity ? 50 : height])
    return SizeRange(width: minWidth...width, height: minHeight...height)
  }

  /// The next draw.
  package mutating func next() -> UInt64 { numbers.next() }

  /// A number from 0 on.
  package mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// One of these.
  package mutating func pick<T>(_ values: [T]) -> T { values[Int(next() % UInt64(values.count))] }

  /// One of these lengths, or now and then a length at a limit of the allowed range, or a number of whole pixels.
  package mutating func length(_ values: [Double]) -> Double {
    switch next() % 100 {
    case 0..<3: pick([0, 0x1p-1074, 1e-9, 9_999_999, 9_999_999.999])
    case 3..<15 where scale != 1: Double(next() % 240) / scale
    default: pick(values)
    }
  }

  /// The same where a length may be negative.
  package mutating func offset(_ values: [Double]) -> Double {
    chance(3) ? length([0]) * pick([1, -1]) : pick(values)
  }

  /// True so many times in a hundred.
  package mutating func chance(_ percent: UInt64) -> Bool { next() % 100 < percent }
}

// MARK: - Elements

extension RandomTree {
  private mutating func add(to builder: inout LayoutTreeBuilder, depth: Int) {
    let style = style()
    let name = chance(10) ? Self.name(Int(next() % 100)) : nil
    if depth <= 1 || chance(12) {
      builder.add(leaf(), style: style, name: name)
      return
    }
    let content = container()
    builder.begin(content, style: style, name: name)
    let count = content.kind.requiredChildCount ?? Int(next() % 5)
    for _ in 0..<count { add(to: &builder, depth: depth - 1) }
    if content.kind.requiredChildCount == nil, chance(20) {
      // Leaves that are alike, of which a stack measures one, and some that differ in their content alone.
      let (leaf, style) = (leaf(), self.style())
      for _ in 0..<next() % 6 { builder.add(chance(30) ? self.leaf() : leaf, style: style) }
    }
    builder.end()
  }

  /// One of a hundred names: half of them are plain, and the others have what documents escape, and more.
  private static func name(_ number: Int) -> String {
    let odd = ["\"", "\\", "\n", "\u{1}", "/", "\0", "\u{2028}", "e\u{301}", "日本", "👩‍👧"]
    return number < 50 ? "element \(number)" : odd[number / 5 - 10] + odd[number % 10] + " "
  }

  private mutating func leaf() -> ElementContent {
    if hasUserCode && chance(20) { return .measured(LooseMeasurement(answer: looseSize())) }
    return switch next() % 10 {
    case 0: .node
    case 1: .spec
    case 2, 3, 4: textContent()
    default: .sizedNode(Size(length([0, 10, 34, 48.5, 100]), length([0, 20, 36.25, 62])))
    }
  }

  /// A text of any kind: plain, with line breaks, or with runs and a style.
  private mutating func textContent() -> ElementContent {
    var text = text()
    if chance(20) { text.string += pick(["\n", "\nmore words", "\r\n\u{2028}x"]) }
    guard chance(30) else { return .text(text) }
    let fonts = [
      TextFont(), TextFont(weight: 1000), TextFont("A \"font\"", size: 12, isItalic: true),
      TextFont(size: 40),
    ]
    let color = TextColor(red: 1, green: 0xAB, blue: 255)
    let runs = [
      TextRun(text.string, font: pick(fonts)),
      pick([
        TextRun(" tail", color: color), TextRun(attachment: Size(12, 30)),
        TextRun("", letterSpacing: -3, color: TextColor(red: 0, green: 0, blue: 0, alpha: 0x0F)),
      ]),
    ]
    // No draws: nothing but the places of lines depends on it.
    let alignments = ParagraphStyle.Alignment.allCases
    let alignment = alignments[text.string.utf8.count % alignments.count]
    return .paragraph(
      Paragraph(
        AttributedText(Array(runs.prefix(pick([0, 1, 2])))),
        style: ParagraphStyle(
          maximumLineCount: pick([0, 0, 1, 2]), truncation: pick(ParagraphStyle.Truncation.allCases),
          lineSpacing: pick([0, 0, 3.5]), alignment: alignment),
        monospace: MonospaceMetrics(
          advance: text.advance, lineHeight: text.lineHeight, ascender: pick([nil, text.lineHeight / 2]))))
  }

  private mutating func text() -> TextParameters {
    let count = Int(next() % 7)
    let words = (0..<count).map { _ in pick(["x", "node", "wrapped", "supercalifragilistic", "über", "日本"]) }
    return TextParameters(
      words.joined(separator: " "), advance: max(length([8, 8, 5, 7.5]), 0x1p-1074),
      lineHeight: length([20, 20, 17, 14.5]))
  }

  private mutating func container() -> ElementContent {
    if hasUserCode && chance(15) { return .custom(LooseAlgorithm(answer: looseSize(), step: looseLength())) }
    return switch next() % 20 {
    case 0..<9: .stack(stack())
    case 9, 10: .inset(insets())
    case 11: .overlay
    case 12: .background
    case 13:
      .center(CenterParameters(centering: pick(Centering.allCases), sizing: pick(CenterSizing.allCases)))
    case 14, 15:
      .relative(
        RelativeParameters(
          horizontalPosition: pick(RelativePosition.allCases),
          verticalPosition: pick(RelativePosition.allCases),
          sizing: pick(RelativeSizing.allCases)))
    case 16: .ratio(ratio())
    case 17: .absolute(pick(AbsoluteSizing.allCases))
    case 18:
      .corner(
        CornerParameters(
          location: pick(CornerLocation.allCases),
          offset: Point(offset([0, 5, -100]), offset([0, -3.5, 40])), wrapsCorner: chance(50)))
    default: chance(40) ? .wrapper : .compositeNode
    }
  }

  private mutating func looseSize() -> Size { Size(looseLength(), looseLength()) }

  /// A length that user code should not answer, or one of any kind.
  private mutating func looseLength() -> Double {
    chance(40)
      ? pick([.nan, .infinity, -.infinity, -1, 1e300, .greatestFiniteMagnitude, 20_000_000])
      : length([0, 10, 34, 48.5, 100, 100.0 / 3])
  }

  package mutating func insets() -> EdgeInsets {
    let values: [Double] = [0, 5, 9, 22, 12.5, -4, .infinity]
    return EdgeInsets(
      top: offset(values), left: offset(values), bottom: offset(values), right: offset(values))
  }

  package mutating func ratio() -> Double {
    chance(20) ? pick([0, 0x1p-1074, 1e-300, 1e-6, 1e6, 1e300]) : pick([0.5, 0.75, 1, 1.5, 2.25])
  }

  package mutating func stack() -> StackParameters {
    var stack = StackParameters()
    stack.direction = pick(StackDirection.allCases)
    stack.spacing = offset([0, 0, 4, 8.79, 14, -2])
    stack.justifyContent = pick(JustifyContent.allCases)
    stack.alignItems = chance(40) ? .stretch : pick(AlignItems.allCases)
    if chance(25) {
      stack.flexWrap = .wrap
      stack.alignContent = pick(AlignContent.allCases)
      stack.lineSpacing = offset([0, 5, 9.5])
    }
    if chance(10) { stack.horizontalAlignment = pick(StackParameters.HorizontalAlignment.allCases) }
    if chance(10) { stack.verticalAlignment = pick(StackParameters.VerticalAlignment.allCases) }
    stack.isConcurrent = chance(10)
    return stack
  }

  package mutating func style() -> Style {
    var style = Style()
    guard chance(60) else { return style }
    if chance(20) { style.width = dimension() }
    if chance(20) { style.height = dimension() }
    if chance(10) { style.minWidth = dimension() }
    if chance(10) { style.maxWidth = dimension() }
    if chance(10) { style.minHeight = dimension() }
    if chance(10) { style.maxHeight = dimension() }
    if chance(10) { style.flexBasis = dimension() }
    if chance(40) { style.flexGrow = length([0.1, 0.5, 1, 1, 2, 10]) }
    if chance(40) { style.flexShrink = length([0.25, 0.5, 1, 1, 2]) }
    if chance(10) { style.spacingBefore = offset([2, 8, 21.5, -3]) }
    if chance(10) { style.spacingAfter = offset([2, 12, -4]) }
    if chance(20) { style.alignSelf = pick(AlignSelf.allCases) }
    if chance(20) { style.ascender = offset([5, 12, 18.5]) }
    if chance(20) { style.descender = offset([-3, -5.5]) }
    if chance(15) { style.layoutPosition = Point(offset([-30, 0, 12.5, 150]), offset([-30, 0, 44.25])) }
    return style
  }

  /// Changes one key of a style, and leaves all others as they are.
  package mutating func changeKey(of style: inout Style) {
    switch number(below: 15) {
    case 0: style.width = dimension()
    case 1: style.height = dimension()
    case 2: style.minWidth = dimension()
    case 3: style.maxWidth = dimension()
    case 4: style.minHeight = dimension()
    case 5: style.maxHeight = dimension()
    case 6: style.flexBasis = dimension()
    case 7: style.flexGrow = length([0, 0.5, 1, 2])
    case 8: style.flexShrink = length([0, 0.5, 1, 2])
    case 9: style.spacingBefore = offset([0, 8, -3])
    case 10: style.spacingAfter = offset([0, 12, -4])
    case 11: style.alignSelf = pick(AlignSelf.allCases)
    case 12: style.ascender = offset([0, 12])
    case 13: style.descender = offset([0, -3])
    default: style.layoutPosition = Point(offset([-30, 0, 12.5]), offset([-30, 0, 44.25]))
    }
  }

  private mutating func dimension() -> Dimension {
    switch next() % 10 {
    case 0: .auto
    case 1..<4: .fraction(pick([0, 0.1, 0.25, 1.0 / 3, 0.5, 2.0 / 3, 0.75, 1]))
    default: .points(length([0, 1, 10, 29.5, 100.0 / 3, 50, 100, 377]))
    }
  }
}

import LayoutDocuments
import LayoutSpecs
import LayoutWorkloads

extension SplitMix64 {
  mutating func one(in count: Int) -> Bool { next() % UInt64(count) == 0 }

  mutating func value<Value: CaseIterable>(of type: Value.Type) -> Value {
    let all = Array(Value.allCases)
    return all[Int(next() % UInt64(all.count))]
  }
}

/// Documents of random trees, with every kind of element and every property.
struct RandomDocuments {
  private var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  /// A text that is not plain.
  private mutating func paragraph(_ string: String) -> Paragraph {
    var run = TextRun(
      string, font: TextFont("A \"font\"", size: 0.1, weight: 1000, isItalic: numbers.one(in: 2)),
      letterSpacing: -0.5)
    if numbers.one(in: 2) {
      run.color = TextColor(red: 1, green: 0xAB, blue: 255, alpha: numbers.one(in: 2) ? 0 : 255)
    }
    let runs = [run, TextRun(attachment: Size(3, 0.5)), TextRun(string)]
    let metrics = MonospaceMetrics(advance: 7, lineHeight: 21, ascender: numbers.one(in: 2) ? nil : 0)
    return Paragraph(
      AttributedText(Array(runs.prefix(Int(numbers.next() % 4)))),
      style: ParagraphStyle(
        maximumLineCount: Int(1 + numbers.next() % 3),
        truncation: numbers.value(of: ParagraphStyle.Truncation.self),
        lineSpacing: numbers.one(in: 2) ? 0 : 1.5, alignment: numbers.value(of: ParagraphStyle.Alignment.self)
      ),
      monospace: metrics)
  }

  /// A document of a tree with some ten to a hundred elements.
  mutating func document() -> SpecDocument {
    let scales = [1, 2, 3, 2.75, 0.001, 1_000]
    var builder = LayoutTreeBuilder(
      pixelGrid: PixelGrid(scale: scales[Int(numbers.next() % UInt64(scales.count))]))
    appendElement(to: &builder, levels: 6)
    let low = Size(length(), length())
    let high = Size(max(low.width, length()), numbers.one(in: 2) ? .infinity : max(low.height, length()))
    return SpecDocument(
      name: name(), constrainedSize: SizeRange(min: low, max: high), tree: builder.finish())
  }

  private mutating func appendElement(to builder: inout LayoutTreeBuilder, levels: Int) {
    let content = content(isLeaf: levels == 1)
    let style = numbers.one(in: 3) ? Style.default : style()
    let name = name()
    builder.begin(content, style: style, name: name)
    let count = content.requiredChildCount ?? (levels == 1 ? 0 : Int(numbers.next() % 4))
    for _ in 0..<count { appendElement(to: &builder, levels: levels - 1) }
    builder.end()
  }

  private mutating func content(isLeaf: Bool) -> ElementContent {
    if isLeaf || numbers.one(in: 4) {
      switch numbers.next() % 4 {
      case 0: return .spec
      case 1: return .node
      case 2: return .sizedNode(Size(length(), length()))
      default:
        let string = name() ?? ""
        if numbers.one(in: 2) { return .text(TextParameters(string)) }
        if numbers.one(in: 2) { return .paragraph(paragraph(string)) }
        return .text(TextParameters(string, advance: max(length(), 0x1p-1074), lineHeight: length()))
      }
    }
    switch numbers.next() % 11 {
    case 0: return .wrapper
    case 1: return .inset(insets())
    case 2: return .overlay
    case 3: return .background
    case 4:
      return .center(
        CenterParameters(
          centering: numbers.value(of: Centering.self), sizing: numbers.value(of: CenterSizing.self)))
    case 5:
      return .relative(
        RelativeParameters(
          horizontalPosition: numbers.value(of: RelativePosition.self),
          verticalPosition: numbers.value(of: RelativePosition.self),
          sizing: numbers.value(of: RelativeSizing.self)))
    case 6: return .ratio(length() / 100)
    case 7: return .absolute(numbers.value(of: AbsoluteSizing.self))
    case 8:
      return .corner(
        CornerParameters(
          location: numbers.value(of: CornerLocation.self), offset: point(), wrapsCorner: numbers.one(in: 2)))
    case 9: return .compositeNode
    default: return .stack(stack())
    }
  }

  private mutating func stack() -> StackParameters {
    StackParameters(
      direction: numbers.value(of: StackDirection.self), spacing: signed(),
      justifyContent: numbers.value(of: JustifyContent.self), alignItems: numbers.value(of: AlignItems.self),
      flexWrap: numbers.value(of: FlexWrap.self), alignContent: numbers.value(of: AlignContent.self),
      lineSpacing: signed(), horizontalAlignment: numbers.value(of: StackParameters.HorizontalAlignment.self),
      verticalAlignment: numbers.value(of: StackParameters.VerticalAlignment.self),
      isConcurrent: numbers.one(in: 2))
  }

  private mutating func style() -> Style {
    var style = Style()
    for key in [\Style.width, \.height, \.minWidth, \.maxWidth, \.minHeight, \.maxHeight, \.flexBasis]
    where numbers.one(in: 3) {
      style[keyPath: key] = dimension()
    }
    for key in [\Style.spacingBefore, \.spacingAfter, \.ascender, \.descender] where numbers.one(in: 4) {
      style[keyPath: key] = signed()
    }
    for key in [\Style.flexGrow, \.flexShrink] where numbers.one(in: 3) {
      style[keyPath: key] = length() / 7
    }
    style.alignSelf = numbers.value(of: AlignSelf.self)
    if numbers.one(in: 4) { style.layoutPosition = point() }
    return style
  }

  private mutating func dimension() -> Dimension {
    switch numbers.next() % 5 {
    case 0: .auto
    case 1: .points(length())
    case 2: .fraction(Double(numbers.next() % 10_001) / 10_000)
    case 3: .fraction(1 / Double(1 + numbers.next() % 30))
    default: .fraction(Double.random(in: 0...1, using: &numbers))
    }
  }

  /// A name with everything that has to be escaped, or none.
  private mutating func name() -> String? {
    guard !numbers.one(in: 3) else { return nil }
    let parts = [
      "feed", " ", "\"", "\\", "\n", "\u{1}", "\u{1F}", "/", "é", "e\u{301}", "日本", "👩‍👧", "\u{2028}", "\0",
    ]
    return (0..<numbers.next() % 6).map { _ in parts[Int(numbers.next() % UInt64(parts.count))] }.joined()
  }

  private mutating func insets() -> EdgeInsets {
    EdgeInsets(top: inset(), left: inset(), bottom: inset(), right: inset())
  }

  private mutating func inset() -> Double { numbers.one(in: 5) ? .infinity : signed() }

  private mutating func point() -> Point { Point(signed(), signed()) }

  private mutating func signed() -> Double { numbers.one(in: 2) ? length() : 0 - length() }

  /// A length of 0 or more, whole, with a short fraction or with a long one, and now and then one at the end
  /// of what is allowed.
  private mutating func length() -> Double {
    if numbers.one(in: 30) { return [0x1p-1074, 1e-9, 9_999_999, 9_999_999.999][Int(numbers.next() % 4)] }
    return switch numbers.next() % 4 {
    case 0: 0
    case 1: Double(numbers.next() % 400)
    case 2: Double(numbers.next() % 4_000) / 8
    default: Double.random(in: 0..<1_000, using: &numbers)
    }
  }
}

/// Where two documents differ, or nil where they are equal: every element's content, style, name and children.
func firstDifference(_ a: SpecDocument, _ b: SpecDocument) -> String? {
  guard a.name.map({ Array($0.utf8) }) == b.name.map({ Array($0.utf8) }) else { return "name" }
  guard a.constrainedSize == b.constrainedSize else { return "constrainedSize" }
  guard a.pixelGrid == b.pixelGrid else { return "scale" }
  return firstDifference(a.tree, b.tree, comparesNames: true)
}

/// Where two trees differ, or nil where they are equal.
func firstDifference(_ a: LayoutTree, _ b: LayoutTree, comparesNames: Bool) -> String? {
  guard a.elementCount == b.elementCount, a.depth == b.depth else { return "shape" }
  let paths = ElementPaths(of: a)
  for id in a.elementIDs {
    let path = paths[id].description
    guard a.subtree(of: id) == b.subtree(of: id) else { return "\(path): subtree" }
    guard a.style(of: id) == b.style(of: id) else { return "\(path): style" }
    guard "\(a.content(of: id))" == "\(b.content(of: id))" else { return "\(path): content" }
    if comparesNames && a.name(of: id).map({ Array($0.utf8) }) != b.name(of: id).map({ Array($0.utf8) }) {
      return "\(path): name"
    }
  }
  return nil
}

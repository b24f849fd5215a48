import Benchmarking
import LayoutSpecs

/// A tree in the peers' protocol: a flat list of elements in pre-order, without default values.
struct PeerTree: Encodable {
  /// The lengths that the root may take, nil for infinity.
  let width: [Double?]
  let height: [Double?]
  /// Pixels in a point, to which the sizes of texts that the peer measures are rounded up.
  let scale: Double
  let elements: [PeerElement]

  /// - Parameter texts: How the peer knows texts' sizes.
  init(_ tree: LayoutTree, in range: SizeRange, texts: PeerTexts) {
    var context = LayoutContext()
    context.layout(tree, in: range)
    width = [range.min.width, finite(range.max.width)]
    height = [range.min.height, finite(range.max.height)]
    scale = tree.pixelGrid.scale
    var places = [PeerBox.Place](repeating: .ofRoot, count: tree.elementCount)
    var elements: [PeerElement] = []
    elements.reserveCapacity(tree.elementCount)
    // Parents come first, so that an element's own place is known.
    for id in tree.elementIDs {
      var element = PeerElement(
        tree, id, size: context.frame(of: id)?.size ?? .zero, places[id.index], texts)
      if id == tree.root { element.box?.setRange(range) }
      elements.append(element)
      guard element.children != nil else { continue }
      let content = tree.content(of: id)
      for child in tree.children(of: id) {
        places[child.index] = PeerBox.place(of: tree.style(of: child), in: content)
      }
    }
    self.elements = elements
  }
}

/// The change of one leaf, back and forth.
struct PeerEdit: Encodable {
  /// The index of the leaf.
  let element: Int
  /// The leaf before and after the change.
  let states: [PeerElement]

  /// - Parameter trees: The tree before and after the change.
  init(of element: ElementID, _ trees: [LayoutTree], in range: SizeRange, texts: PeerTexts) {
    self.element = element.index
    states = trees.map { PeerTree($0, in: range, texts: texts).elements[element.index] }
  }
}

/// How a peer knows the sizes of texts.
typealias PeerTexts = BenchmarkSuite.Command.Texts

/// A plain text in monospace metrics, which a peer measures by its words.
struct PeerText: Encodable {
  let string: String
  /// Points per character, and per line.
  let advance: Double
  let lineHeight: Double
}

/// A run of a text that Pango lays out.
struct PeerRun: Encodable {
  let text: String
  let family: String
  let size: Double
  let weight: Int
  let isItalic: Bool

  init(_ run: TextRun) {
    text = run.string
    family = run.font.family.isEmpty ? "sans" : run.font.family
    (size, weight, isItalic) = (run.font.size, run.font.weight, run.font.isItalic)
  }
}

/// One element, in the words of spec documents, and in flexbox's as far as it has such.
struct PeerElement: Encodable {
  /// The type's name in spec documents, except that nodes that lay out a spec are `composite`.
  let kind: String
  let style: [String: PeerValue]?
  let children: [Int]?
  /// The element in flexbox's terms; nil if it has none, with the reason in `refused`.
  fileprivate(set) var box: PeerBox?
  private(set) var refused: String?
  /// A node's intrinsic size, or the size of a text in this layout: width, height.
  private(set) var size: [Double]?
  /// A plain text that the peer measures.
  private(set) var text: PeerText?
  /// A prepared text's sizes, narrowest first, each for widths up to the next.
  private(set) var rows: [[Double]]?
  private(set) var runs: [PeerRun]?
  /// Top, left, bottom, right; nil for infinity.
  private(set) var insets: [Double?]?
  /// Height divided by width.
  private(set) var ratio: Double?
  private(set) var direction: String?
  private(set) var spacing: Double?
  private(set) var lineSpacing: Double?
  private(set) var justifyContent: String?
  private(set) var alignItems: String?
  private(set) var flexWrap: String?
  private(set) var alignContent: String?

  fileprivate init(
    _ tree: LayoutTree, _ id: ElementID, size laidOutSize: Size, _ place: PeerBox.Place, _ texts: PeerTexts
  ) {
    let content = tree.content(of: id)
    let style = tree.style(of: id)
    self.style = PeerValue.values(of: style)
    children = content.kind.requiredChildCount == 0 ? nil : tree.children(of: id).map(\.index)
    if case .compositeNode = content { kind = "composite" } else { kind = content.kind.typeName }
    var toldSize: Size?
    switch content {
    case .sizedNode(let size): self.size = [size.width, size.height]
    case .text(let text) where texts == .measured:
      self.text = PeerText(string: text.string, advance: text.advance, lineHeight: text.lineHeight)
    case .paragraph(let paragraph) where texts == .measured:
      rows = paragraph.prepared.sizes(style: paragraph.style).reversed().map { [$0.width, $0.height] }
    case .paragraph(let paragraph) where texts == .pango: runs = paragraph.text.runs.map(PeerRun.init)
    case .text, .paragraph:
      toldSize = laidOutSize
      size = [laidOutSize.width, laidOutSize.height]
    case .inset(let insets):
      self.insets = [insets.top, insets.left, insets.bottom, insets.right].map(finite)
    case .ratio(let ratio): self.ratio = ratio
    case .stack(let stack):
      direction = "\(stack.direction)"
      spacing = stack.spacing
      lineSpacing = stack.lineSpacing
      justifyContent = "\(stack.resolvedJustifyContent)"
      alignItems = "\(stack.resolvedAlignItems)"
      flexWrap = "\(stack.flexWrap)"
      alignContent = "\(stack.alignContent)"
    default: break
    }
    do throws(PeerBox.Unsupported) {
      box = try PeerBox(of: content, style, toldSize: toldSize, place)
    } catch {
      refused = error.reason
    }
  }
}

/// The value of a style's key: points as a number, a fraction or an alignment as text.
enum PeerValue: Encodable, Equatable {
  case number(Double)
  case text(String)

  /// A length; nil if it is `auto`.
  init?(_ length: Dimension) {
    switch length.unit {
    case .auto: return nil
    case .points: self = .number(length.value)
    default: self = .text("\(length)")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }

  /// The parts of a style that matter to the parent element, as far as peers support them; nil if all have
  /// default values.
  fileprivate static func values(of style: Style) -> [String: PeerValue]? {
    var values: [String: PeerValue] = [:]
    let lengths = [
      ("width", style.width), ("height", style.height), ("minWidth", style.minWidth),
      ("minHeight", style.minHeight), ("maxWidth", style.maxWidth), ("maxHeight", style.maxHeight),
      ("flexBasis", style.flexBasis),
    ]
    for (key, length) in lengths { values[key] = PeerValue(length) }
    let numbers = [
      ("flexGrow", style.flexGrow), ("flexShrink", style.flexShrink),
      ("spacingBefore", style.spacingBefore), ("spacingAfter", style.spacingAfter),
    ]
    for (key, number) in numbers where number != 0 { values[key] = .number(number) }
    if style.alignSelf != .auto { values["alignSelf"] = .text("\(style.alignSelf)") }
    return values.isEmpty ? nil : values
  }
}

private func finite(_ length: Double) -> Double? { length < .infinity ? length : nil }

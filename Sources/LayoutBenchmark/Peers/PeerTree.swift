import LayoutSpecs
import Measuring

/// A tree in the peers' protocol: a flat list of elements in pre-order, without default values.
struct PeerTree: Encodable {
  /// The lengths that the root may take, nil for infinity.
  let width: [Double?]
  let height: [Double?]
  /// Pixels in a point; sizes of texts that the peer measures are rounded up to pixels.
  let scale: Double
  let elements: [PeerElement]

  /// - Parameter texts: How the peer knows texts' sizes.
  init(_ tree: LayoutTree, in range: SizeRange, texts: PeerTexts) {
    var context = LayoutContext()
    context.layout(tree, in: range)
    width = [range.min.width, finite(range.max.width)]
    height = [range.min.height, finite(range.max.height)]
    scale = tree.pixelGrid.scale
    var places = [PeerBox.Place](repeating: .init(), count: tree.elementCount)
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

/// One element, as a box of flexbox.
struct PeerElement: Encodable {
  let children: [Int]?
  /// nil if flexbox has no words for the element, with the reason in `refused`.
  fileprivate(set) var box: PeerBox?
  private(set) var refused: String?
  /// A plain text that the peer measures.
  private(set) var text: PeerText?
  /// A prepared text's sizes, narrowest first, each for widths up to the next.
  private(set) var rows: [[Double]]?
  private(set) var runs: [PeerRun]?

  fileprivate init(
    _ tree: LayoutTree, _ id: ElementID, size laidOutSize: Size, _ place: PeerBox.Place, _ texts: PeerTexts
  ) {
    let content = tree.content(of: id)
    children = content.kind.requiredChildCount == 0 ? nil : tree.children(of: id).map(\.index)
    var toldSize: Size?
    switch content {
    case .text(let text) where texts == .measured:
      self.text = PeerText(string: text.string, advance: text.advance, lineHeight: text.lineHeight)
    case .paragraph(let paragraph) where texts == .measured:
      rows = paragraph.prepared.sizes(style: paragraph.style).reversed().map { [$0.width, $0.height] }
    case .paragraph(let paragraph) where texts == .pango: runs = paragraph.text.runs.map(PeerRun.init)
    case .text, .paragraph: toldSize = laidOutSize
    default: break
    }
    do throws(PeerBox.Unsupported) {
      box = try PeerBox(of: content, tree.style(of: id), toldSize: toldSize, place)
    } catch {
      refused = error.reason
    }
  }
}

/// A length of a box: points as a number, or a fraction as text.
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
}

private func finite(_ length: Double) -> Double? { length < .infinity ? length : nil }

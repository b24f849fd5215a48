import ConstraintLayout
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
    var elements: [PeerElement] = []
    elements.reserveCapacity(tree.elementCount)
    for id in tree.elementIDs {
      elements.append(PeerElement(tree, id, size: context.frame(of: id)?.size ?? .zero, texts))
    }
    self.elements = elements
  }
}

/// How a peer knows the sizes of prepared texts. Others always have the size of the layout.
enum PeerTexts: String {
  /// It is told the size that each has in the layout.
  case laidOut
  /// It measures them, with the sizes of the prepared text.
  case prepared
  /// It measures them with Pango's paragraphs.
  case pango
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

/// One element. Engines refuse an unknown `kind`, so every kind can be written, if only by name.
struct PeerElement: Encodable {
  /// The type's name in spec documents, except that nodes that lay out a spec are `composite`.
  let kind: String
  let style: [String: PeerValue]?
  let children: [Int]?
  /// A node's intrinsic size, or the size of a text in this layout: width, height.
  private(set) var size: [Double]?
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

  fileprivate init(_ tree: LayoutTree, _ id: ElementID, size laidOutSize: Size, _ texts: PeerTexts) {
    let content = tree.content(of: id)
    style = PeerValue.values(of: tree.style(of: id))
    children = content.requiredChildCount == 0 ? nil : tree.children(of: id).map(\.index)
    if case .compositeNode = content { kind = "composite" } else { kind = content.typeName }
    switch content {
    case .sizedNode(let size): self.size = [size.width, size.height]
    case .paragraph(let paragraph) where texts == .prepared:
      rows = paragraph.prepared.sizes(style: paragraph.style).reversed().map { [$0.width, $0.height] }
    case .paragraph(let paragraph) where texts == .pango: runs = paragraph.text.runs.map(PeerRun.init)
    case .text, .paragraph: size = [laidOutSize.width, laidOutSize.height]
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
  }
}

/// The value of a style's key: points as a number, a fraction or an alignment as text.
enum PeerValue: Encodable {
  case number(Double)
  case text(String)

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
    for (key, length) in lengths where length.unit != .auto {
      values[key] = length.unit == .points ? .number(length.value) : .text("\(length)")
    }
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

// MARK: - Constraints

/// A system of constraints in the peers' protocol: the steps of a solver's program, in order.
struct PeerSystem: Encodable {
  /// The first four variables per element are its x, y, width and height.
  let elementCount: Int
  let variableCount: Int
  let steps: [Step]

  /// A constraint if it has a relation. Otherwise a value for a variable, which is edited from then on if it
  /// has a weight.
  struct Step: Encodable {
    private(set) var relation: String?
    /// A coefficient and a variable's number for each term in turn.
    private(set) var terms: [Double]?
    private(set) var constant: Double?
    /// The strength's weight; nil for required constraints, and for a variable that is already being edited.
    private(set) var weight: Double?
    private(set) var variable: Int?
    private(set) var value: Double?

    init(_ step: SolverProgram.Step) {
      switch step {
      case .add(let constraint):
        relation =
          switch constraint.relation {
          case .lessOrEqual: "<="
          case .equal: "="
          case .greaterOrEqual: ">="
          }
        terms = constraint.terms.flatMap { [$0.coefficient, Double($0.variable.index)] }
        constant = constraint.constant
        weight = constraint.strength == .required ? nil : constraint.strength.weight
      case .edit(let variable, let value, let strength):
        (self.variable, self.value, weight) = (variable.index, value, strength.weight)
      case .suggest(let variable, let value):
        (self.variable, self.value) = (variable.index, value)
      }
    }
  }

  init(_ program: SolverProgram, elementCount: Int) {
    self.elementCount = elementCount
    variableCount = program.variableCount
    steps = program.steps.map(Step.init)
  }
}

/// The content of an element, apart from its style, its name and its children.
public enum ElementContent: Sendable {
  /// Children on top of each other, as large as the largest.
  case wrapper
  /// Children one after the other, as in CSS's flexbox.
  case stack(StackParameters)
  /// A child with space around it.
  case inset(EdgeInsets)
  /// A child, then an element of the same size on top of it.
  case overlay
  /// A child, then an element of the same size behind it.
  case background
  /// A child in the middle.
  case center(CenterParameters)
  /// A child at an edge, a corner or the middle.
  case relative(RelativeParameters)
  /// A child whose height is this many times its width.
  case ratio(Double)
  /// Children at their own positions.
  case absolute(AbsoluteSizing)
  /// A child, then an element that is centred on one of its corners.
  case corner(CornerParameters)
  /// The plain layout spec: a style without children, a spacer.
  case spec
  /// A plain node without an intrinsic size.
  case node
  /// A node with an intrinsic size, in points.
  case sizedNode(Size)
  /// A node that lays out the one spec below it.
  case compositeNode
  /// A text, measured in the monospace metrics.
  case text(TextParameters)
  /// A text with runs, a limit of lines or real fonts.
  case paragraph(Paragraph)
  // Indirect: with values of unknown types stored inline, every read of a content would copy all of it.
  /// A leaf that user code measures.
  indirect case measured(any LeafMeasurement)
  /// A spec that user code lays out.
  indirect case custom(any LayoutAlgorithm)
}

extension ElementContent {
  @inline(__always)
  package var kind: ElementKind {
    switch self {
    case .wrapper: .wrapper
    case .stack: .stack
    case .inset: .inset
    case .overlay: .overlay
    case .background: .background
    case .center: .center
    case .relative: .relative
    case .ratio: .ratio
    case .absolute: .absolute
    case .corner: .corner
    case .spec: .spec
    case .node: .node
    case .sizedNode: .sizedNode
    case .compositeNode: .compositeNode
    case .text, .paragraph: .text
    case .measured: .measured
    case .custom: .custom
    }
  }
}

/// What an element of a tree is, apart from its style, its name and its children.
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
  /// The plain layout spec: nothing but its style, a spacer.
  case spec
  /// A plain node without an intrinsic size.
  case node
  /// A node with an intrinsic size, in points.
  case sizedNode(Size)
  /// A node that lays out the one spec below it.
  case compositeNode
  /// A text, measured in the monospace metrics.
  case text(TextParameters)
  // In boxes of their own: with values of unknown types in it, every look at a content would copy it as a whole.
  /// A leaf that user code measures.
  indirect case measured(any LeafMeasurement)
  /// A spec that user code lays out.
  indirect case custom(any LayoutAlgorithm)

  /// How many children such an element has; nil where any number will do.
  public var requiredChildCount: Int? { kind.requiredChildCount }

  /// Whether the element is a node, that is something on the screen, and not a spec.
  public var isNode: Bool { kind.isNode }

  /// What spec documents call the element: `stack`, `node`, `text`.
  public var typeName: String { kind.typeName }
}

/// A text, and the monospace metrics it is measured in.
///
/// The metrics are exact on every machine: a character is a Unicode scalar, each `advance` points wide, and a line is
/// `lineHeight` points high. Words are what single spaces separate. A line takes words as long as they fit; a word that
/// is longer than a line is cut.
public struct TextParameters: Hashable, Sendable {
  /// The text.
  public var string: String
  /// Points per character. Default: 8.
  public var advance: Double
  /// Points per line. Default: 20.
  public var lineHeight: Double

  /// A text in these metrics.
  ///
  /// - Precondition: `advance` is above 0, `lineHeight` 0 or more, both less than 10,000,000.
  public init(_ string: String, advance: Double = 8, lineHeight: Double = 20) {
    self.string = string
    self.advance = advance
    self.lineHeight = lineHeight
    check()
  }

  /// Stops where the metrics are none that a text can have.
  func check() {
    requireTextMetrics(advance: advance, lineHeight: lineHeight)
  }
}

/// How user code measures a leaf.
///
/// A conforming type MUST give the same size for the same constraint, and MAY be called on any thread, several at once.
/// The engine asks once for each constraint that it has not seen lately.
public protocol LeafMeasurement: Sendable {
  /// The size that the leaf takes in at most `constrainedSize` points, which may be infinite.
  ///
  /// The engine brings it into the range that the leaf was given, and rounds it up to whole pixels.
  func calculateSizeThatFits(_ constrainedSize: Size) -> Size
}

/// How user code lays out a spec.
///
/// A conforming type MUST give the same layout for the same constraint and children, MUST measure and place every child,
/// and MAY be called on any thread, several at once.
public protocol LayoutAlgorithm: Sendable {
  /// Measures and places `children`, and returns the spec's own size in points.
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the spec may take: what its parent allows and its style asks for. The engine does
  ///     not bring the returned size into it; it rounds it up to whole pixels.
  ///   - children: The children, in order. They are not to be kept.
  func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size
}

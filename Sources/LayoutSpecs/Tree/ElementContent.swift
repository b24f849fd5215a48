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
  // Indirect: values of unknown types inline would make every read of a content copy it as a whole.
  /// A leaf that user code measures.
  indirect case measured(any LeafMeasurement)
  /// A spec that user code lays out.
  indirect case custom(any LayoutAlgorithm)

  /// The number of children that such an element has; nil if it may have any number.
  public var requiredChildCount: Int? { kind.requiredChildCount }

  /// True if the element is a node, which will be on the screen, false if it is a spec.
  public var isNode: Bool { kind.isNode }

  /// The element's name in spec documents: `stack`, `node`, `text`.
  public var typeName: String { kind.typeName }
}

/// A text and the monospace metrics in which it is measured.
///
/// The metrics are exact on every machine: a character is a Unicode scalar, each `advance` points wide, and a
/// line is `lineHeight` points high. Single spaces separate words. A line takes words as long as they fit; a
/// word that is longer than a line is cut.
public struct TextParameters: Hashable, Sendable {
  /// The text.
  public var string: String
  /// Points per character. Default: 8.
  public var advance: Double
  /// Points per line. Default: 20.
  public var lineHeight: Double

  /// Creates a text with these metrics.
  ///
  /// - Precondition: `advance` is above 0, `lineHeight` 0 or more, both less than 10,000,000.
  public init(_ string: String, advance: Double = 8, lineHeight: Double = 20) {
    self.string = string
    self.advance = advance
    self.lineHeight = lineHeight
    check()
  }

  /// Stops unless the metrics are valid for a text.
  func check() {
    requireTextMetrics(advance: advance, lineHeight: lineHeight)
  }
}

/// The measurement of a leaf by user code.
///
/// A conforming type MUST return the same size for the same constraint, and MAY be called on any thread, and
/// on several at once. The engine asks once for each constraint that it has not seen recently.
public protocol LeafMeasurement: Sendable {
  /// Returns the leaf's size, in points, within `constrainedSize`, which may be infinite.
  ///
  /// The engine limits it to the leaf's range, and rounds it up to whole pixels.
  func calculateSizeThatFits(_ constrainedSize: Size) -> Size
}

/// The layout of a spec by user code.
///
/// A conforming type MUST give the same layout for the same constraint and children, MUST measure and place
/// every child, and MAY be called on any thread, and on several at once.
public protocol LayoutAlgorithm: Sendable {
  /// Measures and places `children`, and returns the spec's own size in points.
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the spec may have, by its parent's range and its own style. The
  ///     engine does not
  ///     limit the returned size to it, but rounds it up to whole pixels.
  ///   - children: The children, in order. Valid during the call only.
  func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size
}

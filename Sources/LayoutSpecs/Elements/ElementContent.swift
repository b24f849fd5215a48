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
  // Indirect: values of unknown types inline would make every read of a content copy it as a whole.
  /// A leaf that user code measures.
  indirect case measured(any LeafMeasurement)
  /// A spec that user code lays out.
  indirect case custom(any LayoutAlgorithm)
}

/// The measurement of a leaf by user code.
///
/// A conforming type MUST return the same size for the same constraint, and MAY be called on any thread, and
/// on several at once. The engine asks once for each constraint that it has not seen recently. If the type is
/// `Equatable`, equal ones MUST return the same sizes: a node whose spec has an equal one again is not measured again.
public protocol LeafMeasurement: Sendable {
  /// Returns the leaf's size, in points, within `constrainedSize`, which may be infinite.
  ///
  /// The engine limits it to the leaf's range, and rounds it up to whole pixels. The size has to be finite:
  /// NaN and a length below 0 count as 0, an infinite length as `constrainedSize`'s or, if that is infinite
  /// too, as 0, and one of more than 10,000,000 points as that many.
  func calculateSizeThatFits(_ constrainedSize: Size) -> Size
}

/// The layout of a spec by user code.
///
/// A conforming type MUST give the same layout for the same constraint and children, MUST measure and place
/// every child, and MAY be called on any thread, and on several at once. If the type is `Equatable`, equal ones MUST
/// give the same layout: a node whose spec has an equal one again is not laid out again.
public protocol LayoutAlgorithm: Sendable {
  /// Measures and places `children`, and returns the spec's own size in points.
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the spec may have, by its parent's range and its own style. The
  ///     engine does not limit the returned size to it, but rounds it up to whole pixels. The size has to be
  ///     finite: NaN and a length below 0 count as 0, an infinite length as the maximum of `constrainedSize`
  ///     or, if that is infinite too, as 0, and one of more than 10,000,000 points as that many.
  ///   - children: The children, in order. Valid during the call only.
  func calculateLayoutThatFits(_ constrainedSize: SizeRange, children: borrowing ChildLayouts) -> Size
}

/// The kind of an element, on which the engine switches.
package enum ElementKind: UInt8, Sendable, CaseIterable {
  // Leaves. Their order matters: everything before `wrapper` has no children.
  case spec, node, sizedNode, text, measured, deferredNode
  // Elements with children.
  case wrapper, stack, inset, overlay, background, center, relative, ratio, absolute, corner, compositeNode,
    custom

  /// True for leaves that have one size of their own, or none, and nothing else: whose size takes no work to find.
  @inline(__always)
  var isPlainLeaf: Bool { rawValue < ElementKind.text.rawValue }

  package var isNode: Bool {
    switch self {
    case .node, .sizedNode, .text, .measured, .deferredNode, .compositeNode: true
    default: false
    }
  }

  /// The number of children that such an element has; nil if it may have any number.
  package var requiredChildCount: Int? {
    switch self {
    case .wrapper, .stack, .absolute, .custom: nil
    case .inset, .center, .relative, .ratio, .compositeNode: 1
    case .overlay, .background, .corner: 2
    case .spec, .node, .sizedNode, .text, .measured, .deferredNode: 0
    }
  }

  /// The type of such an element in spec documents: `stack`, `node`, `text`.
  package var typeName: String { names.type }

  /// The type with its article: `a stack`, `an inset`.
  package var typeNameWithArticle: String {
    let startsWithVowel = typeName.first.map { "aeiou".contains($0) } ?? false
    return (startsWithVowel ? "an " : "a ") + typeName
  }

  /// The Layout API's name for such an element, or its type in spec documents if user code makes it.
  var className: String { names.class }

  private var names: (type: String, class: String) {
    switch self {
    case .wrapper: ("wrapper", "WrapperLayoutSpec")
    case .stack: ("stack", "StackLayoutSpec")
    case .inset: ("inset", "InsetLayoutSpec")
    case .overlay: ("overlay", "OverlayLayoutSpec")
    case .background: ("background", "BackgroundLayoutSpec")
    case .center: ("center", "CenterLayoutSpec")
    case .relative: ("relative", "RelativeLayoutSpec")
    case .ratio: ("ratio", "RatioLayoutSpec")
    case .absolute: ("absolute", "AbsoluteLayoutSpec")
    case .corner: ("corner", "CornerLayoutSpec")
    case .spec: ("spec", "LayoutSpec")
    case .node, .sizedNode, .deferredNode, .compositeNode: ("node", "DisplayNode")
    case .text: ("text", "TextNode")
    case .measured: ("measured", "measured")
    case .custom: ("custom", "custom")
    }
  }

  package var isLeaf: Bool { rawValue < ElementKind.wrapper.rawValue }

  /// True if layouts of such an element are worth caching: all but texts, which keep their line breaks, and
  /// the leaves whose size takes a few comparisons.
  package var isCached: Bool { rawValue >= ElementKind.measured.rawValue }

  /// True if such an element passes its range on unchanged, whatever its own size.
  @inline(always)
  package var ignoresOwnSize: Bool { self == .inset || self == .overlay || self == .background }
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

/// The properties of a spec, apart from its children and its style, as the engine reads them.
///
/// A stack has a record of its own, and specs without properties have none. What the engine has to know of each kind is
/// here, by a line each; the rules themselves are in the files of the specs.
enum SpecProperties: Hashable, Sendable {
  case inset(EdgeInsets)
  case center(CenterParameters)
  case relative(RelativeParameters)
  case ratio(Double)
  case absolute(AbsoluteSizing)
  case corner(CornerParameters)

  /// nil for other content.
  @inline(__always)
  init?(_ content: ElementContent) {
    switch content {
    case .inset(let insets): self = .inset(insets)
    case .center(let parameters): self = .center(parameters)
    case .relative(let parameters): self = .relative(parameters)
    case .ratio(let ratio): self = .ratio(ratio)
    case .absolute(let sizing): self = .absolute(sizing)
    case .corner(let parameters): self = .corner(parameters)
    default: return nil
    }
  }

  /// The properties, checked again, since they may have been changed after they were made.
  var checked: SpecProperties {
    switch self {
    case .inset(let insets): return .inset(insets.checked)
    case .corner(let parameters): return .corner(parameters.checked)
    case .ratio(let ratio):
      precondition(ratio >= 0 && ratio < .infinity, "A ratio is a finite number, 0 or more")
      return self
    case .center, .relative, .absolute: return self
    }
  }

  var content: ElementContent {
    switch self {
    case .inset(let insets): .inset(insets)
    case .center(let parameters): .center(parameters)
    case .relative(let parameters): .relative(parameters)
    case .ratio(let ratio): .ratio(ratio)
    case .absolute(let sizing): .absolute(sizing)
    case .corner(let parameters): .corner(parameters)
    }
  }
}

/// The kind of an element, on which the engine switches.
package enum ElementKind: UInt8, Sendable, CaseIterable {
  // Leaves. Their order matters: everything before `wrapper` has no children.
  case spec, node, sizedNode, text, measured, deferredNode
  // Elements with children.
  case wrapper, stack, inset, overlay, background, center, relative, ratio, absolute, corner, compositeNode,
    custom

  /// True for leaves that have an intrinsic size, or none, and nothing else: finding their size takes no work.
  @inline(__always)
  var isPlainLeaf: Bool { rawValue < ElementKind.text.rawValue }

  package var isNode: Bool {
    switch self {
    case .node, .sizedNode, .text, .measured, .deferredNode, .compositeNode: true
    default: false
    }
  }

  /// The number of children that an element of this kind has; nil if it may have any number.
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
  #if compiler(>=6.3)
  @inline(always)
  #endif
  package var ignoresOwnSize: Bool { self == .inset || self == .overlay || self == .background }
}

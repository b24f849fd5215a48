/// What the engine switches on.
enum ElementKind: UInt8, Sendable, CaseIterable {
  // Leaves. Their order matters: everything before `wrapper` has no children.
  case spec, node, sizedNode, text, measured, deferredNode
  // Elements with children.
  case wrapper, stack, inset, overlay, background, center, relative, ratio, absolute, corner, compositeNode,
    custom

  var isNode: Bool {
    switch self {
    case .node, .sizedNode, .text, .measured, .deferredNode, .compositeNode: true
    default: false
    }
  }

  /// How many children such an element has; nil where any number will do.
  var requiredChildCount: Int? {
    switch self {
    case .wrapper, .stack, .absolute, .custom: nil
    case .inset, .center, .relative, .ratio, .compositeNode: 1
    case .overlay, .background, .corner: 2
    case .spec, .node, .sizedNode, .text, .measured, .deferredNode: 0
    }
  }

  /// What spec documents call such an element.
  var typeName: String {
    switch self {
    case .wrapper: "wrapper"
    case .stack: "stack"
    case .inset: "inset"
    case .overlay: "overlay"
    case .background: "background"
    case .center: "center"
    case .relative: "relative"
    case .ratio: "ratio"
    case .absolute: "absolute"
    case .corner: "corner"
    case .spec: "spec"
    case .node, .sizedNode, .deferredNode, .compositeNode: "node"
    case .text: "text"
    case .measured: "measured"
    case .custom: "custom"
    }
  }

  var isLeaf: Bool { rawValue < ElementKind.wrapper.rawValue }

  /// Whether layouts of such an element are worth keeping: everything but the leaves whose size is a few comparisons
  /// and texts, which keep how they were wrapped.
  var isCached: Bool { rawValue >= ElementKind.measured.rawValue }

  /// Whether such an element passes the range on as it is, whatever its own size says.
  @inline(always)
  var ignoresOwnSize: Bool { self == .inset || self == .overlay || self == .background }
}

/// One element of a tree's arena: 24 bytes, in pre-order.
struct ElementRecord: Sendable {
  var kind: ElementKind
  var flags: ElementFlags
  /// Place in the tree's types, counted from 1; 0 where the kind says what the element was written from.
  var type: UInt16 = 0
  /// The id after the last one of this element's subtree. The next sibling, where there is one, begins there.
  var end: UInt32
  /// Index into the tree's styles.
  var style: UInt32
  /// Index into the table that belongs to the kind.
  var payload: UInt32
  /// Index of the element's layouts in a context's cache; meaningful where the kind is cached.
  var cache: UInt32
  /// The id of the element around this one; a root's own.
  var parent: UInt32
}

/// What is known of an element before any layout.
struct ElementFlags: OptionSet, Sendable {
  let rawValue: UInt8

  /// The style says nothing about the size.
  static let hasAutoSize = ElementFlags(rawValue: 1 << 0)
  /// A size in the style is a fraction.
  static let hasRelativeSize = ElementFlags(rawValue: 1 << 1)
  /// The layout depends on the size of the parent, and not only on the resolved range: some element below that gets the
  /// same parent size has a fraction in its style.
  static let seesParentSize = ElementFlags(rawValue: 1 << 2)
  /// In a range that allows one size only, the element takes that size whatever is below it.
  static let fillsExactRange = ElementFlags(rawValue: 1 << 3)
  /// A vertical stack whose baselines depend on whether a stack at its edge was laid out at all.
  static let hasLateBaseline = ElementFlags(rawValue: 1 << 4)
  /// To a stack around it the style says nothing: no size, no basis, no spacing, no alignment of its own.
  static let isPlainChild = ElementFlags(rawValue: 1 << 5)
  /// A node whose intrinsic size is in whole pixels already.
  static let hasPixelSize = ElementFlags(rawValue: 1 << 6)
  /// Nothing below the element has children or layouts that are kept.
  static let hasOnlyLeaves = ElementFlags(rawValue: 1 << 7)
}

/// A style as the engine reads it.
struct StyleRecord: Sendable {
  let style: StyleValues
  /// The sizes that the style allows where the parent's size is undefined, or no size is a fraction.
  let range: SizeRange
  /// Whether a width and a height in the style is a fraction.
  let isWidthRelative: Bool
  let isHeightRelative: Bool
  /// What the style alone says of an element.
  let flags: ElementFlags
  /// The same of an element that ignores its own size.
  let flagsWithoutSize: ElementFlags
  /// Whether one element alone has this style, since it was changed.
  let isOwned: Bool

  init(_ style: StyleValues, isOwned: Bool = false) {
    self.style = style
    self.isOwned = isOwned
    range = style.sizeRange(parentSize: .undefined)
    isWidthRelative = [style.minWidth, style.width, style.maxWidth].contains { $0.unit == .fraction }
    isHeightRelative = [style.minHeight, style.height, style.maxHeight].contains { $0.unit == .fraction }
    let isPlain =
      style.flexBasis == .auto && style.alignSelf == .auto && style.spacingBefore == 0
      && style.spacingAfter == 0
    flags = [
      style.hasAutoSize ? .hasAutoSize : [],
      style.dependsOnParentSize ? [.hasRelativeSize, .seesParentSize] : [],
      isPlain && style.hasAutoSize ? .isPlainChild : [],
    ]
    // What is as large as its child may have a length that is known before it flexes.
    let isPlainWithoutSize = isPlain && style.hasAutoSize && style.flexGrow == 0 && style.flexShrink == 0
    flagsWithoutSize = [.hasAutoSize, isPlainWithoutSize ? .isPlainChild : []]
  }

  /// The sizes that the style allows against a parent of this size.
  @inline(__always)
  func range(in parentSize: Size) -> SizeRange {
    var range = range
    if isWidthRelative {
      (range.min.width, range.max.width) = resolveLengths(
        style.minWidth, style.width, style.maxWidth, parentSize.width, .infinity)
    }
    if isHeightRelative {
      (range.min.height, range.max.height) = resolveLengths(
        style.minHeight, style.height, style.maxHeight, parentSize.height, .infinity)
    }
    return range
  }
}

/// A stack as the engine reads it.
struct StackRecord: Sendable {
  let parameters: StackParameters
  /// `justifyContent` and `alignItems` after the stack's alignments had their say.
  let justifyContent: JustifyContent
  let alignItems: AlignItems
  /// The one child that both grows and shrinks, counted from the stack's own id, so that it stays when the stack moves in
  /// the arena; 0 where there is none, or more than one.
  var onlyFlexibleChild: UInt32 = 0
  /// The one child that grows, likewise.
  var onlyGrowingChild: UInt32 = 0
  /// Whether all children are aligned as the stack says, with nothing before or after them.
  var hasUniformChildren = true
  /// How many children there are.
  var childCount: UInt32 = 0
  /// All the spacing along one line of all children: between them, before and after.
  var spacingSum: Double = 0
  /// The sums of the children's factors.
  var flexGrowSum: Double = 0
  var flexShrinkSum: Double = 0
  /// The first child's first and the last child's last baseline, which a vertical stack reports as its own.
  var ascender: Double = 0
  var descender: Double = 0

  init(_ parameters: StackParameters) {
    self.parameters = parameters
    justifyContent = parameters.resolvedJustifyContent
    alignItems = parameters.resolvedAlignItems
  }

  /// Forgets what was noted of children.
  mutating func forgetChildren() {
    onlyFlexibleChild = 0
    onlyGrowingChild = 0
    hasUniformChildren = true
    childCount = 0
    spacingSum = 0
    flexGrowSum = 0
    flexShrinkSum = 0
    ascender = 0
    descender = 0
  }
}

/// A text as the engine reads it.
struct TextRecord: Sendable {
  /// The words' lengths in the tree's table of them: how many entries they take, and how many there is room for.
  var firstWord: UInt32
  var wordCapacity: UInt32
  var wordCount: UInt32 = 0
  /// The text's own bytes, in the tree's table of them, and how many there is room for.
  var firstByte: UInt32
  var byteCapacity: UInt32
  var byteCount: UInt32 = 0
  /// The length of the whole text on one line, in Unicode scalars.
  var scalarCount: UInt32 = 0
  /// Whether some word takes more than one entry.
  var hasLongWords = false
  var advance: Double
  var lineHeight: Double
}

extension ElementContent {
  @inline(__always)
  var kind: ElementKind {
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
    case .text: .text
    case .measured: .measured
    case .custom: .custom
    }
  }
}

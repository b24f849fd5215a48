/// One element of a tree's arena: 24 bytes, in pre-order.
struct ElementRecord: Sendable {
  var kind: ElementKind
  var flags: ElementFlags
  /// The index into the tree's types, counted from 1; 0 if the kind tells the type.
  var type: UInt16 = 0
  /// The id after this element's subtree, which is that of the next sibling, if there is one.
  var end: UInt32
  /// Index into the tree's styles.
  var style: UInt32
  /// The index into the table of the kind.
  var payload: UInt32
  /// The index of the element's layouts in a context's cache, if the kind is cached.
  var cache: UInt32
  /// The id of the parent; a root's own.
  var parent: UInt32
}

/// Facts about an element that are known before any layout; see `LayoutTables+Facts.swift`.
struct ElementFlags: OptionSet, Sendable {
  let rawValue: UInt8

  /// The style has no size, minimum or maximum.
  static let hasAutoSize = ElementFlags(rawValue: 1 << 0)
  /// A length of the style is a fraction.
  static let hasRelativeSize = ElementFlags(rawValue: 1 << 1)
  /// The layout depends on the parent's size, not only on the resolved range: this element, or one below that
  /// gets the same parent size, has a fraction in its style.
  static let seesParentSize = ElementFlags(rawValue: 1 << 2)
  /// In a range of exactly one size, the element has that size, whatever is below it.
  static let fillsExactRange = ElementFlags(rawValue: 1 << 3)
  /// A vertical stack whose baselines depend on whether a stack at its edge was laid out at all.
  static let hasLateBaseline = ElementFlags(rawValue: 1 << 4)
  /// The style does not affect a stack around the element: no size, basis, spacing or alignment of its own.
  static let isPlainChild = ElementFlags(rawValue: 1 << 5)
  /// A node whose intrinsic size is in whole pixels.
  static let hasPixelSize = ElementFlags(rawValue: 1 << 6)
  /// No element below has children or cached layouts.
  static let hasOnlyLeaves = ElementFlags(rawValue: 1 << 7)
}

/// A style as the engine reads it.
struct StyleRecord: Sendable {
  let style: StyleValues
  /// The style in a few bytes, by which most styles are compared; nil if it has values without room there.
  let small: SmallStyle?
  /// The sizes that the style allows if the parent's size is undefined, or if no length is a fraction.
  let range: SizeRange
  /// The flags that the style alone gives an element.
  let flags: ElementFlags
  /// Those flags for an element that ignores its own size.
  let flagsWithoutSize: ElementFlags
  /// True if the style belongs to one element alone, whose style was changed.
  let isOwned: Bool

  /// The default style, with which every tree's table begins.
  static let `default` = StyleRecord(StyleValues())

  /// - Parameter small: The style as a `SmallStyle`, if the caller knows it. Default: nil.
  init(_ style: StyleValues, _ small: SmallStyle? = nil, isOwned: Bool = false) {
    self.style = style
    self.small = small ?? SmallStyle(exactly: style)
    self.isOwned = isOwned
    let hasAutoSize = style.hasAutoSize
    // Most styles say nothing of sizes.
    range =
      hasAutoSize
      ? SizeRange(uncheckedMin: .zero, max: .infinite) : style.sizeRange(parentSize: .undefined)
    let isPlain =
      style.flexBasis == .auto && style.alignSelf == .auto && style.spacingBefore == 0
      && style.spacingAfter == 0
    flags = [
      hasAutoSize ? .hasAutoSize : [],
      !hasAutoSize && (style.dependsOnParentSize || style.takesParentSize)
        ? [.hasRelativeSize, .seesParentSize] : [],
      isPlain && hasAutoSize ? .isPlainChild : [],
    ]
    // An element as large as its child may have a length that is known before it flexes.
    let isPlainWithoutSize = isPlain && hasAutoSize && style.flexGrow == 0 && style.flexShrink == 0
    flagsWithoutSize = [.hasAutoSize, isPlainWithoutSize ? .isPlainChild : []]
  }

  /// True if both say the same of an element, whoever owns them.
  @inline(__always)
  func isSame(as other: StyleRecord) -> Bool {
    small == other.small && (small != nil || style == other.style)
  }

  /// Returns the sizes that the style allows in a parent of this size.
  @inline(__always)
  func range(in parentSize: Size) -> SizeRange {
    flags.contains(.hasRelativeSize) ? style.sizeRange(parentSize: parentSize) : range
  }
}

/// A stack as the engine reads it.
struct StackRecord: Sendable {
  let parameters: StackParameters
  /// `justifyContent` and `alignItems`, resolved with the stack's alignments.
  let justifyContent: JustifyContent
  let alignItems: AlignItems
  /// The one child that both grows and shrinks, relative to the stack's own id, so that it is stable when the
  /// stack moves in the arena; 0 if there is none, or more than one.
  var onlyFlexibleChild: UInt32 = 0
  /// The one child that grows, likewise.
  var onlyGrowingChild: UInt32 = 0
  /// True if all children have the stack's alignment, without spacing of their own.
  var hasUniformChildren = true
  var childCount: UInt32 = 0
  /// The spacing along one line of all children: between them, before and after.
  var spacingSum: Double = 0
  /// The sums of the children's factors.
  var flexGrowSum: Double = 0
  var flexShrinkSum: Double = 0
  /// The first child's first and the last child's last baseline, which a vertical stack reports as its own.
  var ascender: Double = 0
  var descender: Double = 0

  /// True if the stack has so many children that it is quicker to update it than to lay it out.
  var isWorthUpdating: Bool { childCount >= 4 }

  /// The stack, before anything is known of its children.
  var withoutChildren: StackRecord {
    StackRecord(parameters: parameters, justifyContent: justifyContent, alignItems: alignItems)
  }
}

extension StackRecord {
  init(_ parameters: StackParameters) {
    self.init(
      parameters: parameters.checked, justifyContent: parameters.resolvedJustifyContent,
      alignItems: parameters.resolvedAlignItems)
  }
}

/// A text as the engine reads it.
struct TextRecord: Sendable {
  /// The words' lengths in the tree's table: the first entry, the capacity and the number of entries. Of a prepared
  /// text, what `PreparedText.copyParts(to:)` copies, or nothing.
  var firstWord: UInt32
  var wordCapacity: UInt32 = 0
  var wordCount: UInt32 = 0
  /// The text's bytes in the tree's table: the first byte, the capacity and the number of bytes.
  var firstByte: UInt32
  var byteCapacity: UInt32 = 0
  var byteCount: UInt32 = 0
  /// The length of the longest line in a width without end, in advances.
  var longestLine: UInt32 = 0
  /// The index of a paragraph, or how a plain text was asked; the highest two bits are `longWords` and `isParagraph`. In
  /// fields of their own these would take eight bytes more of every text.
  private var bits: UInt32 = 0
  /// The width of a character; of a paragraph, its unit, or undefined if it has lines of 2^30 units and more.
  var advance: Double
  /// The height of a line; of a paragraph, in a width without end.
  var lineHeight: Double

  init(firstWord: UInt32, firstByte: UInt32, advance: Double, lineHeight: Double) {
    (self.firstWord, self.firstByte) = (firstWord, firstByte)
    (self.advance, self.lineHeight) = (advance, lineHeight)
  }

  /// The text in the tree's table of paragraphs, counted from 1; 0 for a plain one.
  var paragraph: UInt32 {
    get { bits & TextRecord.isParagraph == 0 ? 0 : bits & TextRecord.number }
    set { bits = bits & TextRecord.longWords | (newValue == 0 ? 0 : newValue | TextRecord.isParagraph) }
  }

  /// How a plain text was asked for its size in the layout that the tree is kept with, and what it answered.
  struct Asked {
    /// True if it was asked with room for all of it.
    let isUnwrapped: Bool
    /// The characters of a line if it was asked in widths that broke it, all at the same places; 0 if it was not.
    let limit: UInt32
    /// The longest line, and the number of lines, in those widths.
    let longestLine: UInt32
    let lineCount: UInt32
  }

  /// Nil if nothing is known, and for texts that are not plain.
  var asked: Asked? {
    let known = bits & TextRecord.isParagraph == 0 ? bits & TextRecord.number : 0
    if known == 0 { return nil }
    let limit = known & 0xFFF
    return Asked(
      isUnwrapped: known & TextRecord.unwrapped != 0, limit: limit, longestLine: limit - known >> 20 & 0x1FF,
      lineCount: known >> 12 & 0xFF)
  }

  /// Notes how a text was asked, and what it answered, if there is room for it: lines of up to 4,095 characters, less than
  /// 512 of them empty, and 255 lines.
  mutating func noteAsked(_ wraps: WrapRow) {
    if bits & TextRecord.isParagraph != 0 { return }
    bits &= TextRecord.longWords
    guard let limit = wraps.askedLimit else { return }
    var known: UInt32 = wraps.wasAskedUnwrapped ? TextRecord.unwrapped : 0
    if limit > 0 {
      let count = (wraps.height / lineHeight).rounded()
      guard limit <= 0xFFF, wraps.narrowest <= limit, limit - wraps.narrowest <= 0x1FF, count <= 0xFF,
        count * lineHeight == wraps.height
      else { return }
      known |= limit | UInt32(count) << 12 | (limit - wraps.narrowest) << 20
    }
    bits |= known
  }

  /// True if a word takes more than one entry.
  var hasLongWords: Bool {
    get { bits & TextRecord.longWords != 0 }
    set { bits = bits & ~TextRecord.longWords | (newValue ? TextRecord.longWords : 0) }
  }

  /// True for a prepared text whose parts are in the place of words.
  var hasPreparedWords: Bool { wordCount > 0 && byteCount == 0 }

  private static let longWords: UInt32 = 1 << 31
  private static let isParagraph: UInt32 = 1 << 30
  private static let unwrapped: UInt32 = 1 << 29
  private static let number = isParagraph - 1
}

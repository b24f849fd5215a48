import LayoutSpecs

/// The keys of one kind of object. The names of the cases are the keys.
protocol DocumentKey: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
  /// The names, made once.
  static var table: NameTable<Self> { get }
}

extension DocumentKey {
  /// The key as documents write it.
  var name: String { Self.table.name(of: self) }
}

/// The keys of a spec document.
enum SpecDocumentKey: UInt8, DocumentKey {
  case format, version, name, scale, constrainedSize, root

  static let table = NameTable<SpecDocumentKey>()
}

/// The keys of a file of conformance cases.
enum CaseFileKey: UInt8, DocumentKey {
  case format, version, cases

  static let table = NameTable<CaseFileKey>()
}

/// The keys of a conformance case.
enum CaseKey: UInt8, DocumentKey {
  case id, name, scale, constrainedSize, root, expected, nodeFrames

  static let table = NameTable<CaseKey>()
}

/// The keys of a size range.
enum SizeRangeKey: UInt8, DocumentKey {
  case min, max

  static let table = NameTable<SizeRangeKey>()
}

/// The keys of a style.
enum StyleKey: UInt8, DocumentKey {
  case width, height, minWidth, maxWidth, minHeight, maxHeight
  case spacingBefore, spacingAfter, flexGrow, flexShrink, flexBasis, alignSelf
  case ascender, descender, layoutPosition

  static let table = NameTable<StyleKey>()
}

/// The keys of elements, of all types.
enum ElementKey: UInt8, DocumentKey {
  case type, name, style
  case children, child, overlay, background, corner, layoutSpec
  case direction, spacing, justifyContent, alignItems, flexWrap, alignContent, lineSpacing
  case horizontalAlignment, verticalAlignment, concurrent
  case insets, centering, sizing, horizontalPosition, verticalPosition, ratio
  case location, offset, wrapsCorner, intrinsicSize, text, advance, lineHeight

  static let table = NameTable<ElementKey>()
}

/// The types of elements.
enum ElementType: UInt8, DocumentKey {
  case wrapper, stack, inset, overlay, background, center, relative, ratio, absolute, corner, spec, node, text

  static let table = NameTable<ElementType>()

  /// The keys that such an element takes besides `type`, `name` and `style`.
  private var ownKeys: [ElementKey] {
    switch self {
    case .wrapper: [.children]
    case .stack:
      [
        .direction, .spacing, .justifyContent, .alignItems, .flexWrap, .alignContent, .lineSpacing,
        .horizontalAlignment, .verticalAlignment, .concurrent, .children,
      ]
    case .inset: [.insets, .child]
    case .overlay: [.child, .overlay]
    case .background: [.child, .background]
    case .center: [.centering, .sizing, .child]
    case .relative: [.horizontalPosition, .verticalPosition, .sizing, .child]
    case .ratio: [.ratio, .child]
    case .absolute: [.sizing, .children]
    case .corner: [.location, .offset, .wrapsCorner, .child, .corner]
    case .spec: []
    case .node: [.intrinsicSize, .layoutSpec]
    case .text: [.text, .advance, .lineHeight]
    }
  }

  /// The keys that such an element takes.
  var keys: KeySet<ElementKey> { ElementType.keySets[Int(rawValue)] }

  private static let keySets = allCases.map { KeySet([.type, .name, .style] + $0.ownKeys) }
}

/// The names of the enumerations that documents use.
enum ValueNames {
  static let alignSelf = NameTable<AlignSelf>()
  static let direction = NameTable<StackDirection>()
  static let justifyContent = NameTable<JustifyContent>()
  static let alignItems = NameTable<AlignItems>()
  static let flexWrap = NameTable<FlexWrap>()
  static let alignContent = NameTable<AlignContent>()
  static let horizontalAlignment = NameTable<HorizontalAlignment>()
  static let verticalAlignment = NameTable<VerticalAlignment>()
  static let centering = NameTable<Centering>()
  static let centerSizing = NameTable<CenterSizing>()
  static let relativePosition = NameTable<RelativePosition>()
  static let relativeSizing = NameTable<RelativeSizing>()
  static let absoluteSizing = NameTable<AbsoluteSizing>()
  static let cornerLocation = NameTable<CornerLocation>()
}

/// A set of keys, in a word.
struct KeySet<Key: DocumentKey>: Sendable {
  private var bits: UInt64 = 0

  /// The empty set.
  init() {}

  /// The set of these keys.
  init(_ keys: some Sequence<Key>) {
    for key in keys { insert(key) }
  }

  func contains(_ key: Key) -> Bool { bits & (1 << UInt64(key.rawValue)) != 0 }

  mutating func insert(_ key: Key) { bits |= 1 << UInt64(key.rawValue) }

  func isSubset(of other: KeySet) -> Bool { bits & ~other.bits == 0 }

  /// The names, in the order of the cases.
  var names: [String] { Key.allCases.filter(contains).map(\.name) }
}

/// Where in the text the values of an object's keys are.
struct Members<Key: DocumentKey> {
  private var present = KeySet<Key>()
  private var slots: [UInt32]

  /// No members yet.
  init() {
    slots = Array(repeating: 0, count: Key.table.names.count)
  }

  /// The keys that are there.
  var keys: KeySet<Key> { present }

  /// The record of the key's value; nil where the object lacks the key.
  subscript(key: Key) -> Int? {
    present.contains(key) ? Int(slots[Int(key.rawValue)]) : nil
  }

  mutating func removeAll() {
    present = KeySet()
  }

  mutating func insert(_ key: Key, _ index: Int) {
    present.insert(key)
    slots[Int(key.rawValue)] = UInt32(index)
  }
}

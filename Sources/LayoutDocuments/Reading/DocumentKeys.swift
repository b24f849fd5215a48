import LayoutSpecs
import StrictJSON

/// The keys of a spec document.
enum SpecDocumentKey: UInt8, JSONNamed {
  case format, version, name, scale, constrainedSize, root

  static let names = NameTable(of: Self.self)
}

/// The keys of a file of conformance cases.
enum CaseFileKey: UInt8, JSONNamed {
  case format, version, cases

  static let names = NameTable(of: Self.self)
}

/// The keys of a conformance case.
enum CaseKey: UInt8, JSONNamed {
  case id, name, scale, constrainedSize, root, expected, nodeFrames

  static let names = NameTable(of: Self.self)
}

/// The keys of a size range.
enum SizeRangeKey: UInt8, JSONNamed {
  case min, max

  static let names = NameTable(of: Self.self)
}

/// The keys of a style.
enum StyleKey: UInt8, JSONNamed {
  case width, height, minWidth, maxWidth, minHeight, maxHeight
  case spacingBefore, spacingAfter, flexGrow, flexShrink, flexBasis, alignSelf
  case ascender, descender, layoutPosition

  static let names = NameTable(of: Self.self)
}

/// The keys of elements, of all types.
enum ElementKey: UInt8, JSONNamed {
  case type, name, style
  case children, child, overlay, background, corner, layoutSpec
  case direction, spacing, justifyContent, alignItems, flexWrap, alignContent, lineSpacing
  case horizontalAlignment, verticalAlignment, concurrent
  case insets, centering, sizing, horizontalPosition, verticalPosition, ratio
  case location, offset, wrapsCorner, intrinsicSize, text, advance, lineHeight
  case ascender, runs, maximumLineCount, truncation, alignment

  static let names = NameTable(of: Self.self)
}

/// The keys of a run of a text.
enum RunKey: UInt8, JSONNamed {
  case text, attachment, family, size, weight, italic, letterSpacing, color

  static let names = NameTable(of: Self.self)
}

/// The types of elements.
enum ElementType: UInt8, JSONNamed {
  case wrapper, stack, inset, overlay, background, center, relative, ratio, absolute, corner, spec, node, text

  static let names = NameTable(of: Self.self)

  /// The keys of such an element besides `type`, `name` and `style`.
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
    case .text:
      [
        .text, .runs, .advance, .lineHeight, .ascender, .maximumLineCount, .truncation, .lineSpacing,
        .alignment,
      ]
    }
  }

  /// The keys of such an element, in the order of all keys.
  var keys: [ElementKey] { ElementType.allKeys[Int(rawValue)] }

  private static let allKeys = allCases.map { type in
    ElementKey.allCases.filter { ([.type, .name, .style] + type.ownKeys).contains($0) }
  }
}

// The enumerations that documents name by their cases.

extension ParagraphStyle.Truncation: JSONNamed { package static let names = NameTable(of: Self.self) }
extension ParagraphStyle.Alignment: JSONNamed { package static let names = NameTable(of: Self.self) }
extension AlignSelf: JSONNamed { package static let names = NameTable(of: Self.self) }
extension StackDirection: JSONNamed { package static let names = NameTable(of: Self.self) }
extension JustifyContent: JSONNamed { package static let names = NameTable(of: Self.self) }
extension AlignItems: JSONNamed { package static let names = NameTable(of: Self.self) }
extension FlexWrap: JSONNamed { package static let names = NameTable(of: Self.self) }
extension AlignContent: JSONNamed { package static let names = NameTable(of: Self.self) }
extension StackParameters.HorizontalAlignment: JSONNamed {
  package static let names = NameTable(of: Self.self)
}
extension StackParameters.VerticalAlignment: JSONNamed { package static let names = NameTable(of: Self.self) }
extension Centering: JSONNamed { package static let names = NameTable(of: Self.self) }
extension CenterSizing: JSONNamed { package static let names = NameTable(of: Self.self) }
extension RelativePosition: JSONNamed { package static let names = NameTable(of: Self.self) }
extension RelativeSizing: JSONNamed { package static let names = NameTable(of: Self.self) }
extension AbsoluteSizing: JSONNamed { package static let names = NameTable(of: Self.self) }
extension CornerLocation: JSONNamed { package static let names = NameTable(of: Self.self) }

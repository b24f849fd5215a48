import StrictJSON

/// A layout as Yoga's capture tool recorded it: its inputs and the tree of nodes.
///
/// The tool is part of Yoga's repository (github.com/facebook/yoga, `capture/`). It omits default values.
struct YogaCapture {
  /// The width available to the root, in points; nil if undefined.
  var availableWidth: Double?
  /// The height available to the root, in points; nil if undefined.
  var availableHeight: Double?
  /// The direction that the root inherits.
  var ownerDirection = YogaDirection.ltr
  var root: YogaNode
}

/// A node of a capture.
struct YogaNode {
  var style = YogaStyle()
  /// Pixels per point; nil if the capture omits it.
  var pointScaleFactor: Double?
  /// True if an unset flex basis of a growing node is `auto`, and not 0.
  var usesWebDefaults = false
  /// True if a container that is measured in a bounded length takes all of it if a child grows: Yoga's old
  /// behaviour, which the errata named `all` keep.
  var fillsBoundedLength = false
  /// The enabled experimental features.
  var experimentalFeatures: [String] = []
  /// True if the node's size comes from a function of the application.
  var isMeasured = false
  /// The calls of that function, in order.
  var measurements: [YogaMeasurement] = []
  var children: [YogaNode] = []
}

/// A call of a node's measure function. Lengths are in points, without padding and border.
struct YogaMeasurement {
  var widthMode: YogaMeasureMode
  var heightMode: YogaMeasureMode
  var outputWidth: Double
  var outputHeight: Double
}

/// The freedom of a measure function along an axis.
enum YogaMeasureMode: UInt8, JSONNamed {
  case undefined, exactly, atMost
  static let names = NameTable(of: Self.self, .hyphenated)
}

// MARK: - Styles

/// The style of a node, with Yoga's defaults for what the capture omits.
struct YogaStyle {
  var direction = YogaDirection.inherit
  var flexDirection = YogaFlexDirection.column
  var justifyContent = YogaJustify.flexStart
  var alignItems = YogaAlign.stretch
  var alignSelf = YogaAlign.auto
  var alignContent = YogaAlign.flexStart
  var flexWrap = YogaWrap.noWrap
  var overflow = YogaOverflow.visible
  var display = YogaDisplay.flex
  var positionType = YogaPositionType.relative
  var flex: Double?
  var flexGrow: Double?
  var flexShrink: Double?
  var flexBasis = YogaLength.undefined
  var gap: Double?
  var columnGap: Double?
  var rowGap: Double?
  /// Width divided by height; nil for none.
  var aspectRatio: Double?
  var width = YogaLength.undefined
  var height = YogaLength.undefined
  var minWidth = YogaLength.undefined
  var maxWidth = YogaLength.undefined
  var minHeight = YogaLength.undefined
  var maxHeight = YogaLength.undefined
  var margin = YogaEdges()
  var padding = YogaEdges()
  var border = YogaEdges()
  var position = YogaEdges()
}

/// A length in a style.
enum YogaLength: Hashable {
  case undefined
  case auto
  case points(Double)
  /// A fraction of the parent's length: 1 is all of it.
  case fraction(Double)

  /// True if this is a length.
  var isDefined: Bool { self != .undefined && self != .auto }

  /// The points; nil for anything else.
  var points: Double? { if case .points(let points) = self { points } else { nil } }

  /// The fraction; nil for anything else.
  var fraction: Double? { if case .fraction(let fraction) = self { fraction } else { nil } }

  /// The length in points; nil if unknown. A fraction needs the whole.
  func resolved(in whole: Double?) -> Double? {
    switch self {
    case .points(let points): points
    case .fraction(let fraction): whole.map { clamped($0 * fraction) }
    case .undefined, .auto: nil
    }
  }
}

/// The lengths at the edges of a box. The more specific edge counts: `left` before `horizontal` before `all`.
struct YogaEdges {
  private var lengths: [YogaLength] = Array(repeating: .undefined, count: Edge.allCases.count)

  enum Edge: Int, CaseIterable {
    case left, right, top, bottom, start, end, horizontal, vertical, all
  }

  subscript(edge: Edge) -> YogaLength {
    get { lengths[edge.rawValue] }
    set { lengths[edge.rawValue] = newValue }
  }

  /// The edges of the box for text from left to right.
  var resolved: (top: YogaLength, left: YogaLength, bottom: YogaLength, right: YogaLength) {
    (
      first(of: .top, .vertical, .all), first(of: .start, .left, .horizontal, .all),
      first(of: .bottom, .vertical, .all), first(of: .end, .right, .horizontal, .all)
    )
  }

  private func first(of edges: Edge...) -> YogaLength {
    edges.lazy.map { self[$0] }.first { $0 != .undefined } ?? .undefined
  }
}

// MARK: - Names of values

enum YogaDirection: UInt8, JSONNamed {
  case inherit, ltr, rtl
  static let names = NameTable(of: Self.self, .hyphenated)
}

enum YogaFlexDirection: UInt8, JSONNamed {
  case column, columnReverse, row, rowReverse
  static let names = NameTable(of: Self.self, .hyphenated)

  var isRow: Bool { self == .row || self == .rowReverse }
  var isReversed: Bool { self == .columnReverse || self == .rowReverse }
}

enum YogaJustify: UInt8, JSONNamed {
  case flexStart, center, flexEnd, spaceBetween, spaceAround, spaceEvenly
  static let names = NameTable(of: Self.self, .hyphenated)
}

enum YogaAlign: UInt8, JSONNamed {
  case auto, flexStart, center, flexEnd, stretch, baseline, spaceBetween, spaceAround, spaceEvenly
  static let names = NameTable(of: Self.self, .hyphenated)
}

enum YogaWrap: UInt8, JSONNamed {
  case noWrap, wrap, wrapReverse
  static let names = NameTable(of: Self.self, .hyphenated)
}

enum YogaOverflow: UInt8, JSONNamed {
  case visible, hidden, scroll
  static let names = NameTable(of: Self.self, .hyphenated)
}

enum YogaDisplay: UInt8, JSONNamed {
  case flex, none
  static let names = NameTable(of: Self.self, .hyphenated)
}

enum YogaPositionType: UInt8, JSONNamed {
  case `static`, relative, absolute
  static let names = NameTable(of: Self.self, .hyphenated)
}

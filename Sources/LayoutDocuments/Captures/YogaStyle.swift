/// The style of a node in a capture, with Yoga's defaults where the capture says nothing.
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
  /// Width divided by height; nil: none.
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

/// A length of a style.
enum YogaLength: Hashable {
  case undefined
  case auto
  case points(Double)
  /// A fraction of the parent's length: 1 is all of it.
  case fraction(Double)

  /// Whether the style says a length.
  var isDefined: Bool { self != .undefined && self != .auto }

  /// The points; nil where it is anything else.
  var points: Double? {
    if case .points(let points) = self { points } else { nil }
  }

  /// The fraction; nil where it is anything else.
  var fraction: Double? {
    if case .fraction(let fraction) = self { fraction } else { nil }
  }

  /// The length in points, where it is known: a fraction needs the whole.
  func resolved(in whole: Double?) -> Double? {
    switch self {
    case .points(let points): points
    case .fraction(let fraction): whole.map { sayable($0 * fraction) }
    case .undefined, .auto: nil
    }
  }
}

/// What a style says of the edges of a box. The more special edge counts: `left` before `horizontal` before `all`.
struct YogaEdges {
  /// What is said, by the edge that it is said of.
  private var lengths: [YogaLength] = Array(repeating: .undefined, count: YogaEdge.allCases.count)

  subscript(edge: YogaEdge) -> YogaLength {
    get { lengths[Int(edge.rawValue)] }
    set { lengths[Int(edge.rawValue)] = newValue }
  }

  /// The edges of the box where lines run from the left to the right.
  var resolved: (top: YogaLength, left: YogaLength, bottom: YogaLength, right: YogaLength) {
    (
      first(of: .top, .vertical, .all), first(of: .start, .left, .horizontal, .all),
      first(of: .bottom, .vertical, .all), first(of: .end, .right, .horizontal, .all)
    )
  }

  private func first(of edges: YogaEdge...) -> YogaLength {
    edges.lazy.map { self[$0] }.first { $0 != .undefined } ?? .undefined
  }
}

enum YogaEdge: UInt8, CaseIterable {
  case left, right, top, bottom, start, end, horizontal, vertical, all
}

enum YogaDirection: UInt8, CaseIterable {
  case inherit, ltr, rtl
}

enum YogaFlexDirection: UInt8, CaseIterable {
  case column, columnReverse, row, rowReverse

  var isRow: Bool { self == .row || self == .rowReverse }
  var isReversed: Bool { self == .columnReverse || self == .rowReverse }
}

enum YogaJustify: UInt8, CaseIterable {
  case flexStart, center, flexEnd, spaceBetween, spaceAround, spaceEvenly
}

enum YogaAlign: UInt8, CaseIterable {
  case auto, flexStart, center, flexEnd, stretch, baseline, spaceBetween, spaceAround, spaceEvenly
}

enum YogaWrap: UInt8, CaseIterable {
  case noWrap, wrap, wrapReverse
}

enum YogaOverflow: UInt8, CaseIterable {
  case visible, hidden, scroll
}

enum YogaDisplay: UInt8, CaseIterable {
  case flex, none
}

enum YogaPositionType: UInt8, CaseIterable {
  case `static`, relative, absolute
}

import LayoutSpecs

/// An element in the terms of CSS's flexbox, for engines of flexbox. A property that is nil has flexbox's
/// initial value, except that a box is a column, does not shrink, and may be shorter than its content.
struct PeerBox: Encodable, Equatable {
  /// True for a container that lays its children out in a row.
  var row: Bool?
  var wrap: Bool?
  var justifyContent: String?
  var alignItems: String?
  var alignContent: String?
  var alignSelf: String?
  /// The space between children of a line, and between lines.
  var gap: Double?
  var lineGap: Double?
  /// Top, left, bottom, right.
  var padding: [Double]?
  var margin: [Double]?
  var width: PeerValue?
  var height: PeerValue?
  var minWidth: PeerValue?
  var minHeight: PeerValue?
  var maxWidth: PeerValue?
  var maxHeight: PeerValue?
  var flexGrow: Double?
  var flexShrink: Double?
  var flexBasis: PeerValue?
  /// Width divided by height.
  var aspectRatio: Double?
}

extension PeerBox {
  /// The parent's constraints on an element.
  struct Place {
    /// Top, left, bottom, right.
    var margin: [Double]?
    var alignSelf: String?
    /// Set if the parent stretches it across this axis.
    var stretchedAxis: Axis?
    /// True if the element takes the height of a container that is no stack.
    var fills = false
    /// The reason why flexbox does not support the element in this parent.
    var refused: String?
  }

  enum Axis { case width, height }

  /// The reason why an element has no box.
  struct Unsupported: Error { let reason: String }

  /// Describes an element of a tree.
  ///
  /// - stack: a container, with its direction, alignments, wrapping, and its spacing as the gap;
  /// - inset spec: a container with padding, whose child is as wide as it and grows to its height;
  /// - composite node: the same without padding; ratio spec: the same with an aspect ratio;
  /// - spec, and node without a size: an empty box;
  /// - node with a size: a box of that size. If it is stretched across, the size is its minimum there, because
  ///   flexbox stretches no box that has a length;
  /// - text: a box of a given size, or a box that the engine measures.
  ///
  /// - Parameters:
  ///   - toldSize: The size of a text that the engine does not measure.
  ///   - place: The parent's constraints on the element.
  init(
    of content: ElementContent, _ style: Style, toldSize: Size?, _ place: Place
  ) throws(Unsupported) {
    if let reason = place.refused { throw Unsupported(reason: reason) }
    margin = place.margin
    alignSelf = place.alignSelf
    flexGrow = style.flexGrow == 0 ? nil : style.flexGrow
    flexShrink = style.flexShrink == 0 ? nil : style.flexShrink
    if let toldSize {
      // The size is final and replaces the content, so no other property is needed.
      (width, height) = (.number(toldSize.width), .number(toldSize.height))
      return
    }
    flexBasis = PeerValue(style.flexBasis)
    // An inset spec ignores its own size.
    if case .inset = content {
    } else {
      (width, height) = (PeerValue(style.width), PeerValue(style.height))
      (minWidth, minHeight) = (PeerValue(style.minWidth), PeerValue(style.minHeight))
      (maxWidth, maxHeight) = (PeerValue(style.maxWidth), PeerValue(style.maxHeight))
    }
    try setContent(content, place)
    if place.fills {
      // An element cannot flex in a container that is no stack.
      (flexBasis, flexShrink) = (nil, nil)
      flexGrow = height == nil ? 1 : nil
    }
  }

  private mutating func setContent(_ content: ElementContent, _ place: Place) throws(Unsupported) {
    switch content {
    case .stack(let stack): try setStack(stack)
    case .inset(let insets):
      let edges = [insets.top, insets.left, insets.bottom, insets.right]
      guard edges.allSatisfy({ $0 >= 0 && $0 < .infinity }) else {
        throw Unsupported(reason: "an inset that is negative or infinite")
      }
      padding = edges
    case .ratio(let ratio): aspectRatio = 1 / ratio
    case .sizedNode(let size):
      Self.setIntrinsic(size.width, place.stretchedAxis == .width, &width, &minWidth, maxWidth)
      Self.setIntrinsic(size.height, place.stretchedAxis == .height, &height, &minHeight, maxHeight)
    case .compositeNode, .spec, .node, .text, .paragraph: break
    default: throw Unsupported(reason: "the type \(content.kind.typeName)")
    }
  }

  private mutating func setStack(_ stack: StackParameters) throws(Unsupported) {
    guard let alignment = Self.name(stack.resolvedAlignItems) else {
      throw Unsupported(reason: "alignment by baselines")
    }
    row = stack.direction == .horizontal ? true : nil
    wrap = stack.flexWrap == .wrap ? true : nil
    justifyContent = "\(stack.resolvedJustifyContent)"
    alignItems = alignment
    alignContent = "\(stack.alignContent)"
    gap = stack.spacing == 0 ? nil : stack.spacing
    lineGap = stack.lineSpacing == 0 ? nil : stack.lineSpacing
  }

  /// The name of an alignment; nil if flexbox has none.
  private static func name(_ alignment: some Sendable) -> String? {
    let name = "\(alignment)"
    return name.hasPrefix("baseline") ? nil : name
  }

  private static func setIntrinsic(
    _ length: Double, _ isStretched: Bool, _ box: inout PeerValue?, _ minimum: inout PeerValue?,
    _ maximum: PeerValue?
  ) {
    if box != nil { return }
    if !isStretched {
      box = .number(length)
    } else if minimum == nil {
      if case .number(let limit) = maximum {
        minimum = .number(min(length, limit))
      } else {
        minimum = .number(length)
      }
    }
  }

  /// Gives the root its range.
  mutating func setRange(_ range: SizeRange) {
    let (low, high) = (range.min, range.max)
    Self.setRange(low.width, high.width, &width, &minWidth, &maxWidth)
    Self.setRange(low.height, high.height, &height, &minHeight, &maxHeight)
  }

  private static func setRange(
    _ low: Double, _ high: Double, _ length: inout PeerValue?, _ minimum: inout PeerValue?,
    _ maximum: inout PeerValue?
  ) {
    if low == high {
      (length, minimum, maximum) = (.number(low), nil, nil)
    } else {
      // Within the range, the root's style and content determine its size.
      minimum = low == 0 ? nil : .number(low)
      maximum = high < .infinity ? .number(high) : nil
    }
  }

  /// Returns an element's constraints on its child.
  static func place(of style: Style, in parent: ElementContent) -> Place {
    guard case .stack(let stack) = parent else { return Place(stretchedAxis: .width, fills: true) }
    var place = Place()
    let isRow = stack.direction == .horizontal
    let (before, after) = (style.spacingBefore, style.spacingAfter)
    if before != 0 || after != 0 { place.margin = isRow ? [0, before, 0, after] : [before, 0, after, 0] }
    guard let own = name(style.alignSelf) else {
      place.refused = "alignment by baselines"
      return place
    }
    place.alignSelf = own == "auto" ? nil : own
    if (place.alignSelf ?? name(stack.resolvedAlignItems)) == "stretch" {
      place.stretchedAxis = isRow ? .height : .width
    }
    return place
  }
}

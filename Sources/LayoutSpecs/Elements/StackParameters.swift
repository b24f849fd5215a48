/// The properties of a stack spec, apart from its children and its style.
///
/// Source: Texture's `ASStackLayoutSpec`.
public struct StackParameters: Hashable, Sendable {
  /// The points between neighbours, from -10,000,000 to 10,000,000, bounds excluded. Default: 0.
  public var spacing: Double {
    didSet { requireSpacing(spacing) }
  }
  /// The points between the lines of a stack that wraps, within the same bounds. Default: 0.
  public var lineSpacing: Double {
    didSet { requireSpacing(lineSpacing) }
  }
  /// The axis along which children follow each other. Default: horizontal.
  public var direction: StackDirection
  /// The distribution of the children along the stack. Default: start.
  public var justifyContent: JustifyContent
  /// The alignment of the children across the stack. Default: stretch.
  public var alignItems: AlignItems
  /// The rule for children that do not fit on one line. Default: no new line.
  public var flexWrap: FlexWrap
  /// The distribution of the lines across a stack that wraps. Default: start.
  public var alignContent: AlignContent
  /// Left, middle or right in any direction: overrides `justifyContent` of a horizontal stack and
  /// `alignItems` of a vertical one. Default: none, which overrides nothing.
  public var horizontalAlignment: HorizontalAlignment
  /// Top, center or bottom in any direction: overrides `alignItems` of a horizontal stack and
  /// `justifyContent` of a vertical one. Default: none, which overrides nothing.
  public var verticalAlignment: VerticalAlignment
  /// True if the children may be measured at the same time. Default: false. The frames do not depend on it.
  public var isConcurrent: Bool

  /// Creates a stack with these properties; the others have their defaults.
  ///
  /// - Precondition: `spacing` and `lineSpacing` lie between -10,000,000 and 10,000,000 points.
  @inlinable
  public init(
    direction: StackDirection = .horizontal, spacing: Double = 0, justifyContent: JustifyContent = .start,
    alignItems: AlignItems = .stretch, flexWrap: FlexWrap = .noWrap, alignContent: AlignContent = .start,
    lineSpacing: Double = 0, horizontalAlignment: HorizontalAlignment = .none,
    verticalAlignment: VerticalAlignment = .none, isConcurrent: Bool = false
  ) {
    requireSpacing(spacing)
    requireSpacing(lineSpacing)
    self.direction = direction
    self.spacing = spacing
    self.justifyContent = justifyContent
    self.alignItems = alignItems
    self.flexWrap = flexWrap
    self.alignContent = alignContent
    self.lineSpacing = lineSpacing
    self.horizontalAlignment = horizontalAlignment
    self.verticalAlignment = verticalAlignment
    self.isConcurrent = isConcurrent
  }

  /// The properties, checked again, with 0 for -0, so that equal properties have equal bits.
  var checked: StackParameters {
    var checked = self
    checked.spacing += 0
    checked.lineSpacing += 0
    return checked
  }

  /// The distribution along the stack, resolved with `horizontalAlignment` and `verticalAlignment`.
  package var resolvedJustifyContent: JustifyContent {
    switch (direction, horizontalAlignment, verticalAlignment) {
    case (.horizontal, .left, _), (.vertical, _, .top): .start
    case (.horizontal, .middle, _), (.vertical, _, .center): .center
    case (.horizontal, .right, _), (.vertical, _, .bottom): .end
    case (.horizontal, .none, _), (.vertical, _, .none): justifyContent
    }
  }

  /// The alignment across the stack, resolved with `horizontalAlignment` and `verticalAlignment`.
  package var resolvedAlignItems: AlignItems {
    switch (direction, horizontalAlignment, verticalAlignment) {
    case (.vertical, .left, _), (.horizontal, _, .top): .start
    case (.vertical, .middle, _), (.horizontal, _, .center): .center
    case (.vertical, .right, _), (.horizontal, _, .bottom): .end
    case (.vertical, .none, _), (.horizontal, _, .none): alignItems
    }
  }
}

@usableFromInline
func requireSpacing(_ value: Double) {
  precondition(value.isValidOffset, "A stack's spacing lies between -10,000,000 and 10,000,000 points")
}

/// The rule for children that do not fit on one line of a stack.
public enum FlexWrap: UInt8, Hashable, Sendable, CaseIterable {
  /// One line.
  case noWrap
  /// A child that does not fit starts a new line.
  case wrap
}

extension StackParameters {
  /// Left, middle or right in a stack of any direction; `none` overrides nothing.
  public enum HorizontalAlignment: UInt8, Hashable, Sendable, CaseIterable {
    case none, left, middle, right
  }

  /// Top, center or bottom in a stack of any direction; `none` overrides nothing.
  public enum VerticalAlignment: UInt8, Hashable, Sendable, CaseIterable {
    case none, top, center, bottom
  }
}

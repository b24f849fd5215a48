/// What a stack spec says, apart from its children and its style.
///
/// Source: Texture's `ASStackLayoutSpec`.
public struct StackParameters: Hashable, Sendable {
  /// Points between neighbours, from -10,000,000 to 10,000,000 without the two. Default: 0.
  public var spacing: Double = 0 {
    didSet { requireSpacing(spacing) }
  }
  /// Points between lines of a stack that wraps, within the same bounds. Default: 0.
  public var lineSpacing: Double = 0 {
    didSet { requireSpacing(lineSpacing) }
  }
  /// The axis along which children follow each other. Default: horizontal.
  public var direction: StackDirection = .horizontal
  /// How children are spread along the stack's direction. Default: start.
  public var justifyContent: JustifyContent = .start
  /// How children are aligned across. Default: stretch.
  public var alignItems: AlignItems = .stretch
  /// Whether children that do not fit go on a new line. Default: they do not.
  public var flexWrap: FlexWrap = .noWrap
  /// How lines are spread across a stack that wraps. Default: start.
  public var alignContent: AlignContent = .start
  /// Left, middle or right, whatever the direction: overrides `justifyContent` of a horizontal stack and `alignItems` of
  /// a vertical one. Default: none, nothing is overridden.
  public var horizontalAlignment: HorizontalAlignment = .none
  /// Top, center or bottom, whatever the direction: overrides `alignItems` of a horizontal stack and `justifyContent` of
  /// a vertical one. Default: none, nothing is overridden.
  public var verticalAlignment: VerticalAlignment = .none
  /// Whether the children may be measured at the same time. Default: false. The frames do not depend on it.
  public var isConcurrent: Bool = false

  /// A horizontal stack with every other property at its default.
  @inlinable
  public init() {}

  /// A stack with these properties; what is left out has its default.
  ///
  /// - Precondition: `spacing` and `lineSpacing` lie between -10,000,000 and 10,000,000 points.
  public init(
    direction: StackDirection, spacing: Double = 0, justifyContent: JustifyContent = .start,
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

  /// How children are spread along the stack, after `horizontalAlignment` and `verticalAlignment` had their say.
  public var resolvedJustifyContent: JustifyContent {
    switch direction {
    case .horizontal:
      switch horizontalAlignment {
      case .none: justifyContent
      case .left: .start
      case .middle: .center
      case .right: .end
      }
    case .vertical:
      switch verticalAlignment {
      case .none: justifyContent
      case .top: .start
      case .center: .center
      case .bottom: .end
      }
    }
  }

  /// How children are aligned across, after `horizontalAlignment` and `verticalAlignment` had their say.
  public var resolvedAlignItems: AlignItems {
    switch direction {
    case .horizontal:
      switch verticalAlignment {
      case .none: alignItems
      case .top: .start
      case .center: .center
      case .bottom: .end
      }
    case .vertical:
      switch horizontalAlignment {
      case .none: alignItems
      case .left: .start
      case .middle: .center
      case .right: .end
      }
    }
  }
}

private func requireSpacing(_ value: Double) {
  precondition(value.isValidOffset, "A stack's spacing lies between -10,000,000 and 10,000,000 points")
}

/// The axis along which a stack's children follow each other.
public enum StackDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical
}

/// How children are spread along a stack that is longer or shorter than they are.
public enum JustifyContent: UInt8, Hashable, Sendable, CaseIterable {
  /// At the start.
  case start
  /// In the middle; what does not fit reaches out on both sides.
  case center
  /// At the end; what does not fit reaches out at the start.
  case end
  /// What is free goes between the children. With one child, or nothing free, the same as start.
  case spaceBetween
  /// What is free goes around the children. With one child, or nothing free, the same as center.
  case spaceAround
}

/// How a stack's children are aligned across its direction.
public enum AlignItems: UInt8, Hashable, Sendable, CaseIterable {
  /// As long as the line is, across.
  case stretch
  /// At the start of the cross axis.
  case start
  /// At the end of the cross axis.
  case end
  /// In the middle of the cross axis, rounded down to a whole pixel.
  case center
  /// First baselines on one line.
  case baselineFirst
  /// Last baselines on one line.
  case baselineLast
}

/// Whether a stack's children may go on more than one line.
public enum FlexWrap: UInt8, Hashable, Sendable, CaseIterable {
  /// One line.
  case noWrap
  /// A child that does not fit starts a new line.
  case wrap
}

/// How the lines of a stack are spread across it.
public enum AlignContent: UInt8, Hashable, Sendable, CaseIterable {
  /// At the start of the cross axis.
  case start
  /// In the middle.
  case center
  /// At the end.
  case end
  /// What is free goes between the lines.
  case spaceBetween
  /// What is free goes around the lines.
  case spaceAround
  /// What is free is shared out to the lines, where there are more than one.
  case stretch
}

/// Left, middle or right, whatever a stack's direction.
public enum HorizontalAlignment: UInt8, Hashable, Sendable, CaseIterable {
  /// Nothing is overridden.
  case none
  /// At the left.
  case left
  /// In the middle.
  case middle
  /// At the right.
  case right
}

/// Top, center or bottom, whatever a stack's direction.
public enum VerticalAlignment: UInt8, Hashable, Sendable, CaseIterable {
  /// Nothing is overridden.
  case none
  /// At the top.
  case top
  /// In the middle.
  case center
  /// At the bottom.
  case bottom
}

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Texture's.

// Texture's names for specs. Each is a spec of `LayoutSpecs` whose children may be of any type, as in Texture.

/// Any spec or node: the result of `layoutSpecThatFits(_:)`.
public typealias ASLayoutSpec = any LayoutElement
public typealias ASLayoutElement = any LayoutElement
public typealias ASLayoutElementStyle = Style
public typealias ASLayout = Layout

public typealias ASWrapperLayoutSpec = WrapperLayoutSpec<[any LayoutElement]>
public typealias ASStackLayoutSpec = StackLayoutSpec<[any LayoutElement]>
public typealias ASInsetLayoutSpec = InsetLayoutSpec<AnyLayoutElement>
public typealias ASOverlayLayoutSpec = OverlayLayoutSpec<AnyLayoutElement, AnyLayoutElement>
public typealias ASBackgroundLayoutSpec = BackgroundLayoutSpec<AnyLayoutElement, AnyLayoutElement>
public typealias ASCenterLayoutSpec = CenterLayoutSpec<AnyLayoutElement>
public typealias ASRatioLayoutSpec = RatioLayoutSpec<AnyLayoutElement>
public typealias ASRelativeLayoutSpec = RelativeLayoutSpec<AnyLayoutElement>
public typealias ASAbsoluteLayoutSpec = AbsoluteLayoutSpec<[any LayoutElement]>
public typealias ASCornerLayoutSpec = CornerLayoutSpec<AnyLayoutElement, AnyLayoutElement>

public typealias ASStackLayoutDirection = StackDirection
public typealias ASStackLayoutJustifyContent = JustifyContent
public typealias ASStackLayoutAlignItems = AlignItems
public typealias ASStackLayoutAlignSelf = AlignSelf
public typealias ASStackLayoutFlexWrap = FlexWrap
public typealias ASStackLayoutAlignContent = AlignContent
public typealias ASHorizontalAlignment = StackParameters.HorizontalAlignment
public typealias ASVerticalAlignment = StackParameters.VerticalAlignment
public typealias ASRelativeLayoutSpecPosition = RelativePosition
public typealias ASAbsoluteLayoutSpecSizing = AbsoluteSizing
public typealias ASCornerLayoutLocation = CornerLocation

extension WrapperLayoutSpec<[any LayoutElement]> {
  /// Creates a spec of one element.
  public init(layoutElement: any LayoutElement) { self.init(children: [layoutElement]) }

  /// Creates a spec of elements on top of each other.
  public init(layoutElements: [any LayoutElement]) { self.init(children: layoutElements) }
}

/// Returns a spec with its children at their `layoutPosition`s, as large as they are: the name of AsyncDisplayKit 1.
public func ASStaticLayoutSpec(children: [any LayoutElement]) -> ASAbsoluteLayoutSpec {
  ASAbsoluteLayoutSpec(sizing: .sizeToFit, children: children)
}

// MARK: - Options

/// The axes on which a center spec centres its child. With `[]` it centres the child on neither axis.
public struct ASCenterLayoutSpecCenteringOptions: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// From left to right.
  public static let X = Self(rawValue: 1)
  /// From top to bottom.
  public static let Y = Self(rawValue: 2)
  /// On both axes.
  public static let XY: Self = [.X, .Y]
}

/// The axes on which a center spec is no larger than its child. With `[]` the spec takes all the available room.
public struct ASCenterLayoutSpecSizingOptions: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// As wide as the child.
  public static let minimumX = Self(rawValue: 1)
  /// As high as the child.
  public static let minimumY = Self(rawValue: 2)
  /// As large as the child.
  public static let minimumXY: Self = [.minimumX, .minimumY]
}

/// The axes on which a relative spec is no larger than its child. With `[]` the spec takes all the available
/// room.
public struct ASRelativeLayoutSpecSizingOption: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// As wide as the child.
  public static let minimumWidth = Self(rawValue: 1)
  /// As high as the child.
  public static let minimumHeight = Self(rawValue: 2)
  /// As large as the child.
  public static let minimumSize: Self = [.minimumWidth, .minimumHeight]
}

extension CenterLayoutSpec<AnyLayoutElement> {
  /// Creates a spec that centres `child` on these axes.
  public init(
    centeringOptions: ASCenterLayoutSpecCenteringOptions, sizingOptions: ASCenterLayoutSpecSizingOptions,
    child: any LayoutElement
  ) {
    self.init(child: child)
    self.centeringOptions = centeringOptions
    self.sizingOptions = sizingOptions
  }

  /// The axes on which the child is centred: `centering` as options.
  public var centeringOptions: ASCenterLayoutSpecCenteringOptions {
    get { ASCenterLayoutSpecCenteringOptions(rawValue: centering.rawValue) }
    set { centering = newValue.onBothAxes(.none, .x, .y, .xy) }
  }

  /// The axes on which the spec is no larger than its child: `sizing` as options.
  public var sizingOptions: ASCenterLayoutSpecSizingOptions {
    get { ASCenterLayoutSpecSizingOptions(rawValue: sizing.rawValue) }
    set { sizing = newValue.onBothAxes(.default, .minimumX, .minimumY, .minimumXY) }
  }
}

extension RelativeLayoutSpec<AnyLayoutElement> {
  /// Creates a spec that puts `child` at a corner, at the middle of an edge, or in the middle.
  public init(
    horizontalPosition: ASRelativeLayoutSpecPosition, verticalPosition: ASRelativeLayoutSpecPosition,
    sizingOption: ASRelativeLayoutSpecSizingOption, child: any LayoutElement
  ) {
    self.init(horizontalPosition: horizontalPosition, verticalPosition: verticalPosition, child: child)
    self.sizingOption = sizingOption
  }

  /// The axes on which the spec is no larger than its child: `sizing` as options.
  public var sizingOption: ASRelativeLayoutSpecSizingOption {
    get { ASRelativeLayoutSpecSizingOption(rawValue: sizing.rawValue) }
    set { sizing = newValue.onBothAxes(.default, .minimumWidth, .minimumHeight, .minimumSize) }
  }
}

extension OptionSet where RawValue == UInt8 {
  /// Returns the value for the axes in the set: bit 0 is the horizontal axis, bit 1 the vertical axis. Other bits
  /// are ignored.
  fileprivate func onBothAxes<Value>(
    _ neither: Value, _ horizontal: Value, _ vertical: Value, _ both: Value
  ) -> Value {
    switch rawValue & 3 {
    case 0: neither
    case 1: horizontal
    case 2: vertical
    default: both
    }
  }
}
